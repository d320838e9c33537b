//! What JavaScript means by its own rules of calls, instances and assignments, and what its comments say of types.

use serde_json::{Value, json};

use crate::scoping::{calls, sure};
use crate::support::Repo;

const CHART: &str = "class Chart { hideAll(index, inner) {} }\nclass Scale { init(options) {} }\nclass Time extends Scale { init(options, more) {} }\nmodule.exports = { \
                     Chart, Scale, Time };\n";

#[test]
fn the_number_of_arguments_neither_chooses_a_function_nor_makes_one_sure() {
    let uses = "function one(x) { x.hideAll() }\nfunction two(x) { x.init({}, {}) }\n";
    let files = [("src/a.js", CHART), ("src/use.js", uses)];
    for (from, count) in [("/one(", 1), ("/two(", 2)] {
        let found = calls(&files, from);
        assert_eq!(found.len(), count, "{found:?}");
        assert!(found.iter().all(|(_, confidence)| *confidence < 0.5), "{found:?}");
    }
    sure(&[("src/a.js", CHART), ("src/use.js", "function one(x) { x.hideAll(1, 2) }\n")], "/one(", &["Chart#hideAll("]);
    // The only one of the name that is no member of a type says too little of a call that hands it something else.
    let object = [
        ("src/a.js", "module.exports = wrap({ inside: { turn(one, two) {} } })\n"),
        ("src/use.js", "function one(x) { x.turn() }\nfunction two(x) { x.turn(1, 2) }\n"),
    ];
    assert_eq!([calls(&object, "/one(").len(), calls(&object, "/two(").len()], [0, 1]);
    // TypeScript counts them.
    let typed = [("a.ts", CHART), ("use.ts", "function two(x: any) { x.init({}, {}) }\n")];
    assert!(calls(&typed, "/two(").iter().all(|(to, _)| !to.contains("Scale#")));
}

#[test]
fn a_script_means_the_code_that_a_file_of_declarations_repeats() {
    let declared = "export declare class Chart { hideAll(index: number, inner?: number): void }\nexport declare class Other { only(): void }\n";
    let uses = "function one(x) { x.hideAll(1, 2) }\nfunction two(x) { x.only() }\n";
    let files = [("types/index.d.ts", declared), ("src/a.js", CHART), ("src/use.js", uses)];
    sure(&files, "/one(", &["`a.js`/Chart#hideAll("]);
    sure(&files, "/two(", &["Other#only("]);
    let found = calls(&[("types/index.d.ts", declared), ("src/a.js", CHART), ("use.ts", "function one(x: any) { x.hideAll(1) }\n")], "/one(");
    assert!(matches!(found.as_slice(), [(to, confidence)] if to.contains("index.d.ts") && *confidence >= 0.5), "{found:?}");
}

#[test]
fn what_is_built_has_no_static_members_of_its_class() {
    let lib = "class Base { deserialize(c) {} }\nclass Dep extends Base {\n  static deserialize(c) { const it = new Dep(); it.deserialize(c); return it }\n  static only() { const it = new \
               Dep(); it.only() }\n  static both() { this.only(); Dep.only() }\n}\n";
    sure(&[("lib.js", lib)], "Dep#deserialize(", &["Dep#", "Base#deserialize("]);
    sure(&[("lib.js", lib)], "Dep#only(", &["Dep#"]);
    sure(&[("lib.js", lib)], "Dep#both(", &["Dep#only(", "Dep#only("]);
    let merged = "class Kind { go() {} }\nclass Other { go() {} }\nclass Held {\n  static kind = new Kind()\n  constructor() { this.kind = new.target.kind }\n  run() { this.kind.go() \
                  }\n}\n";
    sure(&[("lib.js", merged)], "Held#run(", &["Kind#go("]);
}

