//! Specializations of C++ templates: each is meant where the arguments written are its own, and its name alone is that of the template.

use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{self, Denotation, Found, Frame, Linker};
use crate::link::outcome::kept::{keep_if_any, keep_told};
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::link::types::Type;
use crate::shard::body::Site;
use crate::shard::expr::{ANY, Expr, ExprId, OPERATED, WANTED};
use crate::shard::facts::{Facts, Flags, Symbol, SymbolKind};

/// How deep arguments are compared: `box<list<pair<int, T>>>`.
const MAX_DEPTH: u32 = 4;

fn is_specialized(it: &Symbol) -> bool {
    it.flags.has(Flags::SPECIALIZED)
}

/// The innermost specialization that a definition is or stands in: what is in another one is no part of the same type, whatever it is called.
pub(in crate::link) fn specialization_around(facts: &Facts, symbol: u32) -> Option<u32> {
    let mut around = Some(symbol);
    while let Some(index) = around {
        if facts.symbol(index).is_some_and(is_specialized) {
            return Some(index);
        }
        around = facts.outer_of(index);
    }
    None
}

/// Whether arguments may choose a specialization: those of templates do, those of generic types do not.
fn is_specialized_by(frame: &Frame, args: &[ExprId]) -> bool {
    !args.is_empty() && frame.file.habits().specializes()
}

