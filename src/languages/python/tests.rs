//! What the extractor says of small sources, feature by feature.

use super::LANGUAGE;
use crate::languages::extract::extract;
use crate::languages::testing::{check_found, locals, on_a_stack, show, symbol};
use crate::shard::body::Role;
use crate::shard::facts::Flags;

/// All that tests ask about, one line a fact: `def`, `site`, `local`.
fn facts(source: &str) -> Vec<String> {
    let shard = extract(&LANGUAGE, source);
    let mut lines = Vec::new();
    for symbol in &shard.facts.symbols {
        let declared = symbol.ty.map_or(String::new(), |ty| format!(": {}", show(&shard, &shard.facts.exprs, ty)));
        let value = symbol.value.map_or(String::new(), |value| format!(" = {}", show(&shard, &shard.facts.exprs, value)));
        lines.push(format!("def {} {}{declared}{value}", symbol.kind.word(), symbol.qualified));
    }
    for site in &shard.body.sites {
        let target = show(&shard, &shard.body.exprs, site.target);
        assert_eq!(site.span.text(source).trim_end_matches("..."), site.name, "a site's span is its name");
        lines.push(format!("site {} {} -> {target}", site.role.word(), site.name));
    }
    lines.extend(locals(&shard));
    lines
}

fn check(source: &str, expected: &[&str]) {
    check_found(&facts(source), expected);
}

fn flags(source: &str, qualified: &str) -> Flags {
    symbol(&extract(&LANGUAGE, source), qualified).flags
}

#[test]
fn functions_classes_and_members_are_definitions() {
    check(
        "LIMIT = 3\nname = make()\nclass A:\n    size: int = 0\n    def __init__(self): pass\n    def run(self): return 1\n    class Inner: pass\ndef f(): pass\n",
        &[
            "def constant LIMIT = 'int'",
            "def variable name = make()",
            "def class A",
            "def field A.size: int",
            "def constructor A.__init__",
            "def method A.run = 'int'",
            "def class A.Inner",
            "def function f",
        ],
    );
}

#[test]
fn assigning_to_the_receiver_makes_a_field_once() {
    let source =
        "class A:\n    def __init__(self, x: Foo, y):\n        self.x = x\n        self.y = None\n    def set(self):\n        self.y = Bar()\n";
    check(source, &["def field A.x = <Foo>", "def field A.y = Bar()", "site write y -> Local(self).y"]);
    assert_eq!(facts(source).iter().filter(|line| line.starts_with("def field")).count(), 2);
    assert!(!flags(source, "A.x").has(Flags::NESTED));
}

#[test]
fn a_slot_that_no_method_fills_is_a_field() {
    let source = "class A:\n    __slots__ = ('x', \"y\", 'm', '__weakref__')\n    def __init__(self): self.x = Foo()\n    def m(self): pass\n";
    check(source, &["def field A.x = Foo()", "def field A.y", "def field A.__slots__ = ('str', 'str', 'str', 'str')"]);
    assert_eq!(facts(source).iter().filter(|line| line.starts_with("def field")).count(), 3);
}

#[test]
fn the_first_source_of_a_comprehension_is_evaluated_outside_of_it() {
    let source = "class A:\n    ATTRS = []\n    PLURAL = [a for a in ATTRS]\n    OTHER = {k: 1 for k in ATTRS for b in ATTRS}\n";
    let reads = facts(source).into_iter().filter(|line| line.starts_with("site read ATTRS")).collect::<Vec<_>>();
    assert_eq!(reads, ["site read ATTRS -> Symbol(A.ATTRS)", "site read ATTRS -> Symbol(A.ATTRS)", "site read ATTRS -> ATTRS"]);
}

#[test]
fn a_property_with_a_setter_is_no_field() {
    let source =
        "class A:\n    def __init__(self): self.p = 1\n    @property\n    def p(self) -> int: return 1\n    @p.setter\n    def p(self, v): pass\n";
    assert!(!facts(source).iter().any(|line| line.starts_with("def field")));
    assert!(flags(source, "A.p").has(Flags::PROPERTY));
}

#[test]
fn several_assignments_give_one_variable_with_any_of_the_values() {
    check("x = A()\nx = B()\n", &["def variable x = any(A(), B())", "site write x -> Symbol(x)"]);
}

#[test]
fn a_none_that_stands_in_for_a_failed_import_is_only_a_declaration() {
    assert!(flags("try:\n    import j\nexcept ImportError:\n    j = None\n", "j").has(Flags::DECLARATION));
    assert!(!flags("j = None\n", "j").has(Flags::DECLARATION));
}

#[test]
fn enumeration_members_are_variants_of_their_class() {
    check(
        "import enum\nclass Color(enum.Enum):\n    RED = 1\n",
        &["def enum Color", "def variant Color.RED: Symbol(Color)", "site extends Enum -> Import(enum).Enum"],
    );
}

