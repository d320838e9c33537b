//! Files that are part of the graph although they are output of tools or copies: what a repository's own code calls may be made by a generator.

use std::path::Path;

use ignore::overrides::{Override, OverrideBuilder};

use super::walk::{WalkError, unread_glob};
use crate::base::path;

/// The globs by which files are admitted. They choose among the walked files; what is too large or no text stays out.
pub struct Admitted(Override);

impl Admitted {
    /// Globs below `root`. One that names a folder stands for all below it.
    ///
    /// # Errors
    /// [`WalkError::Pattern`] for a glob that cannot be read.
    pub fn new(root: &Path, globs: &[String]) -> Result<Self, WalkError> {
        let mut builder = OverrideBuilder::new(root);
        for glob in globs {
            for pattern in [glob.clone(), format!("{}/**", glob.trim_end_matches('/'))] {
                builder.add(&pattern).map_err(|cause| WalkError::Pattern(unread_glob(glob, &cause)))?;
            }
        }
        builder.build().map(Self).map_err(|cause| WalkError::Pattern(cause.to_string()))
    }

    /// Whether a walked path is admitted.
    pub fn holds(&self, path: &str) -> bool {
        !self.0.is_empty() && self.0.matched(path::decode(path), false).is_whitelist()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_all_below_it_and_nothing_for_nothing() {
        let globs = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect::<Vec<_>>();
        let admitted = Admitted::new(Path::new("/r"), &globs(&["api/gen/", "*.pb.go", "!b.pb.go"])).unwrap();
        for (path, held) in [("api/gen/x/a.rs", true), ("api/other.rs", false), ("x/a.pb.go", true), ("x/b.pb.go", false), ("api/gen.rs", false)] {
            assert_eq!(admitted.holds(path), held, "{path}");
        }
        assert!(!Admitted::new(Path::new("/r"), &[]).unwrap().holds("a.rs"));
        assert!(Admitted::new(Path::new("/r"), &globs(&["{"])).is_err());
    }
}
