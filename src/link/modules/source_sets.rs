//! Types of one qualified name in several modules of a repository, or in several source sets of one: a file sees those that are compiled with it.

use std::sync::Arc;

use crate::base::path;
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::loaded::Loaded;

/// What stands between a module and its source sets.
const SOURCES: &str = "src/";
/// The source set that the others of a module are compiled with, by folder, and how the names of the like end where there are several (`jvmMain`).
const MAIN: &str = "main";
const MAINS: &str = "Main";

impl Linker<'_> {
    /// Of types of one name in a namespace those that are compiled with a file: of its own source root, else of its module, else of a module that is
    /// declared for it.
    pub(in crate::link) fn of_own_sources(&mut self, from: &Arc<Loaded>, namespace: &str, symbols: Vec<Ref>) -> Vec<Ref> {
        if symbols.len() < 2 || !from.habits().source_sets || !symbols.iter().all(|it| self.is(*it, |it| it.kind.is_type())) {
            return symbols;
        }
        let package = namespace.replace('.', "/");
        let own = Place::of(&from.path, &package);
        let mut ranked: Vec<(u8, Ref)> = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let Some(file) = self.load(symbol.file) else { continue };
            let rank = match own.distance(&Place::of(&file.path, &package)) {
                Some(rank) => rank,
                None => AFAR + u8::from(!self.admits_from(from, symbol.file)),
            };
            ranked.push((rank, symbol));
        }
        let least = ranked.iter().map(|it| it.0).min().unwrap_or_default();
        ranked.into_iter().filter(|it| it.0 == least).map(|it| it.1).collect()
    }
}

/// How far other modules are: further than anything of the own one.
const AFAR: u8 = 4;

/// Where a source stands.
struct Place<'p> {
    module: &'p str,
    /// The name of the source set; empty where folders tell none.
    set: &'p str,
    /// The folder that packages count from.
    root: &'p str,
}

impl<'p> Place<'p> {
    fn of(file: &'p str, package: &str) -> Self {
        let folder = path::parent(file);
        let below = folder.strip_suffix(package).map(|root| root.trim_end_matches('/'));
        let sources = if file.starts_with(SOURCES) { Some(0) } else { file.find("/src/").map(|at| at + 1) };
        let set = sources.and_then(|at| file[at + SOURCES.len()..].split_once('/')).map_or("", |(set, _)| set);
        let root = below.unwrap_or(folder);
        Self { module: sources.map_or(root, |at| file[..at].trim_end_matches('/')), set, root }
    }

    /// How far another place of the module is; `None` for another module.
    fn distance(&self, other: &Self) -> Option<u8> {
        if self.root == other.root {
            return Some(0);
        }
        if self.module != other.module || self.set.is_empty() || other.set.is_empty() {
            return None;
        }
        let is_main = |place: &Self| place.set == MAIN || place.set.ends_with(MAINS);
        // `src/main/java-9`: what is compiled for some versions alone.
        let usual = matches!(path::file_name(other.root), "java" | "kotlin" | "scala");
        Some(match (is_main(other), usual) {
            (true, true) => 1,
            (true, false) => 2,
            // Main sources see no tests.
            (false, _) => 3 + 3 * u8::from(is_main(self)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn what_is_compiled_together_is_near() {
        let check =
            |from: &str, to: &str, expected: Option<u8>| assert_eq!(Place::of(from, "a/b").distance(&Place::of(to, "a/b")), expected, "{from} {to}");
        check("m1/src/main/java/a/b/U.java", "m1/src/main/java/a/b/V.java", Some(0));
        check("m1/src/test/java/a/b/UT.java", "m1/src/main/java/a/b/V.java", Some(1));
        check("m1/src/test/java/a/b/UT.java", "m2/src/main/java/a/b/V.java", None);
        check("src/test/java/a/b/UT.java", "src/main/java/a/b/V.java", Some(1));
        check("src/test/java/a/b/UT.java", "src/main/java-mr/9/a/b/V.java", Some(2));
        check("src/main/java/a/b/U.java", "src/test/java/a/b/V.java", Some(6));
        check("src/jvmTest/kotlin/U.kt", "src/jvmMain/kotlin/V.kt", Some(1));
        check("a/b/U.java", "a/b/V.java", Some(0));
        check("x/a/b/U.java", "y/a/b/V.java", None);
    }
}
