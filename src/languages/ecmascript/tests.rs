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
        let show = |id: Option<ExprId>| id.map_or_else(|| "-".to_owned(), |id| self.show(&self.shard.facts.exprs, id));
        format!("{} = {}", show(symbol.ty), show(symbol.value))
    }

    /// `role name -> target` of the sites of a name.
    fn sites(&self, name: &str) -> Vec<String> {
        let sites = self.shard.body.sites.iter().filter(|site| site.name == name);
        sites.map(|site| format!("{} -> {}", site.role.word(), self.show(&self.shard.body.exprs, site.target))).collect()
    }

    fn local(&self, name: &str) -> Vec<String> {
        let locals = self.shard.body.locals.iter().filter(|local| local.name == name);
        locals
            .map(|local| {
                let mut parts: Vec<String> = local.ty.iter().map(|ty| format!(": {}", self.show(&self.shard.body.exprs, *ty))).collect();
                parts.extend(local.values.iter().map(|value| self.show(&self.shard.body.exprs, *value)));
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

    fn show(&self, exprs: &[Expr], id: ExprId) -> String {
        let all = |ids: &[ExprId]| ids.iter().map(|id| self.show(exprs, *id)).collect::<Vec<_>>().join(", ");
        match &exprs[id.0 as usize] {
            Expr::Unknown => "?".to_owned(),
            Expr::Raw { name, .. } => format!("raw {name}"),
            Expr::Local(index) => format!("local {}", self.shard.body.locals[*index as usize].name),
            Expr::Symbol(index) => self.shard.facts.symbols[*index as usize].qualified.to_string(),
            Expr::Import(index) => format!("import {}", self.shard.facts.imports[*index as usize].binding),
            Expr::Free(name) => format!("free {name}"),
            Expr::Member { base, name } => format!("{}.{name}", self.show(exprs, *base)),
            Expr::Call { callee } => format!("{}()", self.show(exprs, *callee)),
            Expr::Instance { ty, built } => format!("{} {}", if *built { "new" } else { "a" }, self.show(exprs, *ty)),
            Expr::Apply { base, args } => format!("{}<{}>", self.show(exprs, *base), all(args)),
            Expr::Element(base) => format!("{}[]", self.show(exprs, *base)),
            Expr::CallWith { .. } | Expr::Iterated(_) | Expr::At { .. } => "of Python alone".to_owned(),
            Expr::Unwrap(base) => format!("await {}", self.show(exprs, *base)),
            Expr::Tuple(parts) => format!("[{}]", all(parts)),
            Expr::Part { base, index } => format!("{}[{index}]", self.show(exprs, *base)),
            Expr::Generic { name, .. } => format!("generic {name}"),
            Expr::Parameter { callee: base, index } => format!("{}@{index}", self.show(exprs, *base)),
            Expr::AnyOf(parts) => format!("({})", parts.iter().map(|id| self.show(exprs, *id)).collect::<Vec<_>>().join(" | ")),
            Expr::Literal(name) => format!("{name} literal"),
        }
    }
}

#[test]
fn classes_have_their_members_with_facets() {
    let seen = ts(
        "export abstract class A<T extends B> extends C<T> implements D, n.E {\n  static #count = 0;\n  constructor(private readonly repo: Repo, plain: string) { super(); this.late = new Late(); }\n  get size(): number { return 1; }\n  abstract area(): number;\n  handle = (e: Event) => this.repo.find(e);\n  static make(): A<B> { return this.build(); }\n}\n",
    );
    assert_eq!(
        seen.symbols(),
        [
            "class A",
            "field A.#count",
            "constructor A.constructor",
            "method A.size",
            "method A.area",
            "method A.handle",
            "method A.make",
            "field A.repo",
            "field A.late"
        ]
    );
    assert!(seen.flags("A").has(Flags::ABSTRACT.with(Flags::EXPORTED)));
    assert!(seen.flags("A.size").has(Flags::PROPERTY));
    assert!(seen.flags("A.make").has(Flags::STATIC));
    assert!(!seen.flags("A.late").has(Flags::NESTED));
    assert_eq!(seen.holds("A.repo"), "free Repo = -");
    assert_eq!(seen.holds("A.late"), "- = new free Late");
    assert_eq!(seen.sites("find"), ["call -> local this.repo.find"]);
    assert_eq!(seen.sites("super"), ["call -> free C<local T>"]);
    assert_eq!(seen.sites("C"), ["extends -> free C"]);
    assert_eq!(seen.sites("E"), ["implements -> free n.E"]);
    assert_eq!(seen.local("this"), [": A", "A", ": A", ": A", "A"]);
}

#[test]
fn functions_infer_what_they_return() {
    let seen = ts(
        "class Foo { go() {} }\nfunction make() { return new Foo(); }\nconst arrow = async (x: Foo) => x;\nexport const run = function () { make().go(); const inner = () => 1; inner(); };\n",
    );
    assert_eq!(seen.symbols(), ["class Foo", "method Foo.go", "function make", "function arrow", "function run", "function run.inner"]);
    assert_eq!(seen.holds("make"), "- = new Foo");
    assert_eq!(seen.holds("arrow"), "- = a Foo");
    assert_eq!(seen.sites("go"), ["call -> make().go"]);
    assert_eq!(seen.sites("inner"), ["call -> run.inner"]);
    assert!(seen.flags("arrow").has(Flags::ASYNC));
    assert!(seen.flags("run.inner").has(Flags::NESTED));
}

#[test]
fn callbacks_return_for_themselves_and_get_elements() {
    let seen = ts("function f(users: User[]) { users.map(u => u.name()); load().then((r) => r.go()); return 1; }\n");
    assert_eq!(seen.holds("f"), "- = number literal");
    assert_eq!(seen.local("u"), ["(local users[] | local users.map@0[1])"]);
    assert_eq!(seen.local("r"), ["(await free load() | free load().then@0[1])"]);
    assert_eq!(seen.sites("name"), ["call -> local u.name"]);
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
    assert_eq!(seen.sites("deep"), ["call -> api.nested.deep"]);
    assert_eq!(seen.local("this"), ["api", "api.nested", "?", "make.object"].map(|it| if it == "?" { "" } else { it }));
    assert_eq!(seen.holds("make"), "- = make.object");
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
    assert_eq!(seen.holds("V"), "free W = -");
    assert_eq!(seen.holds("A.cb"), "free H = -");
    assert_eq!(seen.sites("U"), ["type -> free U"]);
    assert!(seen.flags("amb").has(Flags::DECLARATION));
    assert!(seen.flags("N.M.k").has(Flags::EXPORTED));
}

#[test]
fn overload_signatures_are_declarations_and_do_not_compete() {
    let seen = ts(
        "function f(a: string): A;\nfunction f(a: number): B;\nfunction f(a: any) { return a; }\nf(1);\ndeclare function g(a: string): A;\ndeclare function g(a: number): B;\ng(1);\n",
    );
    assert_eq!(seen.sites("f"), ["call -> f"]);
    assert_eq!(seen.sites("g"), ["call -> g"]);
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
    assert_eq!(seen.sites("b"), ["call -> import b"]);
    assert_eq!(seen.sites("x"), ["call -> import ns.x"]);
    assert_eq!(seen.sites("d"), ["import -> import d", "call -> import d"]);
    assert_eq!(seen.holds("lazy"), "- = import ");
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
    assert_eq!(seen.symbols(), ["variable app", "method app.init", "function helper"]);
    assert_eq!(seen.sites("j"), ["call -> import j"]);
    assert_eq!(seen.sites("go"), ["call -> local this.go"]);
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
    assert_eq!(seen.holds("Foo.x"), "- = new free X");
    assert!(seen.flags("Foo.make").has(Flags::STATIC) && !seen.flags("Foo.x").has(Flags::NESTED));
}

#[test]
fn conditions_narrow_locals() {
    let seen = ts(
        "function f(x: unknown, y: any) { if (x instanceof Foo && y) { x.a(); } else { x.b(); } if (!(y instanceof Bar)) return; y.c(); return typeof x === 'string' ? x.d() : 0; }\n",
    );
    assert_eq!(seen.local("x"), ["", ": free Foo", ": free Foo", ": free string"]);
    assert_eq!(seen.local("y"), ["", ": free Bar"]);
    let show = |name: &str| {
        let site = seen.shard.body.sites.iter().find(|site| site.name == name).expect("is a site");
        let Expr::Member { base, .. } = seen.shard.body.exprs[site.target.0 as usize].clone() else { panic!("is a member") };
        let Expr::Local(local) = seen.shard.body.exprs[base.0 as usize] else { panic!("of a local") };
        seen.shard.body.locals[local as usize].ty.map(|ty| seen.show(&seen.shard.body.exprs, ty))
    };
    assert_eq!(["a", "b", "c", "d"].map(show), [Some("free Foo".into()), None, Some("free Bar".into()), Some("free string".into())]);
}

#[test]
fn patterns_take_values_apart() {
    let seen =
        ts("function f({ a, b: [c] }: P, [d, , e]: Q, { g }: { g: G }) { for (const { h = 1 } of d) {} }\nexport const { k, ...rest } = make();\n");
    assert_eq!(seen.local("a"), ["a free P.a"]);
    assert_eq!(seen.local("c"), ["a free P.b[0]"]);
    assert_eq!(seen.local("e"), ["a free Q[2]"]);
    assert_eq!(seen.local("g"), [": free G"]);
    assert_eq!(seen.local("h"), ["(local d[].h | number literal)"]);
    assert_eq!(seen.holds("k"), "- = free make().k");
    assert!(seen.flags("rest").has(Flags::EXPORTED));
}

#[test]
fn components_and_decorators_are_uses() {
    let seen = see(
        &TSX,
        "@Injectable({ a: b })\nexport class S { @Input() name: string; m(@Inject(T) t: T) {} }\nexport const App = () => <Layout.Main on={go}><Button kind=\"x\">{text}</Button><div/></Layout.Main>;\n",
    );
    assert_eq!(seen.sites("Injectable"), ["decorator -> free Injectable"]);
    assert_eq!(seen.sites("Inject"), ["decorator -> free Inject"]);
    assert_eq!(seen.sites("Input"), ["decorator -> free Input"]);
    assert_eq!(seen.sites("Main"), ["read -> free Layout.Main"]);
    assert_eq!(seen.sites("Button"), ["read -> free Button"]);
    assert_eq!(seen.sites("text"), ["read -> free text"]);
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
    assert_eq!(seen.local("a"), ["await local s.load()"]);
    assert_eq!(seen.local("b"), ["a free Foo"]);
    assert_eq!(seen.local("d"), ["a free Bar"]);
    assert_eq!(seen.local("m"), ["new free Map<free string, free Baz>"]);
    assert_eq!(seen.sites("go"), ["call -> local m.get().go"]);
}

#[test]
fn variables_assigned_later_hold_what_they_got() {
    let seen = js("let server;\nfunction start() { server = new Server(); }\nfunction f() { var v = 1; if (v) { var v = 2; } let l; l = make(); }\n");
    assert_eq!(seen.holds("server"), "- = new free Server");
    assert_eq!(seen.local("v"), ["number literal | number literal"]);
    assert_eq!(seen.local("l"), ["free make()"]);
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
    assert_eq!(seen.local("a"), [": free Foo"]);
    assert_eq!(seen.local("b"), [": free Array<free Bar>"]);
    assert_eq!(seen.local("c"), [": import "]);
    assert_eq!(seen.holds("f"), "free Promise<free Foo> = -");
    assert_eq!(seen.holds("K.q"), "free n.Qux = -");
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
