//! What is left of TypeScript's types by the names of their members, and what several files declare of one type.

use crate::scoping::{calls, sure};
use crate::support::Repo;

const OWN: (&str, &str) = (
    "own.ts",
    "export interface Own { own: string; go(): void; run(): void }\nexport interface Two { go(): void }\nexport type Over<T, U> = Omit<T, keyof U> & U;\nexport type Without<T, K extends keyof T> = \
     Omit<T, K> & { go(): void };\nexport type Only<T, K extends keyof T> = { [P in K]: T[P] };\nexport type Hand<T, K extends keyof T> = { [P in Exclude<keyof T, K>]: T[P] };\nexport interface Above \
     extends Omit<Own, 'go'>, Two {}\nexport type Override<A, B> = { [K in keyof A]: K extends keyof B ? B[K] : A[K] };\nexport type Lazy<T> = { [K in keyof T]: () => T[K] };\nexport class Job { act() {} \
     }\nexport class Rival { act() {} }\nexport interface Held { job: Job }\n",
);

#[test]
fn what_is_left_out_of_a_type_by_name_is_not_a_member() {
    let uses = "import { Own, Two, Over, Without, Only, Hand, Above } from './own'\nfunction place(it: Omit<Own, 'go'> & { go(): void }) { it.go(); it.run() }\nfunction over(it: Over<Own, Two>) { it.go(); \
                it.run() }\nfunction without(it: Without<Own, 'go'>) { it.go(); it.run() }\nfunction several(it: Omit<Own, 'own' | 'go'> & Two) { it.go(); it.run() }\nfunction picked(it: Pick<Own, 'run'> & \
                Two) { it.go(); it.run() }\nfunction only(it: Only<Own, 'run'> & Two) { it.go(); it.run() }\nfunction hand(it: Hand<Own, 'go'> & Two) { it.go(); it.run() }\nfunction above(it: Above) { it.go(); \
                it.run() }\nfunction none(it: Omit<Own, 'go'>) { it.go() }\nfunction twice(it: Omit<Omit<Own, 'run'>, 'own'> & Two) { it.run() }\n";
    let files = [OWN, ("use.ts", uses)];
    sure(&files, "/place(", &["typeLiteral#go(", "/Own#run("]);
    sure(&files, "/without(", &["Without#go(", "/Own#run("]);
    for from in ["/over(", "/several(", "/picked(", "/only(", "/hand(", "/above("] {
        sure(&files, from, &["/Two#go(", "/Own#run("]);
    }
    for from in ["/none(", "/twice("] {
        assert!(calls(&files, from).is_empty(), "{from}");
    }
}

#[test]
fn a_member_that_takes_the_place_of_one_left_out_is_the_one_that_is_read() {
    let uses = "import { Own } from './own'\nfunction place(it: Omit<Own, 'own'> & { own: number }) { return it.own }\n";
    let repo = Repo::built(&[OWN, ("use.ts", uses)]);
    let site = repo.rows("sites").into_iter().find(|row| row["path"] == "use.ts" && row["name"] == "own").unwrap();
    let to: Vec<String> = repo
        .rows("edges_usage")
        .iter()
        .filter(|row| row["evidenceId"] == site["evidenceId"])
        .map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned())
        .collect();
    assert_eq!(to, ["place().typeLiteral#own."]);
}

#[test]
fn a_type_that_is_mapped_has_the_members_of_what_names_them() {
    let uses = "import { Own, Two, Override, Lazy, Held } from './own'\nfunction override(it: Override<Own, Two>) { it.go(); it.run() }\nfunction lazy(it: Lazy<Own>) { it.run() }\nfunction late(it: \
                Lazy<Held>) { it.job.act(); it.job().act() }\n";
    let files = [OWN, ("use.ts", uses)];
    sure(&files, "/override(", &["/Two#go(", "/Own#run("]);
    sure(&files, "/lazy(", &["/Own#run("]);
    // The member is none of what it is mapped from, but what the mapped type makes of that.
    sure(&files, "/late(", &["/Held#job", "/Job#act("]);
}

#[test]
fn what_many_files_declare_of_one_type_is_one_thing() {
    let mut files: Vec<(String, String)> = (0..12)
        .map(|at| {
            (format!("part{at}.ts"), format!("export const own{at} = 1\ndeclare global {{ interface Stream<T> {{ step{at}(): Stream<T> }} }}\n"))
        })
        .collect();
    let base = "export interface Base<T> { open(): void }\ninterface Make { new <T>(): Stream<T> }\ndeclare global {\n  var Stream: Make\n  interface Stream<T> extends Base<T> {}\n}\n";
    let uses = "export function use(it: Stream<number>) { it.step11(); it.open() }\nexport function build() { return new Stream<string>() }\nexport function chain(it: Stream<number>) { it.step3().step4().open() }\n";
    files.push(("base.ts".into(), base.into()));
    files.push(("use.ts".into(), uses.into()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let repo = Repo::built(&files);
    let named: Vec<(String, String)> = repo
        .rows("sites")
        .iter()
        .filter(|row| row["path"] == "use.ts")
        .map(|row| (row["name"].as_str().unwrap().to_owned(), row["outcome"].as_str().unwrap().to_owned()))
        .collect();
    assert!(named.iter().all(|(_, outcome)| outcome == "resolved"), "{named:?}");
    sure(&files, "/use(", &["Stream#step11(", "Base#open("]);
    sure(&files, "/chain(", &["Stream#step3(", "Stream#step4(", "Base#open("]);
}

#[test]
fn members_of_a_mapped_type_are_of_what_it_makes_of_each() {
    let lib = "export class Box<T> { open(): T { return null as any } }\nexport class Crate<T> { open(): T { return null as any } }\nexport class Thing { run() {} }\nexport class Rival { run() {} }\nexport \
               interface Shape { t: Thing; u: Thing }\nexport type Boxes<A> = { [K in keyof A]: Box<A[K]> }\nexport type Own = { [K in keyof Shape]: Box<Shape[K]> }\nexport declare const of_all: \
               Boxes<Shape>\n";
    let uses = "import { Boxes, Own, Shape, of_all } from './lib'\nfunction own(it: Own) { it.t.open().run() }\nfunction given(it: Boxes<Shape>) { it.t.open().run() }\nfunction held() { of_all.u.open().run() \
                }\nfunction partly(it: Partial<Boxes<Shape>>) { it.t!.open().run() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    for from in ["/own(", "/given(", "/held(", "/partly("] {
        sure(&files, from, &["/Box#open(", "/Thing#run("]);
    }
}
