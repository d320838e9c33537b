//! What is read of TypeScript and JavaScript sources, feature by feature.

use super::super::Language;
use super::super::extract::extract;
use super::super::testing;
use super::{JAVASCRIPT, TSX, TYPESCRIPT};
use crate::base::caps;
use crate::shard::Shard;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Imported, SymbolKind};

/// A shard written down in words.
struct Seen {
    shard: Shard,
}

fn see(language: &Language, text: &str) -> Seen {
    Seen { shard: extract(language, text) }
}

fn ts(text: &str) -> Seen {
    see(&TYPESCRIPT, text)
}

fn js(text: &str) -> Seen {
    see(&JAVASCRIPT, text)
}

impl Seen {
    fn symbols(&self) -> Vec<String> {
        testing::symbols(&self.shard)
    }

    fn flags(&self, qualified: &str) -> Flags {
        testing::symbol(&self.shard, qualified).flags
    }

    /// Declared type and inferred value of a symbol.
    fn holds(&self, qualified: &str) -> String {
        let symbol = testing::symbol(&self.shard, qualified);
        let show = |id: Option<ExprId>| id.map_or_else(|| "-".to_owned(), |id| testing::show(&self.shard, &self.shard.facts.exprs, id));
        format!("{} = {}", show(symbol.ty), show(symbol.value))
    }

    /// `role name -> target` of the sites of a name.
    fn sites(&self, name: &str) -> Vec<String> {
        let sites = self.shard.body.sites.iter().filter(|site| site.name == name);
        sites.map(|site| format!("{} -> {}", site.role.word(), testing::show(&self.shard, &self.shard.body.exprs, site.target))).collect()
    }

    fn local(&self, name: &str) -> Vec<String> {
        let locals = self.shard.body.locals.iter().filter(|local| local.name == name);
        locals
            .map(|local| {
                let mut parts: Vec<String> =
                    local.ty.iter().map(|ty| format!(": {}", testing::show(&self.shard, &self.shard.body.exprs, *ty))).collect();
                parts.extend(local.values.iter().map(|value| testing::show(&self.shard, &self.shard.body.exprs, *value)));
                parts.join(" | ")
            })
            .collect()
    }

    fn imports(&self) -> Vec<String> {
        let imports = self.shard.facts.imports.iter();
        imports
            .map(|it| {
                let what = match &it.imported {
                    Imported::Module => "module".to_owned(),
                    Imported::Item(name) => name.to_string(),
                    Imported::Wildcard => "*".to_owned(),
                    Imported::SideEffect => "run".to_owned(),
                };
                let reexport = if it.reexport { " reexport" } else { "" };
                format!("{} {} as {}{}", it.module, what, it.binding, reexport)
            })
            .collect()
    }
}

#[test]
fn classes_have_their_members_with_facets() {
    let seen = ts(
        "export abstract class A<T extends B> extends C<T> implements D, n.E {\n  static #count = 0;\n  constructor(private readonly repo: Repo, plain: string) { super(); this.late = new Late(); }\n  late;\n  get size(): number { return 1; }\n  abstract area(): number;\n  handle = (e: Event) => this.repo.find(e);\n  static make(): A<B> { return this.build(); }\n}\n",
    );
    assert_eq!(
        seen.symbols(),
        [
            "class A",
            "field A.#count",
            "constructor A.constructor",
            "field A.late",
            "method A.size",
            "method A.area",
            "method A.handle",
            "method A.make",
            "field A.repo"
        ]
    );
    assert!(seen.flags("A").has(Flags::ABSTRACT.with(Flags::EXPORTED)));
    assert!(seen.flags("A.size").has(Flags::PROPERTY));
    assert!(seen.flags("A.make").has(Flags::STATIC));
    assert_eq!(seen.holds("A.repo"), "Repo = -");
    assert_eq!(seen.sites("find"), ["call -> Local(this).repo.find"]);
    assert_eq!(seen.sites("super"), ["call -> C[Local(T)]"]);
    assert_eq!(seen.sites("C"), ["extends -> C"]);
    assert_eq!(seen.sites("E"), ["implements -> n.E"]);
    assert_eq!(seen.local("this"), [": Symbol(A)", "Symbol(A)", ": Symbol(A)", ": Symbol(A)", "Symbol(A)"]);
}

