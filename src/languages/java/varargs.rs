//! Annotations between a type and `...`, which the grammar does not know there (Java Language Specification, 8.4.1): `Object @NonNull ... rest`.

use super::super::respell::blanked;

/// The text with those annotations blanked, byte for byte, so that the rest parses where it stands; `None` where there are none.
pub(super) fn without_annotations(text: &str) -> Option<String> {
    let mut annotations = Vec::new();
    for (dots, _) in text.match_indices("...") {
        let mut end = text[..dots].trim_end().len();
        while let Some(start) = annotation_before(&text[..end]) {
            annotations.push(start..end);
            end = text[..start].trim_end().len();
        }
    }
    blanked(text, annotations)
}

/// Where the annotation begins that a text ends with, if it is one without arguments.
fn annotation_before(text: &str) -> Option<usize> {
    let name = text.trim_end_matches(|it: char| it.is_alphanumeric() || matches!(it, '_' | '$' | '.'));
    (name.len() < text.len() && name.ends_with('@')).then(|| name.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_in_front_of_the_mark_of_a_list_are_blanked() {
        for (text, expected) in [
            ("f(Object @NonNull ... rest)", Some("f(Object          ... rest)")),
            ("f(int @a.B @C... rest)", Some("f(int        ... rest)")),
            ("f(@NonNull Object... rest)", None),
            ("f(Object... rest)", None),
            ("...", None),
        ] {
            assert_eq!(without_annotations(text).as_deref(), expected, "{text}");
        }
    }
}
