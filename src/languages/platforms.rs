//! Files that are for another system than Linux by their names.

/// Words in the names of files and folders that are for another system, by bytes.
const SYSTEMS: &[&str] = &[
    "aix",
    "cygwin",
    "darwin",
    "dragonfly",
    "freebsd",
    "haiku",
    "hpux",
    "ibmi",
    "macos",
    "macosx",
    "mingw",
    "msvc",
    "msvs",
    "netbsd",
    "openbsd",
    "os390",
    "osx",
    "qnx",
    "solaris",
    "sunos",
    "wasi",
    "wasm",
    "win",
    "win32",
    "win64",
    "windows",
];

/// Whether the path of a file says that it is for another system: `src/win/pipe.c`, `osdep-darwin.c`.
pub fn is_elsewhere(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name);
    let is_system = |word: &str| SYSTEMS.binary_search(&word).is_ok();
    let last = stem.rsplit(['_', '-']).next().unwrap_or(stem);
    folders.split('/').any(is_system) || is_system(last)
}

#[cfg(test)]
mod tests {
    use super::{SYSTEMS, is_elsewhere};

    #[test]
    fn the_table_is_sorted() {
        assert!(SYSTEMS.is_sorted());
    }

    #[test]
    fn paths_name_their_systems() {
        assert!(["src/win/pipe.c", "osdep-darwin.c", "uv/win.h", "a/env_windows.cc", "windows.h", "sys/wasm.rs"].into_iter().all(is_elsewhere));
        assert!(!["src/unix/pipe.c", "osdep-linux.c", "winner.c", "a/window.cc", "darwinism/x.c"].into_iter().any(is_elsewhere));
    }
}
