//! Turns what a builder collected into a shard: resolves raw names, moves what others may ask for into facts, cuts chunks.

use std::collections::{BTreeMap, BTreeSet};

use super::Shard;
use super::body::{Local, Role};
use super::builder::{Arms, Binding, Bound, Builder, KEPT_ARGUMENTS, Scope, ScopeKind, course, index};
use super::expr::{BUILT, Expr, ExprId, HANDED, SELF};
use super::facts::{Flags, Symbol, SymbolKind};
use super::sight::Sight;
use crate::base::{Name, caps};

/// The bindings that `name` has at byte `at` of `scope`: those of the innermost scope that binds it.
pub(super) fn look_up(scopes: &[Scope], name: &str, start: u32, at: u32) -> Vec<Binding> {
    innermost(scopes, start, |here| {
        let mut bounds: Vec<&Bound> = here.bounds.get(name).into_iter().flatten().filter(|bound| bound.visible_from <= at).collect();
        bounds.sort_by_key(|bound| bound.visible_from);
        visible(&bounds)
    })
}

/// The same where the bindings of each name are sorted by start of visibility, as they are once the file has ended, and whether they stand around a type
/// that may inherit the name. Where functions see their surroundings `late`, a nested one gets every local that the name is ever bound to in the function
/// around it.
fn look_up_sorted(scopes: &[Scope], arms: &Arms, late: bool, name: &str, start: u32, at: u32) -> (Vec<Binding>, bool) {
    let mut crossed = false;
    let (mut is_heir, mut around_heir) = (false, false);
    let found = innermost(scopes, start, |here| {
        around_heir = is_heir;
        is_heir |= here.kind == ScopeKind::HeirClass;
        let nested = crossed;
        crossed |= here.kind == ScopeKind::Function;
        let Some(bounds) = here.bounds.get(name) else { return Vec::new() };
        if late && nested && here.kind == ScopeKind::Function {
            let locals: Vec<Binding> =
                bounds.iter().map(|it| it.binding).filter(|it| matches!(it, Binding::Local(_))).take(caps::MAX_CANDIDATES).collect();
            if locals.len() > 1 {
                return locals;
            }
        }
        let count = bounds.partition_point(|bound| bound.visible_from <= at);
        // A local that hides everything before it ends the search at once, however often the name is bound anew.
        if let Some(Bound { binding: Binding::Local(index), visible_from: 1.. }) = bounds[..count].last() {
            return vec![Binding::Local(*index)];
        }
        let mut found = visible(&bounds[..count].iter().collect::<Vec<_>>());
        in_order(arms, here, name, (!nested).then_some(at), &mut found);
        found
    });
    (found, around_heir)
}

/// Of what a name is bound to in a scope what it is at byte `at` of the code that runs there, where that is told; at the end of that code where
/// nothing of it is above, as in a loop. Imports stand beside all.
fn in_order(arms: &Arms, here: &Scope, name: &str, at: Option<u32>, found: &mut Vec<Binding>) {
    let is_definition = |it: &Binding| matches!(it, Binding::Symbol(_));
    let Some(steps) = here.courses.get(name).filter(|steps| steps.len() > 1 && found.iter().any(is_definition)) else { return };
    let mut told = course(arms, steps, here.arm, at);
    if told.is_none() && here.kind != ScopeKind::OpaqueClass {
        told = course(arms, steps, here.arm, None);
    }
    let Some(told) = told else { return };
    found.retain(|it| matches!(it, Binding::Import(_)) || told.contains(it));
    let missing: Vec<Binding> = told.into_iter().filter(|it| is_definition(it) && !found.contains(it)).collect();
    found.extend(missing);
}

