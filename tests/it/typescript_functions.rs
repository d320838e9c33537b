//! Functions without a name as values in TypeScript, JavaScript and Python: what is given that they give, and what `new` builds with what it is handed.

use crate::scoping::sure;
use crate::support::Repo;

const CLASSES: &str = "class Up { go1() {} }\nclass Down { go1() {} }\n";

/// The sure calls in a function `run` of `text`.
fn of(text: &str, expected: &[&str]) {
    sure(&[("lib.ts", &format!("{CLASSES}{text}\n"))], "/run(", expected);
}

#[test]
fn what_a_function_gives_that_a_function_gives_back_is_known() {
    of("function mk() { return function () { return new Up() } }\nfunction run() { mk()().go1() }", &["Up#go1(", "mk("]);
    of("function mk() { return () => new Up() }\nconst f = mk()\nfunction run() { f().go1() }", &["Up#go1(", "/f."]);
    of("const mk = () => () => new Up()\nfunction run() { mk()().go1() }", &["Up#go1(", "mk("]);
    of("const mk = (a) => (b) => (c) => new Up()\nfunction run() { mk(1)(2)(3).go1() }", &["Up#go1(", "mk("]);
    of("function mk() { return () => new Up() }\nclass K { c = mk() }\nfunction run(k: K) { k.c().go1() }", &["K#c", "Up#go1("]);
    of("function mk() { return () => new Up() }\nfunction run() { [mk()].forEach(g => g().go1()) }", &["Up#go1(", "mk("]);
    of("function mk<T>(f: () => T) { return () => f() }\nfunction run() { mk(() => new Up())().go1() }", &["Up#", "Up#go1(", "mk("]);
    of("const memo = <F extends (...a: any[]) => any>(f: F): F => f\nfunction run() { memo(() => new Up())().go1() }", &["Up#", "Up#go1(", "memo("]);
    of("function once<T>(f: () => T): () => T { return f }\nconst o = once(() => new Up())\nfunction run() { o().go1() }", &["Up#go1(", "/o."]);
    let script = "class Up { go1() {} }\nclass Down { go1() {} }\nfunction verb(m) { return function (uri) { return new Up() } }\nconst get = verb('get')\nfunction run() { get('x').go1() }\n";
    sure(&[("lib.js", script)], "/run(", &["Up#go1(", "/get."]);
    let python = "class Up:\n    def go1(self): pass\nclass Down:\n    def go1(self): pass\ndef mk():\n    return lambda: Up()\nclass K:\n    def __init__(self):\n        self.h = lambda: Up()\ndef run(k: K):\n    mk()().go1()\n    k.h().go1()\n";
    sure(&[("lib.py", python)], "/run(", &["K#h", "Up#go1(", "Up#go1(", "mk("]);
}

#[test]
fn a_function_type_is_known_wherever_a_value_of_it_is_taken_from() {
    let types = "type Fn = (v: Up) => Up\ntype O = { f: Fn }\n";
    let with = |text: &str, expected: &[&str]| of(&format!("{types}{text}"), expected);
    with("function run(g: Fn[]) { g[0](new Up()).go1() }", &["Up#", "Up#go1("]);
    with("function run(i: Map<string, Fn>) { i.get('x')!(null!).go1() }", &["Up#go1("]);
    with("function run(g: Set<Fn>) { for (const k of g) k(null!).go1() }", &["Up#go1("]);
    with("function run(g: Fn[]) { g.map(k => k(null!)).forEach(w => w.go1()) }", &["Up#go1("]);
    with("function run(a: ReturnType<Fn>, p: Parameters<Fn>[0], d: ReturnType<O['f']>) { a.go1(); p.go1(); d.go1() }", &["Up#go1("; 3]);
    with("async function run(q: Array<() => Promise<Up>>) { for (const j of q) (await j()).go1() }", &["Up#go1("]);
}