#[test]
fn a_variable_and_a_field_that_are_declared_at_once_hold_the_same() {
    let lib = "class Config { update() {} }\nclass Other { update() {} }\nclass C1 { constructor() { const c = this.one = new Config(); c.update() } run() { this.one.update() } }\nclass C2 { \
               constructor() { const c = this.two = this.three = new Config() } run() { this.two.update(); this.three.update() } }\n";
    let files = [("lib.js", lib)];
    sure(&files, "C1#run(", &["Config#update("]);
    let found = calls(&files, "C2#run(");
    assert!(!found.is_empty() && found.iter().all(|(to, confidence)| to.contains("Config#update(") && *confidence >= 0.5), "{found:?}");
}

#[test]
fn a_type_of_the_language_is_no_function_of_its_name() {
    let lib = "export function bigint(): number { return 1 }\nexport class Big { constructor(public it: bigint) {} take(it: bigint): bigint { return it } }\n";
    let repo = Repo::built(&[("lib.ts", lib)]);
    let usages = repo.rows("edges_usage");
    assert!(usages.iter().all(|row| !row["to"].as_str().unwrap().ends_with("/bigint().")), "{usages:#?}");
    assert!(repo.rows("sites").iter().all(|row| row["name"] != "bigint"));
}

#[test]
fn a_comment_in_front_of_brackets_casts_what_stands_in_them() {
    let lib = "class Foo { m() {} }\nclass Bar { m() {} }\nclass Holder {\n  constructor() {\n    /** @type {Map<string, Bar>} */\n    this.map = new Map();\n  }\n  one(k) { const a = \
               /** @type {Foo} */ (this.map.get(k)); a.m(); }\n  two(k) { (/** @type {Foo} */ (this.map.get(k))).m(); }\n  three(w) {\n    const b =\n      /** @type {Foo} \
               */\n      (w);\n    b.m();\n    /** @type {Foo} */ (w).m();\n  }\n  plain(k) { (this.map.get(k)).m(); }\n  any(k) { (/** @type {any} */ (this.map.get(k))).m(); }\n}\n";
    let files = [("lib.js", lib)];
    sure(&files, "Holder#one(", &["Foo#m("]);
    sure(&files, "Holder#two(", &["Foo#m("]);
    sure(&files, "Holder#three(", &["Foo#m(", "Foo#m("]);
    sure(&files, "Holder#plain(", &["Bar#m("]);
    sure(&files, "Holder#any(", &[]);
}

#[test]
fn a_comment_names_the_type_of_a_value() {
    let lib = "const A = { parentOf(n) { return n }, only(n) { return n } };\n/** @typedef {typeof A} Path */\n/** @param {Path} path p */\nexport function walk(path) { path.parentOf(1) }\n/** \
               @param {typeof A} path p */\nexport function more(path) { path.only(1) }\nclass Other { parentOf() {} only() {} }\nclass Third { parentOf() {} only() {} }\nexport { Other, \
               Third };\n";
    let files = [("lib.js", lib)];
    sure(&files, "/walk(", &["A.parentOf("]);
    sure(&files, "/more(", &["A.only("]);
}

const GRAPH: &str = "class Graph { getModule(d) {} }\nclass Rival { getModule(d) {} }\nmodule.exports = { Graph, Rival };\n";
const TEMPLATE: &str = "/** @import { Graph } from './graph' */\n/**\n * @template T\n * @typedef {object} Ctx\n * @property {Graph} graph the graph\n * @property {Graph[]=} list \
                        more\n * @property {T} own\n */\n/** @typedef {{ graph: Graph, size?: number }} Literal */\n/** @typedef {Graph} Alias */\n/** @typedef {Literal & { more: Alias }} Both \
                        */\n/** @callback Made\n * @param {string} name\n * @returns {Graph} */\n/** @typedef {any} Anything */\nclass Template {\n  /** @param {Literal} it */\n  inside(it) { \
                        const held = it; held.graph.getModule(0) }\n}\nmodule.exports = Template;\n";

