//! What a value of one of several types is: in lists and maps, and where the tag of one is tested for.

use crate::scoping::sure;
use crate::support::Repo;

const SHAPES: (&str, &str) = (
    "shapes.ts",
    "export enum Kind { Cat, Dog }\nexport interface Cat { type: Kind.Cat; purr(): void; eat(): void }\nexport interface Dog { type: Kind.Dog; bark(): void; \
     eat(): void }\nexport interface Round { kind: 'round'; draw(): void; roll(): void }\nexport interface Square { kind: 'square'; draw(): void }\nexport type \
     Shape = Round | Square\n",
);

/// The sure calls of `run` in a TypeScript file.
fn run(text: &str, expected: &[&str]) {
    let text = format!("import {{ Cat, Dog, Kind, Shape, Round }} from './shapes'\n{text}\n");
    sure(&[SHAPES, ("use.ts", text.as_str())], "run(", expected);
}

#[test]
fn what_holds_values_of_several_types_holds_each() {
    run("function run(all: Array<Cat | Dog>) { all[0].bark() }", &["Dog#bark("]);
    run("function run(all: Map<string, Cat | Dog>) { all.get('x')!.bark() }", &["Dog#bark("]);
    run("function run(all: (Cat | Dog)[]) { all.forEach(it => it.eat()) }", &["Cat#eat(", "Dog#eat("]);
    run("function run(all: Shape[]) { for (const it of all) it.roll() }", &["Round#roll("]);
    run("async function run(it: Promise<Cat | Dog>) { (await it).bark() }", &["Dog#bark("]);
    run("class Box<T> { get(): T { return null! } }\nfunction run(it: Box<Cat | Dog>) { it.get().bark() }", &["Box#get(", "Dog#bark("]);
    run("function first<T>(all: T[]): T { return all[0] }\nfunction run(all: (Cat | Dog)[]) { first(all).bark() }", &["first(", "Dog#bark("]);
}

#[test]
fn the_tag_of_a_union_tells_its_types_apart() {
    run("function run(it: Cat | Dog) { if (it.type === Kind.Dog) it.eat() }", &["Dog#eat("]);
    run("function run(it: Cat | Dog) { if (it.type !== Kind.Dog) { it.eat() } else { it.eat() } }", &["Cat#eat(", "Dog#eat("]);
    run("function run(it: Shape) { if (it.kind !== 'round') return; it.draw() }", &["Round#draw("]);
    run("function run(all: Shape[]) { all.some(it => it.kind === 'square' && it.draw()) }", &["Square#draw("]);
    run("function run(it: Shape) { if (it.kind === Kind.Dog) it.draw() }", &["Round#draw(", "Square#draw("]);
}

#[test]
fn each_case_of_a_switch_tells_the_tag() {
    let cases = |cases: &str| format!("function run(it: Shape) {{ switch (it.kind) {{ {cases} }} }}");
    run(&cases("case 'round': break; case 'square': it.draw()"), &["Square#draw("]);
    run(&cases("case 'round': case 'square': it.draw()"), &["Round#draw(", "Square#draw("]);
    run(&cases("case 'round': break; default: it.draw()"), &["Square#draw("]);
    run(&cases("case 'round': it.kind; default: it.draw()"), &["Round#draw(", "Square#draw("]);
    run(&format!("{} function after(it: Shape) {{}}", cases("case 'round': break } it.draw(); {")), &["Round#draw(", "Square#draw("]);
}

#[test]
fn types_that_are_written_for_a_function_tell_what_it_gives_without_saying_so() {
    let lib = "export const wrap = <S>(hook: any) => { return ((...args: any[]) => hook(...args)) as unknown as S }\nexport interface Result { open(): void \
               }\nexport interface Hook { (key: string): Result; (key: string, more: number): Result }\nexport interface Other { open(): void }\nexport const use \
               = wrap<Hook>(1)\n";
    sure(&[("lib.ts", lib), ("use.ts", "import { use } from './lib'\nfunction run() { use('x').open() }\n")], "run(", &["/use", "Result#open("]);
}

#[test]
fn a_member_that_is_written_out_is_no_other_one_of_its_name() {
    let other = ("other.ts", "export class Options { store = ''; detail?: string }\n");
    let reads = |text: &str| {
        let repo = Repo::built(&[other, ("use.ts", text)]);
        let rows = repo.rows("edges_usage");
        rows.iter().filter(|row| row["to"].as_str().unwrap().contains("Options#") && row["path"] == "use.ts").count()
    };
    assert_eq!(reads("export function run(it: any) { return it.store }\n"), 1, "the only one of its name");
    assert_eq!(reads("export function run() { const it = { store: 'a' }; return it.store }\n"), 0);
    assert_eq!(reads("function make() { return { store: 'a' } }\nexport function run() { const it = make(); return it.store }\n"), 0);
    assert_eq!(reads("export function run(it: { store?: any } = {}) { return it.store }\n"), 0);
}