#[test]
fn what_a_function_that_waits_gives_tells_what_a_promise_holds() {
    let run = "async function tried<T>(f: () => Promise<T>): Promise<T> { return f() }\n";
    let with = |text: &str, expected: &[&str]| of(&format!("{run}{text}"), expected);
    with("async function run() { (await tried(async () => new Up())).go1() }", &["Up#", "Up#go1(", "tried("]);
    with("async function run() { (await tried(() => Promise.resolve(new Up()))).go1() }", &["Up#", "Up#go1(", "tried("]);
    with("async function run() { const { x } = await tried(async () => ({ x: new Up() })); x.go1() }", &["Up#", "Up#go1(", "tried("]);
    with("async function run() { (await Promise.resolve(1).then(() => new Up()).catch(() => null!)).go1() }", &["Up#", "Up#go1("]);
    with("function run(all: Up[]) { all.flatMap(v => v).forEach(v => v.go1()) }", &["Up#go1("]);
    with("function run(q: { [k: number]: Up }) { q[0].go1() }", &["Up#go1("]);
}

#[test]
fn what_new_is_handed_tells_type_arguments_wherever_the_value_is_kept() {
    let classes = "class Box<T> { constructor(private v: T) {} get1(): T { return this.v } }\nclass Low<U> extends Box<U[]> {}\n";
    let with = |text: &str, expected: &[&str]| of(&format!("{classes}{text}"), expected);
    with("const b = new Box(new Up())\nfunction run() { b.get1().go1() }", &["Box#get1(", "Up#go1("]);
    with("class Host { b = new Box(new Up()) }\nfunction run(h: Host) { h.b.get1().go1() }", &["Box#get1(", "Up#go1("]);
    with(
        "class Host { private e; constructor() { this.e = new Box(new Up()) } run() { this.e.get1().go1() } }\nfunction run(h: Host) { h.run() }",
        &["Host#run("],
    );
    with("function mk() { const x = new Box(new Up()); return x }\nfunction run() { mk().get1().go1() }", &["Box#get1(", "Up#go1(", "mk("]);
    with("function run() { new Low([new Up()]).get1()[0].go1() }", &["Box#get1(", "Low#", "Up#", "Up#go1("]);
}

#[test]
fn a_function_that_is_put_into_a_place_is_typed_by_what_is_declared_of_it() {
    let types = "type Fn = (v: Up) => void\n";
    let with = |text: &str, count: usize| of(&format!("{types}{text}"), &vec!["Up#go1("; count]);
    with("const hs: Fn[] = []\nfunction run() { hs.push((v) => v.go1()); hs.unshift((v) => v.go1()); hs[0] = (v) => v.go1() }", 3);
    with("const hm = new Map<string, Fn>()\nfunction run() { hm.set('a', (v) => v.go1()) }", 1);
    with("function run() { let f: Fn; f = (v) => v.go1() }", 1);
    let class = "type Fn = (v: Up) => void\nclass Q { cbs: Fn[] = []; m: Record<string, Fn> = {}; f!: Fn\n a() { this.m['x'] = (v) => v.go1(); this.cbs = [(v) => v.go1()]; this.cbs.push((v) => v.go1()) } }";
    let text = format!("{CLASSES}{class}\n");
    sure(&[("lib.ts", &text)], "Q#a", &["Up#go1("; 3]);
}

#[test]
fn components_of_every_form_hand_functions_what_their_properties_take() {
    let package = ("package.json", "{\"dependencies\":{\"react\":\"18\"}}");
    let head = "import React, { FC, memo, forwardRef, Component, useCallback } from 'react'\nclass Up { go1() {} }\nclass Down { go1() {} }\ninterface P { v: Up; on?: (it: Up) => void }\n";
    let of = |text: &str, expected: &[&str]| sure(&[package, ("lib.tsx", &format!("{head}{text}\n"))], "/run(", expected);
    of("const A: FC<P> = ({ v }) => null\nfunction run() { return <A v={null!} on={(x) => x.go1()} /> }", &["Up#go1("]);
    of("const A: FC<P> = ({ v }) => null\nconst Cmp = { Sub: A }\nfunction run() { return <Cmp.Sub v={null!} on={(x) => x.go1()} /> }", &["Up#go1("]);
    of("const C = memo(function (p: P) { return null })\nfunction run() { return <C v={null!} on={(x) => x.go1()} /> }", &["Up#go1("]);
    of(
        "const D = forwardRef<Down, P>(function (p, ref) { return null })\nfunction run() { return <D v={null!} on={(x) => x.go1()} /> }",
        &["Up#go1("],
    );
    of("class F extends Component<P> {}\nfunction run() { return <F v={null!} on={(x) => x.go1()} /> }", &["Up#go1("]);
    of("function Rp(p: { children: (v: Up) => any }) { return null }\nfunction run() { return <Rp>{(x) => x.go1()}</Rp> }", &["Up#go1("]);
    of("function run(v: Up) { useCallback((x: Up) => x, [])(v).go1() }", &["Up#go1("]);
}

