//! What calls of macros stand for: the functions that the macro's body is one plain call of, or another name for.

use std::sync::Arc;

use crate::base::caps;
use crate::link::ask::Ref;
use crate::link::eval::{Found, Frame, Linker};
use crate::link::outcome::{End, Outcome};
use crate::shard::body::Role;
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Symbol, SymbolKind};

/// How many macros may stand for one another in turn.
const MAX_NESTED: usize = 4;

/// The functions behind the calls of macros: `(site, id of the function)`. A name with several definitions stands for none.
pub fn expansions(linker: &mut Linker<'_>, outcomes: &[Option<Outcome>]) -> Vec<(u32, Arc<str>)> {
    let mut found = Vec::new();
    if !linker.own.habits().preprocessed {
        return found;
    }
    let body = linker.body;
    for ((site, outcome), index) in body.sites.iter().zip(outcomes).zip(0u32..) {
        let of_macro = outcome.as_ref().is_some_and(|it| it.end == End::Resolved && it.targets.iter().all(|(target, _)| target.id.ends_with('!')));
        if site.role != Role::Call || !of_macro {
            continue;
        }
        linker.start_site();
        let frame = linker.own_frame(site.enclosing);
        let mut here = linker.denote(&frame, site.target);
        for _ in 0..MAX_NESTED {
            let [macro_of] = macros(linker, &here)[..] else { break };
            here = called_by(linker, macro_of);
        }
        if let [function] = functions(linker, &here)[..] {
            found.extend(linker.id(function).map(|id| (index, id)));
        }
    }
    found
}

/// What the body of a macro calls.
fn called_by(linker: &mut Linker<'_>, macro_of: Ref) -> Vec<Found> {
    let Some(file) = linker.load(macro_of.file) else { return Vec::new() };
    linker.asker.looked_at(&file, macro_of.symbol);
    let value = file.facts.symbol(macro_of.symbol).and_then(|it| it.value);
    let Some(Expr::Call { callee }) = value.and_then(|value| file.facts.expr(value)).cloned() else { return Vec::new() };
    linker.denote(&Frame::facts(&file, macro_of.symbol), callee)
}

/// Functions, what is defined before what is only declared.
fn functions(linker: &Linker<'_>, found: &[Found]) -> Vec<Ref> {
    let mut all = that(linker, found, |it| it.kind == SymbolKind::Function);
    if all.len() > 1 {
        all.retain(|function| !linker.is(*function, |it| it.flags.has(Flags::DECLARATION)));
    }
    all
}

fn macros(linker: &Linker<'_>, found: &[Found]) -> Vec<Ref> {
    that(linker, found, |it| it.kind == SymbolKind::Macro)
}

fn that(linker: &Linker<'_>, found: &[Found], is_meant: impl Fn(&Symbol) -> bool) -> Vec<Ref> {
    let meant = |it: &Found| it.what.symbol().filter(|symbol| linker.is(*symbol, &is_meant));
    found.iter().take(caps::MAX_CANDIDATES).filter_map(meant).collect()
}
