//! Which index a reading verb means.

use std::path::{Path, PathBuf};

use super::Context;
use super::failure::Failure;
use super::parser::PROGRAM;
use crate::base::labels::LabelRule;
use crate::base::{codes, path};
use crate::host::real::real;
use crate::host::{Host, Kind};
use crate::manifest::error::IndexError;
use crate::manifest::layout::{FOLDER, Layout};
use crate::manifest::model::Options;
use crate::pack::excerpt::texts::ReadFile;
use crate::pipeline::error::BuildError;
use crate::pipeline::options::BuildOptions;
use crate::pipeline::{config, detect};
use crate::reader::index::Index;
use crate::reader::load;

/// Whether a file can be written at a place: in a folder that exists, and where no folder stands.
///
/// # Errors
/// [`codes::OUT_FOREIGN`] or [`codes::USAGE`], before any work is done.
pub fn writable(host: &dyn Host, to: &Path) -> Result<(), Failure> {
    if matches!(host.stat(&real(to)), Ok((Kind::Folder, _))) {
        return Err(Failure::new(&codes::OUT_FOREIGN, format!("`{}` is a folder", to.display())).only_hint("name a file"));
    }
    let folder = to.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match host.stat(&real(folder)) {
        Ok((Kind::Folder, _)) => Ok(()),
        Ok(_) => Err(Failure::new(&codes::USAGE, format!("`{}` is no folder", folder.display())).only_hint("name a file in a folder")),
        Err(_) => {
            Err(Failure::new(&codes::USAGE, format!("there is no folder `{}`", folder.display()))
                .only_hint("make it, or name a file in one that exists"))
        }
    }
}

/// The index to read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Place {
    /// The repository whose index is meant [default: .].
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// The same as PATH.
    #[arg(long, value_name = "PATH", conflicts_with = "path")]
    pub repo: Option<PathBuf>,
    /// An index root, wherever it lies.
    #[arg(long, value_name = "ROOT")]
    pub index: Option<PathBuf>,
}

impl Place {
    /// The repository that was named, or the present folder; `None` for an index root that stands for itself.
    pub fn repository(&self) -> Option<&Path> {
        let named = self.path.as_deref().or(self.repo.as_deref());
        if self.index.is_some() { named } else { Some(named.unwrap_or(Path::new("."))) }
    }

    /// The layout of the index.
    pub fn layout(&self) -> Layout {
        match (&self.index, self.repository()) {
            (Some(root), _) => Layout::new(root),
            (None, repository) => Layout::new(&repository.unwrap_or(Path::new(".")).join(FOLDER)),
        }
    }

    /// What to type to build anew the index that was built so, with what its repository does not say by itself; `None` for an index root that stands for
    /// itself.
    pub fn build_line(&self, host: &dyn Host, built: &Options) -> Option<String> {
        let repository = self.repository()?;
        let out = self.index.as_deref().map_or_else(String::new, |root| format!(" --out {}", quoted(root)));
        let mut line = format!("{PROGRAM} index build {}{out}", quoted(repository));
        let said = config::settle(host, &BuildOptions::new(real(repository))).unwrap_or_else(|_| BuildOptions::new(PathBuf::new()));
        for (flag, globs, said) in
            [("--include", &built.include, &said.include), ("--exclude", &built.exclude, &said.exclude), ("--graph", &built.graph, &said.graph)]
        {
            for glob in globs.iter().filter(|_| globs != said) {
                line.push_str(&format!(" {flag}={}", quoted(Path::new(glob))));
            }
        }
        for (flag, is_written, said) in [("--no-text", built.text, said.text), ("--no-history", built.history, said.history)] {
            if said && !is_written {
                line.push_str(&format!(" {flag}"));
            }
        }
        Some(line)
    }

