//! Interfaces that are satisfied by methods alone (Go): which types of the repository have all that an interface of the linked file asks for.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// Most types that are held against one interface.
const MAX_TYPES: usize = 256;

/// What an interface asks for.
#[derive(Default)]
struct Asked {
    methods: Vec<Ref>,
    /// Methods of interfaces of the language and its library, by package and name.
    known: BTreeSet<(&'static str, &'static str)>,
    /// Packages of which it embeds an interface whose methods are not known.
    foreign: BTreeSet<Name>,
    /// What it embeds leads nowhere.
    open: bool,
}

impl Asked {
    /// Asks for what an interface from outside asks for.
    fn embed(&mut self, linker: &Linker<'_>, package: &str, name: &str) {
        let name = name.rsplit('.').next().unwrap_or(name);
        let table = linker.own.habits().interfaces;
        match table.binary_search_by_key(&(package, name), |it| (it.0, it.1)) {
            Ok(at) => self.known.extend(table[at].2.iter().map(|method| (table[at].0, *method))),
            Err(_) => drop(self.foreign.insert(package.into())),
        }
    }
}

/// Pairs of a definition of the linked file and the id of another one.
type Pairs = Vec<(u32, Arc<str>)>;

/// The types that satisfy each interface of the linked file, `(interface, id of the type)`, and their methods, `(method of the interface, id of the
/// type's)`, both sorted. A type that lies outside is none, and neither is one that has a method by embedding something from outside.
pub fn satisfied(linker: &mut Linker<'_>) -> (Pairs, Pairs) {
    let own = Arc::clone(&linker.own);
    let (mut pairs, mut methods) = (Pairs::new(), Pairs::new());
    let Some(slot) = linker.own_slot().filter(|_| own.habits().method_sets) else { return (pairs, methods) };
    for (symbol, index) in own.facts.symbols.iter().zip(0u32..) {
        if symbol.kind != SymbolKind::Interface || symbol.flags.has(Flags::NESTED) {
            continue;
        }
        linker.start_site();
        let mut asked = Asked::default();
        collect(linker, Ref { file: slot, symbol: index }, &mut asked, &mut BTreeSet::new());
        for ty in candidates(linker, &asked) {
            linker.start_site();
            let Some(supplied) = supplied(linker, ty, &asked) else { continue };
            pairs.extend(linker.id(ty).map(|id| (index, id)));
            // What an embedded interface asks for is told in its own file.
            for (wanted, method) in supplied {
                if wanted.file == slot && linker.is(wanted, |it| it.owner == Owner::Symbol(index)) {
                    methods.extend(linker.id(method).map(|id| (wanted.symbol, id)));
                }
            }
        }
    }
    for list in [&mut pairs, &mut methods] {
        list.sort();
        list.dedup();
    }
    (pairs, methods)
}

/// The methods of an interface and of those it embeds.
fn collect(linker: &mut Linker<'_>, interface: Ref, asked: &mut Asked, seen: &mut BTreeSet<Ref>) {
    if !seen.insert(interface) || seen.len() > caps::MAX_PUBLISHERS {
        return;
    }
    let Some(file) = linker.load(interface.file) else { return };
    linker.asker.looked_at(&file, interface.symbol);
    let Some(it) = file.facts.symbol(interface.symbol) else { return };
    linker.asker.all_of(&file, &it.qualified);
    for (symbol, index) in file.facts.symbols.iter().zip(0u32..) {
        if symbol.owner == Owner::Symbol(interface.symbol) && symbol.kind == SymbolKind::Method {
            asked.methods.push(Ref { file: interface.file, symbol: index });
        }
    }
    let frame = Frame::facts(&file, interface.symbol);
    for supertype in &it.supertypes {
        let above = linker.denote(&frame, supertype.ty);
        asked.open |= above.is_empty();
        for it in above {
            match it.what {
                Denotation::Symbol(above) => collect(linker, above, asked, seen),
                Denotation::Builtin(name) => asked.embed(linker, "", &name),
                Denotation::External { package, name } => asked.embed(linker, &package, &name),
                _ => asked.open = true,
            }
        }
    }
}

/// The types that have one of the two rarest of the methods, and those that embed one of them: one method may come with an embedded interface.
fn candidates(linker: &mut Linker<'_>, asked: &Asked) -> Vec<Ref> {
    let names: BTreeSet<Name> = asked.methods.iter().filter_map(|method| linker.about(*method, |it| it.name.clone())).collect();
    let mut holders: Vec<Vec<Ref>> = names.iter().filter_map(|name| linker.asker.members_anywhere(name)).collect();
    holders.sort_by_key(Vec::len);
    let mut types: Vec<Ref> = Vec::new();
    for method in holders.into_iter().take(2).flatten() {
        let Some((file, block)) = linker.block_of(method) else { continue };
        for ty in linker.extended_types(&file, block) {
            if types.len() < MAX_TYPES && !types.contains(&ty) {
                types.push(ty);
            }
        }
    }
    let mut next = 0;
    while let Some(ty) = types.get(next).copied() {
        next += 1;
        for ty in embedders(linker, ty) {
            if types.len() < MAX_TYPES && !types.contains(&ty) {
                types.push(ty);
            }
        }
    }
    types
}