#[test]
fn class_members_stay_out_of_method_scopes() {
    check("def f(): pass\nclass A:\n    def f(self): return f()\n", &["site call f -> Symbol(f)"]);
}

#[test]
fn the_receiver_is_an_instance_and_cls_the_class() {
    check(
        "class A:\n    def m(self): self.go()\n    @classmethod\n    def c(cls): return cls()\n    @staticmethod\n    def s(x): x\n",
        &[
            "local self: Symbol(A) = ",
            "site call go -> Local(self).go",
            "local cls = Symbol(A)",
            "site call cls -> Local(cls)",
            "def method A.c = <+generic Self>",
        ],
    );
}

#[test]
fn super_reaches_the_members_of_the_bases() {
    check("class A(B):\n    def m(self): super().m()\n", &["site call m -> <generic ^>.m"]);
}

#[test]
fn straight_line_assignments_replace_and_branches_add() {
    check(
        "def f(c):\n    x = A()\n    x = x.next()\n    if c:\n        x = B()\n        x.b()\n    x.end()\n",
        &["local x = A()", "local x = Local(x).next() | B()", "local x = B()"],
    );
}

#[test]
fn tests_of_a_type_narrow_a_name() {
    check(
        "def f(x):\n    if isinstance(x, A):\n        x.a()\n    if not isinstance(x, B):\n        return\n    x.b()\n",
        &["local x: '&'[Local(x), A] = ", "local x: '&'[Local(x), B] = "],
    );
    check("def f(x): return isinstance(x, A) and x.a()\n", &["local x: '&'[Local(x), A] = "]);
    check("def f(x):\n    match x:\n        case A(b=c): c.d()\n", &["local x: A = ", "local c = <A>.b"]);
}

#[test]
fn loops_with_and_comprehensions_bind_locals() {
    check(
        "def f(xs):\n    for i, x in enumerate(xs): x\n    with open() as h: h\n    return [y.n for y in xs]\n",
        &["local x = in (('int', in Local(xs)))#1", "local h = '?'[open().__enter__(), open()]", "local y = in Local(xs)"],
    );
}

#[test]
fn globals_are_module_variables_and_nonlocals_outer_locals() {
    check("def f():\n    global g\n    g = A()\n", &["def variable g = A()"]);
    check("def f():\n    n = None\n    def h():\n        nonlocal n\n        n = A()\n", &["local n = A()"]);
}

#[test]
fn optional_types_collapse_and_quoted_ones_are_read() {
    check(
        "def f(a: Optional[A], b: B | None, c: \"C\", d: list[\"D\"], e: Type[E], g: Annotated[G, 'text']): pass\n",
        &["local a: A = ", "local b: B = ", "local c: C = ", "local d: list[D] = ", "local e = E", "local g: G = ", "site type D -> D"],
    );
    check("class A:\n    def m(self) -> Self: ...\n", &["def method A.m: generic Self"]);
}

#[test]
fn aliases_and_type_variables_stand_for_their_types() {
    check(
        "T = TypeVar('T', bound='A')\nU = Union[A, B]\ntype V = list[A]\n",
        &["def typeAlias T: A", "def typeAlias U: any(A, B)", "def typeAlias V: list[A]"],
    );
    check("P = ParamSpec('P')\nMaybe = Result[A, B]\n", &["def variable P = ParamSpec()", "def typeAlias Maybe: Result[A, B]"]);
}

#[test]
fn a_definition_that_is_assigned_again_stays_one_definition() {
    check("class A: pass\nA = wrap(A)\n", &["site write A -> Symbol(A)"]);
    assert_eq!(facts("class A: pass\nA = wrap(A)\n").iter().filter(|line| line.starts_with("def")).count(), 1);
}

#[test]
fn imports_bind_names_and_ask_for_their_modules() {
    let shard = extract(&LANGUAGE, "import a.b\nimport c.d as e\nfrom ..x import y as z\nfrom . import m\nfrom w import *\ndef f():\n    import q\n");
    let imports: Vec<String> =
        shard.facts.imports.iter().map(|it| format!("{} {:?} {} {}", it.module, it.imported, it.binding, it.reexport)).collect();
    let expected = [
        "a Module a true",
        "a.b Module  true",
        "c.d Module e true",
        "..x Item(\"y\") z true",
        ". Item(\"m\") m true",
        "w Wildcard  true",
        "q Module q false",
    ];
    assert_eq!(imports, expected);
}

#[test]
fn decorators_set_facets_and_leave_sites() {
    let source = "@app.route('/x')\nasync def view(): yield 1\nclass T(TestCase):\n    def test_a(self): pass\n@overload\ndef o(): ...\n@contextmanager\ndef c() -> Iterator[A]: yield A()\n";
    check(source, &["site decorator route -> app.route", "def function c: A"]);
    assert!(flags(source, "view").has(Flags::ASYNC.with(Flags::GENERATOR)));
    assert!(flags(source, "T.test_a").has(Flags::TEST));
    assert!(flags(source, "o").has(Flags::DECLARATION));
}