#[test]
fn a_type_that_a_comment_names_is_one_that_other_files_may_take() {
    let uses = "/** @import { Ctx, Literal, Alias as Other, Both, Made } from './template' */\nclass Use {\n  /** @param {Ctx<Graph>} ctx */\n  member(ctx) { ctx.graph.getModule(1); const { graph } = \
                ctx; graph.getModule(2) }\n  /** @param {Ctx} ctx */\n  apart({ graph }) { graph.getModule(3) }\n  /** @param {import('./template').Ctx} ctx */\n  each(ctx) { for (const it of \
                ctx.list) it.getModule(4) }\n  /** @param {Literal} it */\n  literal(it) { it.graph.getModule(5) }\n  /** @param {Other} it */\n  alias(it) { it.getModule(6) }\n  /** @param \
                {Both} it */\n  both(it) { it.graph.getModule(7); it.more.getModule(8) }\n  /** @param {Made} make */\n  made(make) { make('x').getModule(9) }\n  /** @param {Ctx<import('./graph').Graph>} \
                ctx */\n  given(ctx) { ctx.own.getModule(10) }\n}\nmodule.exports = Use;\n";
    let typed = "import type { Ctx } from './template';\nexport function typed(ctx: Ctx<number>) { ctx.graph.getModule(11) }\n";
    let files = [("graph.js", GRAPH), ("template.js", TEMPLATE), ("use.js", uses), ("typed.ts", typed)];
    let one: &[&str] = &["Graph#getModule("];
    let two: &[&str] = &["Graph#getModule(", "Graph#getModule("];
    for (from, expected) in [
        ("#member(", two),
        ("#apart(", one),
        ("#each(", one),
        ("#literal(", one),
        ("#alias(", one),
        ("#both(", two),
        ("#given(", one),
        ("/typed(", one),
    ] {
        sure(&files, from, expected);
    }
    sure(&files, "#inside(", one);
    sure(&files, "#made(", one);
}

#[test]
fn a_type_that_a_comment_names_is_shown_as_an_alias_without_a_chunk() {
    let repo = Repo::built(&[("graph.js", GRAPH), ("template.js", TEMPLATE)]);
    let symbols = repo.rows("symbols");
    let find = |name: &str| symbols.iter().find(|row| row["qualifiedName"] == name).unwrap_or_else(|| panic!("no {name} in {symbols:#?}"));
    let (alias, member) = (find("Ctx"), find("Ctx.graph"));
    assert_eq!((&alias["kind"], &alias["nameLine"], &alias["exported"]), (&json!("typeAlias"), &json!(4), &json!(true)), "{alias:#}");
    assert_eq!((&alias["chunkUid"], &alias["signature"], &alias["generics"]), (&Value::Null, &json!("@typedef {object} Ctx"), &json!(["T"])));
    assert_eq!((&member["kind"], &member["nameLine"], &member["container"]), (&json!("field"), &json!(5), &alias["symbolId"]), "{member:#}");
    // Of what may be anything there is nothing to show, and what is imported is defined elsewhere.
    assert!(symbols.iter().all(|row| row["name"] != "Anything" && (row["name"] != "Graph" || row["path"] == "graph.js")));
    // No other value has a member by a name that only a comment gives.
    let other = [("template.js", TEMPLATE), ("use.js", "function far(x) { return x.more }\nmodule.exports = far;\n")];
    let usages = Repo::built(&other).rows("edges_usage");
    assert!(usages.iter().all(|row| row["path"] != "use.js" || !row["to"].as_str().unwrap().contains("more")), "{usages:#?}");
}

