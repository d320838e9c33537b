//! Functions whose head is a macro: `MACRO(arguments) { … }` at the top of a file or namespace, those of test frameworks among them.

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use super::declarators;
use super::functions::span_between;
use super::lexer::{TokenKind, tokens};
use super::mask::is_macro_name;
use super::names;
use super::visitor::{Place, Visitor};
use super::written::{self, Parameters, Taken};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Extension, Flags, Naming, Owner, Param, Symbol, SymbolKind, Visibility};

/// Macros of test frameworks that take a suite and a test; `true` where the suite is a class whose members the test sees.
const TEST_MACROS: &[(&str, bool)] = &[("TEST", false), ("TEST_F", true), ("TEST_P", true), ("TYPED_TEST", true), ("TYPED_TEST_P", true)];

/// Whether the body behind a macro for tests sees the members of a class; `None` where the name does not say that the macro is one for tests.
/// Besides the known ones, macros that a framework or repository names by custom after the fixture they take.
fn has_fixture(name: &str) -> Option<bool> {
    let known = TEST_MACROS.iter().find(|(word, _)| *word == name).map(|(_, fixture)| *fixture);
    let by_custom = is_macro_name(name) && (name.split('_').any(|part| part == "FIXTURE") || name.ends_with("TEST_F"));
    known.or(by_custom.then_some(true))
}

/// What a macro says that ends in the head of a function: `int run_##name(void)`.
pub(super) struct MacroHead<'text> {
    params: Vec<Name>,
    /// What the name is pasted of.
    pieces: Vec<&'text str>,
    is_static: bool,
    takes: Parameters,
}

impl MacroHead<'_> {
    /// The name that some arguments make.
    fn name(&self, arguments: &[&str]) -> String {
        let given = |piece: &str| self.params.iter().position(|it| it == piece);
        self.pieces.iter().map(|piece| given(piece).and_then(|at| arguments.get(at)).unwrap_or(piece)).copied().collect()
    }

    /// What others are told of it: which parameter is the name, where that is one alone.
    pub(super) fn naming(&self) -> Option<Naming> {
        let [name] = self.pieces.as_slice() else { return None };
        let param = self.params.iter().position(|it| it == name)?;
        let taken = self.takes.taken.iter().map(|it| it.name.clone()).filter(|it| !it.is_empty());
        Some(Naming::Head { param: u16::try_from(param).ok()?, taken: taken.collect() })
    }

    /// The parameters, with what some arguments stand for in their types and names.
    fn takes(&self, arguments: &[&str]) -> Parameters {
        let given = |word: &str| {
            let at = self.params.iter().position(|it| it == word);
            at.and_then(|at| arguments.get(at)).map_or_else(|| word.to_owned(), |it| (*it).to_owned())
        };
        let taken = self.takes.taken.iter().map(|it| Taken {
            name: given(&it.name).into(),
            ty: it.ty.iter().map(|word| given(word)).collect(),
            pointer: it.pointer,
        });
        Parameters { taken: taken.collect(), variadic: self.takes.variadic }
    }
}

/// The head of a function that the body of a macro ends in, called after a parameter.
pub(super) fn head(body: &str, params: Vec<Name>) -> Option<MacroHead<'_>> {
    let all = tokens(body);
    let mut depth = 0_usize;
    let open = all.iter().rposition(|token| {
        depth += usize::from(token.is(b')'));
        depth -= usize::from(token.is(b'(') && depth > 0);
        depth == 0
    })?;
    let mut at = open.checked_sub(1).filter(|_| all[open].is(b'('))?;
    let mut pieces = vec![all[at].text(body)];
    while at > 2 && all[at - 1].is(b'#') && all[at - 2].is(b'#') {
        at -= 3;
        pieces.insert(0, all[at].text(body));
    }
    let start = all[..at].iter().rposition(|it| it.is_one_of(b";}")).map_or(0, |it| it + 1);
    let named = pieces.iter().all(|it| names::is_word(it)) && pieces.iter().any(|it| params.iter().any(|param| param == it));
    // In front of the name stands a type; what is called or a member of something is no head.
    let typed = all.get(at.wrapping_sub(1)).is_some_and(|it| start < at && (it.is(b'*') || it.kind == TokenKind::Word));
    let is_static = all[start..at].iter().any(|it| it.text(body) == "static");
    let takes = written::parameters(body, &all, open);
    (named && typed).then_some(MacroHead { params, pieces, is_static, takes })
}

/// Whether a call at the top of a file stands in front of a body that it is the head of.
pub(super) fn heads_body(call: Node<'_>) -> bool {
    let Some(statement) = call.parent() else { return false };
    let ended = syntax::all_children(statement).last().is_some_and(|it| it.kind() == ";" && !it.is_missing());
    !ended && statement.next_named_sibling().is_some_and(|it| it.kind() == "compound_statement")
}

