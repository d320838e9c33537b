//! Ignore files: which of them may be opened, and what those of a folder and of all above it say of a path.

use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::host::Kind;

/// Files whose lines name what is not indexed, in any folder. What one of them says of a path goes before all that a later one says.
pub const NAMES: [&str; 3] = [".smaltiignore", ".ignore", ".gitignore"];

/// The rules that hold in a folder.
#[derive(Clone, Default)]
pub struct Rules(Option<Arc<Level>>);

/// The ignore files of one folder that has any.
struct Level {
    above: Rules,
    /// By [`NAMES`].
    files: [Gitignore; NAMES.len()],
}

impl Rules {
    /// The rules that hold in a folder below, given which ignore files are listed in it.
    ///
    /// # Errors
    /// The name of one that must not be opened, or cannot be read: walking its folder by no rules could index what must not be.
    pub fn within(&self, root: &Path, folder: &Path, listed: &[(&'static str, Kind)]) -> Result<Self, &'static str> {
        if listed.is_empty() {
            return Ok(self.clone());
        }
        let mut files = [const { None }; NAMES.len()];
        for (name, kind) in listed {
            let path = folder.join(name);
            if !is_fit(root, &path, *kind) {
                return Err(name);
            }
            let mut builder = GitignoreBuilder::new(folder);
            // Lines that are no globs mean nothing, as for git.
            if let Some(cause) = builder.add(&path)
                && cause.io_error().is_some_and(|cause| cause.kind() != std::io::ErrorKind::NotFound)
            {
                return Err(name);
            }
            if let Some(place) = NAMES.iter().position(|known| known == name) {
                files[place] = builder.build().ok();
            }
        }
        let files = files.map(|file| file.unwrap_or_else(Gitignore::empty));
        Ok(Self(Some(Arc::new(Level { above: self.clone(), files }))))
    }

    /// Whether a path, absolute and below the folder, is ignored. The deepest file of a name that speaks of it decides for that name.
    pub fn ignore(&self, path: &Path, is_folder: bool) -> bool {
        let mut verdicts = [None; NAMES.len()];
        let mut level = self.0.as_ref();
        while let Some(at) = level {
            for (verdict, file) in verdicts.iter_mut().zip(&at.files).filter(|(verdict, _)| verdict.is_none()) {
                let matched = file.matched(path, is_folder);
                *verdict = (!matched.is_none()).then(|| matched.is_ignore());
            }
            level = at.above.0.as_ref();
        }
        verdicts.into_iter().flatten().next().unwrap_or(false)
    }
}

/// Whether an ignore file may be opened: a pipe would hold the walk for ever, a device feed it without end, and a link lead out of the root.
fn is_fit(root: &Path, path: &Path, kind: Kind) -> bool {
    if kind != Kind::Link {
        return kind == Kind::File;
    }
    match (path.canonicalize(), root.canonicalize()) {
        (Ok(target), Ok(root)) => target.starts_with(root) && target.is_file(),
        // A dangling link is opened by nobody.
        _ => true,
    }
}
