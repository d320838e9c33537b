//! Writes the vocabulary as a hash table and the classes of characters as sorted ranges.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use regex_syntax::hir::{Class, HirKind};

#[path = "src/hash.rs"]
mod hash;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/hash.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    let (table, count) = vocabulary();
    fs::write(out.join("vocabulary.bin"), table).expect("the folder of cargo can be written");
    let mut source = format!("/// Number of tokens.\npub const TOKENS: usize = {};\n", grouped(count));
    source.push_str("/// `(first, last, classes)` of every run of characters of one class, ascending.\n");
    source.push_str("pub static RANGES: &[(u32, u32, u8)] = &[");
    for (start, end, class) in classes() {
        write!(source, "({},{},{class}),", grouped(start as usize), grouped(end as usize)).expect("writing to a string cannot fail");
    }
    source.push_str("];\n");
    fs::write(out.join("tables.rs"), source).expect("the folder of cargo can be written");
}

/// A number as lints want to read it.
fn grouped(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{}_{:03}", grouped(number / 1_000), number % 1_000) }
}

/// `slots: [u32; SLOTS]` (token plus one), `starts: [u32; TOKENS + 1]`, then the bytes of all tokens.
fn vocabulary() -> (Vec<u8>, usize) {
    let bpe = &bpe_openai::o200k_base().bpe;
    let count = bpe.num_tokens();
    let mut slots = vec![0u32; hash::SLOTS];
    let (mut starts, mut text) = (vec![0u32], Vec::new());
    for token in 0..u32::try_from(count).expect("tokens are u32") {
        let bytes = bpe.token_bytes(token);
        let mut slot = hash::slot(bytes);
        while slots[slot] != 0 {
            slot = (slot + 1) % hash::SLOTS;
        }
        slots[slot] = token + 1;
        text.extend_from_slice(bytes);
        starts.push(u32::try_from(text.len()).expect("the vocabulary is small"));
    }
    let mut table: Vec<u8> = slots.into_iter().chain(starts).flat_map(u32::to_le_bytes).collect();
    table.extend_from_slice(&text);
    (table, count)
}

/// Runs of characters of one class. The bits are those of `src/class.rs`.
#[expect(clippy::panic, reason = "a build that cannot go on has failed")]
fn classes() -> Vec<(u32, u32, u8)> {
    const CLASSES: [(&str, u8); 7] =
        [("[\\p{Lu}\\p{Lt}]", 1), ("\\p{Ll}", 2), ("[\\p{Lm}\\p{Lo}]", 4), ("\\p{M}", 8), ("\\p{N}", 16), ("\\s", 32), ("[\\r\\n]", 64)];
    let mut bits = vec![0u8; 0x11_0000];
    for (pattern, bit) in CLASSES {
        let hir = regex_syntax::parse(pattern).expect("the patterns are valid");
        let class = if let HirKind::Class(Class::Unicode(class)) = hir.kind() { Some(class) } else { None };
        for range in class.expect("the patterns are classes").ranges() {
            (range.start() as usize..=range.end() as usize).for_each(|character| bits[character] |= bit);
        }
    }
    let mut runs: Vec<(u32, u32, u8)> = Vec::new();
    for (character, class) in (0u32..).zip(bits) {
        match runs.last_mut() {
            Some((_, end, last)) if *last == class => *end = character,
            _ => runs.push((character, character, class)),
        }
    }
    runs.retain(|(_, _, class)| *class != 0);
    runs
}