#[test]
fn stores_of_zustand_give_what_they_hold() {
    let package = ("package.json", "{\"dependencies\":{\"zustand\":\"4\"}}");
    let head = "import { StoreApi, createStore } from 'zustand'\nclass Up { go1() {} }\nclass Down { go1() {} }\ninterface S { v: Up }\n";
    let of = |text: &str| sure(&[package, ("lib.ts", &format!("{head}{text}\n"))], "/run(", &["Up#go1("]);
    of("function run(api: StoreApi<S>) { api.getState().v.go1() }");
    of("function run(api: StoreApi<S>) { const { getState } = api; getState().v.go1() }");
    of("function run(api: StoreApi<S>) { api.setState((s) => { s.v.go1(); return s }) }");
    of("const api = createStore<S>(() => null!)\nfunction run() { api.getState().v.go1() }");
    of("const api = createStore<S>()(() => null!)\nfunction run() { api.getState().v.go1() }");
}

#[test]
fn a_static_method_builds_the_class_that_it_is_called_on() {
    of(
        "class B { static build<T>(this: new () => T): T { return new this() } }\nclass S extends B { go1() {} }\nfunction run() { S.build().go1() }",
        &["B#build", "S#go1("],
    );
}

#[test]
fn what_a_script_imports_whole_is_the_code_beside_declarations() {
    let files = [
        ("package.json", "{\"name\":\"x\",\"main\":\"lib/index.js\",\"types\":\"lib/index.d.ts\"}"),
        ("lib/index.js", "exports.mk = function () { return 1 }\n"),
        ("lib/index.d.ts", "export function mk(): number\n"),
        ("test/a.js", "const X = require('..')\nX.mk()\n"),
    ];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_import");
    let of_test: Vec<&str> = rows.iter().filter(|row| row["path"] == "test/a.js").map(|row| row["to"].as_str().unwrap()).collect();
    assert_eq!(of_test, ["file:lib/index.js"], "{rows:#?}");
}

#[test]
fn comments_tell_maps_and_what_builds() {
    let of = |text: &str| sure(&[("lib.js", &format!("{CLASSES}{text}\n"))], "/run(", &["Up#go1("]);
    of("/** @param {Object<string, Up>} ob */\nfunction run(ob) { ob.a.go1() }");
    of("/** @param {Object.<string, Up>} ob */\nfunction run(ob) { ob['b'].go1() }");
    of("/** @param {new () => Up} C */\nfunction run(C) { new C().go1() }");
}

#[test]
fn what_a_pattern_leaves_of_a_written_type_has_its_members() {
    of("function run({ v, ...rest }: { v: Down; y: Up }) { rest.y.go1() }", &["Up#go1("]);
}

#[test]
fn a_type_parameter_hides_no_value_of_its_name() {
    let files = [
        ("up.ts", "export class Up { go1() {} }\nexport function make(): Up { return new Up() }\n"),
        ("use.ts", "import * as E from './up'\nimport { Up as U } from './up'\nexport function run<E, U>(e: E, u: U) { E.make().go1(); new U() }\n"),
    ];
    sure(&files, "/run(", &["/make(", "Up#go1(", "/Up#"]);
}

#[test]
fn a_mapped_type_may_give_all_of_its_members_one_generic_type() {
    let head = "type Name = 'a' | 'b'\nclass Box<K> { go1() {} }\ntype All = { [K in Name]: Box<K> }\n";
    for used in ["all[name].go1()", "all.a.go1()"] {
        of(&format!("{head}function run(all: All, name: Name) {{ {used} }}"), &["Box#go1("]);
    }
}