/// Asks the scopes from `start` outwards until one answers.
fn innermost(scopes: &[Scope], start: u32, mut here_bound: impl FnMut(&Scope) -> Vec<Binding>) -> Vec<Binding> {
    let mut scope = Some(start);
    while let Some(current) = scope {
        let here = &scopes[current as usize];
        scope = if here.kind == ScopeKind::Isolated { None } else { here.parent };
        if here.kind == ScopeKind::OpaqueClass && current != start {
            continue;
        }
        let found = here_bound(here);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn is_field(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Field | SymbolKind::Constant)
}

/// What counts of the visible bindings of one name in one scope, given in order of visibility.
fn visible(bounds: &[&Bound]) -> Vec<Binding> {
    let local = bounds.iter().rev().find(|bound| matches!(bound.binding, Binding::Local(_)));
    // A hoisted variable and a definition of one name stand side by side; a later `let` hides everything before it.
    if let Some(local) = local.filter(|local| local.visible_from > 0) {
        return vec![local.binding];
    }
    let mut found: Vec<Binding> = Vec::new();
    for bound in bounds.iter().filter(|bound| !matches!(bound.binding, Binding::Local(_))) {
        if found.len() == caps::MAX_OVERLOADS {
            break;
        }
        if !found.contains(&bound.binding) {
            found.push(bound.binding);
        }
    }
    found.extend(local.map(|local| local.binding));
    found
}

/// Sorts the bindings of one name in one scope by start of visibility and drops those that no look-up can give: each use would look through all of them.
fn settle(bounds: &mut Vec<Bound>) {
    bounds.sort_by_key(|bound| bound.visible_from);
    if bounds.len() <= caps::MAX_OVERLOADS {
        return;
    }
    let (mut definitions, mut hoisted): (Vec<Binding>, BTreeSet<u32>) = Default::default();
    bounds.retain(|bound| match bound.binding {
        // Where one is visible all along, further ones of the same variable say nothing.
        Binding::Local(index) => bound.visible_from > 0 || hoisted.insert(index),
        binding => {
            let is_new = definitions.len() < caps::MAX_OVERLOADS && !definitions.contains(&binding);
            definitions.extend(is_new.then_some(binding));
            is_new
        }
    });
}

impl Builder<'_> {
    /// Ends the file.
    pub fn finish(mut self) -> Shard {
        let declared = index(self.body.locals.len());
        self.resolve_names();
        self.settle_returns();
        self.move_facts(declared);
        self.body.text_bytes = index(self.text.len());
        self.body.lines = crate::base::span::line_count(self.text);
        if self.body.chunks.is_empty() {
            self.body.chunks = super::chunks::cut(self.text, &self.facts, &self.body);
        }
        self.body.sites.sort_by_key(|site| (site.span.start, site.span.end, site.role));
        self.body.words.sort_by_key(|word| word.at);
        self.body.words.dedup_by_key(|word| word.at);
        Shard { facts: self.facts, body: self.body }
    }

    /// Says whether builds with default settings leave out what is added from here on; gives what held before.
    pub fn set_optional(&mut self, optional: bool) -> bool {
        std::mem::replace(&mut self.optional, optional)
    }

    /// Whether they do.
    pub fn is_optional(&self) -> bool {
        self.optional
    }

    /// Adds flags to every definition of the file so far.
    pub fn mark_all(&mut self, flags: Flags) {
        for symbol in &mut self.facts.symbols {
            symbol.flags = symbol.flags.with(flags);
        }
    }

    fn resolve_names(&mut self) {
        let mut tables: Vec<Scope> = std::mem::take(&mut self.scopes);
        tables.iter_mut().flat_map(|scope| scope.bounds.values_mut()).for_each(settle);
        let mut merged: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let apart = std::mem::take(&mut self.apart);
        self.supersede(&tables);
        let sight = Sight::new(std::mem::take(&mut self.block_wildcards));
        let mut parts_in_sight = Vec::new();
        for position in 0..self.body.exprs.len() {
            let Expr::Raw { name, scope, at } = &self.body.exprs[position] else { continue };
            let in_sight = sight.of(&tables, *scope);
            // A name from outside of all namespaces (`::f`) keeps its mark where the file itself does not bind it there.
            let (mut bindings, around_heir) = look_up_sorted(&tables, &self.arms, self.late, name.strip_prefix("::").unwrap_or(name), *scope, *at);
            apart.keep_meant(&mut bindings, *at, |symbol| self.body.places.get(symbol as usize).map_or(0, |place| place.name.start));
            let about = |symbol: u32| {
                let start = self.body.places.get(symbol as usize).map_or(0, |place| place.name.start);
                (start, self.facts.symbols[symbol as usize].kind == SymbolKind::Macro)
            };
            if apart.is_in_doubt(&bindings, *at, about) {
                self.body.perhaps.push(ExprId(index(position)));
            }
            let resolved = match bindings.as_slice() {
                [] => Expr::Free(name.clone()),
                // Which of both is meant the link finds out: a field above a type, or this one of a type around it.
                [Binding::Symbol(symbol)] if around_heir && is_field(self.facts.symbols[*symbol as usize].kind) => Expr::Free(name.clone()),
                // A name from outside of all namespaces that the file binds is told from the bare name by standing in a list.
                [one] if !name.starts_with("::") || matches!(one, Binding::Local(_)) => leaf(*one),
                many if many.iter().all(|it| matches!(it, Binding::Local(_))) => Expr::Local(merge_locals(&mut self.body.locals, &mut merged, many)),
                many => {
                    // Which of some overloads is meant only their arguments tell: none may be missing.
                    let overloads = |it: &Binding| matches!(it, Binding::Symbol(symbol) if self.facts.symbols[*symbol as usize].overload.is_some());
                    let most = if many.iter().all(overloads) { caps::MAX_OVERLOADS } else { caps::MAX_CANDIDATES };
                    let parts: Vec<Expr> = many.iter().take(most).map(|binding| leaf(*binding)).collect();
                    let first = index(self.body.exprs.len());
                    let count = index(parts.len());
                    self.body.exprs.extend(parts);
                    parts_in_sight.extend((first..first + count).filter(|_| !in_sight.is_empty()).map(|part| (ExprId(part), in_sight.clone())));
                    Expr::AnyOf((first..first + count).map(ExprId).collect())
                }
            };
            if !in_sight.is_empty() && !matches!(resolved, Expr::Local(_)) {
                self.body.in_sight.push((ExprId(index(position)), in_sight));
            }
            self.body.exprs[position] = resolved;
        }
        self.body.in_sight.append(&mut parts_in_sight);
        let exprs = &self.body.exprs;
        self.body.receivers.retain(|id| !matches!(exprs[id.0 as usize], Expr::Local(_)));
        self.body.receivers.sort_unstable();
    }

    /// Flags the definitions that others have taken the place of when all code of their scope has run.
    fn supersede(&mut self, tables: &[Scope]) {
        for scope in tables {
            for steps in scope.courses.values().filter(|steps| steps.len() > 1) {
                let Some(told) = course(&self.arms, steps, scope.arm, None) else { continue };
                let symbols = &mut self.facts.symbols;
                let defines = |symbols: &[Symbol], it: &Binding| {
                    let Binding::Symbol(symbol) = *it else { return None };
                    symbols.get(symbol as usize).filter(|it| it.kind.is_callable() || it.kind.is_type()).map(|_| symbol)
                };
                if !told.iter().any(|it| defines(symbols, it).is_some()) {
                    continue;
                }
                for binding in steps.iter().flat_map(|it| &it.bindings).filter(|it| !told.contains(it)) {
                    if let Some(symbol) = defines(symbols, binding) {
                        let it = &mut symbols[symbol as usize];
                        it.flags = it.flags.with(Flags::SUPERSEDED);
                    }
                }
            }
        }
    }

    fn settle_returns(&mut self) {
        let mut returns = std::mem::take(&mut self.returns);
        returns.sort_by_key(|(symbol, _)| *symbol);
        for group in returns.chunk_by(|lhs, rhs| lhs.0 == rhs.0) {
            let symbol = group[0].0 as usize;
            if self.facts.symbols[symbol].ty.is_some() || self.facts.symbols[symbol].value.is_some() {
                continue;
            }
            let values: Vec<ExprId> = group.iter().map(|(_, value)| *value).take(caps::MAX_CANDIDATES).collect();
            let value = if let [one] = values.as_slice() {
                *one
            } else {
                self.body.exprs.push(Expr::AnyOf(values));
                ExprId(index(self.body.exprs.len() - 1))
            };
            self.facts.symbols[symbol].value = Some(value);
        }
    }

    /// `declared` is the number of locals that are not several put together.
    fn move_facts(&mut self, declared: u32) {
        let kept = if self.keeps_handed { self.body.sites.as_slice() } else { &[] };
        let calls = kept.iter().filter(|site| site.role == Role::Call && site.arg_count.is_some_and(|count| count > 0));
        let mut mover = Mover {
            calls: calls.map(|site| (site.target, site.args.as_slice())).collect(),
            from: &self.body.exprs,
            locals: &self.body.locals,
            type_parameters: &self.type_parameters,
            declared,
            taking: None,
            filled: false,
            taken: Vec::new(),
            into: vec![Expr::Unknown],
            done: vec![None; self.body.exprs.len()],
        };
        let moved = |mover: &mut Mover<'_>, slot: &mut ExprId| *slot = mover.copy(*slot, 0);
        for (symbol, number) in self.facts.symbols.iter_mut().zip(0u32..) {
            symbol.ty.iter_mut().for_each(|slot| moved(&mut mover, slot));
            symbol.params.iter_mut().filter_map(|param| param.ty.as_mut()).for_each(|slot| moved(&mut mover, slot));
            mover.taking = Some(number).filter(|_| symbol.kind.is_callable());
            mover.filled = symbol.flags.has(Flags::FIXTURE);
            symbol.value.iter_mut().for_each(|slot| moved(&mut mover, slot));
            mover.taking = None;
            for (name, ty) in std::mem::take(&mut mover.taken) {
                symbol.params.iter_mut().filter(|param| param.name == name && param.ty.is_none()).for_each(|param| param.ty = Some(ty));
            }
            symbol.made.iter_mut().for_each(|slot| moved(&mut mover, slot));
            symbol.supertypes.iter_mut().for_each(|it| moved(&mut mover, &mut it.ty));
            symbol.generics.iter_mut().flat_map(|it| it.bounds.iter_mut().chain(&mut it.default)).for_each(|slot| moved(&mut mover, slot));
        }
        for extension in &mut self.facts.extensions {
            moved(&mut mover, &mut extension.target);
            extension.interface.iter_mut().for_each(|slot| moved(&mut mover, slot));
            extension.generics.iter_mut().flat_map(|it| it.bounds.iter_mut().chain(&mut it.default)).for_each(|slot| moved(&mut mover, slot));
        }
        self.facts.exprs = mover.into;
    }
}

