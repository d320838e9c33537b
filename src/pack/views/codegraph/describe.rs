//! One definition as an entity: rows turned into the seed's words, nothing added.

use std::collections::BTreeSet;

use super::document::{Entity, InterfaceSignature, LineRange, LspMetadata, Part, SemanticTokens, Signature, TddClassification, UsageAnalysis};
use super::{declared, keys, reach};
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;
use crate::pack::context::facts;
use crate::pack::excerpt::clip;
use crate::pack::excerpt::imports::Imports;
use crate::pack::excerpt::texts::{Texts, WITHHELD};
use crate::pack::seeds::meant;
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{Direction, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;

/// Files of callers that are named.
const MAX_CALL_SITES: usize = 8;
/// Edges of one definition that are counted.
const MAX_COUNTED: usize = 2_000;
/// Most definitions whose callers count as those of one: itself, the constructors of a type, what a method overrides.
const MAX_CALLED: usize = 24;
/// Fields that are named.
const MAX_FIELDS: usize = 64;

/// How much of an entity is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    Full,
    /// Signatures of one short line, without parts.
    Compressed,
    /// The same, and of the documentation its first sentence.
    Brief,
}

/// What is measured about a definition.
#[derive(Clone, Debug)]
pub struct Measured {
    pub dependencies: u64,
    /// Definitions that call or use it.
    pub users: u64,
    pub references: u64,
    pub tests: u64,
    pub call_sites: Vec<String>,
    pub traits: Vec<String>,
    pub fields: Vec<SymbolId>,
    /// A compiler's index has edges at it.
    pub tooling: bool,
    pub is_test: bool,
    pub critical: bool,
}

/// Measures a definition by its edges.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn measure(index: &Index, id: SymbolId) -> Result<Measured, IndexError> {
    let symbol = index.symbol(id);
    let (mut uses, mut users, mut traits, mut files) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut references, mut tests, mut tooling, mut fields) = (0, BTreeSet::new(), false, Vec::new());
    let mut test_files = BTreeSet::new();
    // Who builds a type calls one of its constructors, and who calls what a method overrides may reach the method.
    let mut called = vec![id];
    called.extend(meant::constructors(index, id)?);
    for (edge, word, other) in reach::dependencies(index, id, Direction::Out)?.take(MAX_COUNTED).filter(|(edge, ..)| edge.counts()) {
        tooling |= edge.rule == "scip";
        match word {
            "contains" if index.symbol(other).kind == "field" && fields.len() < MAX_FIELDS => fields.push(other),
            "overrides" => called.push(other),
            "contains" | "tests" => {}
            "extends" | "implements" => {
                uses.insert(other);
                traits.insert(index.symbol(other).name.to_owned());
            }
            _ => {
                uses.insert(other);
            }
        }
    }
    for id in called.into_iter().take(MAX_CALLED) {
        // Where tests have no names, as with `describe` and `it`, the file is at the end of their edges.
        let of_files = index.edges_of(Node::Symbol(id), Direction::In, &[Table::Call, Table::Usage, Table::Structure])?.take(MAX_COUNTED);
        test_files.extend(of_files.filter(Edge::counts).filter_map(|edge| match edge.from {
            Node::File(file) if edge.edge_type == "tests" => Some(file),
            Node::File(file) if matches!(edge.edge_type, "call" | "usage") && index.files().is_class(file, "test") => Some(file),
            _ => None,
        }));
        for (edge, word, other) in reach::dependencies(index, id, Direction::In)?.take(MAX_COUNTED).filter(|(edge, ..)| edge.counts()) {
            tooling |= edge.rule == "scip";
            match word {
                "tests" => {
                    tests.insert(other);
                }
                "calls" | "uses" => {
                    references += 1;
                    users.insert(other);
                    // A test that only names something, as that of a type does, is one as well.
                    if index.symbols().has_flag(other, "test") {
                        tests.insert(other);
                    }
                    if edge.table == Table::Call {
                        files.insert(edge.file);
                    }
                }
                _ => {}
            }
        }
    }
    let critical = symbol.has_flag("entryPoint") || users.len() as u64 >= reach::CRITICAL_USERS;
    Ok(Measured {
        dependencies: uses.len() as u64,
        users: users.len() as u64,
        references,
        tests: facts::number_of_tests(index, &tests, test_files),
        call_sites: files.into_iter().take(MAX_CALL_SITES).map(|file| index.path(file).to_owned()).collect(),
        traits: traits.into_iter().collect(),
        fields,
        tooling,
        is_test: symbol.has_flag("test") || index.files().class(symbol.file) == "test",
        critical,
    })
}

