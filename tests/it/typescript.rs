//! What TypeScript's types are made of: utility types, mapped types, aliases with type parameters, declarations that add to others.

use crate::scoping::{calls, sure};
use crate::support::Repo;

const BASE: (&str, &str) = ("base.ts", "export interface Base { run(): void; stop(): void }\nexport interface Other { run(): void; stop(): void }\n");

#[test]
fn what_a_type_is_made_of_by_the_language_or_by_an_alias_has_its_members() {
    let lib = "import { Base } from './base'\ntype Beside = Omit<Base, 'x'> & { z(): void }\ninterface Partly extends Partial<Base> { z(): void }\ntype Simple<T> \
               = { [K in keyof T]: T[K] } & {}\ntype Picked<T, K extends keyof T> = { [P in K]?: T[P] }\ninterface Told extends Simple<Required<Base>> { z(): void \
               }\nfunction beside(it: Beside) { it.run(); it.z() }\nfunction partly(it: Partly) { it.run(); it.z() }\nfunction simple(it: Simple<Base>) { it.run() \
               }\nfunction picked(it: Picked<Base, 'run'>) { it.run!() }\nfunction told(it: Told) { it.stop() }\n";
    let files = [BASE, ("lib.ts", lib)];
    sure(&files, "/beside(", &["/Base#run(", "Beside#z("]);
    sure(&files, "/partly(", &["/Base#run(", "Partly#z("]);
    sure(&files, "/simple(", &["/Base#run("]);
    sure(&files, "/picked(", &["/Base#run("]);
    sure(&files, "/told(", &["/Base#stop("]);
}

#[test]
fn type_parameters_are_told_through_aliases_of_unions() {
    let lib = "type Built<T> = { new (): T } | Function\ntype Target<T> = Built<T> | { type: T; name: string } | string\ninterface Maker<T> { new (): T }\nclass \
               Store { all<E>(of: Target<E>): Promise<E[]> { return null! }\n  one<E>(of: Maker<E>): E { return null! }\n  flat<E>(it: E | E[]): E { return null! } \
               }\nclass Post { title() {} }\nclass Page { title() {} }\nasync function all(store: Store) { const posts = await store.all(Post); posts[0].title() \
               }\nfunction one(store: Store) { store.one(Post).title() }\nfunction flat(store: Store, pages: Page[]) { store.flat(pages).title() }\n";
    sure(&[("lib.ts", lib)], "/all(", &["Store#all(", "Post#title("]);
    sure(&[("lib.ts", lib)], "/one(", &["Store#one(", "Post#title("]);
    sure(&[("lib.ts", lib)], "/flat(", &["Store#flat(", "Page#title("]);
}

#[test]
fn an_interface_in_a_module_that_is_declared_again_adds_to_the_one_there() {
    let more = "import { Base } from './base'\ndeclare module './base' { interface Base { extra(): void } interface Held { extra(): void } }\n";
    let held = "import { Base } from './base'\nexport class Held { own() {} }\n";
    let uses = "import { Base } from './base'\nfunction run(it: Base) { it.extra(); it.run() }\n";
    let files = [BASE, ("more.ts", more), ("held.ts", held), ("use.ts", uses)];
    sure(&files, "/run(", &["#extra(", "/Base#run("]);
    let class = [
        ("held.ts", "export class Held { own() {} }\n"),
        ("more.ts", "import './held'\ndeclare module './held' { interface Held { extra(): void } }\n"),
        ("use.ts", "import { Held } from './held'\nfunction run(it: Held) { it.extra(); it.own() }\n"),
    ];
    sure(&class, "/run(", &["#extra(", "Held#own("]);
}

#[test]
fn an_interface_that_is_called_like_one_of_the_language_adds_to_it() {
    let lib = "export class Cat { purr() {} }\nexport class Dog { purr() {} }\nfunction run(cats: Cat[]) { cats[0].purr(); cats.map(cat => cat.purr()); \
               cats.herd(); cats.push(cats[0]) }\n";
    for more in
        [("more.ts", "export {}\ndeclare global { interface Array<T> { herd(): void } }\n"), ("more.d.ts", "interface Array<T> { herd(): void }\n")]
    {
        let files = [more, ("lib.ts", lib)];
        sure(&files, "/run(", &["Cat#purr(", "Cat#purr(", "Array#herd("]);
    }
}

