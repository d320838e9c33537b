//! Rust: what the tokens of a macro say of fields, patterns and types.

use crate::scoping::CARGO;
use crate::support::Repo;

/// What definitions use surely besides calls: the ends of the ids.
fn uses(lib: &str, from: &str) -> Vec<String> {
    let rows = Repo::built(&[CARGO, ("src/lib.rs", lib)]).rows("edges_usage");
    let end = |id: &serde_json::Value| id.as_str().unwrap().rsplit(' ').next().unwrap().rsplit("lib.rs`/").next().unwrap().to_owned();
    let sure = rows.iter().filter(|row| row["confidence"].as_f64().unwrap() >= 0.5 && end(&row["from"]) == from);
    let mut found: Vec<String> = sure.map(|row| end(&row["to"])).collect();
    found.sort();
    found
}

fn check(lib: &str, from: &str, expected: &[&str]) {
    assert_eq!(uses(lib, from), expected, "{from}");
}

const POINTS: &str = "#[derive(PartialEq, Debug, Clone)]\npub struct Q(pub u8);\n#[derive(PartialEq, Debug, Clone)]\npub struct Attr { pub key: Q, pub value: u8 }\nimpl Attr { pub fn go(&self) {} }\npub \
                      enum Er { Sub { sub: Q, args: u8 }, Two(Q), None }\nimpl Q { pub fn hit(&self) {} }\npub struct Other;\nimpl Other { pub fn hit(&self) {} pub fn go(&self) {} }\nfn sub() {}\nfn args() \
                      {}\nconst MAX: u8 = 1;\n";

#[test]
fn fields_of_what_is_built_among_the_tokens_of_a_macro_are_used() {
    let lib = format!(
        "{POINTS}fn run(x: Attr, value: u8) {{ assert_eq!(x, Attr {{ key: Q(1), value }}); }}\nfn base(x: Attr) {{ assert_eq!(Some(x.clone()), Some(Attr {{ value: MAX, ..x }})); }}\nfn called(it: u8) {{ \
         println!(\"{{:?}}\", Attr {{ key: Q(1), value: it }}.go()); }}\nfn head(x: u8) {{ assert!(if x == MAX {{ true }} else {{ false }}); }}\n"
    );
    check(&lib, "run().", &["Attr#", "Attr#", "Attr#key.", "Attr#value.", "Q#"]);
    check(&lib, "base().", &["Attr#", "Attr#", "Attr#value.", "MAX."]);
    check(&lib, "head().", &["MAX."]);
    check(&lib, "called().", &["Attr#", "Attr#go().", "Attr#key.", "Attr#value.", "Q#"]);
}

#[test]
fn names_that_a_pattern_among_tokens_binds_are_no_functions() {
    let lib = format!(
        "{POINTS}macro_rules! err {{ ($n:ident, error: $e:pat, check: $b:block) => {{ fn $n(x: Er) {{ if let $e = x $b }} }}; }}\nfn matched(x: Er) -> bool {{ matches!(x, Er::Sub {{ sub, args }} if args == 1 && \
         sub.hit() == ()) }}\nfn placed(x: Er) -> bool {{ matches!(x, Er::Two(sub) if sub.hit() == ()) }}\nfn led(x: Er) {{ assert!(if let Er::Sub {{ sub: args, .. }} = x {{ args.hit() == () }} else {{ false }}); \
         }}\nfn own() {{ err! {{ t1, error: Er::Sub {{ sub, args }}, check: {{ let y = args.len(); }} }} }}\n"
    );
    check(&lib, "matched().", &["Er#", "Er#", "Er#Sub.", "Er#Sub.args.", "Er#Sub.sub.", "Q#hit()."]);
    check(&lib, "placed().", &["Er#", "Er#", "Er#Two.", "Q#hit()."]);
    check(&lib, "led().", &["Er#", "Er#", "Er#Sub.", "Er#Sub.sub.", "Q#hit()."]);
    check(&lib, "own().", &["Er#", "Er#Sub.", "Er#Sub.args.", "Er#Sub.sub."]);
}

#[test]
fn what_declares_fields_among_tokens_uses_none() {
    let lib = format!(
        "{POINTS}fn own() {{ declare! {{ Attr {{ key: u8, value: &'static str }} }} }}\nfn end(x: u8) {{ keep! {{ fn f() -> Attr {{ value }} }} }}\n"
    );
    assert!(!uses(&lib, "own().").iter().chain(&uses(&lib, "end().")).any(|it| it.contains("key") || it.contains("value")));
}

#[test]
fn paths_of_type_arguments_among_tokens_are_followed() {
    let lib = "pub mod status { pub struct Bad; }\npub struct Er;\nimpl Er { pub fn is<T>(&self) -> bool { true } }\nfn method(e: Er) { assert!(e.is::<status::Bad>()); }\nfn function() { println!(\"{}\", \
               Vec::<status::Bad>::new().len()); }\nfn nested() { println!(\"{}\", Vec::<(u8, Option<crate::status::Bad>)>::new().len()); }\n";
    check(lib, "method().", &["Er#", "Er#is().", "status/", "status/Bad#"]);
    check(lib, "function().", &["status/", "status/Bad#"]);
    check(lib, "nested().", &["status/", "status/Bad#"]);
}