/// One local for all that a name is bound to in turn.
fn merge_locals(locals: &mut Vec<Local>, merged: &mut BTreeMap<Vec<u32>, u32>, bindings: &[Binding]) -> u32 {
    let parts: Vec<u32> = bindings.iter().filter_map(|it| if let Binding::Local(local) = it { Some(*local) } else { None }).collect();
    if let Some(known) = merged.get(&parts) {
        return *known;
    }
    let of = |part: &u32| locals[*part as usize].clone();
    let mut whole = of(&parts[0]);
    for part in parts[1..].iter().map(of) {
        whole.ty = whole.ty.or(part.ty);
        whole.receiver &= part.receiver;
        for value in part.values {
            if !whole.values.contains(&value) && whole.values.len() < caps::MAX_CANDIDATES {
                whole.values.push(value);
            }
        }
    }
    locals.push(whole);
    let whole = index(locals.len() - 1);
    merged.insert(parts, whole);
    whole
}

fn leaf(binding: Binding) -> Expr {
    match binding {
        Binding::Local(index) => Expr::Local(index),
        Binding::Symbol(index) => Expr::Symbol(index),
        Binding::Import(index) => Expr::Import(index),
    }
}

/// Copies expressions from the body's arena into the facts' one, replacing locals by what they hold.
struct Mover<'a> {
    /// What calls hand over that keep it, by what they call.
    calls: BTreeMap<ExprId, &'a [ExprId]>,
    from: &'a [Expr],
    locals: &'a [Local],
    type_parameters: &'a BTreeSet<u32>,
    declared: u32,
    /// The function whose result is copied: a parameter of it that nothing says the type of stands for whatever a call hands over.
    taking: Option<u32>,
    /// It fills parameters of tests, and its own are filled alike.
    filled: bool,
    /// The names of such parameters that the result is made of, and what stands for the type of each.
    taken: Vec<(Name, ExprId)>,
    into: Vec<Expr>,
    done: Vec<Option<ExprId>>,
}