#[test]
fn what_is_exported_whole_has_a_default_of_its_own() {
    let lib = "type Make = typeof make\ndeclare namespace make {\n  export interface Made { open(): void }\n  export const make: Make\n  export { make as default \
               }\n}\ndeclare function make(a: string): make.Made\ndeclare function make(a: number): make.Made\nexport = make\n";
    let uses = "import make from './make'\nexport class Other { open() {} }\nfunction run() { make('x').open() }\n";
    sure(&[("make.d.ts", lib), ("use.ts", uses)], "/run(", &["/make/make.", "/Made#open("]);
}

#[test]
fn what_a_test_puts_on_a_prototype_no_other_code_has() {
    let lib =
        "const Events = require('events')\nclass Runner extends Events { run() { this.emit('x'); this.go() } go() {} }\nmodule.exports = Runner\n";
    let test = "const Runner = require('../lib/runner')\nRunner.prototype.emit = function (event) {}\nfunction check() { new Runner().emit('y') }\n";
    let files = [("lib/runner.js", lib), ("test/runner.spec.js", test)];
    let found = calls(&files, "Runner#run(");
    assert!(found.iter().all(|(to, _)| !to.contains("emit")), "{found:?}");
    sure(&files, "/check(", &["/Runner#", "#emit("]);
}

#[test]
fn what_is_called_of_an_intersection_is_what_a_part_of_it_signs() {
    let types = "export interface Req<T> { json(): Promise<T>; on(e: string): this }\nexport interface Other { json(): string; on(): void }\nexport type Alias = 'get' | 'post'\nexport type \
                 ReqFn = { (url: string): Req<number>; (url: string, o: object): Req<string> }\nexport type Client = { extend(...x: object[]): Client } & Record<Alias, ReqFn> & ReqFn\nexport \
                 interface Made extends ReqFn { own(): void }\n";
    let uses = "import type { Client, Made } from './types'\nfunction called(c: Client) { c('x').on('e').json() }\nfunction get(c: Client) { c.get('x').on('e').json() }\nfunction made(m: \
                Made) { m('x').json() }\n";
    let files = [("types.ts", types), ("use.ts", uses)];
    sure(&files, "/called(", &["Req#on(", "Req#json("]);
    sure(&files, "/get(", &["Req#on(", "Req#json("]);
    sure(&files, "/made(", &["Req#json("]);
    let sites = Repo::built(&files).rows("sites");
    let get = sites.iter().find(|row| row["name"] == "get" && row["role"] == "call").unwrap();
    assert_eq!([&get["outcome"], &get["reason"]], ["dynamic", "local-value"]);
}

#[test]
fn a_test_that_a_constant_holds_tells_what_its_type_says() {
    let lib = "export class Map1 { get(k: string) { return 1 } }\nexport class Other { get(k: string) { return 2 } }\nfunction make(c: unknown) { return (x: unknown) => true }\nexport const \
               asserted = make(Map1) as (x: any) => x is Map1\nexport const typed: (x: any) => x is Map1 = make(Map1) as any\n";
    let uses = "import { asserted, typed } from './lib'\nexport function one(o: any) { if (asserted(o)) { o.get('x') } }\nexport function two(o: any) { if (!typed(o)) { return }\n  \
                o.get('x') }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/one(", &["/asserted.", "Map1#get("]);
    sure(&files, "/two(", &["/typed.", "Map1#get("]);
}

#[test]
fn a_constant_in_brackets_names_a_member() {
    let lib = "export const $adm = Symbol('adm')\nexport class Adm { set(k: string) {} has(k: string) {} }\nexport class Other { set(k: string) {} has(k: string) {} }\nexport interface \
               Holder { [$adm]: Adm }\nexport class Box { [$adm] = new Adm() }\n";
    let uses = "import { $adm, Holder, Box } from './lib'\nexport function run(h: Holder, b: Box, x: any) { h[$adm].set('a'); b[$adm].has('a'); (x as Holder)[$adm].set('k') }\n";
    sure(&[("lib.ts", lib), ("use.ts", uses)], "/run(", &["Adm#set(", "Adm#has(", "Adm#set("]);
}

#[test]
fn a_file_that_is_no_module_declares_a_package_and_a_module_adds_to_it() {
    let declared = "declare module 'outer' {\n  export class Page { open(): void }\n  export function start(): Page\n}\n";
    let uses = "import { start } from 'outer'\nexport class Other { open() {} }\nfunction run() { start().open() }\n";
    sure(&[("outer.d.ts", declared), ("use.ts", uses)], "/run(", &["/outer/start(", "Page#open("]);
    let added = format!("export {{}}\n{declared}");
    let found = calls(&[("outer.d.ts", &added), ("use.ts", uses)], "/run(");
    assert!(found.iter().all(|(to, _)| !to.contains("start(")), "{found:?}");
}