#[test]
fn all_decides_what_is_exported() {
    let source = "__all__ = ['a', '_b']\n__all__ += ['c']\ndef a(): pass\ndef _b(): pass\ndef c(): pass\ndef d(): pass\n";
    assert!(flags(source, "_b").has(Flags::EXPORTED) && flags(source, "c").has(Flags::EXPORTED));
    assert!(!flags(source, "d").has(Flags::EXPORTED));
    assert!(flags("class A:\n    def m(self): pass\n", "A.m").has(Flags::EXPORTED));
}

#[test]
fn docstrings_are_docs_and_mention_names() {
    let source = "def f():\n    \"\"\"Calls `g` and :class:`~a.B`.\n\n    More.\n    \"\"\"\n# Answers.\nX = 42\n";
    let shard = extract(&LANGUAGE, source);
    assert_eq!(shard.body.places[0].doc, "Calls `g` and :class:`~a.B`.\n\nMore.");
    assert_eq!(shard.body.places[1].doc, "Answers.");
    let mentions: Vec<(&str, &str)> = shard.body.mentions.iter().map(|it| (it.name.as_str(), it.span.text(source))).collect();
    assert_eq!(mentions, [("g", "g"), ("a.B", "a.B")]);
}

#[test]
fn interpolations_are_visited_once() {
    let shard = extract(&LANGUAGE, "print(f'{a.b(c)!r:>{w}} {d}')\n");
    let names: Vec<&str> = shard.body.sites.iter().filter(|site| site.role != Role::Import).map(|site| site.name.as_str()).collect();
    assert_eq!(names, ["print", "a", "b", "c", "w", "d"]);
}

#[test]
fn branches_are_counted_by_function() {
    let shard = extract(&LANGUAGE, "def f(a):\n    if a and b:\n        for x in a: pass\n    elif c: pass\n");
    assert_eq!((shard.body.places[0].branches, shard.body.places[0].depth), (4, 2));
}

#[test]
fn garbage_and_deep_nesting_end() {
    let nested = [
        "(".repeat(20_000),
        "x = ".to_owned() + &"[".repeat(20_000),
        format!("x = {}1{}", "(".repeat(5_000), ")".repeat(5_000)),
        format!("x: {}int{}", "A[".repeat(5_000), "]".repeat(5_000)),
        format!("x = {}1", "not ".repeat(5_000)),
        format!("x = a{}", ".b()".repeat(5_000)),
        format!("x = a{}", " + b".repeat(20_000)),
        "def f(:\n  class\n\u{feff}é = `´\n  x: 'A[[[' = \"\"\"\n".repeat(50),
        "def f(a, /, *, b: 'é[' = 1, **k) -> \"(\": return lambda *x, y=1: (yield)\n\\\nfrom . import\nimport\n@\n".to_owned(),
    ];
    // Half of what workers of a build have.
    assert!(on_a_stack(32 << 20, move || nested.iter().map(|source| extract(&LANGUAGE, source).body.problems.len()).sum::<usize>()) > 0);
}

#[test]
fn every_node_kind_exists_in_the_grammar() {
    let language: tree_sitter::Language = tree_sitter_python::LANGUAGE.into();
    let sources = [
        include_str!("assignments.rs"),
        include_str!("classes.rs"),
        include_str!("docs.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("handed.rs"),
        include_str!("imports.rs"),
        include_str!("matching.rs"),
        include_str!("narrowing.rs"),
        include_str!("setup_py.rs"),
        include_str!("special.rs"),
        include_str!("statements.rs"),
        include_str!("types.rs"),
    ];
    for source in sources {
        for (index, _) in source.match_indices("kind() == \"") {
            let kind = source[index + 11..].split('"').next().unwrap_or("");
            assert!(language.id_for_node_kind(kind, true) != 0 || language.id_for_node_kind(kind, false) != 0, "no node kind `{kind}`");
        }
        for line in source.lines().filter(|line| line.contains("=> ") && line.trim_start().starts_with('"') && line.contains('_')) {
            let head = line.split("=>").next().unwrap_or("");
            for word in head
                .split('"')
                .skip(1)
                .step_by(2)
                .filter(|word| word.ends_with("_statement") || word.ends_with("_operator") || word.ends_with("_pattern"))
            {
                assert!(language.id_for_node_kind(word, true) != 0, "no node kind `{word}`");
            }
        }
    }
}

#[test]
fn type_parameters_with_defaults_are_read() {
    let source = "class Box[T: int = bool, *Ts, **P]:\n    def get[U = str](self, u: U) -> T: ...\n";
    let shard = extract(&LANGUAGE, source);
    assert!(shard.body.problems.is_empty(), "{:?}", shard.body.problems);
    let names: Vec<&str> = shard.facts.symbols.iter().map(|symbol| symbol.qualified.as_str()).collect();
    assert_eq!(names, ["Box", "Box.get"]);
}