#[test]
fn the_class_of_a_value_is_no_use_of_the_code_that_builds() {
    let lib = "class A { constructor(x) {} again() { const it = this.constructor.name; return new this.constructor(1) } }\nmodule.exports = A;\n";
    let repo = Repo::built(&[("lib.js", lib)]);
    assert!(repo.rows("edges_usage").iter().all(|row| !row["to"].as_str().unwrap().contains("constructor")));
    let sites = repo.rows("sites");
    let read = sites.iter().find(|row| row["name"] == "constructor" && row["role"] == "read").unwrap();
    assert_eq!((&read["outcome"], &read["reason"]), (&json!("external"), &json!("builtin")), "{read:#}");
    sure(&[("lib.js", lib)], "A#again(", &["A#"]);
}

#[test]
fn the_only_member_of_a_name_says_little_where_it_is_of_a_class_itself() {
    let lib = "class Line { foremost() {} static build() {} }\nmodule.exports = Line;\n";
    let confidence = |uses: &str| calls(&[("src/line.js", lib), ("src/use.js", uses)], "/one(").first().map_or(0.0, |(_, confidence)| *confidence);
    assert!(confidence("function one(x) { x.foremost() }\n") >= 0.5);
    assert!(confidence("function one(x) { x.build() }\n") < 0.5);
    assert!(confidence("function one(all) { all.Line.build() }\n") >= 0.5);
}

#[test]
fn an_object_that_takes_members_of_another_has_its_own_as_well() {
    let lib = "const api = { get: (x) => x, post(x) {} }\nconst more = { ...api, extra() {}, get(x) {} }\nconst round = { ...trip, one() {} }\nconst trip = { ...round, two() {} }\nfunction \
               run() { more.extra(); more.post(1); more.get(2) }\nfunction inner() { const near = { ...api, own() {} }; near.own(); near.post(1) }\nfunction both() { round.one(); round.two(); \
               round.three() }\nmodule.exports = { more }\n";
    let uses = "const { more } = require('./lib')\nfunction use() { more.extra(); more.post(1) }\n";
    let files = [("lib.js", lib), ("use.js", uses)];
    sure(&files, "/run(", &["/more.extra(", "/api.post(", "/more.get("]);
    sure(&files, "/inner(", &["near.own(", "/api.post("]);
    sure(&files, "/both(", &["/round.one(", "/trip.two("]);
    sure(&files, "/use(", &["/more.extra(", "/api.post("]);
}

#[test]
fn a_variable_and_a_member_that_are_assigned_together_are_both_entered() {
    let em = "function Emitter() {}\nEmitter.prototype.me = function () { return this; };\nvar emit = Emitter.prototype.emit = function (e) { return this.me(); };\nvar st = Emitter.stat = function () \
              { return new Emitter(); };\nvar ns = {};\nvar c = ns.c = function () {};\nvar Sub = ns.Sub = function () {};\nSub.prototype.go = function () {};\nvar own = module.exports = \
              Emitter;\nfunction use() { new Emitter().emit('x'); Emitter.stat().emit('y'); ns.c(); }\nfunction built() { new ns.Sub().go(); }\n";
    let user = "const E = require('./em');\nfunction far() { new E().emit('z'); E.stat(); }\n";
    let files = [("em.js", em), ("user.js", user)];
    sure(&files, "/use(", &["/Emitter(", "#emit.", "#stat.", "#emit.", "ns#c."]);
    sure(&files, "/emit(", &["me("]);
    sure(&files, "/built(", &["Sub", "go("]);
    sure(&files, "/far(", &["/Emitter(", "#emit.", "#stat."]);
}

#[test]
fn all_names_of_a_chain_of_exports_are_exported_and_the_default_of_common_js_is_one() {
    let lib = "exports.default = function main() { return exports.helper(); };\nexports.helper = exports.help = function helper() { return 1; };\nexports.Own = exports.Other = class Own { go() {} };\n";
    let plain = "exports.default = function () {};\n";
    let user = "const d = require('./lib');\nconst { default: main } = require('./lib');\nconst p = require('./plain');\nfunction one() { d.default(); main(); p.default(); }\nfunction two() { \
                d.helper(); d.help(); new d.Own().go(); new d.Other().go(); }\n";
    let files = [("lib.js", lib), ("plain.js", plain), ("user.js", user)];
    sure(&files, "/main(", &["help"]);
    sure(&files, "/one(", &["lib.js`/main(", "lib.js`/main(", "plain.js`/default("]);
    sure(&files, "/two(", &["help", "help", "Other#", "go(", "Other#", "go("]);
}

