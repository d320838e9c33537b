//! Which of several things of one name TypeScript means: signatures by what a call hands over, parts of a union by their tags, the two functions of a
//! property by what is done to it.

use crate::scoping::sure;
use crate::support::Repo;

const TYPES: &str = "class V { go1() {} n1 = 1 }\nclass Z { go1() {} z1 = 3 }\nclass W extends V {}\n";

/// The sure calls of `go1` in `run` of a file.
fn goes(text: &str, expected: &[&str]) {
    let text = format!("{TYPES}{text}\n");
    let repo = Repo::built(&[("lib.ts", text.as_str())]);
    let rows = repo.rows("edges_call");
    let told = |row: &&serde_json::Value, part: &str| row["to"].as_str().unwrap().ends_with(part) && row["from"].as_str().unwrap().contains("/run(");
    let mut found: Vec<(u64, String)> = Vec::new();
    for row in rows.iter().filter(|row| told(row, "go1().") && row["confidence"].as_f64().unwrap() >= 0.5) {
        found.push((row["byteStart"].as_u64().unwrap(), row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()));
    }
    found.sort();
    let found: Vec<&str> = found.iter().map(|(_, to)| to.as_str()).collect();
    let expected: Vec<String> = expected.iter().map(|name| format!("{name}#go1().")).collect();
    assert_eq!(found, expected, "{text}");
}

