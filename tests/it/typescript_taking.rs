//! What functions are handed by the types that stand around them in TypeScript, and what is told of the values that they test.

use crate::scoping::sure;

const TYPES: &str = "interface Expr { toNode(): number }\ninterface Other { toNode(): number }\ntype Factory = Readonly<{ is(n: Expr): boolean; mk(n: Expr): number }>\n";

/// The sure calls of methods `toNode` in `text`.
fn nodes(text: &str, count: usize) {
    let expected: Vec<&str> = std::iter::repeat_n("Expr#toNode(", count).collect();
    sure(&[("lib.ts", &format!("{TYPES}{text}\n"))], "`lib.ts`/A", &expected);
}

#[test]
fn what_a_call_writes_for_type_parameters_types_the_functions_that_it_hands_over() {
    nodes("declare function freeze<T>(x: T): Readonly<T>\nconst A: Factory = { is(n) { return n.toNode() > 1 }, mk: (n) => n.toNode() }", 2);
    let frozen =
        "declare function freeze<T>(x: T): Readonly<T>\nconst A = { x: freeze<Factory>({ is(n) { return n.toNode() > 1 }, mk: (n) => n.toNode() }) }";
    let text = format!("{TYPES}{frozen}\n");
    sure(&[("lib.ts", &text)], "`lib.ts`/", &["Expr#toNode(", "Expr#toNode(", "freeze("]);
}

#[test]
fn what_satisfies_a_type_and_what_stands_in_a_list_is_typed_by_it() {
    nodes("const A = { is(n) { return n.toNode() > 1 }, mk: (n) => n.toNode() } satisfies Factory", 2);
    let list = "declare function each(all: (string | ((e: Expr) => number))[]): void\nfunction A() { each(['a', e => e.toNode()]) }";
    let text = format!("{TYPES}{list}\n");
    sure(&[("lib.ts", &text)], "/A(", &["Expr#toNode(", "each("]);
}

#[test]
fn components_are_handed_what_is_written_for_their_type() {
    let package = ("package.json", "{\"dependencies\":{\"react\":\"18\"}}");
    let text = "import React, { FC } from 'react'\nclass Obs { error1() {} }\nclass Oth { error1() {} }\ninterface P { o: Obs }\nconst A: React.FC<P> = ({ o }) => { o.error1(); return null }\nconst B: FC<P> = (p) => { p.o.error1(); return null }\nfunction run() {\n  React.memo<P>(function (p) { p.o.error1(); return null })\n  React.forwardRef<Oth, P>((p, ref) => { p.o.error1(); return null })\n}\n";
    sure(&[package, ("lib.tsx", text)], "`lib.tsx`/A(", &["Obs#error1("]);
    sure(&[package, ("lib.tsx", text)], "`lib.tsx`/B(", &["Obs#error1("]);
    sure(&[package, ("lib.tsx", text)], "/run(", &["Obs#error1("; 2]);
}

#[test]
fn components_hand_functions_what_their_properties_take() {
    let package = ("package.json", "{\"dependencies\":{\"react\":\"18\"}}");
    let text = "class Obs { error1() {} }\nclass Oth { error1() {} }\ninterface P { o: Obs; on?: (it: Obs) => void }\nfunction Item(props: P) { return null }\nfunction run() { return <Item o={new Obs()} on={it => it.error1()} /> }\n";
    sure(&[package, ("lib.tsx", text)], "/run(", &["Obs#", "Obs#error1("]);
}