    /// The failure of a reader, with what to type next.
    pub fn failure(&self, host: &dyn Host, cause: IndexError) -> Failure {
        let (missing, foreign) = (matches!(cause, IndexError::Missing(_)), matches!(cause, IndexError::Foreign(_)));
        let failure = Failure::from(cause);
        match (&self.index, self.repository()) {
            (Some(root), _) if missing && load::is_file(host, &Layout::new(root)) => of_a_file(root),
            (Some(root), _) if missing && host.stat(&Layout::new(&root.join(FOLDER)).manifest()).is_ok() => {
                failure.hint(format!("that is a repository; its index is `--index {}`", quoted(&root.join(FOLDER))))
            }
            (None, Some(repository)) if missing && !matches!(host.stat(&real(repository)), Ok((Kind::Folder, _))) => {
                let what = format!("the folder `{}` does not exist or is not a folder", repository.display());
                Failure::new(&codes::ROOT_MISSING, what)
            }
            (None, Some(repository)) if missing && detect::is_inside_of_git(host, &real(repository)) => {
                BuildError::RootInsideOfGit(repository.display().to_string()).into()
            }
            (None, Some(folder)) if missing && host.stat(&Layout::new(folder).manifest()).is_ok() => {
                failure.only_hint(format!("`{0}` is an index root: name it with `--index {0}`", quoted(folder)))
            }
            (Some(root), _) if missing => failure.only_hint(format!(
                "an index root holds `pieces/manifest.json`; `{PROGRAM} index build REPOSITORY --out {}` makes one there",
                quoted(root)
            )),
            (None, Some(repository)) if missing => {
                let failure = failure.only_hint(format!("type `{PROGRAM} index build {}`", quoted(repository)));
                match indexed_above(host, &real(repository)) {
                    Some(above) => failure.hint(format!("`{0}` has an index: name it with `--repo {0}`", quoted(&above))),
                    None => failure,
                }
            }
            // Nothing is written here, so that no other place to write to helps.
            _ if foreign => failure.only_hint(format!("restore the file from a copy; or remove the folder and type `{PROGRAM} index build`")),
            _ => failure,
        }
    }
}

/// The nearest folder above one that has an index.
fn indexed_above(host: &dyn Host, folder: &Path) -> Option<PathBuf> {
    let has_index = |folder: &&Path| host.stat(&Layout::new(&folder.join(FOLDER)).manifest()).is_ok();
    folder.ancestors().skip(1).find(has_index).map(Path::to_owned)
}

/// The failure of a verb that needs the folder of an index and was given an index in one file.
pub fn of_a_file(file: &Path) -> Failure {
    let failure = Failure::new(&codes::NOT_SUPPORTED, format!("`{}` is a file, and this needs the folder of an index", file.display()));
    failure.only_hint("name the root that the file was made of; `search`, `context-pack`, `codegraph-context`, `eval retrieval` and `pack verify` read the file too")
}

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |character: char| character.is_alphanumeric() || "/._-+@%:,=".contains(character);
    if !text.is_empty() && text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The index that a verb with other words of its own reads.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Reading {
    /// The repository whose index is meant [default: .]; beside `--index`, the one that the root was made of.
    #[arg(long, value_name = "PATH")]
    pub repo: Option<PathBuf>,
    /// An index root, wherever it lies. It stands for itself unless `--repo` names its repository.
    #[arg(long, value_name = "ROOT")]
    pub index: Option<PathBuf>,
    /// The folder of the model that reads queries, where a verb was told of one.
    #[arg(skip)]
    pub model: Option<PathBuf>,
}

/// The nearest folder around `path`, not above `root`, that is a repository or an index root; else the root: a folder of a repository gets no index of
/// its own.
pub fn repository_around(path: &Path, root: &Path, host: &dyn Host) -> PathBuf {
    path.ancestors().take_while(|folder| folder.starts_with(root)).find(|folder| is_repository(folder, host)).unwrap_or(root).to_owned()
}

/// The nearest folder around `path`, however high, that is a repository or an index root.
pub fn any_repository_around(path: &Path, host: &dyn Host) -> Option<PathBuf> {
    path.ancestors().find(|folder| is_repository(folder, host)).map(Path::to_owned)
}

fn is_repository(folder: &Path, host: &dyn Host) -> bool {
    let is_there = |path: &Path| host.stat(path).is_ok();
    is_there(&folder.join(FOLDER)) || is_there(&folder.join(".git")) || is_there(&Layout::new(folder).manifest())
}

