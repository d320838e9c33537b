//! Methods of one language that another one names as properties: `bean.name` means `getName()`, or `setName()` where it is written (Kotlin and Java);
//! pairs of definitions that read and set one property.

use crate::base::Name;
use crate::languages::{LANGUAGES, Tier};
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Found, Frame, Linker};
use crate::link::loaded::{Item, Loaded};
use crate::link::types::{Type, Typed};
use crate::shard::body::{Role, Site};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, Symbol};

impl Linker<'_> {
    /// The methods that `base.name` reads.
    pub(in crate::link) fn members_by_accessors(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<(Found, Option<Type>)> {
        let mut found = Vec::new();
        if !self.is_beside_accessors() {
            return found;
        }
        for typed in self.types(frame, base) {
            let Typed { ty: Type::Instance { ty, .. }, rule } = typed else { continue };
            if !self.has_accessors(ty.file) {
                continue;
            }
            let getters = getters(name).into_iter().map(|getter| self.type_member(ty, &getter)).find(|it| !it.is_empty());
            let takes_nothing = |it: &Symbol| it.kind.is_callable() && it.params.is_empty() && !it.flags.has(Flags::STATIC);
            let members = getters.unwrap_or_default().into_iter().filter(|it| self.is_found(it, takes_nothing));
            let members: Vec<Found> = members.collect();
            found.extend(members.into_iter().map(|it| (it.through(rule), Some(Type::instance(ty)))));
        }
        found
    }

    /// The types of a member that is read, where methods of another language that bear other names read it: what these give.
    pub(in crate::link) fn read_by_accessors(&mut self, frame: &Frame, base: ExprId, name: &str, types: Vec<Typed>) -> Vec<Typed> {
        let reads = |linker: &Self, ty: &Type| match ty {
            Type::Callable(method) => linker.has_accessors(method.file) && linker.is(*method, |it| it.name != name),
            _ => false,
        };
        if !types.iter().any(|typed| reads(self, &typed.ty)) {
            return types;
        }
        let receivers = self.types(frame, base);
        let mut given = Vec::new();
        for typed in types {
            match typed.ty {
                Type::Callable(method) if reads(self, &typed.ty) => {
                    for receiver in &receivers {
                        given.extend(self.result_of(&receiver.ty, method).into_iter().map(|it| it.through(typed.rule)));
                    }
                }
                _ => given.push(typed),
            }
        }
        given
    }

    /// What writes the property that a method of another language reads, where a site writes it.
    pub(in crate::link) fn setter_of(&mut self, site: &Site, symbol: Ref) -> Option<Ref> {
        if site.role != Role::Write || !self.has_accessors(symbol.file) {
            return None;
        }
        let file = self.load(symbol.file)?;
        let it = file.facts.symbol(symbol.symbol).filter(|it| it.kind.is_callable() && it.params.is_empty())?;
        let property = it.name.strip_prefix("get").or_else(|| it.name.strip_prefix("is"))?;
        let is_setter = |other: &Symbol| other.owner == it.owner && other.params.len() == 1;
        let setter = format!("set{property}");
        self.asker.symbols_named((symbol.file, &file), file.facts.owner_name(it.owner), &setter, is_setter).first().copied()
    }

    /// Of a property that one definition reads and another one sets, the one that a site means: that beside the one which its name led to, else that of the
    /// nearest type above. What the name led to where no file of the tree tells of the other.
    pub(in crate::link) fn accessor_meant(&mut self, symbol: Ref, writes: bool) -> Ref {
        let Some(file) = self.load(symbol.file) else { return symbol };
        let Some(it) = file.facts.symbol(symbol.symbol).filter(|it| it.flags.has(Flags::SETTER) != writes) else { return symbol };
        if let Some(beside) = self.accessor_in((symbol.file, &file), it.owner, &it.name, writes) {
            return beside;
        }
        let Owner::Symbol(owner) = it.owner else { return symbol };
        for above in self.types_above(Ref { symbol: owner, ..symbol }) {
            let Some(file) = self.load(above.file) else { continue };
            if let Some(found) = self.accessor_in((above.file, &file), Owner::Symbol(above.symbol), &it.name, writes) {
                return found;
            }
        }
        symbol
    }

    /// What reads, or sets, a property of an owner; a variable does both.
    fn accessor_in(&mut self, (slot, file): (Slot, &Loaded), owner: Owner, name: &str, writes: bool) -> Option<Ref> {
        let holder = file.facts.owner_name(owner);
        let named = self.asker.named(file, holder, name).into_iter().filter_map(Item::symbol);
        let is_accessor = |it: &Symbol| it.flags.has(Flags::PROPERTY) && it.flags.has(Flags::SETTER) == writes;
        let is_meant = |it: &Symbol| it.owner == owner && (it.kind.is_value() || is_accessor(it));
        let mut meant = named.chain(file.superseded(holder, name)).filter(|index| file.facts.symbol(*index).is_some_and(is_meant));
        meant.next().map(|symbol| Ref { file: slot, symbol })
    }

    /// Whether the linked file is of a language beside one whose methods stand for properties.
    fn is_beside_accessors(&self) -> bool {
        let own = self.own.language;
        own.tier == Tier::B && LANGUAGES.iter().any(|it| it.family == own.family && it.id != own.id && it.semantics.habits().classes.accessors)
    }

    /// Whether the linked file names methods of another file by the properties that they read.
    fn has_accessors(&self, file: Slot) -> bool {
        self.load(file).is_some_and(|file| file.habits().classes.accessors && file.language.id != self.own.language.id)
    }
}

/// What the methods may be called that read a property.
fn getters(name: &str) -> Vec<Name> {
    let is_question = name.strip_prefix("is").is_some_and(|rest| rest.starts_with(|first: char| !first.is_lowercase()));
    let mut letters = name.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let getter = smol_str::format_smolstr!("get{capital}");
    if is_question { vec![name.into(), getter] } else { vec![getter] }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_property_is_read_by_a_method_of_its_name() {
        assert_eq!(super::getters("name"), ["getName"]);
        assert_eq!(super::getters("isOpen"), ["isOpen", "getIsOpen"]);
        assert_eq!(super::getters("issue"), ["getIssue"]);
    }
}