#[test]
fn what_a_class_assigns_is_a_field_of_it_where_no_class_above_can_have_it() {
    let text = "class A BASE {\n  constructor() { this.late = new Late(); }\n}\n";
    let own = ts(&text.replace("BASE ", ""));
    assert_eq!(own.symbols(), ["class A", "constructor A.constructor", "field A.late"]);
    assert!(!own.flags("A.late").has(Flags::NESTED));
    assert_eq!(own.holds("A.late"), "- = <+Late>");
    assert_eq!(ts(&text.replace("BASE", "extends B")).symbols(), ["class A", "constructor A.constructor"]);
}

#[test]
fn functions_infer_what_they_return() {
    let seen = ts(
        "class Foo { go() {} }\nfunction make() { return new Foo(); }\nconst arrow = async (x: Foo) => x;\nexport const run = function () { make().go(); const inner = () => 1; inner(); };\n",
    );
    assert_eq!(seen.symbols(), ["class Foo", "method Foo.go", "function make", "function arrow", "function run", "function run.inner"]);
    assert_eq!(seen.holds("make"), "- = <+Symbol(Foo)>");
    assert_eq!(seen.holds("arrow"), "- = <Symbol(Foo)>");
    assert_eq!(seen.sites("go"), ["call -> Symbol(make)().go"]);
    assert_eq!(seen.sites("inner"), ["call -> Symbol(run.inner)"]);
    assert!(seen.flags("arrow").has(Flags::ASYNC));
    assert!(seen.flags("run.inner").has(Flags::NESTED));
}

#[test]
fn callbacks_return_for_themselves_and_get_elements() {
    let seen = ts("function f(users: User[]) { users.map(u => u.name()); load().then((r) => r.go()); return 1; }\n");
    assert_eq!(seen.holds("f"), "- = 'number'");
    assert_eq!(seen.local("u"), ["any(each Local(users), Local(users).map@0#1)"]);
    assert_eq!(seen.local("r"), ["any(unwrap load(), load().then@0#1)"]);
    assert_eq!(seen.sites("name"), ["call -> Local(u).name"]);
}

#[test]
fn object_literals_own_their_members() {
    let seen = js(
        "export const api = { get() { return this.x; }, post: async () => 1, nested: { deep: function () {} }, other };\napi.get();\napi.nested.deep();\nfunction make() { return { start() {} }; }\n",
    );
    assert_eq!(
        seen.symbols(),
        [
            "constant api",
            "method api.get",
            "method api.post",
            "property api.nested",
            "method api.nested.deep",
            "property api.other",
            "function make",
            "variable make.object",
            "method make.object.start"
        ]
    );
    assert_eq!(seen.sites("deep"), ["call -> Symbol(api).nested.deep"]);
    assert_eq!(seen.local("this"), ["Symbol(api)", "Symbol(api.nested)", "?", "Symbol(make.object)"].map(|it| if it == "?" { "" } else { it }));
    assert_eq!(seen.holds("make"), "- = Symbol(make.object)");
}

#[test]
fn interfaces_aliases_enums_and_namespaces_are_definitions() {
    let seen = ts(
        "interface A extends B<C> { x: D; m(y: E): F; cb?: (e: G) => H; }\ntype T = { a: string } & U;\ntype V = W | null;\nenum Color { Red, Green = 'g' }\nnamespace N.M { export const k = 1; }\ndeclare module 'ext' { function f(): void; }\ndeclare function amb(x: string): void;\n",
    );
    assert_eq!(
        seen.symbols(),
        [
            "interface A",
            "property A.x",
            "method A.m",
            "method A.cb",
            "typeAlias T",
            "field T.a",
            "typeAlias V",
            "enum Color",
            "variant Color.Red",
            "variant Color.Green",
            "module N",
            "module N.M",
            "constant N.M.k",
            "module ext",
            "function ext.f",
            "function amb"
        ]
    );
    assert_eq!(seen.holds("V"), "W = -");
    assert_eq!(seen.holds("A.cb"), "H = -");
    assert_eq!(seen.sites("U"), ["type -> U"]);
    assert!(seen.flags("amb").has(Flags::DECLARATION));
    assert!(seen.flags("N.M.k").has(Flags::EXPORTED));
}

