//! Scripts in the older style: members put on prototypes, on `exports` and on objects, and functions that are bound, called and handed on.

use crate::scoping::{calls, sure};
use crate::support::Repo;

const BASE: &str = "const { inherits } = require('util');
function Base() { this.init(); }
Base.prototype = { constructor: Base, init: function () { this.reset(); }, reset() {} };
function Child() {}
inherits(Child, Base);
Child.prototype.run = function () { this.reset(); this.go(); return this; };
const proto = Child.prototype;
proto.go = function () { this.run(); };
proto.stop = proto.halt = function () { this.go(); };
Object.assign(Child.prototype, { extra() { this.go(); } });
Object.defineProperty(Child.prototype, 'state', { get() { return this.run(); } });
function Late() {}
Late.prototype = Object.create(Base.prototype);
Late.cast = function () { return this.make(); };
Late.make = function () {};
Late.prototype.cast = function () { return this.cast(); };
module.exports = Base;
module.exports.Child = Child;
module.exports.Late = Late;
";

#[test]
fn members_reach_prototypes_by_every_way_that_puts_them_there() {
    let user = "const Base = require('./base');
const { Child } = Base;
function one() { new Child().run().go(); }
function two() { const c = new Child(); c.halt(); c.extra(); c.reset(); }
function three() { new Base.Late().reset(); }
module.exports = { one, two, three };
";
    let files = [("package.json", "{\"name\":\"p\"}"), ("base.js", BASE), ("use.js", user)];
    sure(&files, "Base().", &["Base#init()."]);
    sure(&files, "Child#run().", &["Base#reset().", "Child#go()."]);
    sure(&files, "Child#go().", &["Child#run()."]);
    sure(&files, "Child#halt().", &["Child#go()."]);
    sure(&files, "Child#extra().", &["Child#go()."]);
    sure(&files, "Child#state.", &["Child#run()."]);
    sure(&files, "one().", &["Child.", "Child#run().", "Child#go()."]);
    sure(&files, "two().", &["Child.", "Child#halt().", "Child#extra().", "Base#reset()."]);
    sure(&files, "three().", &["Late", "Base#reset()."]);
}

#[test]
fn a_static_member_and_one_of_what_is_built_are_two_definitions() {
    let files = [("package.json", "{\"name\":\"p\"}"), ("base.js", BASE)];
    sure(&files, "Late#cast().", &["Late#cast()."]);
    let fixed = calls(&files, "Late#cast(");
    assert_eq!(fixed.len(), 2, "{fixed:?}");
}

#[test]
fn what_stands_for_the_exports_takes_exports() {
    let module = "const helpers = exports;
helpers.first = function first() {};
exports.second = function () { helpers.first(); };
Object.assign(exports, { third() {} });
Object.defineProperty(exports, 'lazy', { enumerable: true, get: function () { return fourth; } });
Object.defineProperty(exports, 'fifth', { value: fourth });
function fourth() {}
const api = { inner: {} };
api.inner.sixth = function () {};
function here() { api.inner.sixth(); }
";
    let user = "const util = require('./util');\nfunction run() { util.first(); util.second(); util.third(); util.fifth(); util.lazy(); }\n";
    let files = [("package.json", "{\"name\":\"p\"}"), ("util.js", module), ("use.js", user)];
    sure(&files, "second().", &["first()."]);
    sure(&files, "here().", &["sixth()."]);
    sure(&files, "run().", &["first().", "second().", "third().", "fourth().", "lazy."]);
}

