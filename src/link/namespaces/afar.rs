//! Names that nothing in reach of a file's includes defines: what definitions of other files may be meant all the same.

use std::collections::BTreeSet;

use super::Reach;
use super::included::Outside;
use crate::base::{Name, path};
use crate::link::ask::Slot;
use crate::link::eval::{Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// Most files that the includes of one that may see the linked file are followed through.
const MAX_FOLLOWED: usize = 128;

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
    pub(in crate::link) fn far_name(&mut self, frame: &Frame, inner: &str, name: &Name, id: Option<ExprId>) -> Vec<Found> {
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

    /// Whether an expression is called.
    pub(in crate::link) fn is_callee(&mut self, frame: &Frame, id: ExprId) -> bool {
        if frame.in_body { self.is_called_in_body(id) } else { frame.file.is_called(id.0) }
    }
}

pub(in crate::link) fn is_compiled_alone(endings: &[&str], path: &str) -> bool {
    path::file_name(path).rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}