#[test]
fn overload_signatures_are_declarations_and_do_not_compete() {
    let seen = ts(
        "function f(a: string): A;\nfunction f(a: number): B;\nfunction f(a: any) { return a; }\nf(1);\ndeclare function g(a: string): A;\ndeclare function g(a: number): B;\ng(1);\n",
    );
    assert_eq!(seen.sites("f"), ["call -> Symbol(f)"]);
    assert_eq!(seen.sites("g"), ["call -> Symbol(g)"]);
    let overloads: Vec<bool> = seen.shard.facts.symbols.iter().map(|it| it.overload.is_some()).collect();
    assert_eq!(overloads, [true, true, false, true, true]);
}

#[test]
fn imports_of_every_form_bind_their_names() {
    let seen = ts(
        "import d, { a as b, type T } from './m';\nimport * as ns from 'pkg';\nimport './run';\nimport eq = require('eq');\nimport type { U } from '.';\nb(); ns.x(); new d();\nconst lazy = await import('./lazy');\nlazy.go();\n",
    );
    assert_eq!(
        seen.imports(),
        ["./m default as d", "./m a as b", "./m T as T", "pkg module as ns", "./run run as ", "eq module as eq", "./ U as U", "./lazy module as "]
    );
    assert_eq!(seen.sites("b"), ["call -> Import(b)"]);
    assert_eq!(seen.sites("x"), ["call -> Import(ns).x"]);
    assert_eq!(seen.sites("d"), ["import -> Import(d)", "call -> Import(d)"]);
    assert_eq!(seen.holds("lazy"), "- = Import()");
}

#[test]
fn exports_of_every_form_are_found_under_their_names() {
    let seen = ts(
        "import { i } from './i';\nclass A {}\nfunction b() {}\nexport { A as B, b, i as j };\nexport default A;\nexport { x as y } from './m';\nexport * from './all';\nexport * as ns from './ns';\n",
    );
    assert_eq!(
        seen.imports(),
        [
            "./i i as i",
            "./m x as y reexport",
            "./all * as  reexport",
            "./ns module as ns reexport",
            ". A as B reexport",
            "./i i as j reexport",
            ". A as default reexport"
        ]
    );
    assert!(seen.flags("A").has(Flags::EXPORTED) && seen.flags("b").has(Flags::EXPORTED));
    let seen = ts("export default function () { return 1; }\n");
    assert!(seen.flags("default").has(Flags::DEFAULT.with(Flags::EXPORTED)));
    let seen = js("export default { data() { return 1; } };\n");
    assert_eq!(seen.symbols(), ["variable default", "method default.data"]);
}

#[test]
fn commonjs_modules_are_understood() {
    let seen = js(
        "const fs = require('fs');\nconst { join: j, ok } = require('path');\nvar Route = require('./route');\nvar app = exports = module.exports = {};\napp.init = function init() { this.go(); };\nexports.Route = Route;\nexports.helper = function (x) { return x; };\nj(); ok(); fs.read();\n",
    );
    assert_eq!(
        seen.imports(),
        [
            "fs module as fs",
            "path join as j",
            "path ok as ok",
            "./route module as Route",
            ". module as ",
            ". app as default reexport",
            ". app as export= reexport",
            "./route module as Route reexport"
        ]
    );
    assert_eq!(seen.symbols(), ["constant fs", "constant j", "constant ok", "variable app", "method app.init", "function helper"]);
    assert_eq!(seen.sites("j"), ["call -> Import(j)"]);
    assert_eq!(seen.sites("go"), ["call -> Local(this).go"]);
    let seen = js("function a() {}\nmodule.exports = { a, b: a, c() {}, d: () => 1, ...require('./more') };\n");
    assert_eq!(seen.symbols(), ["function a", "function c", "function d"]);
    assert_eq!(seen.imports(), [". module as ", "./more * as  reexport", ". a as b reexport"]);
    assert!(seen.flags("c").has(Flags::EXPORTED));
    let seen = js("module.exports = require('./x');\n");
    assert_eq!(seen.imports(), ["./x module as export= reexport", "./x * as  reexport"]);
    let seen = js("module.exports = class Foo { bar() {} };\n");
    assert_eq!(seen.symbols(), ["class Foo", "method Foo.bar"]);
    assert_eq!(seen.imports(), [". Foo as export= reexport"]);
}