/// The structs that embed a type: an embedded field goes by the name of its type.
fn embedders(linker: &mut Linker<'_>, ty: Ref) -> Vec<Ref> {
    let Some(name) = linker.about(ty, |it| it.name.clone()) else { return Vec::new() };
    let mut found = Vec::new();
    for field in linker.asker.members_anywhere(&name).unwrap_or_default() {
        let Some((SymbolKind::Field, Owner::Symbol(owner))) = linker.about(field, |it| (it.kind, it.owner)) else { continue };
        let holder = Ref { file: field.file, symbol: owner };
        if let Some(file) = linker.load(field.file) {
            linker.asker.looked_at(&file, owner);
        }
        if linker.supertypes(holder).iter().any(|above| above.what == Denotation::Symbol(ty)) {
            found.push(holder);
        }
    }
    found
}

/// The methods of a type for each that is asked for, `(asked for, had)`; `None` where it does not have every one.
fn supplied(linker: &mut Linker<'_>, ty: Ref, asked: &Asked) -> Option<Vec<(Ref, Ref)>> {
    let concrete = linker.is(ty, |it| it.kind != SymbolKind::Interface);
    if !concrete || asked.methods.is_empty() || asked.open {
        return None;
    }
    let mut supplied = Vec::new();
    for wanted in &asked.methods {
        let name = linker.about(*wanted, |it| it.name.clone())?;
        let method = linker.type_member(ty, &name).into_iter().find_map(|it| match it.what {
            Denotation::Symbol(method) if is_same_method(linker, *wanted, method) => Some(method),
            _ => None,
        });
        supplied.push((*wanted, method?));
    }
    for (package, name) in &asked.known {
        let found = linker.type_member(ty, name);
        // What it embeds of the same package has the method as well.
        let has = |it: &Found| match &it.what {
            Denotation::Symbol(method) => linker.is(*method, |it| it.kind.is_callable()),
            Denotation::External { package: own, .. } => own == package,
            _ => false,
        };
        found.iter().find(|it| has(it))?;
    }
    // What an unknown interface from outside asks for, only something else of its package is likely to have.
    let embedded = if asked.foreign.is_empty() { Vec::new() } else { linker.type_member(ty, "") };
    let is_embedded = |wanted: &Name| embedded.iter().any(|it| matches!(&it.what, Denotation::External { package, .. } if package == wanted));
    asked.foreign.iter().all(is_embedded).then_some(supplied)
}

/// Whether two methods take and return the same, as far as both sides are known.
fn is_same_method(linker: &mut Linker<'_>, one: Ref, other: Ref) -> bool {
    let (Some(lhs), Some(rhs)) = (linker.about(one, Symbol::clone), linker.about(other, Symbol::clone)) else { return false };
    let alike = rhs.kind.is_callable()
        && lhs.params.len() == rhs.params.len()
        && lhs.flags.has(Flags::VARIADIC) == rhs.flags.has(Flags::VARIADIC)
        && lhs.ty.is_some() == rhs.ty.is_some();
    if !alike {
        return false;
    }
    let params = lhs.params.iter().zip(&rhs.params).map(|(lhs, rhs)| (lhs.ty, rhs.ty));
    let pairs: Vec<(Option<ExprId>, Option<ExprId>)> = params.chain([(lhs.ty, rhs.ty)]).collect();
    pairs.into_iter().all(|pair| match pair {
        (Some(lhs), Some(rhs)) => is_same_type(linker, (one, lhs), (other, rhs)),
        _ => true,
    })
}

fn is_same_type(linker: &mut Linker<'_>, one: (Ref, ExprId), other: (Ref, ExprId)) -> bool {
    let results = |(symbol, ty): (Ref, ExprId)| match linker.load(symbol.file)?.facts.expr(ty)? {
        Expr::Tuple(parts) => Some(parts.clone()),
        _ => None,
    };
    match (results(one), results(other)) {
        (None, None) => {}
        (Some(lhs), Some(rhs)) if lhs.len() == rhs.len() => {
            return lhs.into_iter().zip(rhs).all(|(lhs, rhs)| is_same_type(linker, (one.0, lhs), (other.0, rhs)));
        }
        _ => return false,
    }
    let mut denoted = |(symbol, ty): (Ref, ExprId)| {
        let file = linker.load(symbol.file)?;
        let frame = Frame::facts(&file, symbol.symbol);
        linker.denote(&frame, ty).into_iter().next().map(|it| it.what)
    };
    match (denoted(one), denoted(other)) {
        (Some(lhs), Some(rhs)) => lhs == rhs,
        _ => true,
    }
}

impl Linker<'_> {
    /// Types with those that they are defined by: what is taken out of a list of results, a channel or a map is known by its own name alone.
    pub(in crate::link) fn with_defining(&mut self, types: Vec<Typed>) -> Vec<Typed> {
        let mut all = Vec::with_capacity(types.len());
        for typed in types {
            let rule = typed.rule;
            let defined = match &typed.ty {
                Type::Instance { ty, args } if self.is(*ty, |it| it.kind == SymbolKind::TypeAlias) => Some((*ty, args.clone())),
                _ => None,
            };
            merge(&mut all, [typed]);
            if let Some((ty, args)) = defined {
                merge(&mut all, self.instances_of_symbol(ty, &args).into_iter().map(|it| it.through(rule)));
            }
        }
        all
    }

    /// Leaves what a type that is defined by another one has itself: methods of that are none of its own (Go).
    pub(in crate::link) fn of_defined_type(&self, frame: &Frame, found: &mut Vec<(Found, Option<Type>)>) {
        if !frame.file.habits().method_sets || found.len() < 2 {
            return;
        }
        let is_own = |(_, receiver): &(Found, Option<Type>)| matches!(receiver, Some(Type::Instance { ty, .. }) if self.is(*ty, |it| it.kind == SymbolKind::TypeAlias));
        if found.iter().any(|it| is_own(it) && it.0.what.symbol().is_some()) {
            found.retain(is_own);
        }
    }
}