/// Names and kinds of the members that are read or written in `run` of a file, in order of the text, by the lines of their definitions.
fn lines(text: &str, name: &str, expected: &[u64]) {
    let repo = Repo::built(&[("lib.ts", text)]);
    let symbols = repo.rows("symbols");
    let line = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).map_or(0, |row| row["nameLine"].as_u64().unwrap());
    let mut found: Vec<(u64, u64)> = Vec::new();
    for row in repo.rows("edges_usage") {
        let (from, to) = (row["from"].as_str().unwrap(), row["to"].as_str().unwrap());
        if from.contains("/run(") && symbols.iter().any(|it| it["symbolId"] == to && it["name"] == name) {
            found.push((row["byteStart"].as_u64().unwrap(), line(to)));
        }
    }
    found.sort_unstable();
    assert_eq!(found.into_iter().map(|it| it.1).collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn a_read_leads_to_what_gets_a_property_and_a_write_to_what_sets_it() {
    let get = "  get bin() { return this.own }\n";
    let set = "  set bin(v) { this.own = v }\n";
    let uses = "  own = 1\n}\nfunction run(a: A) { a.bin = 3; return a.bin }\n";
    lines(&format!("class A {{\n{get}{set}{uses}"), "bin", &[3, 2]);
    lines(&format!("class A {{\n{set}{get}{uses}"), "bin", &[2, 3]);
    lines(&format!("class A {{\n{get}{uses}"), "bin", &[2, 2]);
    lines("interface A {\n  get bin(): number\n  set bin(v: number)\n}\nfunction run(a: A) { a.bin = 3; return a.bin }\n", "bin", &[3, 2]);
}

#[test]
fn what_an_overloaded_function_gives_is_what_the_first_signature_does_that_takes_the_arguments() {
    let over = "function over(a: string): V; function over(a: number): Z; function over(a: any): any {}\n";
    let run = |body: &str, expected: &[&str]| goes(&format!("{over}function run(s: string, l: string[]) {{ {body} }}"), expected);
    run("over('a').go1(); over(1).go1()", &["V", "Z"]);
    run("over(s).go1(); over(`a${s}`).go1(); over(s ? 'a' : 'b').go1()", &["V", "V", "V"]);
    run("over(l).go1()", &["V", "Z"]);
    let class = "class C { m(a: string): V; m(a: number, b?: string): Z; m(a: any): any {} static s(a: V): V; static s(a: Z): Z; static s(a: any) { return a } }\n";
    let run = |body: &str, expected: &[&str]| goes(&format!("{class}function run(w: W) {{ {body} }}"), expected);
    run("new C().m(1).go1(); new C().m('a').go1(); C.s(new V()).go1(); C.s(new Z()).go1(); C.s(w).go1()", &["Z", "V", "V", "Z", "V"]);
    let written = "interface I { (a: string): V; (a: number): Z; k(a: 'x'): V; k(a: 'y' | 'z'): Z }\n";
    let run = |body: &str, expected: &[&str]| goes(&format!("{written}function run(i: I) {{ {body} }}"), expected);
    run("i('a').go1(); i(1).go1(); i.k('x').go1(); i.k('y').go1(); i.k('z').go1()", &["V", "Z", "V", "Z", "Z"]);
}

#[test]
fn what_may_be_taken_by_several_signatures_may_be_what_each_gives() {
    let over = "interface P { n1?: number }\nfunction over(a: P): V; function over(a: Z): Z; function over(a: any): any {}\n";
    goes(&format!("{over}declare const it: any\nfunction run() {{ over(it).go1() }}"), &["V", "Z"]);
    goes(&format!("{over}function run() {{ over(new Z()).go1() }}"), &["V", "Z"]);
    let own = "class K { private own = 1 }\nfunction over(a: K): V; function over(a: Z): Z; function over(a: any): any {}\n";
    goes(&format!("{own}function run() {{ over(new Z()).go1() }}"), &["Z"]);
}

#[test]
fn a_function_that_is_handed_over_takes_what_the_signature_says_that_the_call_means() {
    let text = "class Em { on(ev: 'a', f: (e: V) => void): this; on(ev: 'b', f: (z: Z) => void): this; on(ev: any, f: any): this { return this } }\n";
    goes(&format!("{text}function run() {{ new Em().on('a', (e) => e.go1()).on('b', (z) => z.go1()) }}"), &["V", "Z"]);
}

#[test]
fn of_object_types_that_a_value_is_one_of_its_tag_tells_which() {
    let union = "type S = { kind: 'a'; v: V; only: V } | { kind: 'b' | 'c'; v: Z; other: Z }\n";
    let run = |body: &str, expected: &[&str]| goes(&format!("{union}function run(s: S) {{ {body} }}"), expected);
    run("if (s.kind === 'a') { s.v.go1(); s.only.go1() } else { s.v.go1(); s.other.go1() }", &["V", "V", "Z", "Z"]);
    run("switch (s.kind) { case 'a': s.v.go1(); break; case 'c': s.v.go1() }", &["V", "Z"]);
    run("s.v.go1(); s.only.go1()", &["V", "Z", "V"]);
    let generic = "type R<T> = { ok: 'y'; v: T } | { ok: 'n'; e: Z }\n";
    goes(&format!("{generic}function run(r: R<V>) {{ if (r.ok === 'y') r.v.go1(); else r.e.go1() }}"), &["V", "Z"]);
    let part = format!("{union}function run(a: Extract<S, {{ kind: 'a' }}>, o: Exclude<S, {{ kind: 'a' }}>) {{ a.v.go1(); o.v.go1() }}");
    goes(&part, &["V", "Z"]);
    let usage = format!("{union}function run(s: S) {{ s.kind; if (s.kind === 'b') s.kind }}\n");
    lines(&usage, "kind", &[1, 1, 1, 1, 1]);
}

#[test]
fn functions_of_the_platform_give_what_they_are_handed() {
    let run = |body: &str, expected: &[&str]| {
        goes(&format!("async function run(vs: V[], r: Record<string, V>, mk: () => Promise<V>) {{ {body} }}"), expected);
    };
    run("vs.reduce((a, v) => a.n1 > v.n1 ? a : v).go1()", &["V"]);
    run("vs.reduce<Record<string, V[]>>((a, v) => a, {})['a'][0].go1()", &["V"]);
    run("Object.fromEntries(vs.map(v => [v.n1, v]))['x'].go1()", &["V"]);
    run("Object.keys(r).map(k => r[k]).forEach(v => v.go1())", &["V"]);
    run("structuredClone(new V()).go1()", &["V"]);
    run("const st = await Promise.allSettled([mk()]); if (st[0].status === 'fulfilled') st[0].value.go1()", &["V"]);
    run("Array.from(vs, v => v)[0].go1()", &["V"]);
}

#[test]
fn a_value_hides_no_less_than_a_type_of_its_name() {
    let files = [
        ("ev.ts", "export class Ev { static begin1() {} }\n"),
        ("lib.ts", "import { Ev } from './ev'\nexport interface Ev { begin: [V] }\nclass V {}\nfunction run() { return Ev }\n"),
    ];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_usage");
    let found: Vec<_> = rows.iter().filter(|row| row["from"].as_str().unwrap().ends_with("/run().")).collect();
    assert!(found.len() == 1 && found[0]["to"].as_str().unwrap().ends_with("`ev.ts`/Ev#"), "{found:?}");
}

#[test]
fn a_module_that_is_declared_may_export_what_is_declared_below_it() {
    let types = "declare module 'outer' { export = outer; }\ndeclare function outer(t?: any): E.Root;\ndeclare namespace E { interface Root { to1(): void } }\n";
    let uses = "import outer from 'outer'\nclass Other { to1() {} }\nfunction run() { outer(1).to1() }\n";
    sure(&[("outer.d.ts", types), ("use.ts", uses)], "/run(", &["/outer(", "Root#to1("]);
}

#[test]
fn of_a_list_a_function_that_tests_keeps_what_it_tells() {
    let test = "class O { go1() {} o1 = 1 }\ndeclare function isO(it: unknown): it is O\ndeclare function isBig(it: unknown): boolean\n";
    let run = |body: &str, expected: &[&str]| goes(&format!("{test}function run(xs: (V | O)[], vs: V[]) {{ {body} }}"), expected);
    run("xs.filter(isO)[0].go1(); xs.find(isO)!.go1()", &["O", "O"]);
    run("xs.filter(isO).forEach(x => x.go1())", &["O"]);
    run("vs.filter(isBig)[0].go1()", &["V"]);
    let own = "declare class Q { filter(f: any): V[] }\n";
    goes(&format!("{test}{own}function run(q: Q) {{ q.filter(isO)[0].go1() }}"), &["V"]);
}