#[test]
fn promises_of_a_list_and_entries_of_a_map_are_known_where_they_are_handed_on() {
    let lib = "export class Bean { me() {} }\nexport class Other { me() {} }\nasync function load(name: string): Promise<Bean> { return new Bean() }\nasync function all(names: string[]) { \
               const beans = await Promise.all(names.map(name => load(name))); beans[0].me(); beans.map(it => it.me()) }\nfunction then(names: string[]) { Promise.all(names.map(load)).then(all => \
               all[0].me()) }\nasync function race(names: string[]) { (await Promise.race(names.map(load))).me() }\nfunction entries(rec: Record<string, Bean>) { Object.entries(rec).map(([name, \
               bean]) => bean.me()) }\n";
    let files = [("lib.ts", lib)];
    sure(&files, "/all(", &["/load(", "Bean#me(", "Bean#me("]);
    sure(&files, "/then(", &["Bean#me("]);
    sure(&files, "/race(", &["Bean#me("]);
    sure(&files, "/entries(", &["Bean#me("]);
}

#[test]
fn a_class_that_extends_what_a_function_makes_has_the_members_of_both() {
    let lib = "type Ctor<T = {}> = new (...a: any[]) => T;\nclass Base { me() {} }\nclass Config { other() {} }\nfunction Mix<B extends Ctor>(b: B) { return class extends b { mixed() { return new Base(); } \
               }; }\nfunction More<B extends Ctor>(b: B) { return class extends b { more() {} }; }\nfunction made(c: typeof Config) { return class Made { own() {} }; }\nclass One extends Mix(Base) { \
               one() { this.mixed().me(); this.me(); } }\nclass Two extends More(Mix(Base)) { two() { this.more(); this.mixed(); this.me(); } }\nclass Three extends made(Config) { three() { \
               this.own(); this.other(); } }\nfunction user(it: One) { it.mixed(); }\n";
    let files = [("lib.ts", lib)];
    sure(&files, "One#one(", &["mixed(", "Base#me(", "Base#me("]);
    sure(&files, "Two#two(", &["more(", "mixed(", "Base#me("]);
    sure(&files, "Three#three(", &["own("]);
    sure(&files, "/user(", &["mixed("]);
}

#[test]
fn what_a_class_assigns_and_one_above_it_declares_is_no_field_of_its_own() {
    let lib = "export class Part { me() {} }\nexport class Base { part: Part; parts: Part[]; constructor() { this.part = new Part(); } }\nexport class Own extends Base { constructor(it: any) { super(); this.part \
               = it; this.parts = []; } own() { this.part.me(); this.parts[0].me(); } }\nclass Held extends Base { constructor(private held: Part) { super(); } go() { this.held.me(); } }\nclass Alone { constructor() { this.part = new Part(); } run() { this.part.me(); } }\n";
    let repo = Repo::built(&[("lib.ts", lib)]);
    let names: Vec<String> = repo.rows("symbols").iter().filter_map(|row| row["qualifiedName"].as_str().map(str::to_owned)).collect();
    assert!(!names.iter().any(|it| it == "Own.part" || it == "Own.parts") && names.iter().any(|it| it == "Alone.part"), "{names:?}");
    sure(&[("lib.ts", lib)], "Own#own(", &["Part#me(", "Part#me("]);
    sure(&[("lib.ts", lib)], "Held#go(", &["Part#me("]);
    sure(&[("lib.ts", lib)], "Alone#run(", &["Part#me("]);
}

/// Where the sites with this role in a file lead that name one of `names`, in the order of the source.
fn leads(files: &[(&str, &str)], path: &str, role: &str, names: &[&str]) -> Vec<String> {
    let repo = Repo::built(files);
    let edges = repo.rows("edges_usage");
    let wanted = |row: &&serde_json::Value| row["path"] == path && row["role"] == role && names.iter().any(|name| row["name"] == *name);
    let to = |row: &serde_json::Value| {
        let of_site = |edge: &&serde_json::Value| edge["path"] == path && edge["byteStart"] == row["byteStart"];
        edges.iter().find(of_site).map_or(String::new(), |edge| edge["to"].as_str().unwrap().to_owned())
    };
    repo.rows("sites").iter().filter(wanted).map(to).collect()
}

