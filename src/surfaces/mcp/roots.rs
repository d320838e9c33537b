//! Which repository a call means: the one that the server was started for, one of the client's roots, or the path that the call names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::RequestContext;

use crate::base::codes;
use crate::commands::failure::Failure;
use crate::commands::place::{self, Reading};
use crate::host::Host;
use crate::host::real::real;

/// The place of a call.
///
/// # Errors
/// [`Failure`] where nothing names a root, several could be meant, or the path lies outside of all of them.
pub async fn resolve(
    path: Option<&str>,
    home: Option<&Path>,
    request: &RequestContext<RoleServer>,
    host: &Arc<dyn Host>,
) -> Result<Reading, Failure> {
    let roots = match home {
        Some(home) => vec![home.to_owned()],
        None => told(request).await?,
    };
    let (root, path) = chosen(path.map(Path::new), &roots)?;
    // The repository around a slip of the hand would be another one than was meant, and a path that was never there is no question about any.
    if host.stat(&path).is_err() {
        let failure = Failure::new(&codes::ROOT_MISSING, format!("`{}` does not exist", path.display()));
        return Err(failure.only_hint("name the repository, or a folder or file of it"));
    }
    let repository = if roots.is_empty() {
        // Nothing bounds where the repository may start, so that something must tell that there is one: an answer may index what it is asked about.
        place::any_repository_around(&path, host.as_ref()).ok_or_else(|| nowhere(&path))?
    } else {
        place::repository_around(&path, &root, host.as_ref())
    };
    Ok(Reading::at(&repository, host.as_ref()))
}

/// A path that belongs to nothing that anybody has called a repository or has indexed.
fn nowhere(path: &Path) -> Failure {
    let failure = Failure::new(&codes::ROOT_MISSING, format!("no repository and no index is around `{}`", path.display()));
    failure.only_hint("start the server with `--repo PATH`, or index the folder first: `smalti index build PATH`")
}

/// The root and the folder below it that are meant among these roots.
fn chosen(path: Option<&Path>, roots: &[PathBuf]) -> Result<(PathBuf, PathBuf), Failure> {
    let hint = "start the server with `--repo PATH`, or call with `path`";
    let list = || roots.iter().map(|root| format!("`{}`", root.display())).collect::<Vec<_>>().join(", ");
    match (path, roots) {
        (None, []) => {
            Err(Failure::new(&codes::ROOT_MISSING, "neither the server, nor the client's roots, nor `path` names a repository").only_hint(hint))
        }
        (None, [one]) => Ok((one.clone(), one.clone())),
        (None, _) => {
            Err(Failure::new(&codes::ROOT_MISSING, format!("the client has several roots: {}", list())).only_hint("call with one of them as `path`"))
        }
        (Some(path), []) if path.is_absolute() => Ok((path.to_owned(), path.to_owned())),
        (Some(path), []) => Err(Failure::new(&codes::ROOT_MISSING, format!("`{}` is no absolute path", path.display())).only_hint(hint)),
        (Some(path), roots) => {
            // An absolute path stands for itself whatever it is joined to.
            let below = roots.iter().map(|root| (real(root), real(&root.join(path)))).find(|(root, path)| path.starts_with(root));
            let outside = || Failure::new(&codes::ROOT_OUTSIDE, format!("`{}` lies outside of {}", path.display(), list()));
            below.ok_or_else(outside)
        }
    }
}

/// The client's roots that are folders; none where it has none. Newer versions of the protocol have none; a call names its `path` there.
///
/// # Errors
/// [`Failure`] where it has roots and they are not known: a call would be bound by nothing.
#[expect(deprecated, reason = "clients of the versions before roots were deprecated tell them in no other way")]
async fn told(request: &RequestContext<RoleServer>) -> Result<Vec<PathBuf>, Failure> {
    if request.client_capabilities().is_none_or(|it| it.roots.is_none()) {
        return Ok(Vec::new());
    }
    let unknown = |what: String| Failure::new(&codes::ROOT_MISSING, what).only_hint("start the server with `--repo PATH`");
    let told = request.peer.list_roots().await.map_err(|cause| unknown(format!("the client does not tell its roots: {cause}")))?;
    let folders: Vec<PathBuf> = told.roots.iter().filter_map(|root| folder(&root.uri)).collect();
    match told.roots.first() {
        Some(root) if folders.is_empty() => Err(unknown(format!("none of the client's roots is a folder of this machine, such as `{}`", root.uri))),
        _ => Ok(folders),
    }
}

/// The path of a `file://` URI (RFC 8089).
fn folder(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((first, rest)) = left.split_first() {
        let code =
            rest.get(..2).filter(|_| *first == b'%').and_then(|it| std::str::from_utf8(it).ok()).and_then(|it| u8::from_str_radix(it, 16).ok());
        bytes.push(code.unwrap_or(*first));
        left = if code.is_some() { &rest[2..] } else { rest };
    }
    String::from_utf8(bytes).ok().map(PathBuf::from).filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_uri_is_a_path() {
        assert_eq!(folder("file:///home/a%20b/c"), Some("/home/a b/c".into()));
        assert_eq!(folder("file://localhost/x"), Some("/x".into()));
        assert_eq!(folder("file:///50%25"), Some("/50%".into()));
        for strange in ["https://example.org/x", "file://", "file://other/x", "/x"] {
            assert_eq!(folder(strange), None, "{strange}");
        }
    }

    #[test]
    fn a_path_stays_below_the_roots() {
        let folder = tempfile::tempdir().unwrap();
        let root = real(folder.path());
        let roots = [root.join("one"), root.join("two")];
        roots.iter().for_each(|root| std::fs::create_dir_all(root.join("sub")).unwrap());
        let code = |path: Option<&Path>, roots: &[PathBuf]| chosen(path, roots).unwrap_err().code;
        let meant = |path: Option<&Path>, roots: &[PathBuf]| chosen(path, roots).unwrap().1;
        assert_eq!(meant(None, &roots[..1]), roots[0]);
        assert_eq!(meant(Some(Path::new("sub")), &roots[..1]), roots[0].join("sub"));
        assert_eq!(meant(Some(&roots[1]), &roots), roots[1]);
        assert_eq!(meant(Some(&roots[1]), &[]), roots[1]);
        assert_eq!(code(Some(Path::new("../two")), &roots[..1]), &codes::ROOT_OUTSIDE);
        assert_eq!(code(Some(Path::new("/")), &roots), &codes::ROOT_OUTSIDE);
        assert_eq!(
            (code(None, &roots), code(None, &[]), code(Some(Path::new("sub")), &[])),
            (&codes::ROOT_MISSING, &codes::ROOT_MISSING, &codes::ROOT_MISSING)
        );
    }
}
