//! What values are beside members of their own in TypeScript: classes that are held and built, what every object has, what is told of anything.

use crate::scoping::{Files, calls, sure};
use crate::support::Repo;

const RIVAL: (&str, &str) = ("rival.ts", "export class Rival { show() {} flat() {} }\n");

/// How the sites of a name in the files end: outcome, reason, and to what of which line, in their order.
fn ends(files: &Files<'_>, name: &str) -> Vec<String> {
    let repo = Repo::built(files);
    let (edges, symbols) = ([repo.rows("edges_call"), repo.rows("edges_usage")].concat(), repo.rows("symbols"));
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let sites = repo.rows("sites").into_iter().filter(|row| row["name"] == name && row["role"] != "import" && row["role"] != "type");
    let end = |site: serde_json::Value| {
        let of_site = edges.iter().filter(|row| row["evidenceId"] == site["evidenceId"]);
        let kinds = of_site.flat_map(|row| symbols.iter().filter(|it| it["symbolId"] == row["to"]).map(|it| text(&it["kind"])));
        let words: Vec<String> = [text(&site["outcome"]), text(&site["reason"])].into_iter().chain(kinds).filter(|it| !it.is_empty()).collect();
        words.join(" ")
    };
    sites.map(end).collect()
}

#[test]
fn a_value_builds_what_its_type_says_that_it_builds() {
    let source = "export class Item { static st() {} show() {} }\ntype Ctor<T> = new (...a: any[]) => T\ninterface Type<T = any> { new (...a: any[]): T }\ninterface Own extends Type<Item> { own(): void \
                  }\ntype Both = { new (): Item; own(): void }\nfunction held(c: typeof Item) { new c().show() }\nfunction alias(c: Ctor<Item>) { new c().show() }\nfunction face(c: Type<Item>) { new \
                  c().show() }\nfunction below(c: Own) { new c().show() }\nfunction both(c: Both) { new c().show() }\nfunction place(c: new () => Item) { new c().show() }\nfunction beside(c: (typeof \
                  Item) & { own(): void }) { new c().show() }\nclass Holder { constructor(private K: typeof Item, private L: Ctor<Item>) {} first() { new this.K().show() } second() { new \
                  this.L().show() } }\nfunction taken({ K }: { K: typeof Item }) { new K().show() }\ndeclare function load(): Promise<Type<Item>>\nasync function waited() { const K = await load(); \
                  const k = new K(); k.show() }\n";
    let files = [("a.ts", source), RIVAL];
    for from in ["/held(", "/alias(", "/face(", "/below(", "/both(", "/place(", "/beside(", "#first(", "#second(", "/taken("] {
        let found = calls(&files, from);
        assert!(found.iter().any(|(to, confidence)| to.contains("/Item#show(") && *confidence > 0.9), "{from}: {found:?}");
    }
    sure(&files, "/waited(", &["/load(", "/Item#show("]);
}

#[test]
fn a_class_that_extends_a_value_has_the_members_of_what_that_builds() {
    let source = "export class Item { show() {} }\ntype Ctor<T> = new (...a: any[]) => T\nfunction mix<T extends Ctor<Item>>(base: T) { return class extends base { more() { this.show() } } }\nconst Mixed = \
                  mix(Item)\nfunction use() { new Mixed().show() }\n";
    let files = [("a.ts", source), RIVAL];
    sure(&files, "#more(", &["/Item#show("]);
    sure(&files, "/use(", &["/Mixed.", "/Item#show("]);
}

#[test]
fn a_class_beside_members_that_are_written_out_keeps_its_own() {
    let source = "class Plan { static st() {} static run(x: number) {} static list: string[] = [] }\ntype Both = typeof Plan & { pid: string; run(): void }\nfunction st(c: Both) { c.st() }\nfunction list(c: \
                  Both) { return c.list }\nfunction pid(c: Both) { return c.pid }\n";
    let files = [("a.ts", source)];
    sure(&files, "/st(", &["/Plan#st("]);
    assert_eq!(ends(&files, "list"), ["resolved field"]);
    assert_eq!(ends(&files, "pid"), ["resolved field"]);
}

#[test]
fn a_static_accessor_is_not_the_field_of_its_name_that_is_built() {
    let files =
        [("a.ts", "class Own { private root!: string; static get root(): string { return '' }\n go() { this.root; this.root = 'a'; Own.root }\n}\n")];
    assert_eq!(ends(&files, "root"), ["resolved field", "resolved field", "resolved method"]);
}