#[test]
fn what_is_assigned_to_this_is_the_field_that_a_class_above_declares() {
    let base = "export class Link { point() {} }\nexport class Base { parent: Link; cb: () => Link }\n";
    let uses = "import { Base, Link } from './base'\nexport class Point extends Base { constructor(l: Link) { super(); this.parent = l; this.cb = () => l }\n  run() { \
                this.parent.point(); this.cb().point() } }\n";
    let files = [("base.ts", base), ("use.ts", uses)];
    sure(&files, "Point#run(", &["Base#cb.", "Link#point(", "Link#point("]);
    let written = leads(&files, "use.ts", "write", &["parent", "cb"]);
    assert!(written.len() == 2 && written.iter().all(|to| to.contains("Base#")), "{written:?}");
}

#[test]
fn what_is_assigned_to_a_member_of_a_variable_is_that_of_its_type() {
    let lib = "export class Tag { go() {} }\nexport class Post { tags: Map<string, Tag>; one: Tag; run() { return new Tag() } }\nexport interface Box { val: Tag }\n";
    let uses = "import { Tag, Post, Box } from './lib'\nconst p = new Post()\np.tags = new Map()\np.one = new Tag()\nconst b: Box = {} as Box\nb.val = new Tag()\np.run = function () { return \
                new Tag() }\nexport function all() { p.tags.get('x').go(); p.run() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    let written = leads(&files, "use.ts", "write", &["tags", "one", "val", "run"]);
    assert!(written.len() == 4 && written.iter().all(|to| to.contains("Post#") || to.contains("Box#")), "{written:?}");
    sure(&files, "/all(", &["Tag#go(", "Post#run("]);
    let script = "class Tag { go() {} }\nclass Post { run() { return new Tag() } }\nconst p = new Post();\np.run = function () { return new Tag() };\np.more = function () {};\nfunction all() { \
                  p.run().go(); p.more() }\nmodule.exports = all;\n";
    sure(&[("lib.js", script)], "/all(", &["Post#run(", "Tag#go(", "p#more("]);
}

#[test]
fn components_of_react_have_the_types_of_their_arguments() {
    let lib =
        "export class Link { point() {} }\nexport class Other { point() {} }\nexport interface P { link: Link }\nexport interface S { cur: Link }\n";
    let uses = "import * as React from 'react'\nimport { PureComponent, useState } from 'react'\nimport { Link, P, S } from './lib'\nconst Ctx = React.createContext<Link>(null)\nexport class W \
                extends React.Component<P, S> { constructor(p: P) { super(p); this.state = { cur: null } }\n  props1() { const { link } = this.props; link.point(); this.props.link.point() }\n  \
                state1() { this.state.cur.point() } }\nexport class U<T extends P = P> extends PureComponent<T> { own() { this.props.link.point() } }\nexport class X extends U { own1() { \
                this.props.link.point() } }\nexport function ref() { const r = React.useRef<Link>(null); r.current.point() }\nexport function state() { const [s, set] = useState<Link>(null); \
                s.point() }\nexport function made() { const [t] = useState(() => new Link()); t.point(); const m = React.useMemo(() => new Link(), []); m.point() }\nexport function context() { \
                React.useContext(Ctx).point() }\n";
    let files = [("lib.ts", lib), ("use.tsx", uses)];
    sure(&files, "W#props1(", &["Link#point(", "Link#point("]);
    for from in ["W#state1(", "U#own(", "X#own1(", "/ref(", "/state(", "/context("] {
        sure(&files, from, &["Link#point("]);
    }
    sure(&files, "/made(", &["Link#", "Link#point(", "Link#", "Link#point("]);
    let elsewhere = uses.replace("'react'", "'other'");
    let found = calls(&[("lib.ts", lib), ("use.tsx", &elsewhere)], "W#state1(");
    // What is not known of a class from outside is likely one of the arguments that it is given.
    assert!(found.iter().all(|(_, confidence)| *confidence < 0.9), "{found:?}");
}

