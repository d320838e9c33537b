//! Broken, deep and odd input.

use super::{LANGUAGE, shard};
use crate::base::codes;
use crate::languages::testing::{on_a_worker, symbols};
use crate::shard::body::Role;

/// Extracts on a worker; gives the codes of the problems.
fn survives(source: String) -> Vec<String> {
    on_a_worker(move || shard(&source).body.problems.iter().map(|problem| problem.code.to_string()).collect())
}

#[test]
fn garbage_is_survived() {
    for source in [
        "",
        "}}}}",
        "fn",
        "fn f(",
        "impl",
        "use a::{",
        "let x = ;",
        "mod é { fn ß() { ñ!(«) } }",
        "\u{0}\u{feff}fn f() {}",
        "#[",
        "macro_rules! {",
        "a!(|",
        "'''",
        "// `",
        "/// `é`é",
    ] {
        survives(source.to_owned());
    }
    let bytes: String =
        (0..20_000u32).map(|n| char::from(b"(){}[]<>|&:;,.#!'\"azAZ_ \n=*"[(n.wrapping_mul(2_654_435_761) >> 16) as usize % 27])).collect();
    survives(bytes);
}

#[test]
fn deep_nesting_is_cut_off() {
    for open in ["(", "[", "{", "fn f() {", "a!(", "if x {", "|x| ", "-", "a::<", "mod a {", "&", "match x { _ => "] {
        survives(open.repeat(20_000));
    }
    let pairs =
        [("fn f() {", "}"), ("mod a {", "}"), ("impl A { fn f() {", "} }"), ("a(", ")"), ("a!(", ")"), ("if x {", "}"), ("A<", ">"), ("{", "}")];
    for (open, close) in pairs {
        survives(format!("fn f() {{ {}{} }}", open.repeat(3_000), close.repeat(3_000)));
    }
    survives(format!("type T = {}u8{};", "A<".repeat(3_000), ">".repeat(3_000)));
    survives(format!("use {}a{};", "a::{".repeat(3_000), "}".repeat(3_000)));
    survives(format!("fn f() {{ let {}a{} = 1; }}", "A(".repeat(3_000), ")".repeat(3_000)));
    let nested = format!("fn f() {{ {}1{} }}", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(survives(nested).iter().filter(|code| *code == codes::P_DEPTH.name).count(), 1);
}

#[test]
fn long_chains_are_followed_to_their_end() {
    let sum = format!("fn f() {{ {}last() }}", "a() + ".repeat(5_000));
    let shard = shard(&sum);
    assert_eq!(shard.body.sites.len(), 5_001);
    assert!(shard.body.problems.is_empty());
    survives(format!("fn f() {{ a{} }}", ".b()".repeat(5_000)));
    survives(format!("fn f() {{ if a {{}} {} }}", "else if b {}".repeat(5_000)));
}

/// Every quoted word in the sources that has the form of a node kind is one.
#[test]
fn node_kinds_exist_in_the_grammar() {
    let sources = [
        include_str!("../attributes.rs"),
        include_str!("../blocks.rs"),
        include_str!("../calls.rs"),
        include_str!("../definitions.rs"),
        include_str!("../expressions.rs"),
        include_str!("../flag_types.rs"),
        include_str!("../functions.rs"),
        include_str!("../imports.rs"),
        include_str!("../item_macros.rs"),
        include_str!("../made_items.rs"),
        include_str!("../patterns.rs"),
        include_str!("../token_chains.rs"),
        include_str!("../tokens.rs"),
        include_str!("../types.rs"),
    ];
    let endings = [
        "_arguments",
        "_arm",
        "_block",
        "_clause",
        "_comment",
        "_condition",
        "_declaration",
        "_definition",
        "_expression",
        "_field",
        "_function",
        "_identifier",
        "_initializer",
        "_invocation",
        "_item",
        "_list",
        "_literal",
        "_modifier",
        "_modifiers",
        "_parameter",
        "_parameters",
        "_pattern",
        "_predicate",
        "_repetition",
        "_rule",
        "_statement",
        "_tree",
        "_type",
        "_type_with_turbofish",
        "_variant",
    ];
    // Fields of nodes and an attribute.
    let other = ["crate_type", "default_type", "return_type"];
    let grammar: tree_sitter::Language = LANGUAGE.grammar.expect("Rust has a grammar")();
    let mut seen = 0;
    for word in sources.iter().flat_map(|source| source.split('"')) {
        let formed = word.chars().all(|c| c.is_ascii_lowercase() || c == '_') && endings.iter().any(|ending| word.ends_with(ending));
        if formed && !other.contains(&word) && !endings.contains(&word) {
            assert_ne!(grammar.id_for_node_kind(word, true), 0, "`{word}` is no node of the grammar");
            seen += 1;
        }
    }
    assert!(seen > 100, "only {seen} kinds were found");
}

#[test]
fn what_is_called_like_a_primitive_type_is_called() {
    let shard = shard("fn f() { let a = str![[r\"x\"]]; g(a); let b = f32::<u8>(a); }\nunsafe extern \"C\" { pub safe fn h(); }\n");
    assert!(shard.body.problems.is_empty(), "{:?}", shard.body.problems);
    let calls: Vec<&str> = shard.body.sites.iter().filter(|site| site.role == Role::Call).map(|site| site.name.as_str()).collect();
    assert_eq!(calls, ["str", "g", "f32"]);
    assert_eq!(symbols(&shard), ["function f", "function h"]);
}