#[test]
fn what_another_package_looks_at_stays_what_it_is() {
    let lib = "const assert = require('node:assert')\nconst ext = require('some-ext')\nclass Cmd { name() {} }\nclass Other { name() {} }\nfunction one() { const h = new Cmd(); assert.ok(h); h.name() \
               }\nfunction two() { const h = new Cmd(); assert(h); h.name() }\nfunction three(h = new Cmd()) { assert.equal(h, 1); h.name() }\nfunction four() { const h = new Cmd(); if (ext.is(h)) \
               h.name() }\n";
    let files = [("package.json", "{\"name\":\"r\",\"dependencies\":{\"some-ext\":\"1\",\"@types/node\":\"1\"}}"), ("lib.js", lib)];
    for from in ["/one(", "/two(", "/three(", "/four("] {
        sure(&files, from, &["Cmd#", "Cmd#name("]);
    }
}

#[test]
fn a_comment_may_name_a_type_and_tell_what_it_is_by_tags() {
    let lib = "class Out {\n  /**\n   * @typedef Ctx\n   * @type {object}\n   * @property {boolean} error\n   * @property {function} write - says\n   *\n   * @returns {Ctx}\n   */\n  ctx(o) { return \
               make(o) }\n  put() { const d = this.ctx(); d.write('b') }\n}\nclass Other { write() {} }\n/** Of the @typedef tag nothing is read here.\n * @param {tag} it\n */\nfunction prose(it) {}\n";
    let files = [("lib.js", lib)];
    sure(&files, "Out#put(", &["Out#ctx(", "Ctx#write."]);
    assert!(Repo::built(&files).rows("symbols").iter().all(|row| row["name"] != "tag"));
}

#[test]
fn what_a_property_gives_is_built() {
    let files = [
        ("package.json", "{}"),
        ("d.js", "class D { dd() {} }\nmodule.exports = D;\n"),
        ("c.js", "module.exports = { get lazy() { return require('./d'); } };\n"),
        ("e.js", "const c = require('./c');\nfunction run() { new c.lazy().dd(); }\n"),
        ("f.js", "class S { size() {} }\nconst g = { get fifth() { return S; } };\nfunction own() { new g.fifth().size(); }\n"),
    ];
    for (from, to) in [("/run(", "D#dd("), ("/own(", "S#size(")] {
        let found = calls(&files, from);
        assert!(found.iter().any(|(id, at)| id.contains(to) && *at >= 0.5), "{found:?}");
    }
}

#[test]
fn a_field_that_nothing_declares_is_like_a_parameter() {
    let lib = "class M { fire1() {} }\nclass A { set(map) { this._m = map } end() { this._m = null } run1() { this._m.fire1() } }\nclass B { constructor(o) { this.o = o.map } run2() { this.o.fire1() } }\n";
    for from in ["A#run1(", "B#run2("] {
        sure(&[("lib.js", lib)], from, &["M#fire1("]);
    }
}

