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
