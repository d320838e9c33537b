//! The command line as people and programs meet it.

mod answers;
mod exits;
mod forms;
mod surroundings;

use std::path::PathBuf;

use crate::support::Repo;

/// A small repository in the folder `repo`, and that folder's parent, where commands are typed.
fn repository() -> (Repo, PathBuf) {
    let repo = Repo::of(&[("a.py", "from b import f\nf()\n"), ("b.py", "def f():\n    return 1\n")]);
    let folder = repo.folder();
    (repo, folder)
}