#[test]
fn what_a_class_of_the_language_gives_to_what_extends_it_is_of_the_language() {
    let text = "export class Failure extends Error { constructor(readonly code: number) { super('x'); this.name = 'Failure' } }\nexport class Deep extends Failure { run() { return \
                this.stack + this.message + this.code + this.other } }\n";
    let repo = Repo::built(&[("lib.ts", text)]);
    let ends: Vec<String> = repo
        .rows("sites")
        .iter()
        .filter(|row| ["name", "stack", "message", "code", "other"].contains(&row["name"].as_str().unwrap()))
        .map(|row| format!("{} {}", row["name"].as_str().unwrap(), row["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(ends, ["name external", "stack external", "message external", "code resolved", "other unresolved"]);
}

#[test]
fn the_type_of_a_member_is_what_an_index_names() {
    let lib = "export class Box { open() {} }\nexport class Lid { open() {} }\nexport interface Events { box: Box; lid: Lid; make(): Lid; all: Box[]; deep: { lid: Lid } }\n";
    let uses = "import { Box, Lid, Events } from './lib'\nexport function plain(it: Events['box']) { it.open() }\ntype Named = Events['lid']\nexport function named(it: Named) { it.open() \
                }\nexport function given(it: ReturnType<Events['make']>) { it.open() }\nexport function listed(it: Events['all']) { it[0].open() }\nexport function deep(it: \
                Events['deep']['lid']) { it.open() }\nexport class Of<E extends Events> { one!: E['lid']; run() { this.one.open() } }\nexport function bound<E extends Events>(it: E['box']) { \
                it.open() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    for (from, to) in [
        ("/plain(", "Box#open("),
        ("/named(", "Lid#open("),
        ("/given(", "Lid#open("),
        ("/listed(", "Box#open("),
        ("/deep(", "Lid#open("),
        ("Of#run(", "Lid#open("),
        ("/bound(", "Box#open("),
    ] {
        sure(&files, from, &[to]);
    }
}

#[test]
fn the_signature_of_a_generic_interface_gives_what_it_is_given() {
    let lib = "export class Root { open() {} }\nexport class Doc { open() {} }\nexport interface Parser<T = Root | Doc> { (css: string): T }\nexport declare const parse: Parser<Root>\nexport \
               interface Kit { other: Parser<Doc> }\n";
    let uses = "import { parse, Kit, Parser, Root } from './lib'\nexport function run() { parse('x').open() }\nexport function of(kit: Kit) { kit.other('x').open() }\nexport function local(own: \
                Parser<Root>) { own('x').open() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/run(", &["parse.", "Root#open("]);
    sure(&files, "/of(", &["Kit#other.", "Doc#open("]);
    sure(&files, "/local(", &["Root#open("]);
}

#[test]
fn an_overload_without_a_body_is_chosen_by_the_number_of_arguments() {
    let lib = "export class A { go() {} }\nexport class B { go() {} }\nexport class C { go() {} }\nexport function pipe<T1>(x: T1): T1\nexport function pipe<T1, T2>(x: T1, f: (x: T1) => T2): \
               T2\nexport function pipe<T1, T2, T3>(x: T1, f: (x: T1) => T2, g: (x: T2) => T3): T3\nexport function pipe(...all: any[]): any { return all[0] }\nexport function toB(a: A): B { \
               return null! }\nexport function toC(b: B): C { return null! }\nexport function over(x: string): A\nexport function over(x: string, y: number): B\nexport function over(x: any, y?: \
               any): any {}\n";
    let uses = "import { A, pipe, over, toB, toC } from './lib'\nexport function one(a: A) { pipe(a).go() }\nexport function two(a: A) { pipe(a, toB).go() }\nexport function three(a: A) { pipe(a, \
                toB, toC).go() }\nexport function arrow(a: A) { pipe(a, it => toB(it)).go() }\nexport function plain() { over('x', 1).go() }\nexport function less() { over('x').go() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/one(", &["pipe(", "A#go("]);
    sure(&files, "/two(", &["pipe(", "B#go("]);
    sure(&files, "/three(", &["pipe(", "C#go("]);
    sure(&files, "/arrow(", &["pipe(", "toB(", "B#go("]);
    sure(&files, "/plain(", &["over(", "B#go("]);
    sure(&files, "/less(", &["over(", "A#go("]);
}

#[test]
fn what_a_class_has_itself_is_apart_from_what_it_builds() {
    let lib = "export class Base {\n  save(n?: number): number { return 1 }\n  static save<T>(one: object): T\n  static save<T>(all: object[]): T[]\n  static save(it: any): any {}\n  \
               static make() { return this.save({}) }\n}\nexport class User extends Base {}\nexport class Own extends Base { save() { return 2 } static run() {} run() { Own.run() } }\n";
    let uses = "import { Base, Own, User } from './lib'\nfunction fixed() { Base.save({}) }\nfunction below() { User.save({}) }\nfunction hidden() { Own.save({}) }\nfunction built() { new \
                User().save() }\nfunction own() { new Own().save() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    for from in ["Base#make(", "/fixed(", "/below(", "/hidden("] {
        let found = calls(&files, from);
        assert!(!found.is_empty() && found.iter().all(|(to, _)| to.contains("Base#save(") && !to.ends_with("save().")), "{from} {found:?}");
    }
    sure(&files, "Own#run().", &["Own#run("]);
    sure(&files, "/built(", &["User#", "Base#save()."]);
    sure(&files, "/own(", &["Own#", "Own#save()."]);
}

