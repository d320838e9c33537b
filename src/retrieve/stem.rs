//! Stems of English words, so that `indexing`, `indexed` and `indexes` meet. Light on purpose: two words of one stem should mean one thing.

/// Shortest word that is stemmed, in bytes.
const SHORTEST: usize = 4;
/// Shortest stem, in bytes.
const SHORTEST_STEM: usize = 3;

/// Ending and what stands for it, longest endings of a family first.
const ENDINGS: &[(&str, &str)] = &[
    ("ization", "ize"),
    ("ational", "ate"),
    ("fulness", "ful"),
    ("iveness", "ive"),
    ("ousness", "ous"),
    ("ations", "ate"),
    ("ation", "ate"),
    ("ingly", ""),
    ("edly", ""),
    ("ments", ""),
    ("ment", ""),
    ("ness", ""),
    ("ities", "ity"),
    ("izes", "ize"),
    ("izing", "ize"),
    ("ized", "ize"),
    ("ers", "er"),
    ("ings", ""),
    ("ing", ""),
    ("ies", "y"),
    ("ied", "y"),
    ("ion", ""),
    ("ions", ""),
    ("ed", ""),
    ("er", ""),
    ("ors", ""),
    ("or", ""),
    ("es", ""),
    ("ly", ""),
    ("s", ""),
    ("e", ""),
];

/// The stem of a lower-case term. Terms with other than ASCII letters are their own stems.
pub fn stem(word: &str) -> String {
    if word.len() < SHORTEST || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    // One byte tells most endings from that of the word.
    let last = word.as_bytes().last();
    for (ending, instead) in ENDINGS.iter().filter(|it| it.0.as_bytes().last() == last) {
        let Some(base) = word.strip_suffix(ending).filter(|base| is_stem(base)) else { continue };
        if *ending == "s" && base.ends_with('s') {
            return word.to_owned();
        }
        let mut stem = base.to_owned();
        if instead.is_empty() && doubled(base) {
            stem.pop();
        }
        stem.push_str(instead);
        if stem.len() > SHORTEST && stem.ends_with('e') {
            stem.pop();
        }
        return stem;
    }
    word.to_owned()
}

/// What all words of a stem start with, as far as the endings tell: the stem itself, or what stands before the end that was put in its place.
pub fn start(stem: &str) -> &str {
    let ends = ENDINGS.iter().flat_map(|(_, instead)| [*instead, instead.strip_suffix('e').unwrap_or(instead)]);
    ends.filter_map(|end| stem.strip_suffix(end)).filter(|base| base.len() >= SHORTEST_STEM).min_by_key(|base| base.len()).unwrap_or(stem)
}

/// Long enough, and with a vowel, as every word (M. F. Porter, "An algorithm for suffix stripping", condition `*v*`): `str` is no stem of `string`.
fn is_stem(base: &str) -> bool {
    base.len() >= SHORTEST_STEM && base.bytes().any(|byte| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
}

/// Ends in a doubled consonant that spelling doubled (`stopp`, not `fall`, `miss` or `buzz`).
fn doubled(base: &str) -> bool {
    let bytes = base.as_bytes();
    let [.., before, last] = bytes else { return false };
    base.len() > SHORTEST_STEM && before == last && !matches!(last, b'l' | b's' | b'z')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_starts_as_its_stem_says() {
        let bases = ["abil", "agre", "creat", "fancy", "fals", "organ", "quer", "stopp", "try", "use", "v2", "yes", "größe", "ee", "nation"];
        for base in bases {
            for (ending, instead) in ENDINGS.iter().chain(&[("", "")]) {
                for word in [format!("{base}{ending}"), format!("{base}{instead}"), format!("{base}e{ending}")] {
                    let stem = stem(&word);
                    assert!(word.starts_with(start(&stem)), "{word} {stem} {}", start(&stem));
                }
            }
        }
        assert_eq!((start("organiz"), start("query"), start("stop"), start("str")), ("organ", "quer", "stop", "str"));
    }

    #[test]
    fn forms_of_one_word_meet_and_other_words_do_not() {
        for family in [
            &["index", "indexes", "indexed", "indexing", "indexer"][..],
            &["stop", "stopped", "stopping", "stops"],
            &["parse", "parser", "parsing", "parsed", "parses"],
            &["query", "queries"],
            &["initialize", "initializes", "initializing", "initialized", "initialization"],
        ] {
            let stems: Vec<String> = family.iter().map(|word| stem(word)).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{family:?} {stems:?}");
        }
        assert_ne!(stem("class"), stem("clas"));
        assert_ne!(stem("string"), stem("str"));
        assert_eq!((stem("v2"), stem("größe"), stem("")), ("v2".to_owned(), "größe".to_owned(), String::new()));
    }
}
