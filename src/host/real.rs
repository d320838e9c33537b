//! The one spelling of a path: links resolved as far as it exists. Two spellings of one folder would make an index walk into itself.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The path with links resolved in the part of it that exists; absolute in any case.
pub fn real(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing: Vec<&OsStr> = Vec::new();
    for folder in absolute.ancestors() {
        if let Ok(mut real) = folder.canonicalize() {
            real.extend(missing.iter().rev());
            return real;
        }
        missing.extend(folder.file_name());
    }
    absolute
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_keeps_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        assert_eq!(real(&root.join("no/such/place")), root.join("no/such/place"));
    }

    #[cfg(unix)]
    #[test]
    fn two_spellings_of_a_folder_are_one() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("repo")).unwrap();
        std::os::unix::fs::symlink("repo", root.join("link")).unwrap();
        assert_eq!(real(&root.join("link")), root.join("repo"));
        assert_eq!(real(&root.join("link/.smalti")), root.join("repo/.smalti"));
    }
}