#[test]
fn each_type_and_each_object_without_a_name_is_its_own() {
    let lib = "declare function each(n: string, f: () => void): void\neach('x', () => {\n  const one: { run(n: string): string }[] = []\n  const two: { run(n: string): string }[] = []\n  \
               const three: { run(n: number): string }[] = []\n  function first() { one[0].run('') }\n  function second() { two[0].run('') }\n  function third() { three[0].run(1) }\n})\nfunction \
               take(it: object) {}\nfunction objects() { take({ go() { return 1 } }); take({ go() { return 1 } }); take({ go() { return 2 } }) }\n";
    let repo = Repo::built(&[("lib.ts", lib)]);
    let ids: Vec<(String, u64)> =
        repo.rows("symbols").iter().map(|row| (row["symbolId"].as_str().unwrap().to_owned(), row["nameLine"].as_u64().unwrap())).collect();
    for (at, (id, _)) in ids.iter().enumerate() {
        assert!(ids[at + 1..].iter().all(|(other, _)| other != id), "{id}");
    }
    let line = |from: &str| -> Vec<u64> {
        let calls = repo
            .rows("edges_call")
            .into_iter()
            .filter(|row| row["from"].as_str().unwrap().contains(from) && row["confidence"].as_f64().unwrap() > 0.9);
        calls.map(|row| ids.iter().find(|(id, _)| id == row["to"].as_str().unwrap()).unwrap().1).collect()
    };
    assert_eq!([line("first()"), line("second()"), line("third()")], [[3], [4], [5]]);
}

#[test]
fn what_is_left_of_a_type_has_its_members() {
    let lib = "interface Cat { run(): void }\ninterface Dog { run(): void }\nfunction some(): Exclude<Cat | undefined, undefined> { return null! }\nfunction one(): Exclude<Cat | Dog, Dog> { \
               return null! }\nfunction both(): Extract<Cat | Dog, Dog> { return null! }\nfunction none(): Extract<Cat | Dog, { tag: 1 }> { return null! }\nfunction left() { some().run() \
               }\nfunction apart() { one().run() }\nfunction within() { both().run() }\nfunction open() { none().run() }\n";
    let files = [("lib.ts", lib)];
    sure(&files, "/left(", &["/some(", "Cat#run("]);
    sure(&files, "/apart(", &["/one(", "Cat#run("]);
    sure(&files, "/within(", &["/both(", "Dog#run("]);
    let repo = Repo::built(&files);
    assert!(repo.rows("sites").iter().all(|row| row["name"] != "run" || row["outcome"] != "external"));
}

#[test]
fn what_a_decorator_takes_types_the_functions_that_it_is_handed() {
    let lib = "export class Query { and(s: string): this { return this } where(s: string): this { return this } }\nexport class Other { and(s: string) {} where(s: string) {} }\nexport function \
               rel<T>(inverse: string | ((of: T) => any), f?: (q: Query) => Query): PropertyDecorator { return () => {} }\nexport class Cat { @rel('x', (q) => q.and('y').where('z')) all: \
               string[] = [] }\n";
    let repo = Repo::built(&[("lib.ts", lib)]);
    let mut to: Vec<String> = repo.rows("edges_call").iter().map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()).collect();
    to.sort();
    assert_eq!(to, ["Query#and().", "Query#where().", "rel()."]);
}

#[test]
fn what_a_function_takes_that_is_given_another_may_take_the_same() {
    let lib = "export class Req { open() {} }\nexport class Other { open() {} }\nexport interface Hook { (request: Req, done: () => void): void }\ntype Loose<T extends (...args: any[]) => any> = \
               (...args: Parameters<T>) => void | Promise<unknown>\nexport interface Opts { pre?: Loose<Hook> | Loose<Hook>[] }\nexport declare function route(opts: Opts): void\n";
    let uses = "import { route } from './lib'\nfunction run() { route({ pre: (req, done) => { req.open() } }) }\n";
    sure(&[("lib.ts", lib), ("use.ts", uses)], "/run(", &["/route(", "Req#open("]);
}

