//! Titles, roles and directives of reStructuredText.

use crate::languages::extract::extract;
use crate::languages::prose::RST;

fn sections(text: &str) -> Vec<(String, String)> {
    let shard = extract(&RST, text);
    shard.body.chunks.iter().map(|it| (it.name.to_string(), it.span.text(text).to_owned())).collect()
}

fn mentions(text: &str) -> Vec<String> {
    let shard = extract(&RST, text);
    for it in &shard.body.mentions {
        assert_eq!(it.span.text(text), it.name.as_str());
    }
    shard.body.mentions.iter().map(|it| it.name.to_string()).collect()
}

#[test]
fn sections_start_at_underlined_titles() {
    let text = "Intro.\n\n=====\nGuide\n=====\n\nText\nof it.\n\nUse it\n------\n\nMore.\n\n====  ====\na     b\n====  ====\n\n----\n\nEnd.\n";
    let expected = [
        ("", "Intro."),
        ("Guide", "=====\nGuide\n=====\n\nText\nof it."),
        ("Use it", "Use it\n------\n\nMore.\n\n====  ====\na     b\n====  ====\n\n----\n\nEnd."),
    ];
    assert_eq!(sections(text), expected.map(|(title, body)| (title.to_owned(), body.to_owned())));
}

#[test]
fn a_line_under_the_last_of_several_is_no_title() {
    assert_eq!(sections("one\ntwo\n---\n\n  code\n  ====\n").len(), 1);
}

#[test]
fn endless_sections_are_cut() {
    let text = "Title\n=====\n\n".to_owned() + &"word word word word\n".repeat(2000);
    let sections = sections(&text);
    assert!(sections.len() > 3, "{}", sections.len());
    assert!(sections.iter().all(|(title, body)| title == "Title" && body.len() < 9000));
}

#[test]
fn roles_literals_and_directives_are_mentions() {
    let text = "See :class:`~lib.Name`, :meth:`the loop <App.run>`, ``load()``, `Site <https://x.y>`_ and `other`_.\n\n.. autoclass:: lib.Door\n   :members:\n\n.. py:function:: open_door(key, *, hard=False)\n\n.. note:: Not this\n";
    assert_eq!(mentions(text), ["lib.Name", "App.run", "load", "lib.Door", "open_door"]);
}

#[test]
fn an_open_backtick_costs_its_paragraph() {
    assert_eq!(mentions("don`t ``f``.\n\nSee ``g``.\n"), ["g"]);
}
