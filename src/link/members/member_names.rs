//! Members that macros are handed by their names alone: `NEXT(it, field)`, whose body says `(it)->field`.

use std::sync::Arc;

use super::receivers;
use crate::base::Name;
use crate::base::key::KeyMap;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::namespaces::Reach;
use crate::link::outcome::Outcome;
use crate::link::outcome::census::resolved;
use crate::link::outcome::rules::Rule;
use crate::link::types::{Args, Type};
use crate::shard::body::{Role, Site};
use crate::shard::expr::{Expr, ExprId, TAG};
use crate::shard::facts::{Naming, SymbolKind};

/// A parameter of a macro that names a member: the number of the parameter whose member that is, where it is told.
#[derive(Clone, Copy, Debug)]
pub(in crate::link) struct MemberOf(Option<u16>);

/// How many macros may hand a name on in turn.
const MAX_NESTED: u32 = 8;

/// What the argument of a macro means that names a member in its body; `None` where it is no such argument.
pub(in crate::link) fn named(linker: &mut Linker<'_>, frame: &Frame, site: &Site) -> Option<Outcome> {
    if !linker.own.habits().preprocessed || !matches!(site.role, Role::Read | Role::Write) {
        return None;
    }
    if !matches!(linker.body.expr(site.target)?, Expr::Free(_) | Expr::Symbol(_) | Expr::AnyOf(_)) {
        return None;
    }
    let (call, number) = linker.argument(site.target)?;
    let call = linker.body.sites.get(call as usize)?;
    let of = linker.macros_called(frame, call.target).iter().find_map(|it| linker.naming(*it, number, 0))?;
    let base = of.0.and_then(|of| call.args.get(usize::from(of))).copied();
    let members = base.map(|base| members_of(linker, frame, base, &site.name)).unwrap_or_default();
    if !members.is_empty() {
        return Some(resolved(linker, site, members, false, false));
    }
    // What is handed over is replaced before it is a name.
    let denoted = linker.denote(frame, site.target);
    if denoted.iter().any(|it| linker.is_found(it, |it| it.kind == SymbolKind::Macro)) {
        return None;
    }
    let is_typed = base.is_some_and(|base| !linker.types(frame, base).is_empty());
    match base.filter(|_| is_typed) {
        Some(base) => Some(receivers::unknown(linker, site, base, &site.name)),
        None => Some(receivers::by_reach(linker, site)),
    }
}

/// The members of a name of what a value is, or of the type that is named.
fn members_of(linker: &mut Linker<'_>, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Ref, Rule)> {
    let mut types: Vec<(Ref, Rule)> = Vec::new();
    for typed in linker.types(frame, base) {
        if let Type::Instance { ty, .. } | Type::Object(ty) = typed.ty {
            types.push((ty, typed.rule));
        }
    }
    if types.is_empty() {
        let mut named = linker.denote(frame, base);
        if let (true, Some(Expr::Free(tag))) = (named.is_empty(), linker.body.expr(base)) {
            // The name of a tag says nothing by itself; the body of the macro puts `struct` in front.
            named = linker.marked_name(frame, &smol_str::format_smolstr!("{TAG}{tag}")).unwrap_or_default();
        }
        let is_type = |it: &Denotation| it.symbol().filter(|symbol| linker.is(*symbol, |it| it.kind.is_type()));
        types.extend(named.iter().filter_map(|it| Some((is_type(&it.what)?, it.rule))));
    }
    for (ty, rule) in types.clone() {
        for typed in linker.instances_of_symbol(ty, &Args::default()) {
            types.extend(if let Type::Instance { ty: behind, .. } = typed.ty { Some((behind, rule)).filter(|_| behind != ty) } else { None });
        }
    }
    let mut members: Vec<(Ref, Rule)> = Vec::new();
    for (ty, rule) in types {
        for it in linker.type_member(ty, name) {
            if let Some(symbol) = it.what.symbol().filter(|symbol| !members.iter().any(|(known, _)| known == symbol)) {
                members.push((symbol, it.rule.weaker(rule)));
            }
        }
    }
    members
}

impl Linker<'_> {
    /// The call that an expression is an argument of, and which one.
    fn argument(&mut self, id: ExprId) -> Option<(u32, u16)> {
        let body = self.body;
        let places = self.memo.arguments.get_or_insert_with(|| {
            let mut places = KeyMap::default();
            for (site, index) in body.sites.iter().zip(0u32..).filter(|(site, _)| site.role == Role::Call) {
                places.extend(site.args.iter().zip(0u16..).map(|(argument, number)| (*argument, (index, number))));
            }
            Arc::new(places)
        });
        places.get(&id).copied()
    }

    /// Whether a parameter of a macro names a member in its body, and of which other parameter where that is told.
    fn naming(&mut self, of: Ref, number: u16, depth: u32) -> Option<MemberOf> {
        if let Some(known) = self.memo.namings.get(&(of, number)) {
            return *known;
        }
        // A macro does not stand for itself.
        self.memo.namings.insert((of, number), None);
        let found = self.find_naming(of, number, depth);
        self.memo.namings.insert((of, number), found);
        found
    }

    fn find_naming(&mut self, of: Ref, number: u16, depth: u32) -> Option<MemberOf> {
        let file = self.load(of.file).filter(|_| depth < MAX_NESTED)?;
        self.asker.looked_at(&file, of.symbol);
        let namings = &file.facts.symbol(of.symbol)?.namings;
        if namings.contains(&Naming::Value { param: number }) {
            return None;
        }
        let mut found = None;
        for naming in namings {
            let told = match naming {
                Naming::Member { param, of } if *param == number => Some(MemberOf(*of)),
                Naming::Handed { to, given } => self.naming_where_handed(to, given, number, depth),
                _ => None,
            };
            if told.is_some_and(|it| it.0.is_some()) {
                return told;
            }
            found = found.or(told);
        }
        found
    }

    fn naming_where_handed(&mut self, to: &Name, given: &[Option<u16>], number: u16, depth: u32) -> Option<MemberOf> {
        let at = given.iter().position(|it| *it == Some(number)).and_then(|at| u16::try_from(at).ok())?;
        let found = self.global_member(to, Some(Reach::Near));
        let macros = found.into_iter().filter_map(|it| it.what.symbol()).filter(|it| self.is(*it, |it| it.kind == SymbolKind::Macro));
        let macros: Vec<Ref> = macros.collect();
        let told = macros.into_iter().find_map(|it| self.naming(it, at, depth + 1))?;
        Some(MemberOf(told.0.and_then(|of| given.get(usize::from(of)).copied().flatten())))
    }
}
