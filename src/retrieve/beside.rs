//! What each file counts: by its class, and code that shows or measures other code by that. A name says which that is, and what uses it may say otherwise.
//! Code that is made of other code counts less than that.

use std::collections::BTreeMap;

use super::fixed::UNIT;
use super::weights;
use crate::base::{origins, path, terms};
use crate::reader::edges::Table;
use crate::reader::error::ReadError;
use crate::reader::ids::{Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;

/// Most edges that are read of one definition.
const MAX_EDGES: usize = 64;
/// An edge less sure than this does not tell what a program is made of, in millionths.
const SURE: u32 = 900_000;

/// What each file counts, in units.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn file_priors(index: &Index, is_test: &dyn Fn(SymbolId) -> bool) -> Result<Vec<u64>, ReadError> {
    let mut priors: Vec<u64> = index.file_ids().map(|file| weights::class_prior(index.files().class(file))).collect();
    let mut groups: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    let mut is_beside = vec![false; priors.len()];
    for file in index.file_ids().filter(|file| priors[file.index()] > weights::SIDE_PRIOR) {
        if let Some(group) = beside(index.path(file)) {
            groups.entry(group).or_default().push(file);
            is_beside[file.index()] = true;
        }
    }
    // What the code of a program uses is part of it, whatever it is called: `src/benchmark` of what measures programs.
    let of_program = |symbol: SymbolId| {
        let file = index.symbols().file_of(symbol);
        priors[file.index()] == UNIT && !is_beside[file.index()] && !is_test(symbol)
    };
    let mut aside = Vec::new();
    for members in groups.into_values() {
        if !is_used(index, &members, &of_program)? {
            aside.extend(members);
        }
    }
    aside.into_iter().for_each(|file| priors[file.index()] = weights::SIDE_PRIOR);
    for file in index.file_ids() {
        let most = match index.files().class_reason(file) {
            origins::OF_A_GENERATOR => weights::GENERATED_PRIOR,
            origins::OF_A_BUNDLER => weights::BUNDLED_PRIOR,
            // What it declares counts as any declaration does beside its definition.
            _ if declares_for(index, file) => weights::DECLARATION,
            _ => continue,
        };
        let prior = &mut priors[file.index()];
        *prior = (*prior).min(most);
    }
    Ok(priors)
}

/// Whether a file only declares what the code beside it defines: `a.d.ts` beside `a.js`.
fn declares_for(index: &Index, file: FileId) -> bool {
    let path = index.path(file);
    let code =
        [(".d.ts", ".js"), (".d.mts", ".mjs"), (".d.cts", ".cjs")].into_iter().find_map(|(types, code)| Some((path.strip_suffix(types)?, code)));
    code.is_some_and(|(stem, code)| index.find_file(&format!("{stem}{code}")).is_some())
}

/// Whether a program surely uses a definition of one of these files.
fn is_used(index: &Index, files: &[FileId], of_program: &dyn Fn(SymbolId) -> bool) -> Result<bool, ReadError> {
    for table in [Table::Call, Table::Usage] {
        let edges = index.edges(table)?;
        for symbol in files.iter().flat_map(|file| index.symbols_of(*file)) {
            let mut users = edges.of(index, Node::Symbol(symbol.id), Direction::In).take(MAX_EDGES);
            if users.any(|edge| edge.confidence.0 >= SURE && matches!(edge.from, Node::Symbol(user) if of_program(user))) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The folder of such code that a path lies in, or the path itself where its name says so.
fn beside(file: &str) -> Option<&str> {
    let folders = path::parent(file);
    let mut end = 0;
    for folder in folders.split('/') {
        end += folder.len();
        if weights::SIDE_FOLDERS.contains(&folder) {
            return file.get(..end);
        }
        end += 1;
    }
    let mut last = String::new();
    terms::terms(path::file_name(file).split('.').next().unwrap_or(""), &mut |term| term.clone_into(&mut last));
    weights::SIDE_WORDS.contains(&last.as_str()).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_last_words_tell() {
        let check = |file: &str, expected: Option<&str>| assert_eq!(beside(file), expected, "{file}");
        check("a/examples/deep/x.rs", Some("a/examples"));
        check("benches/x.rs", Some("benches"));
        check("src/build_log_perftest.cc", Some("src/build_log_perftest.cc"));
        check("src/example.rs", None);
        check("src/latest.rs", None);
    }
}
