//! Questions about definitions: which there are of a name, in a namespace, in a type, anywhere.

use crate::base::key::Class;
use crate::base::{Name, caps};
use crate::link::ask::{Asker, Ref, Slot};
use crate::link::loaded::{Item, Loaded};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};
use crate::shard::publish::{self, MACROS};

impl Asker<'_> {
    /// Whether any file that the asking family can reach by imports defines or binds `name` anywhere, inside of functions too. Where nobody does, no
    /// search through imports of all that a module has finds it, and this asks three questions instead of one for each such module.
    pub fn is_said(&mut self, name: &str) -> bool {
        self.publisher_count(Class::TopName, &[name]) > 0 || self.has_members(name) || self.publisher_count(Class::Bound, &[name]) > 0
    }

    /// Whether any file of the asking family defines a member called `name`.
    pub fn has_members(&mut self, name: &str) -> bool {
        self.publisher_count(Class::Member, &[self.family, name]) > 0
    }

    /// Top-level definitions called `name` in a namespace of the asking family; none where so many files have one that the name says nothing.
    pub fn namespace(&mut self, namespace: &str, name: &str) -> Vec<Ref> {
        self.namespace_near(namespace, name, |_| false)
    }

    /// Whether so many files define `name` in a namespace of the asking family that the name alone says nothing.
    pub fn has_namesakes(&mut self, namespace: &str, name: &str) -> bool {
        self.publisher_count(Class::Namespace, &[self.family, namespace, name]) > caps::MAX_NAMESAKES
    }

    /// The same; where so many files have one, those of the files that are `near`.
    pub fn namespace_near(&mut self, namespace: &str, name: &str, near: impl Fn(Slot) -> bool) -> Vec<Ref> {
        let parts = [self.family, namespace, name];
        let is_outside = |file: &Loaded, it: &Symbol| it.flags.has(Flags::TOPMOST) || !file.facts.has_topmost();
        self.refs_near(&parts, "", name, near, |file, symbol| symbol.owner == Owner::File && (!namespace.is_empty() || is_outside(file, symbol)))
    }

    /// Macros called `name` of the asking family.
    pub fn macros(&mut self, name: &str) -> Vec<Ref> {
        self.refs(Class::Namespace, &[self.family, MACROS, name], name, |symbol| symbol.kind == SymbolKind::Macro)
    }

    /// Members called `name` of namespaces with a qualified name inside of files, in any file of the asking family; where so many files have one that the
    /// name says nothing, in those that are `near`.
    pub fn members_of(&mut self, owner: &str, name: &str, near: impl Fn(Slot) -> bool) -> Vec<Ref> {
        let parts = [self.family, owner, name];
        self.refs_near(&parts, owner, name, near, |_, _| true)
    }

    /// Members called `name` of the parts of a type with a qualified name, in the files of a namespace, and types that are opened by a path behind it.
    pub fn members_of_parts(&mut self, namespace: &str, owner: &str, name: &str) -> Vec<Ref> {
        let slots = self.publishers(Class::Namespace, &[self.family, namespace, owner, name]);
        if slots.len() > caps::MAX_NAMESAKES {
            return Vec::new();
        }
        let mut found = self.refs_of(&slots, owner, name, |_, symbol| matches!(symbol.owner, Owner::Symbol(_)));
        let last = owner.rsplit('.').next().unwrap_or(owner);
        let by_path =
            |symbol: &Symbol| matches!(symbol.owner, Owner::Extension(_)) && symbol.flags.has(Flags::PART) && symbol.around() == Some(owner);
        found.extend(self.refs_of(&slots, last, name, |_, symbol| by_path(symbol)));
        found
    }

    fn refs_near(
        &mut self,
        parts: &[&str; 3],
        owner: &str,
        name: &str,
        near: impl Fn(Slot) -> bool,
        accept: impl Fn(&Loaded, &Symbol) -> bool,
    ) -> Vec<Ref> {
        let mut slots = self.publishers(Class::Namespace, parts);
        if slots.len() > caps::MAX_NAMESAKES {
            slots = slots.iter().copied().filter(|slot| near(*slot)).take(caps::MAX_NAMESAKES).collect();
        }
        self.refs_of(&slots, owner, name, accept)
    }

    /// The files that bring all of other namespaces into an open one, by path.
    pub fn bringing_into(&mut self, namespace: &str) -> Vec<Name> {
        let mut paths = Vec::new();
        for &slot in self.publishers(Class::Namespace, &[self.family, namespace, publish::WHOLE]).iter() {
            paths.extend(self.facts(slot).filter(|it| it.language.family == self.family).map(|it| Name::from(it.path.as_str())));
        }
        paths.sort_unstable();
        paths.truncate(caps::MAX_CANDIDATES);
        paths
    }

    /// What files hold under a name of `owner`, in their order and that of their text.
    pub(in crate::link) fn refs_of(&self, slots: &[Slot], owner: &str, name: &str, accept: impl Fn(&Loaded, &Symbol) -> bool) -> Vec<Ref> {
        let mut found = Vec::new();
        for &slot in slots {
            let Some(loaded) = self.facts(slot).filter(|it| it.language.family == self.family) else { continue };
            for item in loaded.named(owner, name) {
                let Item::Symbol(index) = item else { continue };
                let Some(symbol) = loaded.facts.symbol(index) else { continue };
                if symbol.name == name && !symbol.flags.has(Flags::NESTED) && accept(&loaded, symbol) {
                    found.push(Ref { file: slot, symbol: index });
                }
            }
        }
        found
    }

    /// Members called `name` of any type of the asking family; `None` where so many files have one that the name says nothing.
    pub fn members_anywhere(&mut self, name: &str) -> Option<Vec<Ref>> {
        if self.publisher_count(Class::Member, &[self.family, name]) > caps::MAX_PUBLISHERS {
            return None;
        }
        Some(self.refs(Class::Member, &[self.family, name], name, |symbol| symbol.owner != Owner::File))
    }

    /// Definitions that `names`, a name and its members (`A`, `A.b`), lead to from the top level of any file of any family; none where too many
    /// files define the first name.
    pub fn top_named(&mut self, names: &[&str]) -> Vec<Ref> {
        let Some((name, owners)) = names.split_last() else { return Vec::new() };
        if self.publisher_count(Class::TopName, &[names[0]]) > caps::MAX_CANDIDATES {
            return Vec::new();
        }
        let publishers = self.publishers(Class::TopName, &[names[0]]);
        let owner = owners.join(".");
        let mut found = Vec::new();
        for &slot in publishers.iter() {
            let Some(loaded) = self.facts(slot) else { continue };
            found.extend(self.symbols_named((slot, &loaded), &owner, name, |_| true));
            found.extend(self.top_counted(slot, names));
        }
        found
    }

    /// What the files that publish under a key hold under a name, whatever its owner.
    pub(in crate::link) fn refs(&mut self, class: Class, parts: &[&str], name: &str, accept: impl Fn(&Symbol) -> bool) -> Vec<Ref> {
        let mut found = Vec::new();
        for &slot in self.publishers(class, parts).iter() {
            let Some(loaded) = self.facts(slot).filter(|it| it.language.family == self.family) else { continue };
            let alike = loaded.named_anywhere(name).filter(|(_, symbol)| !symbol.flags.has(Flags::NESTED) && accept(symbol));
            found.extend(alike.map(|(symbol, _)| Ref { file: slot, symbol }));
        }
        found
    }
}
