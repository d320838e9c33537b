//! Whatever the program tells people to type, it takes.

use std::collections::BTreeSet;
use std::path::Path;

use crate::program;

/// The command lines in ticks that the sources hold outside of comments, without the name of the program.
fn hinted(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            hinted(&entry, found);
        } else if entry.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(&entry).unwrap();
            // What stands behind tests is input that is wrong on purpose.
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let ticked = line.split('`').skip(1).step_by(2);
                found.extend(ticked.filter_map(|it| it.strip_prefix("{PROGRAM} ").or_else(|| it.strip_prefix("smalti "))).map(filled));
            }
        }
    }
}

/// With a word in every place that is filled in when it is told.
fn filled(line: &str) -> String {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        words.push(if word.starts_with('{') { "files" } else { word });
    }
    words.join(" ")
}

#[test]
fn every_command_line_of_a_hint_parses() {
    let mut found = BTreeSet::new();
    hinted(&program::here().join("src"), &mut found);
    // Of a line that is made up as a whole nothing is known here.
    found.remove("files");
    assert!(found.contains("index build") && found.contains("index build files"), "{found:?}");
    for line in &found {
        let ran = program::line(&program::here(), &format!("{line} --help"));
        assert_eq!(ran.exit, Some(0), "smalti {line}: {}", ran.err);
    }
}
