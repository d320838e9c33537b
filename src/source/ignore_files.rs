//! Which ignore files the walker may open. It opens them by name, and a pipe would hold it for ever, a device feed it without end.

use std::path::Path;

use crate::host::disk::DiskHost;
use crate::host::{Host, Kind};

/// Files whose lines name what is not indexed, in any folder.
const NAMES: &[&str] = &[".gitignore", ".ignore", ".smaltiignore"];

/// The first ignore file of `folder` that must not be opened: a pipe or device, or a link to one or out of the root.
pub fn unfit(root: &Path, folder: &Path) -> Option<&'static str> {
    NAMES.iter().copied().find(|name| !is_fit(root, &folder.join(name)))
}

fn is_fit(root: &Path, path: &Path) -> bool {
    match DiskHost::volatile().stat(path) {
        Ok((Kind::Other, _)) => false,
        Ok((Kind::Link, _)) => match (path.canonicalize(), root.canonicalize()) {
            (Ok(target), Ok(root)) => target.starts_with(root) && target.is_file(),
            // A dangling link is opened by nobody.
            _ => true,
        },
        Ok((Kind::File | Kind::Folder, _)) | Err(_) => true,
    }
}