/// `MACRO(arguments) { … }` taken apart.
struct Macro<'tree> {
    name: Node<'tree>,
    arguments: Vec<Node<'tree>>,
    /// From the macro to the end of the body.
    span: ByteSpan,
    body: Node<'tree>,
    /// A second list of brackets, which holds parameters: `BENCHMARK_F(Fixture, name)(State& state) { … }`.
    parameters: Option<Node<'tree>>,
}

/// The function that a macro makes of the body behind it.
struct Made<'text> {
    /// The arguments that are names, the suite of a test first.
    words: Vec<&'text str>,
    /// The place of the suite among the arguments.
    first: usize,
    called: Name,
    /// How others see it that say its name; `None` where the macro alone knows the name.
    linkage: Option<Linkage>,
    /// The first of the words is a class whose members it sees.
    fixture: bool,
    is_test: bool,
    /// What the macro says that it takes.
    takes: Parameters,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Linkage {
    Plain,
    File,
}

impl<'text> Visitor<'_, 'text> {
    /// What reads like a function without a type, or like one whose type is the macro: `MACRO(name) { … }`.
    pub(super) fn macro_function(&mut self, node: Node<'_>, declarator: Node<'_>) -> bool {
        let Some(body) = syntax::field(node, "body") else { return false };
        let (name, arguments, parameters) = match syntax::field(node, "type") {
            None => {
                let declarator = declarators::read(declarator);
                let (function, outer) = match declarator.functions.as_slice() {
                    [function] => (*function, None),
                    [outer, function] => (*function, syntax::field(*outer, "parameters")),
                    _ => return false,
                };
                let (Some(name), Some(list)) = (declarator.name, syntax::field(function, "parameters")) else { return false };
                (name, syntax::children(list), outer)
            }
            Some(ty) if ty.kind() == "type_identifier" && declarator.kind() == "parenthesized_declarator" => (ty, syntax::children(declarator), None),
            Some(_) => return false,
        };
        // Old parameters are declared in front of the body, members are initialized there.
        if !syntax::parts(node).ends_with(&[declarator, body]) {
            return false;
        }
        self.function_of_macro(node, &Macro { name, arguments, span: syntax::span(node), body, parameters })
    }

    /// What reads like a call and a block behind it: `MACRO(first, second) { … }` in C, which knows no such heads.
    pub(super) fn called_function(&mut self, body: Node<'_>) -> bool {
        // What stands before a node is found from the root down: not to be asked of every block of a body.
        if self.place != Place::Top {
            return false;
        }
        let Some(statement) = body.prev_named_sibling().filter(|it| it.kind() == "expression_statement") else { return false };
        if body.parent().is_none_or(|around| around.kind() == "ERROR") {
            return false;
        }
        let ended = syntax::all_children(statement).last().is_some_and(|it| it.kind() == ";" && !it.is_missing());
        let Some(call) = statement.named_child(0).filter(|it| it.kind() == "call_expression" && !ended) else { return false };
        let (Some(name), Some(list)) = (syntax::field(call, "function"), syntax::field(call, "arguments")) else { return false };
        let span = span_between(call, body);
        self.function_of_macro(call, &Macro { name, arguments: syntax::children(list), span, body, parameters: None })
    }

    /// What a macro makes of the body behind it; `None` where that is no function.
    fn made_by_macro(&self, it: &Macro<'_>) -> Option<Made<'text>> {
        let name = self.slice(it.name);
        let titled = it.arguments.iter().any(|argument| self.is_text(*argument));
        let known = has_fixture(name).filter(|_| it.arguments.len() == 2 && !titled && it.parameters.is_none());
        let by_form = known.is_none() && self.is_fixture_by_form(name, it);
        let is_meant = known.is_some() || self.heads.contains_key(name) || is_macro_name(name);
        if self.place != Place::Top || !is_meant || (it.parameters.is_some() && !by_form) {
            return None;
        }
        // `TEST(format, int)`: a test may be called like a type.
        let is_name = |word: &&str| names::is_usable(word) || (known.is_some() && names::is_word(word));
        let mut words: Vec<&str> = it.arguments.iter().map(|argument| self.slice(*argument)).take_while(is_name).collect();
        if words.is_empty() || (known.is_some() && words.len() != 2) {
            return None;
        }
        // Boost names the test first.
        let first = usize::from(known.is_some() && name.starts_with("BOOST_"));
        words.rotate_left(first);
        let all: Vec<&str> = it.arguments.iter().map(|argument| self.slice(*argument)).collect();
        let head = self.heads.get(name).map(|head| (head.name(&all), head)).filter(|(name, _)| names::is_usable(name));
        let linkage = head.as_ref().map(|(_, head)| if head.is_static { Linkage::File } else { Linkage::Plain });
        let takes = head.as_ref().map(|(_, head)| head.takes(&all)).unwrap_or_default();
        let called = match head {
            Some((expanded, _)) => expanded,
            None if known.is_some() => words.join("_"),
            // Without the macro's name it may be that of a function that is tested or wrapped.
            None => format!("{name}_{}", words.join("_")),
        };
        let is_test = known.is_some() || name.split('_').any(|part| part == "TEST");
        Some(Made { words, first, called: called.into(), linkage, fixture: known == Some(true) || by_form, is_test, takes })
    }

    fn function_of_macro(&mut self, head: Node<'_>, it: &Macro<'_>) -> bool {
        let Some(made) = self.made_by_macro(it) else { return false };
        self.site_of_macro(head, it);
        let suite = it.arguments.get(made.first).copied().filter(|_| made.fixture).map(|suite| {
            let suite_type = self.b.name(made.words[0], suite.start_byte());
            // What reads like a call has read its arguments.
            if head.kind() != "call_expression" {
                self.site(Role::Type, suite, suite_type, None);
            }
            self.enter_fixture(suite_type, made.words[0]);
            suite_type
        });
        let mut symbol = Symbol::new(made.called.clone(), if made.fixture { SymbolKind::Method } else { SymbolKind::Function });
        symbol.flags = match made.linkage {
            Some(Linkage::Plain) => self.linkage_flags(),
            Some(Linkage::File) => Flags::FILE_LOCAL,
            None => Flags::default(),
        };
        symbol.flags = symbol.flags.when(made.is_test, Flags::TEST);
        if made.linkage == Some(Linkage::File) {
            symbol.visibility = Visibility::Private;
        }
        symbol.overload = self.cpp.then(|| xxh3_64(b""));
        let last = it.arguments[made.words.len() - 1];
        let mut place = self.place_of(head, span_between(it.arguments[0], last), Some(it.body));
        place.span = it.span;
        let place_of_name = place.name.start;
        let index = self.b.symbol(symbol, place);
        if made.linkage.is_some() {
            self.bind_symbol(&made.called, index);
        } else if !made.fixture && !made.is_test {
            self.may_be_one_of((&made.called, self.slice(it.name)), &it.arguments, it.span);
        }
        self.b.enter(Owner::Symbol(index));
        self.b.open_scope(ScopeKind::Function);
        if let Some(suite) = suite {
            self.receiver(suite);
        }
        let listed = it.parameters.map(syntax::children).unwrap_or_default();
        let listed = listed.into_iter().filter(|parameter| parameter.kind() == "parameter_declaration");
        let mut params: Vec<Param> = listed.filter_map(|parameter| self.parameter(parameter, Some(index))).collect();
        for taken in made.takes.taken {
            let ty = self.spelled_type(&taken.ty, place_of_name);
            if !taken.name.is_empty() {
                self.parameter_local(&taken.name, ty, index, place_of_name as usize);
            }
            params.push(Param { name: taken.name, ty, optional: false, pointer: (self.cpp && taken.pointer).then_some(true), constant: None });
        }
        self.b.symbol_mut(index).params = params;
        self.body(Some(it.body), None);
        self.b.close_scope();
        self.b.leave();
        if made.fixture {
            self.b.leave();
        }
        true
    }

    /// Whether a macro reads like one that makes its body a member of its first argument: behind that stands the title of a test
    /// (`TEST_CASE_METHOD(Fixture, "title")`), or its name ends like those of the frameworks. `TEST(Suite, "title")` is called after what it tests.
    fn is_fixture_by_form(&self, name: &str, it: &Macro<'_>) -> bool {
        let [first, rest @ ..] = it.arguments.as_slice() else { return false };
        let titled = rest.iter().any(|argument| self.is_text(*argument));
        let named = has_fixture(name) == Some(true) || name.ends_with("_F");
        let of_suite = name.ends_with("TEST") || name.ends_with("TEST_CASE");
        self.cpp && is_macro_name(name) && !of_suite && names::is_usable(self.slice(*first)) && (titled || (named && !rest.is_empty()))
    }

    fn is_text(&self, argument: Node<'_>) -> bool {
        self.slice(argument).ends_with('"')
    }

    /// The use of the macro, unless it was read as a call already.
    fn site_of_macro(&mut self, head: Node<'_>, it: &Macro<'_>) {
        if head.kind() != "call_expression" {
            let target = self.b.name(self.slice(it.name), it.name.start_byte());
            self.site(Role::Call, it.name, target, None);
        }
    }

    fn enter_fixture(&mut self, target: ExprId, name: &str) {
        let extension = Extension { target, target_name: name.into(), interface: None, interface_name: None, generics: Vec::new(), module: None };
        let extension = self.b.extension(extension);
        let holder: Vec<&str> = self.path.iter().map(String::as_str).chain([name]).collect();
        self.b.holder(extension, holder.join(".").into());
        self.b.enter(Owner::Extension(extension));
    }
}
