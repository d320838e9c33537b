//! Parameters and results of functions.

use tree_sitter::Node;

use super::walker::Walker;
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Param};

/// One declared parameter. Go may leave the name out.
pub(super) struct Parameter<'text> {
    pub(super) name: &'text str,
    /// The type of one argument.
    pub(super) ty: ExprId,
    pub(super) variadic: bool,
}

impl<'text> Walker<'_, 'text> {
    /// Reads parameters and results of a definition in the present scope, declares them as locals and completes the symbol.
    pub(super) fn signature(&mut self, symbol: u32, node: Node<'_>) {
        let (parameters, result) = self.head(Some(symbol), node);
        let variadic = parameters.iter().any(|parameter| parameter.variadic);
        let params = parameters
            .iter()
            .map(|it| Param { name: it.name.into(), ty: Some(it.ty), optional: it.variadic, pointer: None, constant: None })
            .collect();
        let definition = self.builder.symbol_mut(symbol);
        definition.params = params;
        definition.ty = result;
        definition.flags = definition.flags.when(variadic, Flags::VARIADIC);
    }

    /// Parameters and result type of a function, which are declared as locals of the present scope. `symbol` is absent for function literals.
    pub(super) fn head(&mut self, symbol: Option<u32>, node: Node<'_>) -> (Vec<Parameter<'text>>, Option<ExprId>) {
        let parameters = syntax::field(node, "parameters").map_or_else(Vec::new, |list| self.parameters(list));
        // Types are read outside of the body: `func start(server *server)` takes the type of that name.
        let from = syntax::field(node, "body").map_or_else(|| node.end_byte(), |body| body.start_byte());
        for parameter in &parameters {
            let ty = if parameter.variadic { self.sequence_of(parameter.ty) } else { parameter.ty };
            let local = Local { name: parameter.name.into(), ty: Some(ty), values: Vec::new(), receiver: false, parameter_of: symbol };
            let shape = self.shapes.get(&ty).copied();
            self.declare_local(parameter.name, local, shape, from);
        }
        let result = syntax::field(node, "result").and_then(|result| self.declared_result(result));
        (parameters, result)
    }

    /// The parameters of a list, in order.
    pub(super) fn parameters(&mut self, list: Node<'_>) -> Vec<Parameter<'text>> {
        let mut parameters = Vec::new();
        for declaration in syntax::children(list) {
            let variadic = declaration.kind() == "variadic_parameter_declaration";
            if !variadic && declaration.kind() != "parameter_declaration" {
                continue;
            }
            let Some(ty) = syntax::field(declaration, "type") else { continue };
            let ty = self.type_expr(ty);
            let names: Vec<&'text str> = syntax::fields(declaration, "name").into_iter().map(|name| self.text_of(name)).collect();
            if names.is_empty() {
                parameters.push(Parameter { name: "", ty, variadic });
            }
            parameters.extend(names.into_iter().map(|name| Parameter { name, ty, variadic }));
        }
        parameters
    }

    /// The result type; named results become locals of the present scope.
    fn declared_result(&mut self, node: Node<'_>) -> Option<ExprId> {
        let results = self.results(node);
        for result in &results {
            self.declare(result.name, Some(result.ty), None, node.end_byte());
        }
        self.several(&results)
    }

    /// The result type of a function type, which declares nothing.
    pub(super) fn result_type(&mut self, node: Node<'_>) -> Option<ExprId> {
        let results = self.results(node);
        self.several(&results)
    }

    /// The results as written. A single type without parentheses is a result without a name.
    fn results(&mut self, node: Node<'_>) -> Vec<Parameter<'text>> {
        if node.kind() == "parameter_list" {
            return self.parameters(node);
        }
        vec![Parameter { name: "", ty: self.type_expr(node), variadic: false }]
    }

    /// No result, one type, or a tuple of types: a value of that type is a tuple of their instances.
    fn several(&mut self, results: &[Parameter<'text>]) -> Option<ExprId> {
        match results {
            [] => None,
            [one] => Some(one.ty),
            many => {
                let parts = many.iter().map(|result| result.ty).collect();
                Some(self.builder.expr(Expr::Tuple(parts)))
            }
        }
    }
}