#[test]
fn comments_declare_type_parameters_and_what_functions_take() {
    let classes = "class Cl { only1() {} }\nclass Zz { only1() {} }\n";
    let of = |text: &str, from: &str, expected: &[&str]| sure(&[("lib.js", &format!("{classes}{text}\n"))], from, expected);
    of("/** @type {(x: Cl) => void} */\nconst run = (x) => x.only1()", "/run(", &["Cl#only1("]);
    of("/** @typedef {(x: Cl) => void} Fn */\n/** @type {Fn} */\nconst run = function (x) { x.only1() }", "/run(", &["Cl#only1("]);
    of(
        "/**\n * @template T\n * @param {T} x\n * @returns {T}\n */\nfunction same(x) { return x }\nfunction run() { same(new Cl()).only1() }",
        "/run(",
        &["Cl#only1(", "lib.js`/Cl#", "same("],
    );
    let boxed = "/**\n * @template T\n */\nclass Box {\n  /** @param {T} v */\n  constructor(v) { this.v = v }\n  /** @returns {T} */\n  get1() { return this.v }\n}\n/** @param {Box<Cl>} b */\nfunction run(b) { b.get1().only1(); b.v.only1() }";
    of(boxed, "/run(", &["Cl#only1(", "Cl#only1(", "Box#get1("]);
}

#[test]
fn a_module_adds_to_what_another_one_exports() {
    let own = "function ww() {}\nclass WW { go1() {} }\nmodule.exports = { ww, WW }\n";
    let more = "const own = require('./own')\nown.more = function () {}\nown.Cls = class { go1() {} }\nmodule.exports = own\n";
    let after = "const own = require('./own')\nfunction yy() {}\nmodule.exports = own\nmodule.exports.yy = yy\n";
    let of =
        |uses: &str, expected: &[&str]| sure(&[("own.js", own), ("more.js", more), ("after.js", after), ("use.js", uses)], "`use.js`/run(", expected);
    of(
        "const { ww, WW, more, Cls } = require('./more')\nfunction run() { ww(); more(); new WW().go1(); new Cls().go1() }\n",
        &["/ww(", "more", "WW#", "WW#go1(", "Cls#", "Cls#go1("],
    );
    of("const it = require('./more')\nfunction run() { it.ww(); it.more(); new it.Cls().go1() }\n", &["/ww(", "more", "Cls#", "Cls#go1("]);
    of("const it = require('./after')\nconst { ww } = require('./after')\nfunction run() { it.yy(); it.ww(); ww() }\n", &["/yy(", "/ww(", "/ww("]);
}

#[test]
fn comments_say_what_this_is_and_what_the_type_above_is_made_with() {
    let text = "class Cl { only1() {} }\nclass Zz { only1() {} }\n/** @template T */\nclass Box { /** @returns {T} */ get1() { return this.v } }\n/** @extends {Box<Cl>} */\nclass D extends Box { m() { this.get1().only1() } }\n/** @this {Cl} */\nfunction th() { this.only1() }\n";
    sure(&[("lib.js", text)], "D#m(", &["Box#get1(", "Cl#only1("]);
    sure(&[("lib.js", text)], "/th(", &["Cl#only1("]);
    let bare = "class Cl { only1() {} }\nclass Zz { only1() {} }\nclass K { constructor() { /** @type {Cl} */ this.w; } m() { this.w.only1() } }\nclass L { constructor(q) { /** @type {Cl} */ this.z = q; } m() { this.z.only1() } }\n";
    sure(&[("lib.js", bare)], "K#m(", &["Cl#only1("]);
    sure(&[("lib.js", bare)], "L#m(", &["Cl#only1("]);
}

#[test]
fn what_a_comment_says_of_an_exported_object_is_what_its_functions_take() {
    let types = "export interface Source { text(): string }\nexport interface Context { source: Source }\nexport interface Rule { create(context: Context): any; also: (context: Context) => any }\n\
                 export class Other { text() { return '' } }\n";
    let whole = "/** @type {import('./types').Rule} */\nmodule.exports = {\n  create(context) { const s = context.source; return s.text() },\n  also: (context) => context.source.text(),\n}\n";
    let default = "/** @type {import('./types').Rule} */\nexport default { create(context) { return context.source.text() } }\n";
    let cast = "module.exports = /** @type {import('./types').Rule} */ ({ create(context) { return context.source.text() } })\n";
    for source in [whole, default, cast] {
        let files = [("types.ts", types), ("rule.js", source)];
        sure(&files, "create(", &["Source#text("]);
    }
    sure(&[("types.ts", types), ("rule.js", whole)], "also(", &["Source#text("]);
    // A comment of something else says nothing of it.
    let plain = "/** @type {import('./types').Rule} */\nconst a = null;\nmodule.exports = { create(context) { return context.source.text() } }\n";
    let found = calls(&[("types.ts", types), ("rule.js", plain)], "create(");
    assert!(found.iter().all(|(_, confidence)| *confidence < 0.5), "{found:?}");
}

