//! What TypeScript tells of a value by what a call hands over: type parameters of functions.

use crate::scoping::sure;

const TYPES: &str = "class R { hit() {} own() {} r = 1 }\nclass Q { hit() {} q = 1 }\n";

/// The sure calls of `run` in a TypeScript file.
fn run(text: &str, expected: &[&str]) {
    let text = format!("{TYPES}{text}\n");
    sure(&[("lib.ts", text.as_str())], "/run(", expected);
}

#[test]
fn a_type_parameter_of_a_function_stands_for_what_is_handed_over_wherever_the_result_names_it() {
    let uses = "function useW<T>(x: T): [T, number] { return null! }\nfunction useZ<T>(f: () => T): { v: T } { return null! }\nfunction useY<T>(f: T): Array<{ v: T }> { return null! }\n";
    let of = |body: &str| run(&format!("{uses}function run() {{ {body} }}"), &["use", "R#hit(", "R#"]);
    of("const [it] = useW(new R()); it.hit()");
    of("useZ(() => new R()).v.hit()");
    of("const { v } = useZ(() => new R()); v.hit()");
    of("useY(new R())[0].v.hit()");
    run(
        &format!("{uses}const [it] = useW(new R())\nconst that = useZ(() => new Q())\nfunction run() {{ it.hit(); that.v.hit() }}"),
        &["R#hit(", "Q#hit("],
    );
    run(&format!("{uses}function mine() {{ return useW(new R()) }}\nfunction run() {{ mine()[0].hit() }}"), &["mine(", "R#hit("]);
}

#[test]
fn a_type_parameter_that_names_a_member_stands_for_the_text_that_is_handed_over() {
    let head = "interface Keys { a: R; b: Q; on: (it: R) => void; off(it: Q): void }\ndeclare class Em<M> { on<K extends keyof M>(k: K, f: (v: M[K]) => void): this; get<K extends keyof M>(k: K): M[K]; listen<K extends keyof M>(k: K, f: M[K]): void }\n";
    let of = |body: &str, member: &str, expected: &str| run(&format!("{head}function run(e: Em<Keys>) {{ {body} }}"), &[member, expected]);
    of("e.on('a', v => v.hit())", "Em#on(", "R#hit(");
    of("e.on('b', v => v.hit())", "Em#on(", "Q#hit(");
    of("e.get('b').hit()", "Em#get(", "Q#hit(");
    of("e.listen('on', it => it.hit())", "Em#listen(", "R#hit(");
    of("e.listen('off', it => it.hit())", "Em#listen(", "Q#hit(");
    run(&format!("{head}function run(e: Em<{{ a: R; b: Q }}>) {{ e.get('a').hit() }}"), &["Em#get(", "R#hit("]);
    run(&format!("{head}function run(e: Em<Keys>, k: 'a' | 'b') {{ e.get(k).hit() }}"), &["Em#get(", "R#hit(", "Q#hit("]);
    // Which member it is nobody knows.
    run(&format!("{head}function run(e: Em<Keys>, k: any) {{ e.get(k).hit() }}"), &["Em#get("]);
    // Of a text that need not be one it is a text.
    run(
        "declare class Box<T> { take(it: T): T }\ndeclare function box<T>(it: T): Box<T>;\nfunction run() { box('a').take('b').big() }",
        &["box(", "Box#take("],
    );
}

#[test]
fn a_function_that_is_handed_over_tells_by_its_result_where_it_is_one_of_several_types() {
    let heads = "type Ctor<T> = { new (): T } | Function\nfunction one<T>(c: string | (() => Ctor<T>), f: string | ((it: T) => any)) {}\nfunction two<T>(c: (() => T) | T[], f: (it: T) => any) \
                 {}\n";
    run(&format!("{heads}function run() {{ one(() => R, it => it.own()) }}"), &["one(", "R#own("]);
    run(&format!("{heads}function run() {{ two(() => new R(), it => it.own()) }}"), &["R#", "R#own(", "two("]);
    // The same behind a decorator.
    let text = format!("{TYPES}{heads}class Q2 {{ own() {{}} }}\nexport class Held {{\n  @one(() => R, run => run.own())\n  r: R\n}}\n");
    let repo = crate::support::Repo::built(&[("lib.ts", text.as_str())]);
    let owns: Vec<_> = repo.rows("edges_call").into_iter().filter(|row| row["to"].as_str().unwrap().ends_with("#own().")).collect();
    assert!(owns.len() == 1 && owns[0]["to"].as_str().unwrap().ends_with("/R#own()."), "{owns:?}");
}

#[test]
fn waiting_for_a_kind_of_promise_gives_what_the_promise_holds() {
    let text = "class Resp { text(): string { return ''; } }\ntype RP = { text(): Promise<string> } & Promise<Resp>;\ninterface RP2 extends Promise<Resp> { text(): Promise<string>; }\ndeclare function get(): RP;\ndeclare function get2(): RP2;\nasync function first() { const r = await get(); r.text(); }\nasync function second() { const s = await get2(); s.text(); }\nfunction third() { get2().text(); }\n";
    sure(&[("a.ts", text)], "/first(", &["/get(", "Resp#text("]);
    sure(&[("a.ts", text)], "/second(", &["/get2(", "Resp#text("]);
    sure(&[("a.ts", text)], "/third(", &["/get2(", "RP2#text("]);
}

