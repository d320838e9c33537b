//! Where module strings lead, in small trees.

use super::super::extract::extract;
use super::super::testing::tree::Files;
use super::{PACKAGE, TSCONFIG, TYPESCRIPT, habits};

#[test]
fn relative_names_find_their_extension() {
    let mut tree = Files::new(
        &[],
        &[
            ("src/a.ts", ""),
            ("src/b.tsx", ""),
            ("src/d/index.js", ""),
            ("src/d/index.d.ts", ""),
            ("src/data.json", ""),
            ("src/a.test.ts", ""),
            ("src/e.js", ""),
            ("src/e.d.mts", ""),
        ],
    );
    for (name, expected) in [
        ("./b", "src/b.tsx"),
        ("./b.js", "src/b.tsx"),
        ("./d", "src/d/index.d.ts"),
        ("../src/data.json", "src/data.json"),
        ("./a.test", "src/a.test.ts"),
        ("./gone", "missing no-such-file"),
        ("../../up", "missing leaves-the-root"),
        (".", "src/a.ts"),
        ("./b?raw", "src/b.tsx"),
    ] {
        assert_eq!(tree.leads(&TYPESCRIPT, "src/a.ts", name), expected, "{name}");
    }
    assert_eq!(tree.leads(&TYPESCRIPT, "src/plain.js", "./d"), "src/d/index.js src/d/index.d.ts");
    assert_eq!(tree.leads(&TYPESCRIPT, "src/plain.js", "./e"), "src/e.js");
}

#[test]
fn path_aliases_come_through_extended_options() {
    let mut tree = Files::new(
        &[],
        &[
            (
                "tsconfig.base.json",
                "{ \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@lib/*\": [\"libs/*/src\"], \"exact\": [\"libs/e.ts\"] } } }",
            ),
            ("app/tsconfig.json", "{ // own\n \"extends\": \"../tsconfig.base\", }"),
            ("libs/core/src/index.ts", ""),
            ("libs/e.ts", ""),
            ("app/main.ts", ""),
        ],
    );
    assert_eq!(tree.leads(&TYPESCRIPT, "app/main.ts", "@lib/core"), "libs/core/src/index.ts");
    assert_eq!(tree.leads(&TYPESCRIPT, "app/main.ts", "exact"), "libs/e.ts");
    assert_eq!(tree.leads(&TYPESCRIPT, "app/main.ts", "libs/e"), "libs/e.ts");
    assert_eq!(tree.leads(&TYPESCRIPT, "libs/e.ts", "@lib/core"), "external @lib/core");
}