#[test]
fn the_global_object_has_what_modules_declare_for_everybody() {
    let own = "export class Item { show() {} }\ndeclare global { var held: { cache: Item }; interface Mere { a: string } }\n";
    let uses = "import './own'\nfunction all() { globalThis.held.cache.show() }\nfunction node() { global.held.cache.show() }\nfunction other() { globalThis.setTimeout(() => 1) }\n";
    let files = [("own.ts", own), ("use.ts", uses), RIVAL];
    for from in ["/all(", "/node("] {
        sure(&files, from, &["/Item#show("]);
    }
    assert_eq!(ends(&files, "setTimeout"), ["external builtin"]);
}

#[test]
fn what_is_cast_to_anything_lacks_nothing() {
    let files = [(
        "a.ts",
        "class Own { go() {} }\nfunction f(it: Own) { (it as any).odd(); (<any>it).odd(); const a = it as any; a.odd(); (it as any).go(); it.odd() }\n",
    )];
    let open = "unresolved receiver-unknown";
    assert_eq!(ends(&files, "odd"), [open, open, open, "unresolved no-such-member"]);
    assert_eq!(ends(&files, "go"), ["resolved method"]);
}

#[test]
fn an_object_that_is_handed_to_a_call_may_have_more_members_than_are_written() {
    let source = "class Repo { find() {} extend<C>(c: C & ThisType<this & C>): this & C { return null as any } }\nfunction f(repo: Repo) {\n  repo.extend({ own() { return this.find() }, \
                  again() { return this.own() } })\n  const kept = { run() { return this.lost() } }\n  return kept\n}\n";
    let files = [("a.ts", source)];
    assert_eq!(ends(&files, "find"), ["unresolved receiver-unknown"]);
    assert_eq!(ends(&files, "own"), ["resolved method"]);
    assert_eq!(ends(&files, "lost"), ["unresolved no-such-member"]);
}

#[test]
fn what_has_members_of_any_name_holds_values_under_them() {
    let source = "interface Signed { a: number; [k: string]: unknown }\ntype Beside = { a: 1 } & Record<string, unknown>\nclass Item { show() {} }\nfunction f(i: Signed, r: Beside, m: Record<string, Item>, l: \
                  { [k: string]: any }) { i.odd; r.odd; m.odd; l.odd; m.other.show() }\n";
    let files = [("a.ts", source)];
    assert_eq!(ends(&files, "odd"), ["dynamic local-value"; 4]);
    assert_eq!(ends(&files, "show"), ["resolved method"]);
}

#[test]
fn what_every_object_class_or_value_of_an_enumeration_has_is_of_the_language() {
    let source = "class Own { go() {} }\nclass Said { toString() { return '' } }\nenum Kind { A }\nfunction f(it: Own, said: Said) { it.toString(); it.constructor; it.hasOwnProperty('a'); Own.prototype; \
                  Own.call; Kind.A.toFixed(); said.toString() }\n";
    let files = [("a.ts", source)];
    for name in ["constructor", "hasOwnProperty", "prototype", "call", "toFixed"] {
        assert_eq!(ends(&files, name), ["external builtin"], "{name}");
    }
    assert_eq!(ends(&files, "toString"), ["external builtin", "resolved method"]);
}

#[test]
fn each_type_of_a_union_by_name_has_its_member() {
    let source = "interface One { type: 'one'; both(): void }\ninterface Two { type: 'two'; both(): void }\nclass Three { type = 'three' as const; both() {} }\ntype Any = One | Two | Three\n\
                  type Named = Any & { own(): void }\nfunction named(it: Named) { it.both() }\nfunction plain(it: Any) { it.both() }\nfunction left(it: Omit<Any, 'x'>) { it.both() }\n";
    let files = [("a.ts", source)];
    for from in ["/named(", "/plain(", "/left("] {
        let found: Vec<String> = calls(&files, from).into_iter().map(|(to, _)| to).collect();
        assert_eq!(found.len(), 3, "{from}: {found:?}");
    }
}

#[test]
fn what_lists_in_a_list_hold_is_what_is_left_of_them_flat() {
    let source = "class Item { show() {} }\nfunction named(it: Item[][]) { it.flat()[0].show() }\nfunction each(it: Item[][]) { it.flat().forEach((x) => x.show()) }\nfunction mixed(it: (Item | Item[])[]) { for \
                  (const x of it.flat()) x.show() }\n";
    let files = [("a.ts", source), RIVAL];
    for from in ["/named(", "/each(", "/mixed("] {
        let found = calls(&files, from);
        assert!(found.iter().any(|(to, confidence)| to.contains("/Item#show(") && *confidence > 0.9), "{from}: {found:?}");
    }
}