#[test]
fn where_a_test_for_a_type_fails_the_rest_of_the_types_is_left() {
    let tests = "function isQ(x: unknown): x is Q { return true }\nclass K { static is(x: unknown): x is Q { return true } }\n";
    let of = |body: &str, expected: &[&str]| run(&format!("{tests}function run(x: R | Q) {{ {body} }}"), expected);
    of("if (x instanceof Q) return; x.hit()", &["R#hit("]);
    of("if (isQ(x)) return; x.hit()", &["R#hit(", "isQ("]);
    of("if (isQ(x)) x.hit(); else x.hit()", &["Q#hit(", "R#hit(", "isQ("]);
    of("if (!isQ(x)) x.hit()", &["R#hit(", "isQ("]);
    of("return isQ(x) ? 1 : x.hit()", &["R#hit(", "isQ("]);
    of("if (K.is(x)) return; x.hit()", &["K#is(", "R#hit("]);
    // What is no test tells nothing.
    run("function all(x: R): Q[] { return [] }\nfunction run(x: R) { if (all(x)) x.hit(); else x.hit() }", &["R#hit(", "R#hit(", "all("]);
}

#[test]
fn a_test_keeps_what_is_known_to_be_more_than_what_is_asked_for() {
    let types =
        "interface Src { up(): number }\ninterface Expr extends Src { up(): number; e: 1 }\nfunction isSrc(x: unknown): x is Src { return true }\n";
    let of = |body: &str, expected: &[&str]| run(&format!("{types}{body}"), expected);
    of("function run(x: string | Expr) { if (isSrc(x)) x.up() }", &["Expr#up(", "isSrc("]);
    of("function run(x: unknown) { if (isSrc(x)) x.up() }", &["Src#up(", "isSrc("]);
    of("class Base { up() {} }\nclass Below extends Base { up() {} }\nfunction run(x: Base) { if (x instanceof Below) x.up() }", &["Below#up("]);
    of("class Base { up() {} }\nclass Below extends Base { up() {} }\nfunction run(x: Below) { if (x instanceof Base) x.up() }", &["Below#up("]);
}

#[test]
fn a_context_of_react_comes_out_of_the_functions_that_use_it() {
    let text = "import { createContext, useContext } from 'react'\nclass Obs { error1(x) {} }\nclass Other { error1(x) {} }\nconst X = createContext<{ o: Obs }>(null!)\nconst useX = () => useContext(X)\nfunction useY() { const c = useContext(X); return c }\nfunction run() { useX().o.error1(1); useY().o.error1(2) }\n";
    sure(&[("package.json", "{\"dependencies\":{\"react\":\"18\"}}"), ("lib.ts", text)], "/run(", &["useX", "useY(", "Obs#error1(", "Obs#error1("]);
}

#[test]
fn what_the_platform_hands_to_a_method_of_an_object_is_its_own_more_often_than_not() {
    let text = "class Obs { error1(e) {} }\nfunction run() { new ReadableStream({ start(controller) { controller.error1(1) }, pull: (c) => c.error1(2) }) }\n";
    sure(&[("lib.ts", text)], "/run(", &[]);
}

#[test]
fn what_a_program_adds_to_the_type_of_a_variable_of_browsers_is_its_member() {
    let text = "export class Obs { error1(e: unknown) {} }\ndeclare global { interface Window { h: { o: Obs }; single: Obs } interface Document { ext: Obs } }\nfunction run() { const { h } = window; h.o.error1(1); window.single.error1(2); document.ext.error1(3); window.alert1(4) }\n";
    sure(&[("lib.ts", text)], "/run(", &["Obs#error1(", "Obs#error1(", "Obs#error1("]);
    let own = "class Win { error1(e: unknown) {} }\nconst window = new Win()\nfunction run() { window.error1(1) }\n";
    sure(&[("lib.ts", own)], "/run(", &["Win#error1("]);
}

#[test]
fn a_test_that_is_handed_a_class_tells_that_it_is_of_that() {
    let lib = "type Cls<T> = new (...a: any[]) => T\nfunction is<T extends Cls<any>>(v: any, type: T): v is InstanceType<T> { return v instanceof type }\nfunction isA<T>(v: unknown, type: Cls<T>): v is T { \
               return v instanceof type }\nfunction assertIs<T>(v: unknown, type: Cls<T>): asserts v is T {}\nclass Leaf { cut() {} }\nclass Stem { cut() {} }\nclass Root { cut() {} }\nfunction one(v: unknown) { if \
               (is(v, Leaf)) v.cut() }\nfunction two(v: unknown) { if (isA(v, Stem)) v.cut() }\nfunction three(v: any) { assertIs(v, Root); v.cut() }\nfunction rest(v: Leaf | Stem) { if (is(v, Leaf)) { v.cut() } else { \
               v.cut() } }\n";
    let files = [("lib.ts", lib)];
    sure(&files, "/one(", &["/is(", "Leaf#cut("]);
    sure(&files, "/two(", &["/isA(", "Stem#cut("]);
    sure(&files, "/three(", &["/assertIs(", "Root#cut("]);
    sure(&files, "/rest(", &["/is(", "Leaf#cut(", "Stem#cut("]);
}

#[test]
fn a_test_is_asked_of_what_tests_in_front_of_it_have_let_through() {
    let classes = "class A { m() {} }\nclass B extends A { m() {} }\nclass C { m() {} }\n";
    let uses = "function one(x: unknown) { if (!(x instanceof A) || x instanceof B) { return } x.m() }\nfunction two(x: A | B | C) { if (!(x instanceof A) || x instanceof B) { return } x.m() }\nfunction \
                three(x: any) { if (x instanceof A && !(x instanceof B)) { x.m() } }\n";
    let lib = format!("{classes}{uses}");
    for from in ["/one(", "/two(", "/three("] {
        sure(&[("lib.ts", &lib)], from, &["/A#m("]);
    }
}