#[test]
fn hooks_of_react_give_what_they_are_handed_and_set_what_they_give() {
    let package = ("package.json", "{\"dependencies\":{\"react\":\"18\"},\"devDependencies\":{\"@testing-library/react\":\"15\"}}");
    let head = "import React, { useReducer, useState, Component } from 'react'\nimport { renderHook } from '@testing-library/react'\nclass Obs { error1(): Obs { return this } }\nclass Oth { error1() {} }\nfunction useObs() { return { o: new Obs() } }\n";
    let of = |text: &str, expected: &[&str]| sure(&[package, ("lib.tsx", &format!("{head}{text}\n"))], "/run(", expected);
    of("function run() { const { result } = renderHook(() => useObs()); result.current.o.error1() }", &["Obs#error1(", "useObs("]);
    of("function run() { const it = renderHook(useObs); it.result.current.o.error1() }", &["Obs#error1("]);
    of("function run() { const [st] = useReducer((s: Obs, a: number) => s, new Obs()); st.error1() }", &["Obs#", "Obs#error1("]);
    of("function red(s: Obs, a: number): Obs { return s }\nfunction run() { const [st] = useReducer(red, null!); st.error1() }", &["Obs#error1("]);
    of("function run() { const [s, setS] = useState<Obs>(null!); setS(prev => prev.error1()) }", &["Obs#error1("]);
    of("function run(set: React.Dispatch<React.SetStateAction<Obs>>) { set(prev => prev.error1()) }", &["Obs#error1("]);
    of("function H(props: { o: Obs }) { return null }\nfunction run(p: React.ComponentProps<typeof H>) { p.o.error1() }", &["Obs#error1("]);
    let class = "class C extends Component<{ p: Oth }, { q: Obs }> { run() { this.setState(s => { s.q.error1(); return s }) } }\n";
    sure(&[package, ("lib.tsx", &format!("{head}{class}"))], "C#run(", &["Obs#error1("]);
}

#[test]
fn functions_in_a_mapped_type_take_what_it_says_of_the_member() {
    let types = "class A1 { go1() {} }\nclass B1 { go1() {} }\nclass C1 { go1() {} }\ninterface M { a: A1; b: B1 }\nenum En { X, Y }\n";
    let of = |text: &str, from: &str, expected: &[&str]| sure(&[("lib.ts", &format!("{types}{text}\n"))], from, expected);
    let table = "{ a(o, de) { o.go1(); de.go1() }, b: (o) => o.go1() }";
    let mapped = "{ [K in keyof M]: (o: M[K], de: C1) => void }";
    of(&format!("const run: {mapped} = {table}"), "`lib.ts`/run", &["A1#go1(", "B1#go1(", "C1#go1("]);
    of(&format!("type T = {mapped}\nconst run: T = {table}"), "`lib.ts`/run", &["A1#go1(", "B1#go1(", "C1#go1("]);
    of(&format!("class D {{ run: {mapped} = {table} }}"), "D#run", &["A1#go1(", "B1#go1(", "C1#go1("]);
    of("type H<K extends keyof M> = (o: M[K]) => void\nconst run: { [K in keyof M]?: H<K> } = { b(o) { o.go1() } }", "`lib.ts`/run", &["B1#go1("]);
    of("const run: { [K in En]: (o: A1) => void } = { [En.X](o) { o.go1() }, [En.Y]: (o) => o.go1() }", "`lib.ts`/run", &["A1#go1(", "A1#go1("]);
    of("const run: Partial<Record<'a' | 'b', (o: A1) => void>> = { a(o) { o.go1() } }", "`lib.ts`/run", &["A1#go1("]);
}

#[test]
fn what_a_call_is_expected_to_give_types_the_functions_that_it_hands_over() {
    let frozen =
        "declare function freeze<T>(x: T): Readonly<T>\nconst A: Factory = freeze({ is(n) { return n.toNode() > 1 }, mk: (n) => n.toNode() })";
    let text = format!("{TYPES}{frozen}\n");
    sure(&[("lib.ts", &text)], "`lib.ts`/", &["Expr#toNode(", "Expr#toNode("]);
    let same = "declare function same<T>(x: T): T\nfunction A(): Factory { return same({ is(n) { return n.toNode() > 1 }, mk: (n) => n.toNode() }) }";
    let text = format!("{TYPES}{same}\n");
    sure(&[("lib.ts", &text)], "`lib.ts`/A(", &["Expr#toNode(", "Expr#toNode(", "same("]);
}

#[test]
fn templates_take_type_arguments() {
    let text = "interface Raw<T> { as1(n: string): T }\ninterface Row { id: number }\ninterface Sql { <T = unknown>(s: TemplateStringsArray, ...p: unknown[]): Raw<T> }\ndeclare const sql: Sql\nfunction run() { return [sql<Row | null>`a ${1}`.as1('a'), sql`b`.as1('b')] }\n";
    sure(&[("lib.ts", text)], "/run(", &["Raw#as1(", "Raw#as1(", "/sql.", "/sql."]);
}

