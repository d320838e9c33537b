//! What tests of several languages share: what a shard says, in lines; a tree for resolvers; the stack of a worker.
//!
//! Owns: the one form of expressions, and others that more than one language prints alike.
//! Never: part of a program; this is compiled for tests alone.

pub mod tree;

use crate::shard::Shard;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Symbol;

/// All definitions in source order, as `kind qualified.name`.
pub fn symbols(shard: &Shard) -> Vec<String> {
    shard.facts.symbols.iter().map(|it| format!("{} {}", it.kind.word(), it.qualified)).collect()
}

/// The first definition of a qualified name, which must be there.
pub fn symbol<'shard>(shard: &'shard Shard, qualified: &str) -> &'shard Symbol {
    shard.facts.symbols.iter().find(|it| it.qualified == qualified).unwrap_or_else(|| panic!("no {qualified} in {:?}", symbols(shard)))
}

/// All locals, as `local name: type = value | value`.
pub fn locals(shard: &Shard) -> Vec<String> {
    let shown = |id: &ExprId| show(shard, &shard.body.exprs, *id);
    let line = |name: &str, ty: Option<&ExprId>, values: &[ExprId]| {
        let declared = ty.map_or(String::new(), |ty| format!(": {}", shown(ty)));
        format!("local {name}{declared} = {}", values.iter().map(shown).collect::<Vec<_>>().join(" | "))
    };
    shard.body.locals.iter().map(|it| line(&it.name, it.ty.as_ref(), &it.values)).collect()
}

/// An expression of `exprs` in one line: `Symbol(A)`, `Local(x)`, `a.b`, `f()`, `<T>` for an instance of `T`, `<+T>` for a built one.
pub fn show(shard: &Shard, exprs: &[Expr], id: ExprId) -> String {
    show_with(shard, exprs, id, &|_| None)
}

/// The same where `own` spells what a language shows in its own way.
pub fn show_with(shard: &Shard, exprs: &[Expr], id: ExprId, own: &dyn Fn(&Expr) -> Option<String>) -> String {
    let sub = |id: &ExprId| show_with(shard, exprs, *id, own);
    let all = |ids: &[ExprId]| ids.iter().map(sub).collect::<Vec<_>>().join(", ");
    let expr = &exprs[id.0 as usize];
    if let Some(spelled) = own(expr) {
        return spelled;
    }
    match expr {
        Expr::Unknown => "?".to_owned(),
        Expr::Raw { name, .. } => panic!("{name} was not resolved"),
        Expr::Local(index) => format!("Local({})", shard.body.locals[*index as usize].name),
        Expr::Symbol(index) => format!("Symbol({})", shard.facts.symbols[*index as usize].qualified),
        Expr::Import(index) => format!("Import({})", shard.facts.imports[*index as usize].binding),
        Expr::Free(name) => name.to_string(),
        Expr::Member { base, name } => format!("{}.{name}", sub(base)),
        Expr::Call { callee } => format!("{}()", sub(callee)),
        Expr::CallWith { callee, args } => format!("{}({})", sub(callee), all(args)),
        Expr::Instance { ty, built } => format!("<{}{}>", if *built { "+" } else { "" }, sub(ty)),
        Expr::Apply { base, args } => format!("{}[{}]", sub(base), all(args)),
        Expr::Element(base) => format!("each {}", sub(base)),
        Expr::Iterated(base) => format!("in {}", sub(base)),
        Expr::At { base, key } => format!("{}[{key}]", sub(base)),
        Expr::Unwrap(base) => format!("unwrap {}", sub(base)),
        Expr::Tuple(parts) => format!("({})", all(parts)),
        Expr::Part { base, index } => format!("{}#{index}", sub(base)),
        Expr::Generic { name, .. } => format!("generic {name}"),
        Expr::Parameter { callee, index } => format!("{}@{index}", sub(callee)),
        Expr::AnyOf(parts) => format!("any({})", all(parts)),
        Expr::Literal(name) => format!("'{name}'"),
    }
}

/// Checks that each wanted line was found.
pub fn check_found(found: &[String], wanted: &[&str]) {
    for line in wanted {
        assert!(found.iter().any(|it| it == line), "no `{line}` in\n{}", found.join("\n"));
    }
}

/// The quoted words of sources that are written as grammars write kinds of nodes: small letters and underscores.
pub fn words_like_kinds<'source>(sources: &[&'source str]) -> Vec<&'source str> {
    let words = sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    words.filter(|word| word.contains('_') && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')).collect()
}

/// Runs in a thread with the stack of a build's worker.
pub fn on_a_worker<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    on_a_stack(64 << 20, run)
}

/// Runs in a thread with a stack of so many bytes.
pub fn on_a_stack<T: Send + 'static>(bytes: usize, run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(bytes).spawn(run).expect("a thread starts");
    thread.join().expect("extraction returns")
}