#[test]
fn a_module_that_hands_on_another_is_what_its_users_import() {
    let uses = "const A = require('./again');\nconst B = require('./extended');\nconst C = require('./outside');\nconst D = require('./a');\nfunction run() { new A().go(); new B().go(); }\n";
    let repo = Repo::built(&[
        ("package.json", "{\"name\":\"p\"}"),
        ("a.js", "class A { go() {} }\nmodule.exports = A;\n"),
        ("again.js", "module.exports = require('./a');\n"),
        ("extended.js", "const A = require('./a');\nA.more = 1;\nmodule.exports = A;\n"),
        ("outside.js", "module.exports = require('sqlstring');\n"),
        ("use.js", uses),
    ]);
    let imports = repo.rows("edges_import").into_iter().filter(|it| it["path"] == "use.js" && it["confidence"].as_f64() >= Some(0.5));
    let to: Vec<String> = imports.map(|it| it["to"].as_str().unwrap_or_default().rsplit(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(to, ["file:again.js", "file:extended.js", "file:outside.js", "`a.js`/A#"]);
    sure(
        &[("a.js", "class A { go() {} }\nmodule.exports = A;\n"), ("again.js", "module.exports = require('./a');\n"), ("use.js", uses)],
        "run().",
        &["A#", "A#go()."],
    );
}

#[test]
fn what_a_block_requires_by_var_is_seen_behind_it() {
    let uses = "if (process.env.X) { var a = require('./lib'); }\nfunction one() { a.go(); }\nfunction two() { try { var { more } = require('./lib'); } catch (e) {} more(); }\n\
                function three() { { const b = require('./lib'); } b.go(); }\n";
    let files =
        [("package.json", "{\"name\":\"p\"}"), ("lib.js", "exports.go = function () {};\nexports.more = function () {};\n"), ("use.js", uses)];
    sure(&files, "one().", &["go()."]);
    sure(&files, "two().", &["more()."]);
    sure(&files, "three().", &[]);
}

#[test]
fn functions_and_promises_give_what_they_are_known_to_give() {
    let script = "const kPart = Symbol('part');
class A { run() { return this; } static of() { return new A(); } }
class Holder { constructor() { this[kPart] = new A(); } go() { this[kPart].run(); } }
function bound() { const f = A.of.bind(A); f().run(); }
function called() { new A().run.call(null).run(); }
function later() { Promise.resolve(1).then(() => new A()).then((a) => a.run()); }
function held() { for (const a of new Set([new A()])) a.run(); new Map([['k', new A()]]).get('k').run(); }
function taken() { const { run } = A.prototype; A.prototype.run(); }
function made() { Array.from([1], () => new A()).forEach((a) => a.run()); }
function spread() { const api = { a: A.of }; const copy = { ...api }; copy.a().run(); }
async function load() { return new A(); }
function waited() { load().then((a) => a.run()); }
";
    let files = [("package.json", "{\"name\":\"p\"}"), ("a.js", script)];
    sure(&files, "Holder#go().", &["A#run()."]);
    sure(&files, "bound().", &["A#run()."]);
    sure(&files, "called().", &["A#", "A#run()."]);
    sure(&files, "later().", &["A#", "A#run()."]);
    sure(&files, "held().", &["A#", "A#run().", "A#", "A#run()."]);
    sure(&files, "taken().", &["A#run()."]);
    sure(&files, "made().", &["A#", "A#run()."]);
    sure(&files, "spread().", &["A#of().", "A#run()."]);
    sure(&files, "waited().", &["load().", "A#run()."]);
}

#[test]
fn what_an_object_may_be_given_later_is_no_member_of_the_language() {
    let script = "function plain() { const self = {}; self.surely(1); self.toString(); function f() {} f.surely(); f.call(null); }\n";
    let repo = Repo::of(&[("a.js", script)]);
    repo.build();
    let ends = |name: &str| -> Vec<(String, String)> {
        let rows = repo.rows("sites");
        let sites = rows.iter().filter(|row| row["name"] == name && row["role"] == "call");
        sites.map(|row| (row["outcome"].as_str().unwrap().to_owned(), row["reason"].as_str().unwrap_or("").to_owned())).collect()
    };
    assert_eq!(ends("surely"), vec![("dynamic".to_owned(), "local-value".to_owned()); 2]);
    assert_eq!(ends("toString"), [("external".to_owned(), "builtin".to_owned())]);
    assert_eq!(ends("call"), [("external".to_owned(), "builtin".to_owned())]);
}

#[test]
fn members_that_object_assign_puts_somewhere_may_be_short_or_quoted() {
    let base = "function Late() {}
function shared() {}
Object.assign(Late.prototype, { shared, run() { this.shared(); } });
Object.assign(Late, { 'cast': function () { return this.make(); }, make() {} });
module.exports = Late;
";
    let files = [("package.json", "{\"name\":\"p\"}"), ("base.js", base)];
    sure(&files, "Late#run().", &["Late#shared."]);
    sure(&files, "Late#cast().", &["Late#make()."]);
}

#[test]
fn types_in_comments_may_name_packages_of_a_scope() {
    let files = [
        ("package.json", "{\"name\":\"root\",\"workspaces\":[\"packages/*\"]}"),
        ("packages/pkg/package.json", "{\"name\":\"@scope/pkg\",\"main\":\"index.js\"}"),
        ("packages/pkg/index.js", "class T { m() {} }\nmodule.exports = { T };\n"),
        ("packages/use/package.json", "{\"name\":\"use\",\"dependencies\":{\"@scope/pkg\":\"*\"}}"),
        ("packages/use/a.js", "/** @param {import('@scope/pkg').T} x */\nfunction f(x) { x.m(); }\n"),
    ];
    sure(&files, "f().", &["T#m()."]);
}

#[test]
fn an_instance_of_a_class_in_namespaces_is_known() {
    let text = "namespace a { export namespace b { export class C { m() {} } export class D { m() {} } } }
function f(x: unknown) { if (x instanceof a.b.C) x.m(); }
";
    sure(&[("package.json", "{\"name\":\"p\"}"), ("a.ts", text)], "f().", &["C#m()."]);
}

#[test]
fn a_variable_that_is_called_like_the_exports_and_assigned_with_them_stands_for_them() {
    let lib = "'use strict';\nvar exports = module.exports = {};\nfunction isObject(x) {}\nexports.isObject = isObject;\nexports.make = function () { return exports.isObject(1); \
               };\n";
    let user = "const lib = require('./lib');\nfunction run() { lib.isObject(1); lib.make(); }\nmodule.exports = { run };\n";
    let files = [("package.json", "{\"name\":\"p\"}"), ("lib.js", lib), ("use.js", user)];
    sure(&files, "run().", &["isObject().", "make()."]);
    sure(&files, "make().", &["isObject()."]);
    let repo = Repo::built(&files);
    for table in ["edges_usage", "edges_import"] {
        let rows = repo.rows(table);
        let wrong = |row: &&serde_json::Value| row["path"] == "use.js" && row["to"].as_str().unwrap().ends_with("/exports.");
        assert!(!rows.iter().any(|row| wrong(&row)), "{rows:#?}");
    }
}