impl Mover<'_> {
    fn copy(&mut self, id: ExprId, depth: u32) -> ExprId {
        if depth > caps::MAX_CHAIN {
            return ExprId(0);
        }
        if let Some(done) = self.done[id.0 as usize] {
            return done;
        }
        // A local that is defined through itself is unknown from within.
        self.done[id.0 as usize] = Some(ExprId(0));
        let next = depth + 1;
        let expr = match self.from[id.0 as usize].clone() {
            Expr::Raw { .. } | Expr::Unknown => Expr::Unknown,
            Expr::Local(local) => self.local(local, next),
            Expr::Member { base, name } => Expr::Member { base: self.copy(base, next), name },
            Expr::Call { callee } => self.apart(|mover| mover.call(callee, next)),
            Expr::Instance { ty, built } => Expr::Instance { ty: if built { self.built(ty, next) } else { self.copy(ty, next) }, built },
            Expr::Apply { base, args } => {
                let base = self.copy(base, next);
                Expr::Apply { base, args: self.all(&args, next) }
            }
            Expr::CallWith { callee, args } => self.apart(|mover| {
                let callee = mover.copy(callee, next);
                Expr::CallWith { callee, args: mover.all(&args, next) }
            }),
            Expr::Element(base) => Expr::Element(self.copy(base, next)),
            Expr::Iterated(base) => Expr::Iterated(self.copy(base, next)),
            Expr::At { base, key } => Expr::At { base: self.copy(base, next), key },
            Expr::Unwrap(base) => Expr::Unwrap(self.copy(base, next)),
            Expr::Tuple(parts) => Expr::Tuple(self.all(&parts, next)),
            Expr::AnyOf(parts) => Expr::AnyOf(self.all(&parts, next)),
            Expr::Part { base, index } => Expr::Part { base: self.copy(base, next), index },
            Expr::Parameter { callee, index } => Expr::Parameter { callee: self.copy(callee, next), index },
            Expr::Generic { name, bounds } => Expr::Generic { name, bounds: self.all(&bounds, next) },
            same @ (Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Literal(_)) => same,
        };
        let moved = self.push(expr);
        self.done[id.0 as usize] = Some(moved);
        moved
    }

    /// A call, with what it hands over where that is kept and tells something. Of calls in a row only the first keeps it: each would be worked out with all
    /// that those in front hand over.
    fn call(&mut self, callee: ExprId, depth: u32) -> Expr {
        let of = |id: ExprId| self.from.get(id.0 as usize);
        let follows = matches!(of(callee), Some(Expr::Member { base, .. }) if matches!(of(*base), Some(Expr::Call { .. })));
        let handed = self.calls.get(&callee).copied().filter(|_| !follows).unwrap_or_default();
        let callee = self.copy(callee, depth);
        let args = self.all(&handed[..handed.len().min(KEPT_ARGUMENTS)], depth);
        let tells = |arg: &ExprId| !matches!(self.into[arg.0 as usize], Expr::Unknown | Expr::Literal(_));
        if args.iter().any(tells) { Expr::CallWith { callee, args } } else { Expr::Call { callee } }
    }

    /// A class of which one is built, with what its constructor is handed, where that is kept and tells something.
    fn built(&mut self, class: ExprId, depth: u32) -> ExprId {
        let handed = self.calls.get(&class).copied().unwrap_or_default();
        let class = self.copy(class, depth);
        let mut args = vec![class];
        args.extend(self.apart(|mover| mover.all(&handed[..handed.len().min(KEPT_ARGUMENTS)], depth)));
        let tells = |arg: &ExprId| !matches!(self.into[arg.0 as usize], Expr::Unknown | Expr::Literal(_));
        if !args[1..].iter().any(tells) {
            return class;
        }
        let base = self.push(Expr::Literal(Name::new_static(BUILT)));
        self.push(Expr::Apply { base, args })
    }

    /// What is copied by `work` tells of no parameter: what calls inside of a function give by what that was handed would be worked out anew for each call
    /// of it. What fills parameters is called by nobody.
    fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let taking = self.taking;
        self.taking = taking.filter(|_| self.filled);
        let done = work(self);
        self.taking = taking;
        done
    }

    fn local(&mut self, number: u32, depth: u32) -> Expr {
        let is_type = self.type_parameters.contains(&number);
        let Some(local) = self.locals.get(number as usize) else { return Expr::Unknown };
        if let Some(ty) = local.ty {
            let mut ty = self.copy(ty, depth);
            // What a member works out of its own value is of the type of that which has it.
            if local.receiver && matches!(self.into[ty.0 as usize], Expr::Symbol(_)) {
                ty = self.push(Expr::Generic { name: Name::new_static(SELF), bounds: vec![ty] });
            }
            return Expr::Instance { ty, built: false };
        }
        let is_open = local.values.is_empty() && !local.receiver && number < self.declared;
        if is_open && self.taking.is_some() && local.parameter_of == self.taking {
            let ty = self.push(Expr::Generic { name: format!("{HANDED}{}", local.name).into(), bounds: Vec::new() });
            self.taken.push((local.name.clone(), ty));
            return Expr::Instance { ty, built: false };
        }
        let values = self.all(&local.values, depth);
        if is_type {
            return Expr::Generic { name: local.name.clone(), bounds: values };
        }
        match values.as_slice() {
            [] => Expr::Unknown,
            // The type itself that a member is called on.
            [one] if local.receiver && matches!(self.into[one.0 as usize], Expr::Symbol(_)) => {
                Expr::Generic { name: Name::new_static(SELF), bounds: values }
            }
            [one] => self.into[one.0 as usize].clone(),
            _ => Expr::AnyOf(values),
        }
    }

    fn all(&mut self, ids: &[ExprId], depth: u32) -> Vec<ExprId> {
        ids.iter().map(|id| self.copy(*id, depth)).collect()
    }

    fn push(&mut self, expr: Expr) -> ExprId {
        if expr == Expr::Unknown {
            return ExprId(0);
        }
        self.into.push(expr);
        ExprId(index(self.into.len() - 1))
    }
}