#[test]
fn an_object_by_a_key_that_is_no_text_gives_what_its_members_hold() {
    let classes = "class Up { go1() {} }\nclass Down { go1() {} }\n";
    let of = |text: &str, expected: &[&str]| sure(&[("lib.ts", &format!("{classes}{text}\n"))], "/run(", expected);
    of("const tab = { a: new Up(), b: new Up() }\nfunction run(k: keyof typeof tab) { tab[k].go1() }", &["Up#go1("]);
    of("const tab = { a: new Up(), b: new Up() }\nfunction run() { Object.values(tab).forEach(it => it.go1()) }", &["Up#go1("]);
    of("const tab = { a: new Up(), b: load() }\nfunction run(k: keyof typeof tab) { tab[k].go1() }", &[]);
    let loaders = "function load(x: string) { function take1(o: number) {} return { take1 } }\nconst all = { q: load('a'), m: load('b') }\nfunction run(k: 'q' | 'm') { const it = all[k]; it.take1(1) }";
    of(loaders, &["take1("]);
}

#[test]
fn of_the_branches_of_an_expression_the_widest_type_is_left() {
    let classes = "class Query { plug1(): Query { return this } }\nclass Noop extends Query { plug1(): Noop { return this } }\ndeclare const NOOP: Noop\ninterface Has { get1(): Query }\n";
    let of = |text: &str| sure(&[("lib.ts", &format!("{classes}{text}\n"))], "/run(", &["Has#get1(", "Query#plug1("]);
    of("function run(p?: Has) { const it = p !== undefined ? p.get1() : NOOP; it.plug1() }");
    of("function run(p?: Has) { (p?.get1() ?? NOOP).plug1() }");
}

#[test]
fn a_test_for_a_class_that_is_no_relative_leaves_both() {
    let types = "class Base { own1() {} }\nclass Mix { mix1() {} }\ninterface Named { name1(): void }\nfunction isNamed(x: unknown): x is Named { return true }\n";
    let of = |text: &str, from: &str, expected: &[&str]| sure(&[("lib.ts", &format!("{types}{text}\n"))], from, expected);
    of("function run(x: Base) { if (x instanceof Mix) { x.own1(); x.mix1() } }", "/run(", &["Base#own1(", "Mix#mix1("]);
    of("function run(x: Base) { if (isNamed(x)) { x.own1(); x.name1() } }", "/run(", &["Base#own1(", "Named#name1(", "isNamed("]);
    of("class Host { run() { if (this instanceof Mix) { this.own2(); this.mix1() } } own2() {} }", "#run(", &["Host#own2(", "Mix#mix1("]);
}

#[test]
fn a_method_may_say_what_its_own_value_is() {
    let text = "class Node1 { isLeaf(): this is Leaf { return true } hit1() {} }\nclass Leaf extends Node1 { hit1() {} }\nfunction run(n: Node1) { if (n.isLeaf()) n.hit1(); }\nfunction more(n: Node1) { if (n.isEmpty()) n.hit1(); }\n";
    sure(&[("lib.ts", text)], "/run(", &["Leaf#hit1(", "Node1#isLeaf("]);
    sure(&[("lib.ts", text)], "/more(", &["Node1#hit1("]);
}

#[test]
fn a_list_keeps_what_a_function_tests_its_elements_for() {
    let types = "class Cls { run1() {} }\nclass Oth { run1() {} }\ndeclare const xs: (Cls | Oth)[]\n";
    let of = |text: &str| sure(&[("lib.ts", &format!("{types}function run() {{ {text} }}\n"))], "/run(", &["Oth#run1("]);
    of("xs.filter((x): x is Oth => x instanceof Oth)[0].run1()");
    of("xs.find((x): x is Oth => x instanceof Oth)!.run1()");
    of("xs.filter(x => x instanceof Oth).forEach(x => x.run1())");
}

