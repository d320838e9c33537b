//! Titles of `AsciiDoc`.

use crate::languages::extract::extract;
use crate::languages::prose::ASCIIDOC;

#[test]
fn sections_start_at_titles_outside_of_blocks() {
    let text = "= Guide\nAuthor\n\n== Use `it`\n\nCall `open_door()`.\n\n----\n== not a title\n----\n\n=== More\n\nText.\n";
    let shard = extract(&ASCIIDOC, text);
    let titles: Vec<&str> = shard.body.chunks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(titles, ["Guide", "Use it", "More"]);
    let mentions: Vec<&str> = shard.body.mentions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(mentions, ["it", "open_door"]);
}

#[test]
fn long_sections_are_cut_between_paragraphs() {
    let text = "== Title\n\n".to_owned() + &"A line of some words.\nAnd another one.\n\n".repeat(600);
    let shard = extract(&ASCIIDOC, &text);
    assert!(shard.body.chunks.len() > 2);
    for chunk in &shard.body.chunks {
        let cut = chunk.span.text(&text);
        assert!(cut.len() < 9000 && cut.ends_with("another one."), "{cut}");
    }
}
