//! Indexes made by real indexers, where they are installed: nothing is refused, and most of what the link claims is confirmed.

#![expect(clippy::print_stdout, reason = "a test that is skipped says why")]

use std::path::{Path, PathBuf};
use std::process::Command;

use smalti::pipeline::options::BuildOptions;

use crate::support::{Repo, build};

/// Where `npm` keeps programs that are installed for everybody, or where `SMALTI_INDEXERS` says.
fn programs() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SMALTI_INDEXERS") {
        return Some(folder.into());
    }
    let prefix = Command::new("npm").args(["prefix", "--global"]).output().ok().filter(|it| it.status.success())?;
    Some(Path::new(String::from_utf8_lossy(&prefix.stdout).trim()).join("bin"))
}

/// Runs an indexer in a repository; prints why where it cannot.
fn indexed(repo: &Repo, program: &str, words: &[&str]) -> Option<PathBuf> {
    let path = programs().map(|folder| folder.join(program)).filter(|path| path.exists());
    let Some(path) = path else {
        println!("skipped: there is no {program}; type `npm install --global @sourcegraph/{program}`, or name its folder in SMALTI_INDEXERS");
        return None;
    };
    let to = repo.beside("compiler.scip");
    let done = Command::new(path).current_dir(repo.root()).args(words).arg("--output").arg(&to).output();
    match done {
        Ok(done) if done.status.success() && to.exists() => Some(to),
        Ok(done) => {
            println!("skipped: {program} failed: {}", String::from_utf8_lossy(&done.stderr));
            None
        }
        Err(cause) => {
            println!("skipped: {program} cannot be started: {cause}");
            None
        }
    }
}

/// Builds with what the indexer says: nothing stale, nothing disputed, and this many call edges by the compiler.
fn check(repo: &Repo, scip: PathBuf, calls: usize) {
    build(&BuildOptions { scip: vec![scip], ..repo.options() }).unwrap();
    let text = repo.index_text();
    let said: Vec<&str> = text["problems"].lines().filter(|row| row.contains("SMALTI_P_SCIP")).collect();
    assert_eq!(said, Vec::<&str>::new());
    let by_compiler: Vec<&str> = text["edges_call"].lines().filter(|row| row.contains("\"rule\":\"scip\"")).collect();
    assert!(by_compiler.len() >= calls, "{by_compiler:#?}");
}

#[test]
fn an_index_of_scip_typescript_fits_and_agrees() {
    let repo = Repo::of(&[
        ("package.json", "{\"name\": \"zoo\", \"version\": \"1.0.0\"}\n"),
        (
            "tsconfig.json",
            "{\"compilerOptions\": {\"strict\": true, \"module\": \"es2020\", \"moduleResolution\": \"node\"}, \"include\": [\"src\"]}\n",
        ),
        (
            "src/a.ts",
            "export interface Loud { shout(): string }\nexport class Dog implements Loud {\n  constructor(private name: string) {}\n  shout() { return this.name; }\n}\n",
        ),
        ("src/b.ts", "import { Dog, Loud } from './a';\nexport function wake(it: Loud) { return it.shout(); }\nconst é = '𝄞'; wake(new Dog(é));\n"),
    ]);
    if let Some(scip) = indexed(&repo, "scip-typescript", &["index"]) {
        check(&repo, scip, 3);
    }
}

#[test]
fn an_index_of_scip_python_fits_and_agrees() {
    let repo = Repo::of(&[
        ("zoo/__init__.py", ""),
        (
            "zoo/a.py",
            "class Dog:\n    def __init__(self, name: str) -> None:\n        self.name = name\n\n    def shout(self) -> str:\n        return self.name\n",
        ),
        ("zoo/b.py", "from zoo.a import Dog\n\n\ndef wake(it: Dog) -> str:\n    return it.shout()\n\n\né = '𝄞'; wake(Dog(é))\n"),
    ]);
    repo.write("environment.json", "[]");
    let words = ["index", ".", "--project-name", "zoo", "--project-version", "1", "--environment", "environment.json"];
    if let Some(scip) = indexed(&repo, "scip-python", &words) {
        check(&repo, scip, 2);
    }
}