#[test]
fn members_of_modules_of_the_platform_that_are_taken_apart_are_no_definitions() {
    let source =
        "const { writeFile } = require('fs').promises\nconst { join } = require('node:path').posix\nfunction run() { writeFile('a'); join('b') }\n";
    let typed = ("package.json", "{\"name\":\"r\",\"devDependencies\":{\"@types/node\":\"1\"}}");
    assert!(calls(&[typed, ("a.js", source)], "/run(").is_empty());
    sure(&[("a.js", source)], "/run(", &["`a.js`/join.", "`a.js`/writeFile."]);
    // Of a module of the repository it is the member that it holds.
    let files = [("a.js", "const { go } = require('./b').inner\nfunction run() { go() }\n"), ("b.js", "exports.inner = { go() {} }\n")];
    sure(&files, "/run(", &["inner.go("]);
    // What nothing tells of that member is not known.
    let files = [("a.js", "const { go, gone } = require('./b').inner\nfunction run() { go(); gone() }\n"), ("b.js", "exports.inner = made()\n")];
    let rows = Repo::built(&files).rows("sites");
    let of: Vec<&Value> = rows.iter().filter(|row| row["path"] == "a.js" && (row["name"] == "go" || row["name"] == "gone")).collect();
    assert!(of.len() == 4 && of.iter().all(|row| row["outcome"] == "unresolved" && row["reason"] == "receiver-unknown"), "{of:?}");
}

#[test]
fn names_behind_what_a_comment_imports_are_members_of_that() {
    let types = "export namespace Ast { export interface Block { item: Item } }\nexport interface Item { go1(): void }\n";
    let rival = ("rival.js", "export class Rival { go1() {} }\n");
    for import in ["import { Ast } from './types'", "import { Ast as A2, Item } from './types'"] {
        let name = if import.contains("A2") { "A2" } else { "Ast" };
        let source = format!("/** @{import} */\n/** @param {{{name}.Block}} block */\nexport function run(block) {{ block.item.go1() }}\n");
        sure(&[("types.d.ts", types), ("a.js", source.as_str()), rival], "/run(", &["Item#go1("]);
    }
    let whole = "/** @import * as T from './types' */\n/** @param {T.Item} item */\nexport function run(item) { item.go1() }\n";
    sure(&[("types.d.ts", types), ("a.js", whole), rival], "/run(", &["Item#go1("]);
}

#[test]
fn what_the_configuration_says_of_a_package_comes_before_what_it_runs() {
    let files = [
        (
            "package.json",
            "{\"name\":\"it\",\"exports\":{\".\":{\"types\":\"./types/index.d.ts\",\"worker\":\"./src/server.js\",\"default\":\"./src/server.js\"}}}",
        ),
        ("tsconfig.json", "{\"compilerOptions\":{\"allowJs\":true,\"paths\":{\"it\":[\"./src/index.d.ts\"]}}}"),
        ("src/index.d.ts", "export * from './client.js'\n"),
        ("src/client.js", "export function flush() {}\n"),
        ("src/server.js", "export function flush() {}\n"),
        ("tests/a.js", "import { flush } from 'it'\nexport function run() { flush() }\n"),
    ];
    sure(&files, "/run(", &["`client.js`/flush("]);
}

