//! Words of requests and commit messages: what is to be done, never where. In code they are rare, so their rarity would speak for whatever happens to hold them.

/// Verbs of change in their forms, and adverbs that come with them; sorted.
const SPEECH: &[&str] = &[
    "add",
    "added",
    "adding",
    "adds",
    "allow",
    "allows",
    "avoid",
    "avoids",
    "because",
    "better",
    "change",
    "changed",
    "changes",
    "correct",
    "correctly",
    "ensure",
    "ensures",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "however",
    "implement",
    "implements",
    "improve",
    "improved",
    "improves",
    "instead",
    "introduce",
    "introduced",
    "just",
    "made",
    "make",
    "makes",
    "making",
    "more",
    "need",
    "needed",
    "needs",
    "now",
    "only",
    "previously",
    "properly",
    "provide",
    "provides",
    "refactor",
    "regression",
    "remove",
    "removed",
    "removes",
    "removing",
    "support",
    "supports",
    "update",
    "updated",
    "updates",
    "use",
    "used",
    "uses",
    "using",
    "works",
];

/// Whether a lower-case term says what is to be done and not where.
pub fn is_speech(term: &str) -> bool {
    SPEECH.binary_search(&term).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_requests_are_sorted_and_nouns_of_programs_are_none_of_them() {
        assert!(SPEECH.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(is_speech("fix") && is_speech("refactor"));
        assert!(!["handle", "commit", "patch", "case", "work"].into_iter().any(is_speech));
    }
}
