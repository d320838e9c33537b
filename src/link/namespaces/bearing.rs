//! Which header from outside of the tree a name is of that nothing in the tree defines: nothing of such a header is read, so that names have to tell.
//!
//! A library names what it declares after itself: `curl_easy_init`, `evbuffer_add` of `<event2/buffer.h>`. Shorter likeness is chance where one name has it,
//! so that it speaks for a header only where several names of the file begin with one word and the tree has none that does.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::afar::is_compiled_alone;
use crate::base::{Name, path};
use crate::languages::habits::{Bearing, leading_word};
use crate::languages::semantics::Tree;
use crate::link::eval::Linker;
use crate::link::modules::left_out;
use crate::link::outcome::reasons::Reason;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, TAG};

/// Most names of a file that begin with one word and are asked for whether the tree has them: more of them say no more.
const MAX_SIBLINGS: usize = 64;

/// A word that is short for a header and has fewer letters is chance where one name alone has it.
const LEAST_ALONE: usize = 4;

/// A header from outside of the tree that includes reach.
#[derive(Clone, Debug)]
pub(in crate::link) struct ForeignHeader {
    written: Name,
    package: Name,
    /// No file of the tree can be meant, not even one that a build writes.
    unmistakable: bool,
}

impl Linker<'_> {
    /// The package outside of the tree that a name is of which nothing in the tree defines, by what it is called: `role` is what it does.
    pub(in crate::link) fn bearing_header(&mut self, name: &str, role: Role) -> Option<Name> {
        let bare = name.strip_prefix(TAG).unwrap_or(name);
        let bearing = self.own.habits().bearing?;
        let word = leading_word(bare);
        // Where several headers bear a name, the library that bears it too is meant: `SSL_new` of `<openssl/ssl.h>`, not of `<mbedtls/ssl.h>`.
        let rank = |it: &ForeignHeader| (bearing(&it.written, bare), bears(&it.package, word));
        let headers = self.foreign_headers();
        let likest = headers.iter().filter(|it| rank(it).0 > Bearing::None).min_by_key(|it| Reverse(rank(it)))?;
        let is_told = match rank(likest).0 {
            Bearing::None => false,
            Bearing::Short if !is_constant(bare) => self.is_named_by_habit(bare, if word.len() < LEAST_ALONE { 2 } else { 1 }),
            Bearing::Alike | Bearing::Short => likest.unmistakable && self.may_be_foreign(bare, role) && self.is_named_by_habit(bare, 2),
            Bearing::Part | Bearing::Whole => true,
        };
        is_told.then(|| likest.package.clone())
    }

    /// Why a name has no target that nothing binds as far as files are read. Of tags those are not known either that every system brings along.
    pub(in crate::link) fn unbound_reason(&mut self, is_tag: bool) -> Reason {
        let habits = self.own.habits();
        let known_libraries = if is_tag { &[] } else { habits.known_libraries };
        let is_unread = habits.textual_includes && self.included().outside.is_unread(known_libraries);
        if is_unread { Reason::UnreadHeader } else { Reason::UnboundName }
    }

    /// Whether a name that is little like a header's can be of it: nothing else in reach may have it.
    fn may_be_foreign(&mut self, name: &str, role: Role) -> bool {
        let habits = self.own.habits();
        let tells = match role {
            Role::Call => true,
            // A macro may define a variable.
            Role::Read | Role::Write => is_constant(name),
            Role::Type => !habits.overloads,
            _ => false,
        };
        // Names like these are the compiler's own.
        let is_reserved = name.starts_with("__");
        // What includes a header may define what that uses.
        let is_own = |linker: &mut Self| !is_compiled_alone(habits.compiled, &linker.own.path) && linker.asker.is_said(name);
        tells && !is_reserved && !self.included().misses && !self.asker.has_members(name) && !is_own(self)
    }

    /// Whether the linked file has as many names that begin with the first word of one of them, and nothing of it is of the tree or of the language.
    fn is_named_by_habit(&mut self, name: &str, least: usize) -> bool {
        let word = leading_word(name).to_ascii_lowercase();
        if let Some(known) = self.memo.foreign_words.get(word.as_str()) {
            return *known >= least;
        }
        let names = self.names_by_word();
        let siblings = names.get(word.as_str()).map(Vec::as_slice).unwrap_or_default();
        let habits = self.own.habits();
        let is_foreign = siblings
            .iter()
            .take(MAX_SIBLINGS)
            .all(|it| !habits.is_builtin(it) && !self.asker.is_said(it) && !self.asker.is_said(&format!("{TAG}{it}")));
        let count = if is_foreign { siblings.len() } else { 0 };
        self.memo.foreign_words.insert(word.into(), count);
        count >= least
    }

    /// The names of the linked body that nothing in the file binds, by their first words in small letters; each once, in order.
    fn names_by_word(&mut self) -> Arc<BTreeMap<Name, Vec<Name>>> {
        if let Some(known) = &self.memo.names_by_word {
            return Arc::clone(known);
        }
        let mut names: BTreeMap<Name, Vec<Name>> = BTreeMap::new();
        for site in &self.body.sites {
            let is_free = matches!(self.body.exprs.get(site.target.0 as usize), Some(Expr::Free(_)));
            if is_free {
                names.entry(leading_word(&site.name).to_ascii_lowercase().into()).or_default().push(site.name.clone());
            }
        }
        for names in names.values_mut() {
            names.sort_unstable();
            names.dedup();
        }
        let names = Arc::new(names);
        self.memo.names_by_word = Some(Arc::clone(&names));
        names
    }

    /// The headers in reach that are not of the tree, nor of a library whose names are known one by one.
    fn foreign_headers(&mut self) -> Arc<[ForeignHeader]> {
        if let Some(known) = &self.memo.foreign_headers {
            return Arc::clone(known);
        }
        let reached = self.included();
        let known_libraries = self.own.habits().known_libraries;
        let mut foreign = Vec::new();
        for (written, package) in &reached.outside.headers {
            let bare = written.trim_matches(['"', '<', '>']);
            let (folder, file) = (path::parent(bare), path::file_name(bare));
            let stands_beside = |path: &str| path::parent(path).strip_suffix(folder).is_some_and(|it| it.is_empty() || it.ends_with('/'));
            let is_of_tree = !folder.is_empty() && reached.files().any(|slot| self.load(slot).is_some_and(|it| stands_beside(&it.path)));
            if is_of_tree || *package == left_out::PACKAGE || known_libraries.contains(&package.as_str()) {
                continue;
            }
            let unmistakable = !file.contains("config") && self.asker.files_named(file).is_empty();
            foreign.push(ForeignHeader { written: written.clone(), package: package.clone(), unmistakable });
        }
        let foreign: Arc<[ForeignHeader]> = foreign.into();
        self.memo.foreign_headers = Some(Arc::clone(&foreign));
        foreign
    }
}

fn is_constant(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_lowercase())
}

/// Whether the name of a package has a word in itself.
fn bears(package: &str, word: &str) -> bool {
    word.len() > 1 && package.to_ascii_lowercase().contains(&word.to_ascii_lowercase())
}