/// The relevance of a definition, by the seed's table: the hops, and a bonus for tests and for what is critical; at most one.
pub fn relevance(level: u32, measured: &Measured) -> Millionths {
    let hops = match level {
        0 => 1_000_000,
        1 => 800_000,
        2 => 600_000,
        _ => 0,
    };
    let tests = if measured.is_test { 200_000 } else { 0 };
    let critical = if measured.critical { 300_000 } else { 0 };
    Millionths((hops + tests + critical).min(1_000_000))
}

/// What entities are described from.
pub struct Shelf<'a> {
    index: &'a Index,
    texts: &'a Texts<'a>,
    imports: Imports<'a>,
}

impl<'a> Shelf<'a> {
    /// Nothing is read yet.
    pub fn new(index: &'a Index, texts: &'a Texts<'a>) -> Self {
        Self { index, texts, imports: Imports::new(index, texts) }
    }

    /// The entity; its change is filled in by who knows it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn entity(&self, id: SymbolId, level: u32, measured: &Measured, detail: Detail) -> Result<Entity, IndexError> {
        let (index, symbol) = (self.index, self.index.symbol(id));
        let file = index.path(symbol.file);
        let withheld = self.texts.decision(symbol.file)?.is_some_and(|it| it.decision == WITHHELD);
        let documentation = if withheld || symbol.doc.trim().is_empty() { None } else { Some(doc(symbol.doc, detail)) };
        let lsp_metadata = if detail == Detail::Full {
            let imports = if withheld { Vec::new() } else { self.imports.of(symbol.file, symbol.lines, &head(symbol.signature, symbol.kind))? };
            Some(metadata(&symbol, measured, imports))
        } else {
            None
        };
        Ok(Entity {
            isgl1_key: keys::key(index, &symbol),
            symbol_id: symbol.symbol_id.to_owned(),
            interface_signature: InterfaceSignature {
                entity_type: symbol.kind.to_owned(),
                name: symbol.name.to_owned(),
                visibility: symbol.visibility.to_owned(),
                file_path: file.to_owned(),
                line_range: LineRange { start: symbol.lines.start, end: symbol.lines.end },
                signature: if withheld { None } else { Some(signature(index, &symbol, measured, detail)) },
                module_path: keys::module_path(file),
                documentation,
            },
            tdd_classification: classified(&symbol, measured),
            lsp_metadata,
            relevance_score: relevance(level, measured),
            dependency_level: level,
            change: None,
        })
    }
}

fn signature(index: &Index, symbol: &Symbol<'_>, measured: &Measured, detail: Detail) -> Signature {
    let full = detail == Detail::Full;
    let head = head(symbol.signature, symbol.kind);
    let text = if full { head } else { clip::at_word(&head, 120) };
    let field = |id: &SymbolId| {
        let field = index.symbol(*id);
        let type_name = declared::variable(field.signature, field.name);
        Part { name: field.name.to_owned(), type_name, visibility: Some(field.visibility.to_owned()) }
    };
    let parameter = |(name, type_name): (&str, Option<String>)| Part { name: name.to_owned(), type_name, visibility: None };
    let parameters = || symbol.parameters().zip(declared::parameters(symbol.signature, symbol.name, symbol.parameters())).map(parameter);
    Signature {
        text,
        fields: if full { measured.fields.iter().map(field).collect() } else { Vec::new() },
        parameters: if full { parameters().collect() } else { Vec::new() },
        generics: symbol.generics().map(str::to_owned).collect(),
        traits: measured.traits.clone(),
        return_type: if full && ["function", "method"].contains(&symbol.kind) { declared::returned(symbol.signature, symbol.name) } else { None },
        is_async: symbol.has_flag("async"),
        is_unsafe: symbol.has_flag("unsafe"),
        is_const: symbol.has_flag("const"),
    }
}

