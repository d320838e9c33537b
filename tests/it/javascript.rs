//! What JavaScript means by its own rules of calls, instances and assignments, and what its comments say of types.

use crate::scoping::{calls, sure};

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
    let repo = crate::support::Repo::built(&[("lib.ts", lib)]);
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
