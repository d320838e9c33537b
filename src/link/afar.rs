//! Names that nothing in reach of a file's includes defines: what definitions of other files may be meant all the same, and which headers from outside of
//! the tree may bring them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ask::Slot;
use super::eval::{Found, Frame, Linker};
use super::included::Outside;
use super::namespaces::Reach;
use super::rules::Rule;
use crate::base::{Name, path};
use crate::languages::semantics::Tree;
use crate::shard::body::Role;
use crate::shard::expr::{ExprId, TAG};
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// Most files that the includes of one that may see the linked file are followed through.
const MAX_FOLLOWED: usize = 128;

/// Fewer letters than these are alike by chance.
const LEAST_ALIKE: usize = 2;

/// Whether a definition can be meant where no include reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meant {
    /// Some header may declare it.
    Surely,
    /// A file that includes the linked one defines it, and another that does so may not.
    Perhaps,
    Never,
}

impl Linker<'_> {
    /// What a bare name means that nothing in reach defines.
    pub(super) fn far_name(&mut self, frame: &Frame, inner: &str, name: &Name, id: Option<ExprId>) -> Vec<Found> {
        let found = self.open_name(inner, name, Reach::Far);
        let mut perhaps = Vec::new();
        let mut kept = Vec::new();
        let mut others = false;
        for it in found {
            match self.is_meant_from_afar(frame, &it, name, id) {
                Meant::Surely => kept.push(it),
                Meant::Perhaps => perhaps.push(it.through(Rule::SameName)),
                Meant::Never => others = true,
            }
        }
        // A name that several files define for themselves need not be that of a header which is not in reach either.
        if others {
            kept = kept.into_iter().map(|it| it.through(Rule::SameName)).collect();
        }
        if kept.is_empty() { perhaps } else { kept }
    }

    /// A file that is compiled by itself shows others nothing but functions and variables, and these where something declares them. What it defines besides
    /// is there for itself and what it includes.
    fn is_meant_from_afar(&mut self, frame: &Frame, found: &Found, name: &str, id: Option<ExprId>) -> Meant {
        let Some(symbol) = found.what.symbol() else { return Meant::Surely };
        let Some(file) = self.load(symbol.file).filter(|it| is_compiled_alone(it.habits().compiled, &it.path)) else { return Meant::Surely };
        let Some(it) = file.facts.symbols.get(symbol.symbol as usize).filter(|it| it.owner == Owner::File) else { return Meant::Surely };
        let linked = match it.kind {
            SymbolKind::Function | SymbolKind::Variable | SymbolKind::Constant => true,
            SymbolKind::Macro | SymbolKind::TypeAlias | SymbolKind::Variant => false,
            _ => return Meant::Surely,
        };
        if linked && (self.is_declared_anywhere(name) || self.included().misses) {
            return Meant::Surely;
        }
        let may_be_undeclared = it.kind == SymbolKind::Function && frame.file.habits().undeclared_calls;
        if may_be_undeclared && id.is_some_and(|id| self.is_callee(frame, id)) {
            return Meant::Surely;
        }
        match (self.reaches_own(symbol.file), is_compiled_alone(self.own.habits().compiled, &self.own.path)) {
            (false, _) => Meant::Never,
            (true, true) => Meant::Perhaps,
            // What is there to be included sees what its includers define.
            (true, false) => Meant::Surely,
        }
    }

    /// Whether any file declares what another one defines under a name.
    fn is_declared_anywhere(&mut self, name: &str) -> bool {
        self.top_level("", name).into_iter().any(|it| self.is(it, |it| it.flags.has(Flags::DECLARATION) && !it.kind.is_type()))
    }

    /// Whether the includes of a file reach the linked one.
    fn reaches_own(&mut self, slot: Slot) -> bool {
        if let Some(known) = self.memo.reaching.get(&slot) {
            return *known;
        }
        let own = self.own_slot();
        let (mut seen, mut open) = (BTreeSet::from([slot]), vec![slot]);
        while let Some(next) = open.pop() {
            if Some(next) == own || seen.len() > MAX_FOLLOWED {
                break;
            }
            let Some(file) = self.load(next) else { continue };
            for (path, _) in self.includes_of(&file, &mut Outside::default()) {
                open.extend(self.asker.file(&path).filter(|it| seen.insert(*it)));
            }
        }
        let reaches = own.is_some_and(|own| seen.contains(&own));
        self.memo.reaching.insert(slot, reaches);
        reaches
    }

    /// The package of the header in reach whose name a name bears.
    pub(super) fn bearing_header(&mut self, name: &str) -> Option<Name> {
        let (brings, reached) = (self.own.habits().brings, self.included());
        reached.outside.headers.iter().find(|(header, _)| brings(header, name)).map(|(_, package)| package.clone())
    }

    /// The package outside of the tree that a name is of which nothing in the tree defines, where headers from outside are in reach: what compiles is
    /// declared somewhere. Of a value it is not said, as a macro may define one, unless it begins as the name of a header does.
    pub(super) fn foreign_package(&mut self, name: &str, role: Role) -> Option<Name> {
        // A macro may define what a tag names, so that more has to speak for a header.
        let (name, least) = name.strip_prefix(TAG).map_or((name, LEAST_ALIKE), |tag| (tag, LEAST_ALIKE + 1));
        let habits = self.own.habits();
        let tells = match role {
            Role::Call | Role::Read | Role::Write => true,
            Role::Type => !habits.overloads,
            _ => false,
        };
        // Names like these are the compiler's own.
        let is_reserved = name.starts_with("__");
        if !habits.textual_includes || !tells || is_reserved || self.included().misses || self.asker.has_members(name) {
            return None;
        }
        let headers = self.foreign_headers();
        // What includes a header may define what that uses.
        if headers.is_empty() || (!is_compiled_alone(habits.compiled, &self.own.path) && self.asker.is_said(name)) {
            return None;
        }
        let is_value = matches!(role, Role::Read | Role::Write);
        // A name that is like that of no header is of none that could be told.
        let may_bring = |header: &str| likeness(header, name) >= least && (!is_value || begins_like(header, name));
        let likest = headers.iter().rev().filter(|(header, _)| may_bring(header)).max_by_key(|(header, _)| likeness(header, name));
        likest.map(|(_, package)| package.clone())
    }

    /// The headers in reach that no file of the tree can be, not even one that a build writes.
    fn foreign_headers(&mut self) -> Arc<[(Name, Name)]> {
        if let Some(known) = &self.memo.foreign_headers {
            return Arc::clone(known);
        }
        let reached = self.included();
        let named_by_name = self.own.habits().known_libraries;
        let mut foreign = Vec::new();
        for (header, package) in &reached.outside.headers {
            let written = header.trim_matches(['"', '<', '>']);
            let (folder, file) = (path::parent(written), path::file_name(written));
            let stands_beside = |path: &str| path::parent(path).strip_suffix(folder).is_some_and(|it| it.is_empty() || it.ends_with('/'));
            let is_written_by_build = file.contains("config")
                || (!folder.is_empty() && reached.files().any(|slot| self.load(slot).is_some_and(|it| stands_beside(&it.path))));
            if !named_by_name.contains(&package.as_str()) && !is_written_by_build && self.asker.files_named(file).is_empty() {
                foreign.push((header.clone(), package.clone()));
            }
        }
        let foreign: Arc<[(Name, Name)]> = foreign.into();
        self.memo.foreign_headers = Some(Arc::clone(&foreign));
        foreign
    }

    /// Whether an expression is called.
    fn is_callee(&mut self, frame: &Frame, id: ExprId) -> bool {
        if frame.in_body { self.is_called_in_body(id) } else { frame.file.is_called(id.0) }
    }
}

