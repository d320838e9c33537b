//! Rust: what attributes name that derives of other packages read.

use crate::scoping::CARGO;
use crate::support::Repo;

fn uses(lib: &str, from: &str, to: &str) -> bool {
    let rows = Repo::built(&[CARGO, ("src/lib.rs", lib)]).rows("edges_usage");
    let ends = |id: &serde_json::Value, end: &str| id.as_str().unwrap().ends_with(end);
    rows.iter().any(|row| row["confidence"].as_f64().unwrap() >= 0.5 && ends(&row["from"], from) && ends(&row["to"], to))
}

#[test]
fn values_of_attributes_of_a_command_line_are_code() {
    let lib = "pub enum Color { Auto }\npub struct Size;\nimpl Size { pub fn parse(_: &str) -> Size { Size } }\nfn parse_millis(_: &str) -> u8 { 0 }\nfn long() {}\nfn made() -> u8 { 0 }\n#[derive(clap::Parser)]\npub struct Opts {\n    #[arg(long, \
               value_parser = Size::parse, default_value_t = Color::Auto)]\n    size: Size,\n    #[arg(long, value_parser = parse_millis)]\n    wait: u8,\n    #[arg(default_value_t = made())]\n    made: u8,\n}\n";
    assert!(uses(lib, "Opts#size.", "Size#parse().") && uses(lib, "Opts#size.", "Color#Auto."));
    assert!(uses(lib, "Opts#wait.", "/parse_millis().") && !uses(lib, "Opts#wait.", "/long()."));
    assert!(uses(lib, "Opts#made.", "/made()."));
}

#[test]
fn texts_in_attributes_of_serde_are_paths() {
    let lib = "fn dflt() -> u8 { 0 }\nmod m { pub fn skip(_: &u8) -> bool { true } }\nmod hex { pub fn serialize() {} }\npub struct Raw;\n#[derive(Serialize)]\n#[serde(from = \"Raw\", rename = \"dflt\")]\npub struct Conf {\n    #[serde(default = \
               \"dflt\", skip_serializing_if = \"m::skip\")]\n    a: u8,\n    #[cfg_attr(feature = \"x\", serde(with = \"crate::hex\"))]\n    b: u8,\n    #[serde(rename = \"dflt\", skip_serializing_if = \"Vec::is_empty\")]\n    c: Vec<u8>,\n}\n#[derive(Serialize)]\npub enum E { \
               A(#[serde(default = \"dflt\")] u8) }\n";
    assert!(uses(lib, "Conf#a.", "/dflt().") && uses(lib, "Conf#a.", "m/skip().") && uses(lib, "Conf#b.", "/hex/"));
    assert!(uses(lib, "/Conf#", "/Raw#") && !uses(lib, "/Conf#", "/dflt().") && !uses(lib, "Conf#c.", "/dflt()."));
    assert!(uses(lib, "E#A.0.", "/dflt()."));
}