impl Reading {
    /// A path as a repository, or as an index root where it is one.
    pub fn at(path: &Path, host: &dyn Host) -> Self {
        let is_root = host.stat(&Layout::new(path).manifest()).is_ok();
        let path = Some(path.to_owned());
        if is_root { Self { index: path, ..Self::default() } } else { Self { repo: path, ..Self::default() } }
    }

    fn place(&self) -> Place {
        Place { path: None, repo: self.repo.clone(), index: self.index.clone() }
    }

    /// The layout of the index.
    pub fn layout(&self) -> Layout {
        self.place().layout()
    }

    /// The repository; `None` for a root that is read by itself.
    pub fn repository(&self) -> Option<&Path> {
        if self.index.is_some() { self.repo.as_deref() } else { Some(self.repo.as_deref().unwrap_or(Path::new("."))) }
    }

    /// The failure of a reader, with what to type next.
    pub fn failure(&self, host: &dyn Host, cause: IndexError) -> Failure {
        self.place().failure(host, cause)
    }

    /// What reads files of the work tree; `None` for a root that is read by itself.
    pub fn work_tree<'a>(&self, read: ReadFile<'a>) -> Option<ReadFile<'a>> {
        self.repository().map(|_| read)
    }

    /// The rules for labels that the repository at hand has and an index was built without. They hold at once, and that is told.
    ///
    /// # Errors
    /// [`Failure`] for a configuration that cannot be read: it may label anything.
    pub fn labels_since(&self, index: &Index, context: &Context) -> Result<Vec<LabelRule>, Failure> {
        let Some(root) = self.repository() else { return Ok(Vec::new()) };
        let mut rules = config::labels(context.host.as_ref(), root)?;
        rules.retain(|rule| !index.manifest().options.labels.contains(rule));
        if !rules.is_empty() {
            let message = format!("rules for labels in `{}` are newer than the index, {} of them; they hold", config::FILE, rules.len());
            (context.warn)(&Failure::new(&codes::P_CHANGED, message));
        }
        Ok(rules)
    }

    /// A path as an index has it: an absolute one below the repository without what leads there, any other as it is.
    pub fn below(&self, text: &str) -> String {
        let path = Path::new(text);
        let Some(root) = self.repository().filter(|_| path.is_absolute()) else { return text.to_owned() };
        real(path).strip_prefix(real(root)).ok().and_then(Path::to_str).map_or_else(|| text.to_owned(), str::to_owned)
    }

    /// A file of the work tree by its repo-relative path; `None` for a root that is read by itself, and for a path that would leave the repository.
    pub fn read_file(&self, host: &dyn Host, file: &str) -> Option<Vec<u8>> {
        let root = self.repository().filter(|_| path::join("", file).as_deref() == Some(file))?;
        host.read_source(&root.join(path::decode(file))).ok().map(|(bytes, _)| bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_root_alone_belongs_to_no_repository() {
        let root = || Some(PathBuf::from("saved"));
        assert_eq!(Place { index: root(), ..Place::default() }.repository(), None);
        assert_eq!(Place { index: root(), path: Some("here".into()), ..Place::default() }.repository(), Some(Path::new("here")));
        assert_eq!(Place { repo: Some("there".into()), ..Place::default() }.layout(), Layout::new(Path::new("there/.smalti")));
        assert_eq!(Place::default().layout(), Layout::new(Path::new("./.smalti")));
    }

    #[test]
    fn a_folder_of_a_repository_gets_no_index_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (root, host) = (folder.path(), crate::host::disk::DiskHost::volatile());
        let sub = root.join("one/two");
        std::fs::create_dir_all(&sub).unwrap();
        assert_eq!(repository_around(&sub, root, &host), root);
        std::fs::create_dir(root.join("one/.git")).unwrap();
        assert_eq!(repository_around(&sub, root, &host), root.join("one"));
        assert_eq!(repository_around(&sub, &sub, &host), sub, "what lies above the root is not looked at");
    }

    #[test]
    fn paths_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted(Path::new("a/b-c.d")), "a/b-c.d");
        assert_eq!(quoted(Path::new("it's a path")), "'it'\\''s a path'");
        assert_eq!(quoted(Path::new("")), "''");
    }
}