#[test]
fn prototypes_extend_their_constructor() {
    let seen = js(
        "function Foo(x) { this.x = new X(); }\nFoo.prototype.bar = function () { this.baz(); };\nFoo.make = () => new Foo();\nFoo.prototype = { qux: function () {} };\nclass K {}\nK.LIMIT = 1;\nfunction f(req) { req.onload = function () {}; }\n",
    );
    assert_eq!(
        seen.symbols(),
        [
            "function Foo",
            "method Foo.bar",
            "method Foo.make",
            "method Foo.qux",
            "class K",
            "property K.LIMIT",
            "function f",
            "function f.onload",
            "field Foo.x"
        ]
    );
    assert_eq!(seen.shard.facts.extensions.len(), 2);
    assert_eq!(seen.holds("Foo.x"), "- = <+X>");
    assert!(seen.flags("Foo.make").has(Flags::STATIC) && !seen.flags("Foo.x").has(Flags::NESTED));
}

#[test]
fn conditions_narrow_locals() {
    let seen = ts(
        "function f(x: unknown, y: any) { if (x instanceof Foo && y) { x.a(); } else { x.b(); } if (!(y instanceof Bar)) return; y.c(); return typeof x === 'string' ? x.d() : 0; }\n",
    );
    assert_eq!(seen.local("x"), ["", ": '&'[Local(x), Foo]", ": '&'[Local(x), Foo]", ": string"]);
    assert_eq!(seen.local("y"), ["", ": '\\'[Local(y), Bar] | Local(y)", ": '&'[Local(y), Bar]"]);
    let show = |name: &str| {
        let site = seen.shard.body.sites.iter().find(|site| site.name == name).expect("is a site");
        let Expr::Member { base, .. } = seen.shard.body.exprs[site.target.0 as usize].clone() else { panic!("is a member") };
        let Expr::Local(local) = seen.shard.body.exprs[base.0 as usize] else { panic!("of a local") };
        seen.shard.body.locals[local as usize].ty.map(|ty| testing::show(&seen.shard, &seen.shard.body.exprs, ty))
    };
    assert_eq!(["a", "b", "c", "d"].map(show), [Some("'&'[Local(x), Foo]".into()), None, Some("'&'[Local(y), Bar]".into()), Some("string".into())]);
}

#[test]
fn patterns_take_values_apart() {
    let seen =
        ts("function f({ a, b: [c] }: P, [d, , e]: Q, { g }: { g: G }) { for (const { h = 1 } of d) {} }\nexport const { k, ...rest } = make();\n");
    assert_eq!(seen.local("a"), ["<P>.a"]);
    assert_eq!(seen.local("c"), ["<P>.b#0"]);
    assert_eq!(seen.local("e"), ["<Q>#2"]);
    assert_eq!(seen.local("g"), [": G"]);
    assert_eq!(seen.local("h"), ["any(each Local(d).h, 'number')"]);
    assert_eq!(seen.holds("k"), "- = make().k");
    assert!(seen.flags("rest").has(Flags::EXPORTED));
}

