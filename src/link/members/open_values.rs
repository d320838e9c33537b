//! Values that take members beside those of their type: variants, functions and objects that a program puts members on, namespaces merged with a value.

use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, activity, merge};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed};
use crate::shard::expr::{ExprId, FUNCTION, OBJECT};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// What a variant holds itself under `name`, a function that a program puts members on, or a namespace that merges with a value.
    pub(in crate::link) fn own_of_value(&mut self, value: Ref, name: &str) -> Vec<Found> {
        let Some(file) = self.load(value.file) else { return Vec::new() };
        let habits = file.habits();
        let (with_members, merges) = (habits.classes.functions_build, habits.declarations_merge);
        let Some(it) = file.facts.symbol(value.symbol) else { return Vec::new() };
        let takes_members = with_members && (it.kind == SymbolKind::Function || it.kind.is_value());
        let is_variant = it.kind == SymbolKind::Variant;
        if !takes_members && !is_variant && !merges {
            return Vec::new();
        }
        let is_merged = |owner: &Symbol| merges && owner.kind == SymbolKind::Module && owner.qualified == it.qualified;
        let is_own = |it: &Symbol| match it.owner {
            Owner::File => false,
            Owner::Symbol(owner) if file.facts.symbol(owner).is_some_and(is_merged) => true,
            Owner::Symbol(owner) if is_variant => owner == value.symbol,
            _ => takes_members && it.flags.has(Flags::STATIC),
        };
        let own = self.asker.symbols_named((value.file, &file), &it.qualified, name, is_own);
        let found: Vec<Found> = own.into_iter().map(|it| Found::symbol(it, Rule::StaticMember)).collect();
        let is_assigned = with_members && it.kind.is_value() && it.value.is_some();
        if is_assigned && !found.is_empty() && self.is_of_its_type(value, name) { Vec::new() } else { found }
    }

    /// Whether what a program assigns to `name` of a variable is a member of the class which the variable holds one of, and which says more of it than that
    /// it is there.
    fn is_of_its_type(&mut self, value: Ref, name: &str) -> bool {
        let Some(file) = self.load(value.file) else { return false };
        self.once(&file, value.symbol, activity::DEREF, |linker| {
            let types = linker.declared_or_inferred(value);
            types.into_iter().any(|typed| match typed.ty {
                Type::Instance { ty, .. } => {
                    let says = |it: &Symbol| !it.flags.has(Flags::STATIC) && (it.kind.is_callable() || it.ty.is_some() || it.value.is_some());
                    linker.type_member(ty, name).iter().any(|it| linker.is_found(it, says))
                }
                _ => false,
            })
        })
    }

    /// What a program puts on a function under `name`: where it is written, by copying, or in another file (`jQuery.Event = function…`).
    pub(in crate::link) fn put_on(&mut self, function: Ref, name: &str) -> Vec<Found> {
        let own = self.own_of_value(function, name);
        if !own.is_empty() {
            return own;
        }
        let copied = self.copied_to(function, name);
        if !copied.is_empty() {
            return copied;
        }
        let Some(bare) = self.about(function, |it| it.name.clone()) else { return Vec::new() };
        let mut elsewhere = self.extension_member(function, &bare, name);
        elsewhere.retain(|it| self.is_found(it, |it| it.flags.has(Flags::STATIC)));
        elsewhere.into_iter().map(|it| it.through(Rule::StaticMember)).collect()
    }

    /// What a function has of the values whose members the program copies to it: `mixin(app, proto)`. The last that has the name is the one that stays.
    fn copied_to(&mut self, function: Ref, name: &str) -> Vec<Found> {
        let Some(file) = self.load(function.file) else { return Vec::new() };
        self.asker.looked_at(&file, function.symbol);
        let copied: Vec<ExprId> = match file.facts.symbol(function.symbol) {
            Some(it) if it.kind == SymbolKind::Function => it.supertypes.iter().take(caps::MAX_SUPERTYPES).map(|it| it.ty).collect(),
            _ => return Vec::new(),
        };
        if copied.is_empty() {
            return Vec::new();
        }
        let frame = Frame::facts(&file, function.symbol);
        self.once(&file, function.symbol, activity::SUPER, |linker| {
            for value in copied.into_iter().rev() {
                let mut found = linker.denote_member(&frame, value, &Name::from(name));
                found.retain(|it| it.what.symbol().is_some());
                if !found.is_empty() {
                    return found.into_iter().map(|it| it.through(Rule::StaticMember)).collect();
                }
            }
            Vec::new()
        })
    }

    /// Of members that share a name those of what is built, where static ones are no members of it (ECMAScript). What a program puts on a function may
    /// stand for what the function builds.
    pub(in crate::link) fn of_instances(&mut self, ty: Ref, name: &str, found: Vec<Found>) -> Vec<Found> {
        if !self.own.habits().classes.functions_build || !found.iter().any(|it| self.is_static(it)) {
            return found;
        }
        let built: Vec<Found> = found.iter().filter(|it| !self.is_static(it)).cloned().collect();
        if !built.is_empty() {
            return built;
        }
        if !self.is(ty, |it| it.kind == SymbolKind::Class) {
            return found;
        }
        let above = self.above_on_side(ty, name, false, 0);
        // A field of the class stands for what is assigned to `this` under its name too.
        if above.is_empty() && found.iter().all(|it| self.is_field(it)) { found } else { above }
    }

    /// Of members that share a name those of the class itself, where what it builds has others of that name (ECMAScript).
    pub(in crate::link) fn of_class_itself(&mut self, ty: Ref, name: &str, found: Vec<Found>) -> Vec<Found> {
        let is_built = |it: &Found| it.what.symbol().is_some() && !self.is_static(it);
        let apart = self.own.habits().classes.functions_build && self.is(ty, |it| it.kind == SymbolKind::Class);
        if !apart || !found.iter().any(is_built) {
            return found;
        }
        let fixed: Vec<Found> = found.iter().filter(|it| !is_built(it)).cloned().collect();
        if !fixed.is_empty() {
            return fixed;
        }
        let above = self.above_on_side(ty, name, true, 0);
        if above.is_empty() { found } else { above }
    }

    /// The members called `name` of the classes above a class: those of the classes themselves (`fixed`), else those of what they build.
    fn above_on_side(&mut self, class: Ref, name: &str, fixed: bool, hops: u32) -> Vec<Found> {
        if hops > caps::MAX_HOPS || !self.step() {
            return Vec::new();
        }
        let mut foreign = Vec::new();
        for above in self.bases(class) {
            match above.what {
                Denotation::Symbol(above) if above != class => {
                    let mut found = self.type_member_after(above, name, hops + 1);
                    found.retain(|it| self.is_static(it) == fixed);
                    if found.is_empty() {
                        found = self.above_on_side(above, name, fixed, hops + 1);
                    }
                    if !found.is_empty() {
                        return found;
                    }
                }
                Denotation::External { package, .. } => {
                    merge(&mut foreign, [Found { what: Denotation::External { package, name: name.into() }, rule: Rule::DeclaredType }]);
                }
                _ => {}
            }
        }
        foreign
    }

    pub(in crate::link) fn is_static(&self, found: &Found) -> bool {
        self.is_found(found, |it| it.flags.has(Flags::STATIC))
    }

    /// Whether a definition is a member of what a function builds, which the function itself lacks.
    pub(in crate::link) fn is_built_member(&self, ty: &Type, member: Ref) -> bool {
        let Type::Callable(function) = ty else { return false };
        let Some(file) = self.load(function.file).filter(|_| function.file == member.file) else { return false };
        let name = file.facts.symbol(function.symbol).map(|it| &it.name);
        let owner = file.facts.symbol(member.symbol).map(|it| it.owner);
        match owner {
            Some(Owner::Extension(extension)) => file.facts.extension(extension).map(|it| &it.target_name) == name,
            _ => false,
        }
    }

    /// A member that an object which is written out takes from another one: `{ ...base, own() {} }`.
    pub(in crate::link) fn spread_member(&mut self, object: Ref, name: &str) -> Vec<(Found, Option<Type>)> {
        let Some(file) = self.load(object.file).filter(|file| file.habits().classes.functions_build) else { return Vec::new() };
        if !self.is(object, |it| it.kind.is_value() && it.ty.is_none() && it.value.is_some()) {
            return Vec::new();
        }
        self.once(&file, object.symbol, activity::DEREF, |linker| {
            let spread = linker.declared_or_inferred(object).into_iter().filter(|typed| typed.ty != Type::Object(object));
            let mut found: Vec<(Found, Option<Type>)> = spread.flat_map(|typed| linker.member_of(&typed, name)).collect();
            found.truncate(caps::MAX_OVERLOADS);
            found
        })
    }

    /// Whether members may be put on a value of the type that are not where it is written.
    pub(in crate::link) fn takes_members(&self, ty: &Type) -> bool {
        let open = self.own.habits().classes.functions_build;
        open && match ty {
            Type::Callable(_) => true,
            Type::Foreign { name, args } => name == OBJECT || (name == FUNCTION && !args.is_empty()),
            _ => false,
        }
    }

    /// Whether all functions have a member of this name from the language, where its functions take others beside.
    pub(in crate::link) fn have_all_functions(&self, name: &str) -> bool {
        self.own.habits().all_members.iter().any(|(ty, all)| *ty == FUNCTION && all.binary_search(&name).is_ok())
    }

    /// The same of classes themselves, which are functions where functions build.
    pub(in crate::link) fn have_as_functions(&self, types: &[Typed], name: &str) -> bool {
        let is_class = |typed: &Typed| matches!(typed.ty, Type::Object(ty) if self.is(ty, |it| it.kind == SymbolKind::Class));
        self.own.habits().classes.functions_build && self.have_all_functions(name) && types.iter().all(is_class)
    }

    /// Whether a type of the language gives what extends it a member: by the list of its members where there is one (`class Failure extends Error`), else
    /// where the name is one that the language and its platform have.
    pub(in crate::link) fn gives_member(&self, above: &str, name: &str) -> bool {
        let habits = self.own.habits();
        let listed = habits.interface_members.iter().find(|(class, _)| *class == above).map(|(_, members)| members.contains(&name));
        let is_made = habits.holding.transparent.contains(&above) || habits.holding.keyed == Some(above);
        habits.classes.functions_build && listed.unwrap_or_else(|| !is_made && self.is_common(name))
    }

    /// Whether an interface of a package may give members of this name: those of the language's own library are known, and those that macros make.
    pub(in crate::link) fn may_have(&self, package: &str, interface: &str, name: &str) -> bool {
        let habits = self.own.habits();
        if let Some((_, made)) = habits.foreign.making.iter().find(|(making, _)| *making == interface) {
            return made.contains(&name);
        }
        let is_library = habits.foreign.giving_written.is_some_and(|library| library.contains(&package));
        !is_library || self.is_common(name) || habits.interface_members.iter().any(|(_, members)| members.contains(&name))
    }

    /// Whether a macro of another package is known to make members of what it is given.
    pub(in crate::link) fn is_making(&self, found: &Found) -> bool {
        let making = self.own.habits().foreign.making;
        matches!(&found.what, Denotation::External { name, .. } if making.iter().any(|(it, _)| it == name))
    }

    /// Whether the language's own types have members of this name.
    pub(in crate::link) fn is_common(&self, name: &str) -> bool {
        self.own.habits().foreign_members.binary_search(&name).is_ok()
    }
}
