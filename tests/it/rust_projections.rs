//! Rust: types of which a macro makes projections, and functions that macros make of the parameters they are given.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

const MANIFEST: (&str, &str) = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\npin-project-lite = \"0.2\"\npin-project = \"1\"\n");

const TYPES: &str = "use std::pin::Pin;\npub struct Rec;\nimpl Rec { pub fn go(&self) {} }\npub struct Other;\nimpl Other { pub fn go(&self) {} pub fn project(&self) {} pub fn missing(&self) {} }\n";

const USES: &str = "impl<T> Sent<T> { fn poll(self: Pin<&mut Self>) { let this = self.project(); this.rec.go(); self.missing(); } }\nimpl<T> State<T> { fn step(self: Pin<&mut Self>) { match self.project() { \
                    StateProj::Called { rec, .. } => rec.go(), StateProj::Done => {} } } }\n";

fn check(lib: &str, package: &str) {
    let lib = format!("{TYPES}{lib}{USES}");
    let files = [MANIFEST, ("src/lib.rs", lib.as_str())];
    sure(&files, "Sent#poll(", &["Rec#go("]);
    sure(&files, "State#step(", &["Rec#go("]);
    let repo = Repo::built(&files);
    let reasons = |name: &str| -> Vec<String> {
        let rows = repo.rows("sites");
        rows.iter()
            .filter(|row| row["name"] == name && row["role"] == "call")
            .map(|row| row["reason"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(reasons("project"), [package, package]);
    assert_eq!(reasons("missing"), ["no-such-member"]);
    let uses = repo.rows("edges_usage");
    let leads =
        |from: &str, to: &str| uses.iter().any(|row| row["from"].as_str().unwrap().ends_with(from) && row["to"].as_str().unwrap().ends_with(to));
    assert!(leads("Sent#poll().", "/Sent#rec.") && leads("State#step().", "/StateProj#") && leads("State#step().", "/State#Called."), "{uses:#?}");
}

#[test]
fn a_projection_has_the_fields_and_variants_of_its_type() {
    let given = "use pin_project_lite::pin_project;\npin_project! { pub struct Sent<T> { #[pin] inner: T, rec: Rec } }\npin_project! { #[project = StateProj] enum State<T> { Called { #[pin] inner: T, rec: Rec }, Done } }\n";
    check(given, "pin-project-lite");
    let attributes = "use pin_project::pin_project;\n#[pin_project]\npub struct Sent<T> { #[pin] inner: T, rec: Rec }\n#[pin_project(project = StateProj)]\nenum State<T> { Called { #[pin] inner: T, rec: Rec }, Done }\n";
    check(attributes, "pin-project");
    check(&attributes.replace("use pin_project::pin_project;\n", "").replace("#[pin_project", "#[pin_project::pin_project"), "pin-project");
}

#[test]
fn a_macro_among_items_is_given_parameters_with_their_types() {
    let lib = "pub struct Quat<T> { pub c: T }\nimpl<T> Quat<T> { pub fn inv(&self) -> Quat<T> { todo!() } pub fn go(&self, t: &Tr) -> Tr { todo!() } }\npub struct Tr;\nimpl Tr { pub fn inv(&self) -> Tr { todo!() } }\npub struct Iso<T, U> { \
               rot: Quat<T>, u: U }\nimpl<T, U> Iso<T, U> { pub fn scaling(&self) -> u8 { 1 } }\npub struct Other { rot: u8 }\nimpl Other { pub fn inv(&self) {} pub fn go(&self) {} pub fn scaling(&self) {} }\nmod ops;\n";
    let ops = "use crate::{Iso, Quat, Tr};\nop!(Mul, mul; self: Iso<u8, Quat<Tr>>, rhs: &'b Tr, Output = Tr; { let t = rhs.inv(); self.rot.go(&t) });\nop!(Sub, sub; self: Iso<u8, Tr>, right: Quat<u8>, Output = u8; self.scaling() + \
               right.inv().c);\nop!(Add, add; left: Iso<u8, Tr>, right: Quat<u8>, Output = u8; self.scaling());\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/ops.rs", ops)];
    let repo = Repo::built(&files);
    // Outside of all functions what is called is used by the file.
    let rows: Vec<serde_json::Value> = ["edges_call", "edges_usage"].iter().flat_map(|table| repo.rows(table)).collect();
    let sure = rows.iter().filter(|row| row["path"] == "src/ops.rs" && row["confidence"].as_f64().unwrap() >= 0.9);
    let used: Vec<&str> = sure.map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
    for member in ["Tr#inv().", "Quat#go().", "Iso#scaling().", "Quat#inv().", "Iso#rot.", "Quat#c."] {
        assert_eq!(used.iter().filter(|it| **it == member).count(), 1, "{member} {used:?}");
    }
    let lacks = |row: &&serde_json::Value| row["path"] == "src/ops.rs" && row["reason"] == "no-such-member";
    assert_eq!(repo.rows("sites").iter().filter(lacks).count(), 0);
}