#[test]
fn components_and_decorators_are_uses() {
    let seen = see(
        &TSX,
        "@Injectable({ a: b })\nexport class S { @Input() name: string; m(@Inject(T) t: T) {} }\nexport const App = () => <Layout.Main on={go}><Button kind=\"x\">{text}</Button><div/></Layout.Main>;\n",
    );
    assert_eq!(seen.sites("Injectable"), ["decorator -> Injectable"]);
    assert_eq!(seen.sites("Inject"), ["decorator -> Inject"]);
    assert_eq!(seen.sites("Input"), ["decorator -> Input"]);
    assert_eq!(seen.sites("Main"), ["read -> Layout.Main"]);
    assert_eq!(seen.sites("Button"), ["read -> Button"]);
    assert_eq!(seen.sites("text"), ["read -> text"]);
    assert!(seen.sites("div").is_empty());
    let class = &seen.shard.body.places[0];
    assert_eq!(class.span.start, 0);
}

#[test]
fn docs_stand_in_front_and_mention_names() {
    let text =
        "/** header */\n\n/**\n * Makes a `Foo` like {@link bar.baz}.\n */\nexport const make = () => 1;\nlet x = 1; // trailing\nlet y = 2;\n";
    let seen = ts(text);
    let place = &seen.shard.body.places[0];
    assert_eq!(place.doc, "Makes a `Foo` like {@link bar.baz}.");
    assert_eq!(place.lead as usize, text.find("/**\n").expect("stands there"));
    assert_eq!(place.signature, "export const make = () =>");
    let mentions: Vec<&str> = seen.shard.body.mentions.iter().map(|it| it.span.text(text)).collect();
    assert_eq!(mentions, ["Foo", "bar.baz"]);
    assert_eq!(seen.shard.body.places[2].doc, "");
}

#[test]
fn casts_awaits_and_chains_keep_their_types() {
    let seen = ts(
        "async function f(s: Store) { const a = (await s.load())!; const b = a?.c as Foo; const d = <Bar>b; const m = new Map<string, Baz>(); m.get('x')?.go(); return s ?? a; }\n",
    );
    assert_eq!(seen.local("a"), ["unwrap Local(s).load()"]);
    assert_eq!(seen.local("b"), ["<Foo>"]);
    assert_eq!(seen.local("d"), ["<Bar>"]);
    assert_eq!(seen.local("m"), ["<+Map[string, Baz]>"]);
    assert_eq!(seen.sites("go"), ["call -> Local(m).get().go"]);
}

#[test]
fn variables_assigned_later_hold_what_they_got() {
    let seen = js("let server;\nfunction start() { server = new Server(); }\nfunction f() { var v = 1; if (v) { var v = 2; } let l; l = make(); }\n");
    assert_eq!(seen.holds("server"), "- = <+Server>");
    assert_eq!(seen.local("v"), ["'number' | 'number'"]);
    assert_eq!(seen.local("l"), ["make()"]);
}

#[test]
fn broken_and_deeply_nested_files_are_read_as_far_as_they_go() {
    testing::on_a_worker(|| {
        for language in [&TYPESCRIPT, &TSX, &JAVASCRIPT] {
            for open in ["(", "[", "{", "a(", "<A>", "() => ", "!", "a ? b : ", "if (a) {", "x: {", "class {", "`${"] {
                extract(language, &open.repeat(20_000));
            }
            extract(language, &format!("x = {}1;", "a + ".repeat(20_000)));
            extract(language, &format!("type T = {}B;", "A | ".repeat(20_000)));
            extract(language, "\u{feff}class é { 名 = \"😀\"; #p( } export {{ import * from `${}` as @");
        }
    });
}

#[test]
fn annotations_of_flow_and_newer_syntax_are_read() {
    let seen = js("/* @flow */\nimport type { A } from './a';\nexport function f(x: ?string): Promise<void> { go(x); }\nfunction g() { go(); }\n");
    assert_eq!(seen.symbols(), ["function f", "function g"]);
    assert!(seen.shard.body.problems.is_empty());
    let seen = ts("export interface A<out T> {\n  (a: T): T\n  <K>(b: K): K\n  m(): T\n}\nexport type * from './t';\n");
    assert_eq!(seen.symbols(), ["interface A", "method A.m"]);
    assert!(seen.shard.body.problems.is_empty());
}