#[test]
fn options_are_extended_whatever_their_file_is_called() {
    let mut tree = Files::new(
        &[],
        &[
            ("tsconfig.json", "{ \"extends\": [\"./config/strict.json\", \"./tsconfig.paths.json\"] }"),
            ("config/strict.json", "{ \"compilerOptions\": { \"strict\": true } }"),
            ("tsconfig.paths.json", "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"lib/*\"] } } }"),
            ("data.json", "{ \"extends\": 3, }"),
            ("lib/u.ts", ""),
            ("src/u.ts", ""),
            ("src/v.ts", ""),
            ("main.ts", ""),
        ],
    );
    assert_eq!(tree.leads(&TYPESCRIPT, "main.ts", "@/u"), "lib/u.ts");
    // What the options say of a name stands before what bundlers mean by it.
    assert_eq!(tree.leads(&TYPESCRIPT, "main.ts", "@/v"), "missing no-such-file");
}

#[test]
fn workspace_packages_lead_to_their_sources() {
    let mut tree = Files::new(
        &[],
        &[
            (
                "packages/core/package.json",
                "{ \"name\": \"@x/core\", \"main\": \"dist/index.js\", \"exports\": { \".\": { \"import\": \"./dist/index.mjs\" }, \"./sub/*\": \"./dist/sub/*.js\", \"./raw\": { \"types\": \"./gone.d.ts\", \"default\": \"./raw.js\" } }, \"imports\": { \"#in/*\": \"./src/in/*.js\" } }",
            ),
            ("packages/core/src/index.ts", ""),
            ("packages/core/src/sub/one.ts", ""),
            ("packages/core/src/in/two.ts", ""),
            ("packages/core/raw.js", ""),
            ("packages/old/package.json", "{ \"name\": \"old\", \"exports\": { \"types\": \"./dist/index.d.ts\", \"import\": \"./wrap.mjs\" } }"),
            ("packages/old/lib/index.ts", ""),
            ("packages/old/wrap.mjs", ""),
            ("packages/shim/package.json", "{ \"name\": \"@x/shim\", \"main\": \"index.js\", \"types\": \"dist/shim.d.ts\" }"),
            ("packages/shim/index.js", ""),
            ("packages/shim/src/index.ts", ""),
            ("plain/package.json", "{ \"name\": \"plain\" }"),
            ("plain/index.js", ""),
            ("plain/lib/x.js", ""),
        ],
    );
    for (name, expected) in [
        ("@x/core", "packages/core/src/index.ts"),
        ("@x/core/sub/one", "packages/core/src/sub/one.ts"),
        ("@x/core/raw", "packages/core/raw.js"),
        ("@x/core/none", "missing no-such-export"),
        ("#in/two", "packages/core/src/in/two.ts"),
        ("old", "packages/old/lib/index.ts"),
        ("@x/shim", "packages/shim/src/index.ts"),
        ("plain", "plain/index.js"),
        ("plain/lib/x", "plain/lib/x.js"),
        ("node:fs", "external node"),
        ("fs/promises", "external node"),
        ("@scope/far/deep", "external @scope/far"),
        ("react/jsx-runtime", "external react"),
    ] {
        assert_eq!(tree.leads(&TYPESCRIPT, "packages/core/src/index.ts", name), expected, "{name}");
    }
}

#[test]
fn manifests_tell_dependencies_workspaces_and_entries() {
    let text = "{ \"name\": \"@a/b\", \"workspaces\": { \"packages\": [\"packages/*\"] }, \"dependencies\": { \"x\": \"^1\", \"y\": \"file:../y\", \"z\": \"npm:@r/eal@2\" }, \"peerDependencies\": { \"w\": \"workspace:*\" }, \"bin\": \"cli.js\", \"types\": \"index.d.ts\" }";
    let fact = extract(&PACKAGE, text).facts.config.expect("reads");
    assert_eq!(fact.name.as_deref(), Some("@a/b"));
    assert_eq!(fact.members, ["packages/*"]);
    assert_eq!(fact.dependencies.iter().map(|(name, path)| format!("{name}:{path}")).collect::<Vec<_>>(), ["w:", "x:", "y:../y", "z:"]);
    assert_eq!(fact.renames.get("z").map(smol_str::SmolStr::as_str), Some("@r/eal"));
    assert_eq!(fact.entries.get("bin:b").map(smol_str::SmolStr::as_str), Some("cli.js"));
    assert!(extract(&PACKAGE, "{ \"name\": 5 }").body.problems.iter().any(|it| it.message.contains("no package")));
    assert!(extract(&PACKAGE, "{ \"name\": null, \"private\": true }").body.problems.is_empty());
    assert!(extract(&PACKAGE, "{ \"name\": ").body.problems.iter().any(|it| it.code.contains("P_CONFIG")));
    assert!(extract(&TSCONFIG, "[]").facts.config.is_none());
}

#[test]
fn tables_are_sorted() {
    assert!(super::react::GIVING.is_sorted_by_key(|(member, ..)| member) && super::react::PARTS.is_sorted_by_key(|(member, ..)| member));
    assert!(habits::PLATFORM.is_sorted());
    assert!(habits::HABITS.foreign.same.is_sorted() && habits::HABITS.foreign.inner.is_sorted() && habits::HABITS.holding.transparent.is_sorted());
}