#[test]
fn a_mock_is_what_it_is_made_of() {
    let files = [
        ("git.ts", "export function tag() {}\n"),
        ("a.test.ts", "import { vi } from 'vitest'\nimport * as git from './git'\nconst mocked = vi.mocked(git)\nfunction run() { mocked.tag() }\n"),
    ];
    sure(&files, "/run(", &["/tag("]);
}

#[test]
fn an_export_that_is_a_member_of_something_else_is_that_member() {
    let own = "const held = {};\nexports = module.exports = held.Own = class { add() {} static join() {} };\n";
    let parts =
        "const held = {};\nexports.Part = held.Part = class { go() {} };\nexports.make = held.make = function () { return new held.Part(); };\n";
    let uses = "const Own = require('./own');\nconst { Part, make } = require('./parts');\nfunction run() { new Own().add(); Own.join(); }\nfunction part() { new Part().go(); }\nfunction made() { make(); }\n";
    let files = [("own.js", own), ("parts.js", parts), ("use.js", uses)];
    for (from, to) in [("/run(", vec!["#add(", "#join("]), ("/part(", vec!["#go("]), ("/made(", vec!["make"])] {
        let found = calls(&files, from);
        for part in to {
            assert!(found.iter().any(|(to, confidence)| to.contains(part) && *confidence > 0.9), "{from}: {found:?}");
        }
    }
}

#[test]
fn what_another_name_for_this_is_given_is_a_member_of_it() {
    let source = "class A { show() {} }\nfunction R() { var self = this; self.q = new A(); }\nR.prototype.m = function () { this.q.show(); };\nclass S { constructor() { const that = this; that.q = new A(); } n() { \
                  this.q.show(); } }\n";
    let files = [("a.js", source), ("rival.js", "export class Rival { show() {} }\n")];
    for from in ["m().", "#n("] {
        let found = calls(&files, from);
        assert!(found.iter().any(|(to, confidence)| to.contains("A#show(") && *confidence > 0.5), "{from}: {found:?}");
    }
}

#[test]
fn a_member_whose_type_has_members_of_any_name_holds_values_under_them() {
    let source = "class Item { show() {} }\ninterface Own { on: { [k: string]: Item }; with: { [k: string]: (v: Item) => Item } }\nfunction f(it: Own) { it.on.a.show() }\nfunction g(it: { x: { [k: string]: Item } }) { \
                  it.x.a.show() }\n";
    let files = [("a.ts", source), RIVAL];
    for from in ["/f(", "/g("] {
        sure(&files, from, &["/Item#show("]);
    }
}

#[test]
fn what_an_argument_of_a_type_from_outside_may_supply_is_not_said_to_lie_outside() {
    let package = ("package.json", "{\"dependencies\":{\"core\":\"1\"}}");
    let head = "import { Core } from 'core'\nexport interface Own { show(): void; flat(): Own }\n";
    let of = |text: &str, from: &str| {
        let source = format!("{head}{text}\n");
        let files = [package, ("a.ts", source.as_str()), RIVAL];
        sure(&files, from, &["Own#show("]);
    };
    of("interface Ctx extends Core<{ code: Own }> {}\nfunction run(c: Ctx) { c.code.show() }", "/run(");
    of("interface Ctx extends Core<Own> {}\nfunction run(c: Ctx) { const held = c.held; held.show() }", "/run(");
    of("class K extends Core<Own> { run() { this.held.show() } }", "#run(");
    of("type Ctx = Core<string, Own>\nfunction run(c: Ctx) { c.find('x').show() }", "/run(");
    of("function run(c: Core<Own>) { c.each(it => it.show()) }", "/run(");
    // What none of them has nobody knows, and what lies outside all the same is told.
    let open = format!("{head}interface Ctx extends Core<Own> {{}}\nfunction run(c: Ctx) {{ c.held.other() }}\n");
    assert_eq!(ends(&[package, ("a.ts", open.as_str())], "other"), ["unresolved receiver-unknown"]);
    let plain = format!("{head}interface Ctx extends Core<string> {{}}\nfunction run(c: Ctx) {{ c.held.other() }}\n");
    assert_eq!(ends(&[package, ("a.ts", plain.as_str())], "other"), ["external core"]);
}

#[test]
fn what_one_of_several_types_of_this_builds_is_the_class_that_is_called() {
    let source = "export class Base { static find<T extends Base>(this: { new (): T } & typeof Base): T { return new this() } }\nexport class User extends Base { show() {} }\nfunction run() { User.find().show() \
                  }\n";
    sure(&[("a.ts", source), RIVAL], "/run(", &["Base#find(", "User#show("]);
}