impl Linker<'_> {
    /// What a template with arguments denotes: the specialization for them that its place sees, else what the template's name denotes.
    pub(in crate::link) fn denote_applied(&mut self, frame: &Frame, base: ExprId, args: &[ExprId]) -> Vec<Found> {
        // What an operator gives is a value without a name.
        match (self.mark(frame, base), args) {
            (Some(OPERATED), _) => return Vec::new(),
            (Some(WANTED | ANY), [meant, ..]) => return self.denote(frame, *meant),
            _ => {}
        }
        let mut found = self.denote(frame, base);
        if !is_specialized_by(frame, args) {
            return found;
        }
        // With arguments, the name of a specialization inside of it is that of the template.
        if let Expr::Symbol(own) = *self.expr(frame, base)
            && let Some(own) = frame.file.facts.symbol(own).filter(|it| is_specialized(it))
        {
            found = self.denote_free(frame, &own.name, base);
        }
        if let Some(special) = self.special_for(frame, base, args, &found) {
            let rule = found.first().map_or(Rule::SameNamespace, |it| it.rule);
            return vec![Found::symbol(special, rule)];
        }
        // What is for other arguments is not meant, though the template itself be defined nowhere; nor is
        // the only one left that may be for these.
        let told: Vec<Option<bool>> = found.iter().map(|it| self.is_found_for(it, frame, args)).collect();
        let is_doubtful = told.contains(&Some(false)) && told.iter().filter(|told| told.is_none()).count() == 1 && !told.contains(&Some(true));
        // Of a template that is only announced the specializations are all that is there to be found: the template itself may be meant.
        for (it, told) in found.iter_mut().zip(&told) {
            if told.is_none() {
                it.rule = it.rule.weaker(Rule::SameName);
            }
        }
        keep_told(&mut found, told.into_iter().map(|told| told.unwrap_or(!is_doubtful)));
        found
    }

    /// Where the name of a template leads to specializations alone, the one that the arguments behind it choose, if they do.
    pub(in crate::link) fn special_where_written(&mut self, frame: &Frame, name: ExprId, found: Vec<Found>) -> Vec<Found> {
        if found.is_empty() || !found.iter().all(|it| self.is_found(it, is_specialized)) {
            return found;
        }
        let Some(applied) = self.applied_to(name) else { return found };
        let special = self.denote(frame, applied);
        // The bare name of the one around it is no other one.
        let is_around = matches!(self.expr(frame, name), Expr::Symbol(_));
        if special.is_empty() && !is_around { found } else { special }
    }

    /// What a name of the linked body is with the arguments behind it.
    fn applied_to(&mut self, name: ExprId) -> Option<ExprId> {
        let exprs = &self.body.exprs;
        let applied = self.memo.applied.get_or_insert_with(|| {
            let all = (0u32..).zip(exprs.iter());
            all.filter_map(|(id, expr)| if let Expr::Apply { base, .. } = expr { Some((base.0, id)) } else { None }).collect()
        });
        applied.get(&name.0).copied().map(ExprId)
    }

    /// The specialization that a call of a template with arguments makes a value of.
    pub(in crate::link) fn special_built(&mut self, frame: &Frame, base: ExprId, args: &[ExprId]) -> Option<Ref> {
        if !is_specialized_by(frame, args) {
            return None;
        }
        let found = self.denote(frame, base);
        self.special_for(frame, base, args, &found)
    }

    /// Whether the arguments written behind the name of a function template choose specializations of it among its overloads, which are kept alone.
    /// Those for other arguments are left out else.
    pub(in crate::link) fn is_specialized_at(&mut self, site: &Site, symbols: &mut Vec<(Ref, Rule)>) -> bool {
        if !self.own.habits().specializes() || !symbols.iter().any(|(symbol, _)| self.is(*symbol, |it| it.made.is_some())) {
            return false;
        }
        let Some(applied) = self.applied_to(site.target) else { return false };
        let frame = self.own_frame(site.enclosing);
        let Expr::Apply { ref args, .. } = *self.expr(&frame, applied) else { return false };
        let told: Vec<Option<bool>> = symbols.iter().map(|(symbol, _)| self.is_function_for(*symbol, &frame, args)).collect();
        let is_met = told.contains(&Some(true));
        let mut kept = symbols.clone();
        keep_told(&mut kept, told.into_iter().map(|told| told.unwrap_or(!is_met)));
        if let (true, Some((first, rule))) = (kept.is_empty(), symbols.first().copied()) {
            // A template that is only declared is hidden by what is defined of it.
            let templates = overloads::declared_beside(self, first).into_iter().filter(|it| self.is(*it, |it| it.made.is_none()));
            kept.extend(templates.map(|it| (it, rule)));
        }
        if !kept.is_empty() {
            *symbols = kept;
        }
        is_met
    }

    /// Whether a function is the specialization for these arguments, and the further ones that a call tells; `None` for what is none.
    fn is_function_for(&mut self, function: Ref, frame: &Frame, args: &[ExprId]) -> Option<bool> {
        let (around, own) = self.made_for(function, |it| it.made)?;
        // What is called for a type parameter of the code around is the template.
        if args.iter().any(|arg| self.is_open(frame, *arg, 0)) {
            return Some(false);
        }
        let told = self.are_same_types((&around, own.get(..args.len())?), (frame, args), 0);
        if told == Some(true) && own.len() > args.len() { None } else { told }
    }

    /// Whether a specialization is for these arguments; `None` where type expressions do not tell.
    fn is_for(&mut self, special: Ref, frame: &Frame, args: &[ExprId]) -> Option<bool> {
        let (around, own) = self.made_for(special, |it| it.ty)?;
        self.are_same_types((&around, &own), (frame, args), 0)
    }

    /// The same of something found, which is for any unless it is a specialization.
    fn is_found_for(&mut self, found: &Found, frame: &Frame, args: &[ExprId]) -> Option<bool> {
        match found.what {
            Denotation::Symbol(special) if self.is(special, is_specialized) => self.is_for(special, frame, args),
            _ => Some(true),
        }
    }

    /// The arguments that something is specialized for, as they are spelled in its facts.
    fn made_for(&mut self, special: Ref, spelled: impl FnOnce(&Symbol) -> Option<ExprId>) -> Option<(Frame, Vec<ExprId>)> {
        let file = self.load(special.file).filter(|_| self.step())?;
        self.asker.looked_at(&file, special.symbol);
        let Some(Expr::Apply { args, .. }) = file.facts.expr(spelled(file.facts.symbol(special.symbol)?)?) else { return None };
        Some((Frame::around(&file, file.facts.around(special.symbol)), args.clone()))
    }

    /// Whether a type expression is, or has among its arguments, a type parameter of the code around it.
    fn is_open(&self, frame: &Frame, ty: ExprId, depth: u32) -> bool {
        match self.expr(frame, ty) {
            Expr::Generic { .. } | Expr::Local(_) => true,
            Expr::Apply { args, .. } => depth < MAX_DEPTH && args.iter().any(|arg| self.is_open(frame, *arg, depth + 1)),
            _ => false,
        }
    }

    /// The one specialization for some arguments of a template, whose name denotes what is `found`.
    fn special_for(&mut self, frame: &Frame, base: ExprId, args: &[ExprId], found: &[Found]) -> Option<Ref> {
        let mut fitting = self.specializations(frame, base, found);
        fitting.retain(|it| self.is_for(*it, frame, args) == Some(true));
        // One for just these arguments comes before one for a pattern of them (C++ standard, [temp.spec.partial.match]).
        keep_if_any(&mut fitting, |it| self.is(*it, |it| it.generics.is_empty()));
        if let [one] = fitting.as_slice() { Some(*one) } else { None }
    }

    /// The specializations of a template that the linked file sees, by the namespace that the template is of: a namespace of the library may be opened for
    /// them alone.
    fn specializations(&mut self, frame: &Frame, base: ExprId, found: &[Found]) -> Vec<Ref> {
        let mut homes: Vec<(Name, Name)> = Vec::new();
        for it in found.iter().take(caps::MAX_CANDIDATES) {
            let Denotation::Symbol(template) = it.what else { continue };
            let named =
                self.about(template, |it| matches!(it.kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Union).then(|| it.name.clone()));
            if let (Some(Some(name)), Some(home)) = (named, self.namespace_of(template)) {
                homes.push((home, name));
            }
        }
        if let Expr::Member { base, name } = self.expr(frame, base) {
            for scope in self.denote(frame, *base) {
                if let Denotation::Module(module) = scope.what {
                    homes.push((module.inner().into(), name.clone()));
                }
            }
        }
        homes.sort_unstable();
        homes.dedup();
        let (files, own) = (self.included(), self.slot_of(&frame.file));
        let mut special = Vec::new();
        for (home, name) in homes {
            // Whose members another file defines out of line (`T box<Key>::f() { … }`), that file says.
            let near = |slot| files.holds(slot) || own == Some(slot);
            let members = if home.is_empty() { self.asker.namespace_near("", &name, near) } else { self.asker.members_of(&home, &name, near) };
            special.extend(members.into_iter().filter(|it| near(it.file) && self.is(*it, is_specialized)));
        }
        special
    }

    /// What members are added to by the name of a template that nothing defines but for some arguments: the specializations that may be for those that are
    /// written, for certain ones alone where there are any. Of other types themselves.
    pub(in crate::link) fn specialized_alone(&mut self, frame: &Frame, target: ExprId, types: Vec<Ref>) -> Vec<Ref> {
        let Expr::Apply { base, ref args } = *self.expr(frame, target) else { return types };
        if types.is_empty() || !types.iter().all(|it| self.is(*it, |it| it.flags.has(Flags::BODILESS))) {
            return types;
        }
        let templates: Vec<Found> = types.iter().map(|it| Found::symbol(*it, Rule::SameNamespace)).collect();
        let mut special = self.specializations(frame, base, &templates);
        special.retain(|it| self.is_for(*it, frame, args) != Some(false));
        keep_if_any(&mut special, |it| self.is_for(*it, frame, args) == Some(true));
        if special.is_empty() { types } else { special }
    }

    /// What the specializations of a template have under a name that the template itself lacks: where its arguments are type parameters of the code
    /// around (`info<T>::digits`), any of them may be meant.
    pub(in crate::link) fn members_of_specializations(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<(Found, Option<Type>)> {
        let habits = frame.file.habits();
        let mut held = Vec::new();
        if !habits.specializes() || !self.asker.has_members(name) {
            return held;
        }
        let mut templates = self.denote(frame, base);
        for typed in self.types(frame, base) {
            if let Type::Instance { ty, .. } | Type::Object(ty) = typed.ty {
                eval::merge(&mut templates, [Found::symbol(ty, typed.rule)]);
            }
        }
        templates.retain(|it| it.what.symbol().is_some());
        let named = match self.expr(frame, base) {
            Expr::Apply { base, args } => Some((*base, args.as_slice())),
            _ => None,
        };
        let mut special = if templates.is_empty() { Vec::new() } else { self.specializations(frame, named.map_or(base, |it| it.0), &templates) };
        special.retain(|it| named.is_none_or(|(_, args)| self.is_for(*it, frame, args) != Some(false)));
        for special in special {
            held.extend(self.member_itself(special, name).into_iter().map(|it| (it.through(Rule::UniqueMember), None)));
        }
        held.truncate(caps::MAX_CANDIDATES);
        held
    }

    /// Whether the arguments of a specialization are, or stand for, those of a use.
    fn are_same_types(&mut self, (around, owns): (&Frame, &[ExprId]), (frame, args): (&Frame, &[ExprId]), depth: u32) -> Option<bool> {
        // More may be written behind `...`, and fewer where the template has defaults.
        if owns.len() != args.len() {
            return None;
        }
        let mut all = Some(true);
        for (own, arg) in owns.iter().zip(args) {
            match self.is_same_type((around, *own), (frame, *arg), depth) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    fn is_same_type(&mut self, (around, own): (&Frame, ExprId), (frame, arg): (&Frame, ExprId), depth: u32) -> Option<bool> {
        match (self.expr(around, own), self.expr(frame, arg)) {
            (Expr::Generic { .. }, _) => Some(true),
            (Expr::Unknown, _) | (_, Expr::Unknown) => None,
            // A type parameter of the code around may be anything.
            (_, Expr::Generic { .. } | Expr::Local(_)) => None,
            (Expr::Apply { base: own, args: owns }, Expr::Apply { base: arg, args }) if depth < MAX_DEPTH => {
                let same = self.is_same_type((around, *own), (frame, *arg), depth + 1)?;
                if same { self.are_same_types((around, owns), (frame, args), depth + 1) } else { Some(false) }
            }
            // What takes no arguments is no type made with some, unless it is another name of one.
            (Expr::Apply { .. }, Expr::Member { .. }) | (Expr::Member { .. }, Expr::Apply { .. }) => None,
            (Expr::Apply { .. }, _) => self.plain_type(frame, arg).map(|_| false),
            (_, Expr::Apply { .. }) => self.plain_type(around, own).map(|_| false),
            _ => {
                let (own, arg) = (self.denote(around, own).into_iter().next()?, self.denote(frame, arg).into_iter().next()?);
                if own.what == arg.what { Some(true) } else { Some(self.behind_names(own)? == self.behind_names(arg)?) }
            }
        }
    }

    /// What a type without arguments is, behind its other names; `None` where these lead no further.
    fn plain_type(&mut self, frame: &Frame, ty: ExprId) -> Option<Denotation> {
        let found = self.denote(frame, ty).into_iter().next()?;
        self.behind_names(found)
    }

    fn behind_names(&mut self, found: Found) -> Option<Denotation> {
        let is_alias = |linker: &Self, found: &Found| linker.is_found(found, |it| it.kind == SymbolKind::TypeAlias);
        if !is_alias(self, &found) {
            return Some(found.what);
        }
        self.follow_alias(found).into_iter().next().filter(|it| !is_alias(self, it)).map(|it| it.what)
    }

    /// Definitions of one name without the specializations among them, where there is a template to be meant: beside them, or in a namespace of the
    /// library that the repository only adds to.
    pub(in crate::link) fn without_specializations(&self, mut members: Vec<Ref>) -> Vec<Ref> {
        let Some(first) = members.iter().copied().find(|it| self.is(*it, is_specialized)) else { return members };
        if members.iter().all(|it| self.is(*it, is_specialized)) {
            let home = self.namespace_of(first).unwrap_or_default();
            let outermost = home.split('.').next().unwrap_or_default();
            if outermost.is_empty() || !self.own.habits().is_builtin(outermost) {
                return members;
            }
        }
        members.retain(|it| !self.is(*it, is_specialized));
        members
    }
}