/// A head without the value of a constant or a variable: a value is code. Defaults of parameters and the target of a type alias are interface.
fn head(signature: &str, kind: &str) -> String {
    let signature = signature.split_whitespace().collect::<Vec<_>>().join(" ");
    if ["type", "alias", "function", "method"].iter().any(|word| kind.contains(word)) {
        return signature;
    }
    let mut depth = 0i32;
    for (at, byte) in signature.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ if depth == 0 && declared::is_assignment(&signature, at) => {
                return signature[..at].trim_end_matches([' ', ':']).to_owned();
            }
            _ => {}
        }
    }
    signature
}

fn doc(text: &str, detail: Detail) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match detail {
        Detail::Full => clip::at_word(&words, 1_000),
        Detail::Compressed => clip::at_word(&words, 240),
        Detail::Brief => clip::at_word(clip::sentence(&words), 120),
    }
}

fn classified(symbol: &Symbol<'_>, measured: &Measured) -> TddClassification {
    let complexity = match symbol.branches {
        0..4 => "low",
        4..12 => "medium",
        _ => "high",
    };
    let testability = match (symbol.exported, symbol.branches, measured.dependencies) {
        (_, 12.., _) | (_, _, 16..) => "low",
        (true, 0..4, 0..8) => "high",
        _ => "medium",
    };
    // What no test is known of is never called safe: who runs it may not be known either.
    let is_tested = measured.tests > 0 || measured.is_test;
    let change_risk = match (measured.critical, measured.tests) {
        (true, 0) => "high",
        (false, _) if measured.users < 3 && is_tested => "low",
        (_, 1..) if complexity == "low" => "low",
        _ => "medium",
    };
    TddClassification {
        testability: testability.to_owned(),
        complexity: complexity.to_owned(),
        dependencies: measured.dependencies,
        test_coverage_estimate: None,
        tests: measured.tests,
        critical_path: measured.critical,
        change_risk: change_risk.to_owned(),
    }
}

fn metadata(symbol: &Symbol<'_>, measured: &Measured, imports: Vec<String>) -> LspMetadata {
    let visibility = [symbol.visibility].into_iter().filter(|it| !it.is_empty());
    LspMetadata {
        source: if measured.tooling { "scip" } else { "inferred" }.to_owned(),
        type_information: None,
        usage_analysis: UsageAnalysis { references: measured.references, call_sites: measured.call_sites.clone(), imports },
        semantic_tokens: SemanticTokens { kind: symbol.kind.to_owned(), modifier: visibility.chain(symbol.flags()).map(str::to_owned).collect() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_has_no_value() {
        for (signature, kind, expected) in [
            ("const LIMIT: usize = 5 << 3;", "constant", "const LIMIT: usize"),
            ("x := compute()", "variable", "x"),
            ("def f(a=1, b={2: 3})", "function", "def f(a=1, b={2: 3})"),
            ("fn f<T>(x: T) -> Vec<T> where T: Fn() -> u8", "function", "fn f<T>(x: T) -> Vec<T> where T: Fn() -> u8"),
            ("type A = B", "type", "type A = B"),
            ("const f = (x) => x + 1", "variable", "const f"),
        ] {
            assert_eq!(head(signature, kind), expected);
        }
    }

    #[test]
    fn brief_documentation_is_its_first_sentence() {
        let text = "Creates a user. Returns an error\nif the name is taken.";
        assert_eq!(doc(text, Detail::Brief), "Creates a user.");
        assert_eq!(doc(text, Detail::Full), "Creates a user. Returns an error if the name is taken.");
    }
}
