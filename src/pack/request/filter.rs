//! Which paths may appear in a pack.

use super::Filters;
use crate::base::{glob, path};
use crate::reader::ids::FileId;
use crate::reader::index::Index;

/// Whether a file passes.
pub fn admits_file(filters: &Filters, index: &Index, file: FileId) -> bool {
    let open = filters.include_paths.is_empty() && filters.exclude_paths.is_empty() && filters.file_pattern.is_empty();
    open || admits(filters, index.path(file))
}

/// Whether a path passes: it is below one of the prefixes, below none of the excluded ones, and fits the pattern.
pub fn admits(filters: &Filters, file: &str) -> bool {
    let below = |prefix: &String| path::is_under(file, prefix) || file.starts_with(prefix.as_str());
    (filters.include_paths.is_empty() || filters.include_paths.iter().any(below))
        && !filters.exclude_paths.iter().any(below)
        && fits(&filters.file_pattern, file)
}

/// Whether a pattern says what its writer can have meant. Brackets and braces stand for themselves, as in `pages/[id].tsx`; one that is never closed is a slip.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_pattern(pattern: &str) -> Result<(), String> {
    for (open, close, name) in [('[', ']', "class"), ('{', '}', "group")] {
        let mut depth = 0;
        for character in pattern.chars() {
            depth += i32::from(character == open) - i32::from(character == close && depth > 0);
        }
        if depth > 0 {
            return Err(format!("the pattern `{pattern}` cannot be read: unclosed {name}; missing `{close}`"));
        }
    }
    Ok(())
}

/// A part of the path; a glob where it holds `*` or `?`, of the whole path or, without `/`, of the file's name. A star stands for folders too.
fn fits(pattern: &str, file: &str) -> bool {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    if !pattern.contains(['*', '?']) {
        return file.contains(pattern);
    }
    glob::matches_across(pattern, file) || (!pattern.contains('/') && glob::matches_across(pattern, path::file_name(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(include: &[&str], exclude: &[&str], pattern: &str, file: &str) -> bool {
        let owned = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect();
        let filters = Filters { include_paths: owned(include), exclude_paths: owned(exclude), file_pattern: pattern.to_owned() };
        admits(&filters, file)
    }

    #[test]
    fn a_bracket_that_is_never_closed_is_refused() {
        for good in ["", "*.rs", "pages/[id]", "{a,b}", "]", "[[slug]]"] {
            assert_eq!(check_pattern(good), Ok(()), "{good}");
        }
        for wrong in ["[", "src/[a-z*.rs", "{a,b", "[]["] {
            assert!(check_pattern(wrong).unwrap_err().contains("unclosed"), "{wrong}");
        }
    }

    #[test]
    fn prefixes_and_patterns_decide() {
        assert!(check(&[], &[], "", "src/a.rs"));
        assert!(check(&["src"], &["src/gen"], "", "src/a.rs"));
        assert!(!check(&["src"], &["src/gen"], "", "src/gen/a.rs"));
        assert!(!check(&["lib"], &[], "", "src/a.rs"));
        assert!(check(&["src/pa"], &[], "", "src/pack/a.rs"));
        assert!(check(&[], &[], "pack/", "src/pack/a.rs"));
        assert!(check(&[], &[], "*.rs", "src/pack/a.rs") && !check(&[], &[], "*.rs", "src/a.rsx"));
        assert!(check(&[], &[], "src/*/a.??", "src/pack/a.rs") && !check(&[], &[], "src/?/a.rs", "src/pack/a.rs"));
        assert!(check(&[], &[], "**/*_test.go", "mux_test.go") && check(&[], &[], "./src/a.rs", "src/a.rs"));
    }
}
