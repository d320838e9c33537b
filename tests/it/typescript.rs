//! What TypeScript's types are made of: utility types, mapped types, aliases with type parameters, declarations that add to others.

use crate::scoping::{calls, sure};

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
fn what_a_test_puts_on_a_prototype_no_other_code_has() {
    let lib = "const Events = require('events')\nclass Runner extends Events { run() { this.emit('x'); this.go() } go() {} }\nmodule.exports = Runner\n";
    let test = "const Runner = require('../lib/runner')\nRunner.prototype.emit = function (event) {}\nfunction check() { new Runner().emit('y') }\n";
    let files = [("lib/runner.js", lib), ("test/runner.spec.js", test)];
    let found = calls(&files, "Runner#run(");
    assert!(found.iter().all(|(to, _)| !to.contains("emit")), "{found:?}");
    sure(&files, "/check(", &["/Runner#", "#emit("]);
}