#[test]
fn a_class_is_built_whatever_interface_bears_its_name_too() {
    let text = "export class One { constructor() {} }\nexport interface One { more(): void }\n";
    let user = "import { One } from './one'\nfunction run() { new One() }\nclass Sub extends One { constructor() { super() } }\n";
    sure(&[("one.ts", text), ("use.ts", user)], "/run(", &["One#constructor("]);
    sure(&[("one.ts", text), ("use.ts", user)], "Sub#constructor(", &["One#constructor("]);
}

#[test]
fn a_type_by_several_names_of_members_is_any_of_theirs() {
    let types = "class Ty { spell1() {} }\nclass Arr extends Ty { need1() {} }\nclass Con extends Ty { need1() {} }\nclass Zz { need1() {} spell1() {} }\ninterface Kinds { array: Arr; con: Con }\n";
    for spelled in ["Kinds[keyof Kinds]", "Kinds['array' | 'con']", "ValueOf<Kinds>", "(typeof objs)[keyof typeof objs]"] {
        let text = format!(
            "{types}type ValueOf<T> = T[keyof T]\nconst objs = {{ a: new Arr(), b: new Con() }}\ntype Some = {spelled}\nfunction run(a: Some) {{ a.spell1(); a.need1() }}\n"
        );
        sure(&[("lib.ts", &text)], "/run(", &["Ty#spell1(", "Arr#need1(", "Con#need1("]);
    }
}

#[test]
fn a_union_has_the_types_that_it_names_beside_those_it_writes_out() {
    let text = "interface In { kind: 'in'; tag: Tag }\ninterface Re { kind: 're'; tag: Other }\nclass Tag { hit1() {} }\nclass Other { hit1() {} }\ntype Part = { kind: 'text'; text: string } | In | Re\nfunction run(x: Part) { if (x.kind === 'in') x.tag.hit1() }\n";
    sure(&[("lib.ts", text)], "/run(", &["Tag#hit1("]);
}

#[test]
fn listeners_are_handed_the_list_that_stands_under_the_name_of_their_event() {
    let text = "class Obs { hit1(n: number) {} }\nclass Zz { hit1(n: number) {} }\ntype Ev = { a: [Obs]; b: [Zz, number] }\ndeclare class Emitter<M extends Record<string, any[]>> { on1<K extends keyof M>(k: K, f: (...a: M[K]) => void): this }\nfunction run() { new Emitter<Ev>().on1('a', (o) => o.hit1(1)).on1('b', (z, n) => z.hit1(2)) }\n";
    sure(&[("lib.ts", text)], "/run(", &["Emitter#on1(", "Emitter#on1(", "Obs#hit1(", "Zz#hit1(", "Emitter#"]);
}

#[test]
fn what_a_class_gives_is_built_that_a_call_gave() {
    let text =
        "class One { hit1() {} }\nclass Two { hit1() {} }\nfunction give() { return One }\nfunction run() { const K = give(); new K().hit1() }\n";
    sure(&[("lib.ts", text)], "/run(", &["One#hit1(", "give("]);
}

#[test]
fn what_hands_a_call_on_by_a_field_is_no_call_of_itself() {
    let text = "class Server { constructor(inner) { this.inner = inner } serving1() { return this.inner.serving1() } }\n";
    sure(&[("lib.js", text)], "#serving1(", &[]);
}

#[test]
fn lists_and_sets_number_what_they_hold() {
    let text = "class V { hit1() {} }\nclass W { hit1() {} }\nfunction run(vs: V[], st: Set<V>) { for (const [i, v] of vs.entries()) v.hit1(); for (const [i, v] of st.entries()) v.hit1() }\n";
    sure(&[("lib.ts", text)], "/run(", &["V#hit1("; 2]);
}

#[test]
fn what_stands_for_a_module_in_a_file_of_declarations_is_imported_by_its_name() {
    let types = "declare function expect1(t?: any): E.Root;\ndeclare namespace E { interface Root { to: To; eql1(x: any): void } interface To { be1(x: any): void } }\ndeclare module 'expect.js' { export = expect1; }\n";
    let user = "import check from 'expect.js'\nfunction run() { check(1).to.be1(2); check().eql1(3) }\n";
    sure(&[("types/expect.d.ts", types), ("a.ts", user)], "/run(", &["/expect1(", "/expect1(", "To#be1(", "Root#eql1("]);
}
