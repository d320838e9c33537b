//! What may be meant across the boundary of a package.

use crate::scoping::sure;
use crate::support::Repo;

/// The reasons of the sites that bear a name.
fn reasons(repo: &Repo, name: &str) -> Vec<String> {
    let sites = repo.rows("sites");
    let named = sites.iter().filter(|site| site["name"] == name);
    named.map(|site| format!("{} {}", site["outcome"].as_str().unwrap(), site["reason"].as_str().unwrap_or("-"))).collect()
}

const WORKSPACE: [(&str, &str); 8] = [
    ("package.json", "{\"name\": \"all\", \"workspaces\": [\"*\"], \"devDependencies\": {\"tool\": \"*\"}}"),
    ("a/package.json", "{\"name\": \"a\", \"dependencies\": {\"b\": \"*\"}}"),
    ("b/package.json", "{\"name\": \"b\", \"dependencies\": {\"c\": \"*\"}}"),
    ("c/package.json", "{\"name\": \"c\"}"),
    ("c/index.ts", "export class C { onlyOfC() {} }\n"),
    ("tool/package.json", "{\"name\": \"tool\"}"),
    ("tool/index.ts", "export class Tool { onlyOfTool() {} }\n"),
    ("d/index.ts", "export class D { onlyOfD() {} }\nexport function named() {}\n"),
];

#[test]
fn a_member_that_only_its_name_speaks_for_is_of_a_package_that_is_declared() {
    let user = "import { named } from '../d/index'\nexport function one(x) { x.onlyOfC() }\nexport function two(x) { x.onlyOfTool() }\nexport function \
                three(x) { x.onlyOfD() }\nexport function four() { named() }\n";
    let files = |own: &'static str, of_d: &'static str| {
        let mut files = WORKSPACE.to_vec();
        files.extend([("d/package.json", of_d), (own, user)]);
        files
    };
    let declared = files("a/index.ts", "{\"name\": \"d\"}");
    sure(&declared, "/one(", &["C#onlyOfC()."]);
    sure(&declared, "/two(", &["Tool#onlyOfTool()."]);
    sure(&declared, "/three(", &[]);
    // A path says what is meant, whatever manifests say.
    sure(&declared, "/four(", &["named()."]);
    let repo = Repo::built(&declared);
    assert_eq!(reasons(&repo, "onlyOfD"), ["unresolved undeclared-dependency"]);
    // What belongs to no package needs no declaration.
    sure(&files("index.ts", "{\"name\": \"d\"}"), "/three(", &[]);
    sure(&files("a/index.ts", "{}"), "/three(", &["D#onlyOfD()."]);
}

#[test]
fn a_declaration_that_comes_or_goes_is_seen_by_the_next_build() {
    let mut files = WORKSPACE.to_vec();
    files.extend([("d/package.json", "{\"name\": \"d\"}"), ("a/index.ts", "export function three(x) { x.onlyOfD() }\n")]);
    let repo = Repo::of(&files);
    let met = |manifest: &str| {
        repo.write("a/package.json", manifest);
        repo.build();
        repo.rows("edges_call").iter().any(|edge| edge["to"].as_str().unwrap().contains("onlyOfD"))
    };
    assert!(!met("{\"name\": \"a\", \"dependencies\": {\"b\": \"*\"}}"));
    assert!(met("{\"name\": \"a\", \"dependencies\": {\"b\": \"*\", \"d\": \"*\"}}"));
    assert!(!met("{\"name\": \"a\"}"));
}

const CRATES: [(&str, &str); 4] = [
    ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\n"),
    ("b/Cargo.toml", "[package]\nname = \"b\"\n"),
    (
        "b/src/lib.rs",
        "pub trait Twice { fn twice(&self) {} fn zero() -> u8; }\nimpl Twice for Vec<u8> { fn zero() -> u8 { 0 } }\nimpl<T> Twice for T {}\n",
    ),
    (
        "a/src/lib.rs",
        "use outer::Twice;\npub fn one(it: Vec<u8>) { it.twice(); Vec::zero(); Twice::zero(); }\npub fn two(it: std::fs::File) { it.twice(); }\n",
    ),
];

#[test]
fn what_a_crate_adds_to_types_of_the_library_is_met_where_that_crate_is_declared() {
    let files = |manifest: &'static str| {
        let mut files = CRATES.to_vec();
        files.push(("a/Cargo.toml", manifest));
        files
    };
    let apart = files("[package]\nname = \"a\"\n[dependencies]\nouter = \"1\"\n");
    sure(&apart, "/one(", &[]);
    sure(&apart, "/two(", &[]);
    let declared = files("[package]\nname = \"a\"\n[dependencies]\nb = { path = \"../b\" }\nouter = \"1\"\n");
    sure(&declared, "/one(", &["Twice#twice(", "Vec#[Twice]zero("]);
    sure(&declared, "/two(", &["Twice#twice("]);
}

#[test]
fn what_an_interface_gives_is_found_behind_any_number_of_other_interfaces() {
    let mut lib = String::from("pub mod wanted;\npub mod user;\nuse wanted::Wanted;\npub fn one(it: Vec<u8>) { it.given(); }\n");
    for index in 0..20 {
        lib.push_str(&format!("pub trait T{index} {{ fn f{index}(&self) {{}} }}\nimpl T{index} for Vec<u8> {{}}\n"));
    }
    let wanted = "pub trait Wanted { fn given(&self) {} }\npub trait All { fn everywhere(&self) {} }\n";
    let user = "use crate::wanted::{All as Whole, Wanted as Renamed};\nimpl Renamed for Vec<u8> {}\nimpl<T> Whole for T {}\npub fn two(it: std::fs::File) { \
                it.everywhere(); }\n";
    let files = [("Cargo.toml", "[package]\nname = \"x\"\n"), ("src/lib.rs", lib.as_str()), ("src/wanted.rs", wanted), ("src/user.rs", user)];
    sure(&files, "/one(", &["Wanted#given("]);
    sure(&files, "/two(", &["All#everywhere("]);
}