fn is_compiled_alone(endings: &[&str], path: &str) -> bool {
    path::file_name(path).rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

/// Whether the first word of a constant begins the name of a header: `EV_READ` of `<event.h>`.
fn begins_like(header: &str, name: &str) -> bool {
    let Some((word, _)) = name.split_once('_').filter(|(word, _)| word.len() > 1) else { return false };
    let is_constant = !name.contains(|c: char| c.is_ascii_lowercase());
    is_constant && likeness(header, word) >= word.len()
}

/// How much of a header's name a name has: all of it anywhere, or as much as both begin with.
fn likeness(header: &str, name: &str) -> usize {
    let name = name.to_ascii_lowercase();
    let parts = header.trim_matches(['"', '<', '>']).split('/').map(|part| part.split('.').next().unwrap_or(part).to_ascii_lowercase());
    let like = |part: String| {
        let begins = part.bytes().zip(name.bytes()).take_while(|(one, other)| one == other).count();
        if part.len() > 2 && name.contains(&part) { 2 * part.len() } else { begins }
    };
    parts.map(like).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{begins_like, likeness};

    #[test]
    fn a_name_is_like_the_header_whose_name_it_has_in_itself_or_begins_with() {
        assert!(likeness("<event2/bufferevent.h>", "bufferevent_enable") > likeness("<event2/event.h>", "bufferevent_enable"));
        assert!(likeness("<event.h>", "EVBUFFER_LENGTH") > likeness("<ncurses.h>", "EVBUFFER_LENGTH"));
        assert_eq!(likeness("<ncurses.h>", "EVBUFFER_LENGTH"), 0);
        assert!(begins_like("<event2/event.h>", "EV_READ"));
        assert!(!begins_like("<io.h>", "INDEX_OPT") && !begins_like("<event.h>", "EVERY") && !begins_like("<event.h>", "ev_read"));
    }
}