#[test]
fn a_variable_that_holds_a_module_from_elsewhere_is_what_its_uses_mean() {
    let lib = "const fs = require('fs');\nvar request = require('supertest');\nconst { join: put, sep } = require('node:path');\nconst own = require('./own');\nfunction all() { request(put(sep)); own.go(); return fs.readFileSync(own) }\nfunction inner() { const zlib = require('zlib'); return zlib(1) }\nclass Wide extends request {}\n";
    let test = "const request = require('supertest')\nit('opens', function () { request(1) })\n";
    let manifest = "{\"name\":\"a\",\"devDependencies\":{\"supertest\":\"1\"}}";
    let typed = "{\"name\":\"a\",\"devDependencies\":{\"supertest\":\"1\",\"@types/node\":\"1\"}}";
    let repo =
        Repo::built(&[("package.json", manifest), ("lib/a.js", lib), ("test/a.test.js", test), ("lib/own.js", "exports.go = function go() {}\n")]);
    let ends = |repo: &Repo| -> Vec<(String, String)> {
        let sites = repo.rows("sites").into_iter().filter(|row| row["path"] == "lib/a.js" && row["role"] != "import" && row["name"] != "Wide");
        sites.map(|row| (row["name"].as_str().unwrap().to_owned(), row["outcome"].as_str().unwrap().to_owned())).collect()
    };
    let of = |all: &[(String, String)], name: &str| all.iter().find(|it| it.0 == name).map(|it| it.1.clone()).unwrap();
    let found = ends(&repo);
    for (name, end) in
        [("fs", "resolved"), ("request", "resolved"), ("put", "resolved"), ("sep", "resolved"), ("readFileSync", "external"), ("zlib", "external")]
    {
        assert_eq!(of(&found, name), end, "{name}: {found:?}");
    }
    let leads: Vec<Value> = repo.rows("edges_call").into_iter().filter(|row| row["from"].as_str().unwrap().contains("/all(")).collect();
    let mut leads: Vec<&str> = leads.iter().map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
    leads.sort_unstable();
    assert_eq!(leads, ["go().", "put.", "request."]);
    let held: Vec<Value> = repo.rows("sites").into_iter().filter(|row| row["path"] == "lib/a.js" && row["name"] == "request").collect();
    assert!(held.iter().any(|row| row["rule"] == "held-module"), "{held:?}");
    assert!(repo.rows("edges_structure").iter().all(|row| row["edgeType"] != "tests"));
    // Who takes it from the file gets the module.
    let handed = [
        ("lib.js", "var Router = require('router')\nexports.Router = Router\n"),
        ("use.js", "const { Router } = require('./lib')\nconst it = Router()\nit.get()\nit.use(Router.all)\n"),
    ];
    let all = Repo::built(&handed).rows("sites");
    let members: Vec<&Value> = all.iter().filter(|row| ["get", "use", "all"].iter().any(|name| row["name"] == *name)).collect();
    assert!(members.len() == 3 && members.iter().all(|row| row["outcome"] == "external"), "{members:?}");
    // One of the same name inside of a function or block is another.
    let inner = "const x = require('pkg')\nfunction f() { const x = require('left'); x() }\n{ const x = require('third'); x() }\nx()\n";
    let all = Repo::built(&[("a.js", inner)]).rows("sites");
    let calls: Vec<&str> = all.iter().filter(|row| row["role"] == "call" && row["name"] == "x").map(|row| row["outcome"].as_str().unwrap()).collect();
    assert_eq!(calls, ["external", "external", "resolved"]);
    // Nobody who asks for the name means it, and what stands beside the file is what it is.
    let index = repo.open();
    assert!(["fs", "request", "put", "own"].iter().all(|name| index.symbols_named(name).next().is_none()));
    // Who has declarations of the platform is led to those.
    repo.write("package.json", typed);
    repo.build();
    let found = ends(&repo);
    assert!(["fs", "request", "put", "sep"].iter().all(|name| of(&found, name) == "external"), "{found:?}");
    repo.check_clean();
}