#[test]
fn a_place_in_a_type_and_what_is_left_of_a_list_are_of_its_elements() {
    let head = "interface El { props: Array<Cat | Dog> }\ntype Pair = [Cat, Dog]\ntype All = Dog[]\n";
    run(&format!("{head}function run(it: El['props'][0]) {{ it.bark() }}"), &["Dog#bark("]);
    run(&format!("{head}function run(it: Pair[1]) {{ it.eat() }}"), &["Dog#eat("]);
    run(&format!("{head}function run(it: All[number]) {{ it.eat() }}"), &["Dog#eat("]);
    run(&format!("{head}function run<T extends All>(...all: [...T]) {{ all.map(it => it.eat()) }}"), &["Dog#eat("]);
}

#[test]
fn a_function_that_is_declared_to_be_more_has_members() {
    let lib = "export interface Job extends Function { (): void; done(): void }\nexport class Other { done() {} }\n";
    let uses = "import { Job } from './lib'\nfunction run() { const job: Job = () => {}; job.done() }\n";
    sure(&[("lib.ts", lib), ("use.ts", uses)], "run(", &["Job#done("]);
}

const RUNNERS: &str = "class Cat { run() {} }\nclass Lion extends Cat { mane = 1; run() {} }\nfunction isLion(it: unknown): it is Lion { return true }\nclass Cage { cat: Cat = new Cat() }\n";

#[test]
fn a_test_tells_of_a_member_as_of_a_name() {
    let cage = |body: &str, expected: &[&str]| {
        let text = format!("{RUNNERS}class Zoo {{ constructor(private cage: Cage) {{}}\n run(own: Cage) {{ {body} }} }}\n");
        sure(&[("lib.ts", text.as_str())], "Zoo#run(", expected);
    };
    cage("if (isLion(this.cage.cat)) this.cage.cat.run()", &["isLion(", "Lion#run("]);
    cage("if (isLion(this.cage.cat)) {} else { this.cage.cat.run() }", &["isLion(", "Cat#run("]);
    cage("if (!(own.cat instanceof Lion)) return; own.cat.run()", &["Lion#run("]);
    cage("return own.cat instanceof Lion && own.cat.run()", &["Lion#run("]);
    cage("if (own.cat instanceof Lion) { own.cat = new Cat(); own.cat.run() }", &["Cat#", "Cat#run("]);
    cage("if (own.cat instanceof Lion) { own = new Cage(); own.cat.run() }", &["Cage#", "Cat#run("]);
    // What runs later is not in the test.
    cage("if (own.cat instanceof Lion) { const later = () => own.cat.run() }", &["Cat#run("]);
}

#[test]
fn a_test_for_a_class_keeps_what_the_class_holds() {
    let lib = "class Cat { run() {} }\nclass Dog { run() {} }\nclass Box<T> { held!: T }\nfunction run(it: Box<Cat> | Dog) { if (it instanceof Box) it.held.run() }\nfunction tell(it: Map<string, \
               Cat> | Dog) { if (it instanceof Map) it.get('x')!.run() }\n";
    sure(&[("lib.ts", lib)], "/run(", &["Cat#run("]);
    sure(&[("lib.ts", lib)], "/tell(", &["Cat#run("]);
}

#[test]
fn what_a_type_is_beside_one_of_several_it_is_each() {
    let lib = "export type Message = { id: string } & ({ type: 'a'; data: { room: string; opts: string } } | { type: 'b'; data: { rooms: string[]; opts: string } })\nexport interface Cat { purr(): void \
               }\nexport interface Dog { bark(): void }\nexport type Pet = { id: string } & (Cat | Dog)\n";
    let uses = "import { Message, Pet } from './lib'\nfunction first(it: Message) { return it.data.room }\nfunction second(it: Message) { return it.data.rooms }\nfunction both(it: Message) { return \
                it.data.opts }\nfunction run(it: Pet) { it.purr(); it.bark() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/run(", &["Cat#purr(", "Dog#bark("]);
    let repo = Repo::built(&files);
    let reads = |from: &str, name: &str| -> usize {
        let rows = repo
            .rows("edges_usage")
            .into_iter()
            .filter(|row| row["from"].as_str().unwrap().contains(from) && row["confidence"].as_f64().unwrap() > 0.5);
        rows.filter(|row| row["to"].as_str().unwrap().ends_with(&format!("data.{name}."))).count()
    };
    assert_eq!([reads("/first(", "room"), reads("/second(", "rooms"), reads("/both(", "opts")], [1, 1, 2]);
}
