//! Globs below a root as people write them, and as an index keeps them: one that can match nothing is refused instead of leaving everything in.

use std::path::{Component, Path};

use ignore::overrides::OverrideBuilder;

use super::walk::unread_glob;

/// What a glob is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// One of those that files are let in or left out by, which say nothing else.
    Choice,
    /// One of a list in which `!` takes back what others say.
    Lines,
}

/// A glob as it is kept: `./src` and `/path/of/the/root/src` are `/src`, which stands for the one below the root.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn normal(root: &Path, glob: &str, purpose: Purpose) -> Result<String, String> {
    let (mark, written) = match (glob.strip_prefix('!'), purpose) {
        (Some(rest), Purpose::Lines) => ("!", rest),
        (Some(_), Purpose::Choice) => return Err(format!("the glob `{glob}` begins with `!`: `include` lets in and `exclude` leaves out")),
        (None, _) => ("", glob),
    };
    let path = Path::new(written);
    if path.components().any(|part| part == Component::ParentDir) {
        return Err(format!("the glob `{glob}` leads out of the repository"));
    }
    let below = path.strip_prefix(root).ok().filter(|below| !below.as_os_str().is_empty() && root.parent().is_some());
    let below =
        below.and_then(Path::to_str).or_else(|| written.strip_prefix("./")).map(|below| below.trim_start_matches("./").trim_start_matches('/'));
    let kept = match below {
        Some("") => return Err(format!("the glob `{glob}` is the repository itself")),
        Some(below) if written.ends_with('/') && !below.ends_with('/') => format!("{mark}/{below}/"),
        Some(below) => format!("{mark}/{below}"),
        None => glob.to_owned(),
    };
    OverrideBuilder::new(root).add(&kept).map(|_| kept).map_err(|cause| unread_glob(glob, &cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_below_the_root_is_kept_as_one_and_what_can_match_nothing_is_refused() {
        let kept = |glob: &str| normal(Path::new("/r/one"), glob, Purpose::Choice);
        for (glob, expected) in
            [("./src", "/src"), ("././src/", "/src/"), ("/r/one/src/*.rs", "/src/*.rs"), ("/r/one/src/", "/src/"), ("src/", "src/"), ("/src", "/src")]
        {
            assert_eq!(kept(glob).as_deref(), Ok(expected));
            assert_eq!(kept(expected).as_deref(), Ok(expected), "what is kept is kept so again");
        }
        for (glob, words) in [("../a", "leads out"), ("a/../b", "leads out"), ("!a", "begins with"), ("./", "itself"), ("[", "`[` cannot be read")] {
            assert!(kept(glob).unwrap_err().contains(words), "{glob}: {:?}", kept(glob));
        }
        assert_eq!(normal(Path::new("/r"), "!./gen", Purpose::Lines).as_deref(), Ok("!/gen"));
    }
}