#[test]
fn a_type_parameter_stands_by_itself_for_what_it_is_said_to() {
    let lib = "export class Base { run() {} }\nexport class Item extends Base { run() {} only() {} }\nexport class Box<T extends Base = Item> { held!: T; constructor(it?: T) {}\n  get(): T { return \
               this.held }\n  own() { this.held.run() } }\nexport class Other { only() {} }\nexport type Pair<A, B = Item> = { left: A; right: B }\nexport class Sub extends Box {}\nexport interface Loop<T \
               = Loop> { next: T; only(): void }\n";
    let uses = "import { Base, Box, Loop, Pair, Sub } from './lib'\nfunction plain(it: Box) { it.held.run() }\nfunction below(it: Sub) { it.get().only() }\nfunction written(it: Box<Base>) { it.held.run() \
                }\nfunction built() { new Box().get().run() }\nfunction shown(it: Base) { new Box(it).get().run() }\nfunction pair(it: Pair<string>) { it.right.only() }\nfunction loop(it: Loop) { it.next.only() }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "Box#own(", &["Base#run("]);
    sure(&files, "/plain(", &["Item#run("]);
    sure(&files, "/below(", &["Box#get(", "Item#only("]);
    sure(&files, "/written(", &["Base#run("]);
    sure(&files, "/built(", &["Box#", "Box#get(", "Item#run("]);
    sure(&files, "/shown(", &["Box#", "Box#get(", "Base#run("]);
    sure(&files, "/pair(", &["Item#only("]);
    sure(&files, "/loop(", &["Loop#only("]);
}

