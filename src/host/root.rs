//! The folder that is indexed, and the promise that nothing outside it is read.

use std::path::{Component, Path, PathBuf};

use super::error::HostError;
use super::{Host, Kind};
use crate::base::path;

/// A folder with every link of its own path worked out once, so that what lies inside can be told by prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Canonical and absolute.
    canonical: PathBuf,
}

impl Root {
    /// The root at an absolute path.
    ///
    /// # Errors
    /// When nothing stands there, or something that is not a folder.
    pub fn open(host: &dyn Host, path: &Path) -> Result<Self, HostError> {
        let canonical = host.canonical(path)?;
        match host.stat(&canonical)?.kind {
            Kind::Folder => Ok(Self { canonical }),
            kind => Err(HostError::NotAFolder { path: canonical, kind }),
        }
    }

    /// The canonical path.
    pub fn path(&self) -> &Path {
        &self.canonical
    }

    /// The repo-relative form of an absolute path, by its letters alone; `None` when it is not inside.
    pub fn relative(&self, absolute: &Path) -> Option<String> {
        let below = absolute.strip_prefix(&self.canonical).ok()?;
        below.components().all(|component| matches!(component, Component::Normal(_))).then(|| path::encode(below))
    }

    /// The absolute path of a repo-relative one that a person or an agent gave. `..` is worked out by letters and may not leave; a
    /// link anywhere on the way is refused, even one that leads back inside. What does not exist yet is fine.
    ///
    /// # Errors
    /// `Outside` for all of these, or what the system refused.
    pub fn resolve(&self, host: &dyn Host, relative: &str) -> Result<PathBuf, HostError> {
        let outside = || HostError::Outside { path: relative.to_owned(), root: self.canonical.clone() };
        let mut parts = Vec::new();
        for component in path::decode(relative).components() {
            match component {
                Component::Normal(part) => parts.push(part.to_owned()),
                Component::CurDir => {}
                Component::ParentDir => drop(parts.pop().ok_or_else(outside)?),
                Component::RootDir | Component::Prefix(_) => return Err(outside()),
            }
        }
        let mut absolute = self.canonical.clone();
        let mut known = true;
        for part in parts {
            absolute.push(part);
            if known {
                match host.stat(&absolute) {
                    Ok(stat) if stat.kind == Kind::Link => return Err(outside()),
                    Ok(_) => {}
                    Err(error) if error.not_found() => known = false,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(absolute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    #[test]
    fn paths_stay_inside() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(&DiskHost, folder.path()).unwrap();
        DiskHost.create_dir_all(&root.path().join("a/b")).unwrap();
        let check = |relative: &str, expected: Option<&str>| {
            let found = root.resolve(&DiskHost, relative).ok();
            assert_eq!(found, expected.map(|expected| root.path().join(expected)), "{relative}");
        };
        check("a/b", Some("a/b"));
        check("./a//b/", Some("a/b"));
        check("a/b/../c/new", Some("a/c/new"));
        check("a/../..", None);
        check("../a", None);
        check("/etc", None);
        if cfg!(unix) {
            check("\\x2e\\x2e/etc", None);
            check("\\x2fetc", None);
        }
        assert_eq!(root.relative(&root.path().join("a/b")).as_deref(), Some("a/b"));
        assert_eq!(root.relative(&root.path().join("a/../../b")), None);
        assert_eq!(root.relative(folder.path().parent().unwrap()), None);
    }

    #[test]
    fn a_root_is_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert!(Root::open(&DiskHost, &path).unwrap_err().not_found());
        DiskHost.write_new(&path, b"").unwrap();
        assert!(matches!(Root::open(&DiskHost, &path), Err(HostError::NotAFolder { kind: Kind::File, .. })));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused_wherever_they_lead() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(&DiskHost, folder.path()).unwrap();
        DiskHost.create_dir_all(&root.path().join("a")).unwrap();
        for (name, target) in [("out", "/etc"), ("in", "a"), ("loop", "loop"), ("dangling", "nowhere")] {
            std::os::unix::fs::symlink(target, root.path().join(name)).unwrap();
            for relative in [name.to_owned(), format!("{name}/passwd")] {
                assert!(matches!(root.resolve(&DiskHost, &relative), Err(HostError::Outside { .. })), "{relative}");
            }
        }
    }
}
