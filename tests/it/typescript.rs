//! What TypeScript's types are made of: utility types, mapped types, aliases with type parameters, declarations that add to others.

use crate::scoping::sure;

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