#[test]
fn every_kind_that_is_matched_on_exists_in_a_grammar() {
    let grammars: Vec<tree_sitter::Language> = [&TYPESCRIPT, &TSX, &JAVASCRIPT].iter().filter_map(|it| it.grammar).map(|grammar| grammar()).collect();
    let sources = [
        include_str!("assignments.rs"),
        include_str!("calls.rs"),
        include_str!("classes.rs"),
        include_str!("exports.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("imports.rs"),
        include_str!("interfaces.rs"),
        include_str!("narrowing.rs"),
        include_str!("objects.rs"),
        include_str!("statements.rs"),
        include_str!("types.rs"),
        include_str!("variables.rs"),
        include_str!("walk.rs"),
        include_str!("jsdoc.rs"),
        include_str!("prototypes.rs"),
    ];
    for word in testing::words_like_kinds(&sources) {
        let known = |grammar: &tree_sitter::Language| grammar.id_for_node_kind(word, true) != 0 || grammar.field_id_for_name(word).is_some();
        assert!(matches!(word, "_" | "__proto__") || grammars.iter().any(known), "`{word}` is no kind or field");
    }
}

#[test]
fn doc_comments_declare_the_types_of_plain_javascript() {
    let seen = js(
        "/**\n * @param {Foo} a\n * @param {?Array<Bar>|null} [b] more\n * @param {import('./m').Baz} c\n * @returns {Promise<Foo>}\n */\nfunction f(a, b, c) { a.go(); }\nclass K { constructor() {\n /** @type {n.Qux} */\n this.q = null; this.parts = { one() {} }; } }\n",
    );
    assert_eq!(seen.local("a"), [": Foo"]);
    assert_eq!(seen.local("b"), [": Array[Bar]"]);
    assert_eq!(seen.local("c"), [": Import()"]);
    assert_eq!(seen.holds("f"), "Promise[Foo] = -");
    assert_eq!(seen.holds("K.q"), "n.Qux = -");
    assert!(!seen.flags("K.parts.one").has(Flags::NESTED));
}

#[test]
fn kinds_tell_constants_from_variables() {
    let seen = js("const A = 1;\nlet b = 2;\nvar c;\n");
    let kinds: Vec<SymbolKind> = seen.shard.facts.symbols.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [SymbolKind::Constant, SymbolKind::Variable, SymbolKind::Variable]);
}

#[test]
fn a_large_broken_file_is_not_parsed_twice() {
    let parses = |bytes: usize| {
        let source = "export interface Box<in out T> { item: T }\n";
        let seen = ts(&format!("{source}{}", "\n".repeat(bytes - source.len())));
        seen.shard.body.problems.is_empty()
    };
    assert!(parses(caps::MAX_REPAIR_BYTES - 1) && parses(caps::MAX_REPAIR_BYTES));
    assert!(!parses(caps::MAX_REPAIR_BYTES + 1));
}

#[test]
fn imports_as_types_are_read_wherever_a_type_stands() {
    let seen = ts(
        "const a = await load<typeof import('./c')>('./c',);\nconst b = load<import('./c').T>(1);\nlet d: import('./c').N.T<string>;\nconst e = load<typeof import('./c').v>();\nconst f = import('./c').then(go);\n",
    );
    assert!(seen.shard.body.problems.is_empty(), "{:?}", seen.shard.body.problems);
    let calls: Vec<String> = seen.sites("load").into_iter().filter(|site| site.starts_with("call")).collect();
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert_eq!(seen.sites("./c").len(), 5);
    assert_eq!(seen.sites("T"), ["type -> Import().T", "type -> Import().N.T"]);
    assert_eq!(seen.sites("v"), ["type -> Import().v"]);
    assert!(seen.shard.body.sites.iter().all(|site| !site.name.starts_with("import(")));
}