#[test]
fn an_interface_has_of_a_type_of_the_language_what_that_has() {
    let text = "export interface List<T> extends Array<T> { own(): void }\nexport interface Later extends PromiseLike<string> { own(): void }\nfunction list(it: List<string>) { it.pop(); it.test() \
                }\nfunction later(it: Later) { it.then(() => {}); it.test() }\n";
    let repo = Repo::built(&[("lib.ts", text)]);
    let ends: Vec<String> = repo
        .rows("sites")
        .iter()
        .filter(|row| ["pop", "then", "test"].contains(&row["name"].as_str().unwrap()))
        .map(|row| format!("{} {}", row["name"].as_str().unwrap(), row["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(ends, ["pop external", "test unresolved", "then external", "test unresolved"]);
}

const FACES: &str = "export class Job { run() {} only: string = '' }\nexport class Rival { run() {} stop() {} act() {} }\nexport type Named<T> = T & { name: string };\nexport type Twice<T> = Named<T> & { \
                     two: number };\nexport type Needs<T, K extends keyof T> = T & { [_ in K]: {} };\nexport interface More extends Named<Job> { more: number }\nexport type Deep<T> = Deep<Readonly<T>> \
                     & { deep: string };\n";

#[test]
fn an_alias_has_the_members_of_what_its_parameters_stand_for() {
    let uses = "import { Job, Named, Twice, Needs, More, Deep } from './faces';\nfunction one(it: Named<Job>) { it.run() }\nfunction two(it: Twice<Job>) { it.run() }\nfunction needs(it: Needs<Job, 'only'>) { \
                it.run() }\nfunction more(it: More) { it.run() }\nfunction deep(it: Deep<Job>) { \
                it.run() }\nclass Box<T> { constructor(public held: Named<T>) {} take(): Named<T> { return this.held } }\nfunction boxed(box: Box<Job>) { box.held.run(); box.take().run() }\nfunction \
                none(it: Named<Job>) { it.stop() }\n";
    let files = [("faces.ts", FACES), ("use.ts", uses)];
    for from in ["/one(", "/two(", "/needs(", "/more("] {
        sure(&files, from, &["Job#run("]);
    }
    sure(&files, "/boxed(", &["Job#run(", "Box#take(", "Job#run("]);
    sure(&files, "/none(", &[]);
    // What goes round says nothing.
    assert!(calls(&files, "/deep(").iter().all(|(to, confidence)| to.contains("Job#run(") || *confidence < 0.5));
}

#[test]
fn an_alias_of_what_holds_types_without_a_name_is_what_holds_them() {
    let lib = "export class Job { run() {} }\nexport class Rival { run() {} ok() {} }\nexport type Rows = Array<{ id: string; job: Job; go(): void }>;\nexport type Later = Promise<{ job: Job; ok(): void \
               }>;\nexport type Table = Record<string, { job: Job }>;\nexport type Some = Partial<{ id: string; job: Job }>;\nexport type Either<T> = [T] extends [never] ? { job: Job; one: string } : { job: \
               Job; two: string };\nexport type Plain = Readonly<{ id: string }>;\n";
    let uses = "import { Rows, Later, Table, Some, Either, Plain } from './lib';\nfunction rows(it: Rows) { it[0].go(); it.map(row => row.job.run()); for (const row of it) row.job.run() }\nasync function \
                later(it: Later) { const held = await it; held.ok(); held.job.run() }\nfunction table(it: Table) { it['a'].job.run() }\nfunction some(it: Some) { it.job!.run() }\nfunction either(it: \
                Either<string>) { it.job.run() }\nfunction plain(it: Plain) { return it.id }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/rows(", &["Rows#typeLiteral#go(", "Job#run(", "Job#run("]);
    sure(&files, "/later(", &["Later#typeLiteral#ok(", "Job#run("]);
    for from in ["/table(", "/some("] {
        sure(&files, from, &["Job#run("]);
    }
    assert!(calls(&files, "/either(").iter().any(|(to, _)| to.contains("Job#run(")));
    let usages = Repo::built(&files).rows("edges_usage");
    assert!(usages.iter().any(|row| row["to"].as_str().unwrap().ends_with("Plain#typeLiteral#id.")), "{usages:#?}");
}

#[test]
fn what_blocks_and_unnamed_functions_declare_by_one_name_is_told_apart() {
    let lib = "export function all(list: number[]) {\n  list.map(() => { function turn() { one() } turn() });\n  list.map(() => { function turn() { two() } turn() });\n  { class Kind { go() { one() } } new \
               Kind().go() }\n  { class Kind { go() { two() } } new Kind().go() }\n}\nfunction one() {}\nfunction two() {}\n";
    let tests = "test('same', () => { class Bar { go() {} }; use(Bar) });\ntest('other', () => { class Bar { go() {} }; use(Bar) });\ntest('same', () => { class Bar { go() {} }; use(Bar) });\n";
    let repo = Repo::built(&[("lib.ts", lib), ("use.test.ts", tests)]);
    let symbols = repo.rows("symbols");
    let lines = |name: &str, path: &str| -> Vec<u64> {
        let named = symbols.iter().filter(|row| row["name"] == name && row["path"] == path);
        named.map(|row| row["nameLine"].as_u64().unwrap()).collect()
    };
    assert_eq!([lines("turn", "lib.ts").len(), lines("Kind", "lib.ts").len(), lines("Bar", "use.test.ts").len()], [2, 2, 3], "{symbols:#?}");
    let line_of = |id: &serde_json::Value| symbols.iter().find(|row| row["symbolId"] == *id).map(|row| row["nameLine"].clone());
    // Each use is of what its own line declares.
    let mut seen = 0;
    for (path, table) in [("lib.ts", "edges_call"), ("use.test.ts", "edges_usage")] {
        let sites = repo.rows("sites");
        for edge in repo.rows(table) {
            let Some(site) = sites.iter().find(|site| site["evidenceId"] == edge["evidenceId"] && site["path"] == path) else { continue };
            if ["turn", "Kind", "go", "Bar"].contains(&site["name"].as_str().unwrap()) {
                assert_eq!(line_of(&edge["to"]), Some(site["lines"]["start"].clone()), "{edge:#}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 9, "{seen}");
}

#[test]
fn what_a_file_declares_for_everybody_is_told_apart_from_what_it_has_for_itself() {
    let lib = "class Sub { active() {} next() { this.active() } }\nexport function own(it: Sub) { it.active() }\ndeclare global {\n  interface Sub { active(): void }\n}\n";
    let files = [("lib.ts", lib), ("use.ts", "function far(it: Sub) { it.active() }\n")];
    let repo = Repo::built(&files);
    let symbols = repo.rows("symbols");
    let line_of = |id: &serde_json::Value| symbols.iter().find(|row| row["symbolId"] == *id).and_then(|row| row["nameLine"].as_u64());
    for (from, line) in [("Sub#next(", 1), ("/own(", 1), ("/far(", 4)] {
        let to: Vec<Option<u64>> =
            repo.rows("edges_call").iter().filter(|row| row["from"].as_str().unwrap().contains(from)).map(|row| line_of(&row["to"])).collect();
        assert_eq!(to, [Some(line)], "{from}");
    }
}
