//! Definitions that macros of other files name: `CORE_FN(cfun_b, "doc") { … }` is a function `cfun_b` where the macro says so, whose text alone tells.

use std::sync::Arc;

use crate::base::{Name, caps};
use crate::languages::semantics::MADE;
use crate::link::ask::Ref;
use crate::link::eval::{Found, Linker};
use crate::link::loaded::Loaded;
use crate::link::outcome::rules::Rule;
use crate::shard::body::{Role, Site};
use crate::shard::expr::Expr;
use crate::shard::facts::{Import, Imported, Naming, Owner, Symbol, SymbolKind};

/// How many macros that stand for each other are followed.
const MAX_NESTED: u32 = 4;

/// Which of the things that a macro is handed names what it makes of the body behind it, and what that takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::link) struct Head {
    param: u16,
    taken: Vec<Name>,
}

/// The macro that may give a definition the name that an import binds, and which of the things that it is handed that is.
fn maker(import: &Import) -> Option<(u16, &str)> {
    let (number, by) = import.module.strip_prefix(MADE)?.split_once(' ')?;
    Some((number.parse().ok()?, by))
}

impl Linker<'_> {
    /// The definition to which a macro gives the name that an import binds; `None` for imports of all other kinds.
    pub(in crate::link) fn made_by_macro(&mut self, file: &Arc<Loaded>, import: u32) -> Option<Vec<Found>> {
        let it = file.facts.import(import)?;
        let (number, by) = maker(it)?;
        let Imported::Item(definition) = &it.imported else { return Some(Vec::new()) };
        if self.head_of(by).is_none_or(|head| head.param != number) {
            return Some(Vec::new());
        }
        let slot = self.slot_of(file)?;
        let owner = it.container.map_or("", |container| file.facts.owner_name(Owner::Symbol(container)));
        let found = self.asker.symbols_named((slot, file), owner, definition, |it| it.kind == SymbolKind::Function);
        Some(found.into_iter().map(|it| Found::symbol(it, Rule::Wildcard)).collect())
    }

    /// What the macros of a name say that the linked file sees, where all agree that say anything.
    fn head_of(&mut self, name: &str) -> Option<Arc<Head>> {
        if let Some(known) = self.memo.heads.get(name) {
            return known.clone();
        }
        let mut found: Vec<Head> = Vec::new();
        self.heads(name, 0, &mut found);
        let head =
            found.split_first().filter(|(first, rest)| rest.iter().all(|it| it.param == first.param)).map(|(first, _)| Arc::new(first.clone()));
        self.memo.heads.insert(name.into(), head.clone());
        head
    }

    fn heads(&mut self, name: &str, depth: u32, found: &mut Vec<Head>) {
        if depth > MAX_NESTED {
            return;
        }
        let files = self.included();
        let seen: Vec<Ref> = self.top_level("", name).into_iter().filter(|it| files.holds(it.file)).take(caps::MAX_CANDIDATES).collect();
        let mut stands_for: Vec<Name> = Vec::new();
        for it in seen {
            let Some(file) = self.load(it.file) else { continue };
            self.asker.looked_at(&file, it.symbol);
            let Some(symbol) = file.facts.symbol(it.symbol).filter(|it| it.kind == SymbolKind::Macro) else { continue };
            for naming in &symbol.namings {
                if let Naming::Head { param, taken } = naming {
                    found.push(Head { param: *param, taken: taken.clone() });
                }
            }
            stands_for.extend(other_name(&file, symbol).filter(|_| symbol.params.is_empty()));
        }
        stands_for.sort_unstable();
        stands_for.dedup();
        for other in stands_for.iter().filter(|other| *other != name) {
            self.heads(other, depth + 1, found);
        }
    }

    /// The names that macros of other files give to definitions of the linked one, by their numbers.
    pub(in crate::link) fn names_by_macros(&mut self) -> Vec<(u32, Name)> {
        let own = Arc::clone(&self.own);
        let mut names = Vec::new();
        for (it, import) in own.facts.imports.iter().zip(0u32..).filter(|(it, _)| maker(it).is_some()) {
            self.start_site();
            for found in self.made_by_macro(&own, import).unwrap_or_default() {
                names.extend(found.what.symbol().map(|symbol| (symbol.symbol, it.binding.clone())));
            }
        }
        names.sort();
        names.dedup_by_key(|it| it.0);
        names
    }

    /// Whether a name is that of a parameter which a macro of another file gives to the function around a site: nothing in the file binds it.
    pub(in crate::link) fn is_parameter_by_macro(&mut self, site: &Site) -> bool {
        let own = Arc::clone(&self.own);
        let Some(Expr::Free(name)) = self.body.expr(site.target).filter(|_| own.habits().preprocessed) else { return false };
        let around = site.enclosing.and_then(|index| own.facts.symbol(index)).filter(|it| it.kind == SymbolKind::Function && site.role != Role::Type);
        let Some(around) = around else { return false };
        let makes = |it: &&Import| matches!(&it.imported, Imported::Item(item) if *item == around.name);
        let makers: Vec<(u16, &str)> = own.facts.imports.iter().filter(makes).filter_map(maker).collect();
        makers.into_iter().any(|(number, by)| self.head_of(by).is_some_and(|head| head.param == number && head.taken.contains(name)))
    }
}

/// The name that a macro without parameters stands for.
fn other_name(file: &Loaded, symbol: &Symbol) -> Option<Name> {
    let Some(Expr::Call { callee }) = file.facts.expr(symbol.value?) else { return None };
    match file.facts.expr(*callee)? {
        Expr::Free(name) => Some(name.clone()),
        Expr::Symbol(index) => file.facts.symbol(*index).map(|it| it.name.clone()),
        _ => None,
    }
}
