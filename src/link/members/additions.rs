//! Questions about what extensions add: members, and interfaces.
//!
//! An extension of a type that its own file defines is told under that file alone: a name that thousands of types share would make each of their files look
//! into all others.

use crate::base::caps;
use crate::base::key::Class;
use crate::link::ask::{Asker, Ref, Slot};
use crate::link::loaded::Loaded;
use crate::shard::facts::{Extension, Owner};
use crate::shard::publish;

impl Asker<'_> {
    /// Members called `member` in extensions of types whose simple name is `target`, but those of files that define the type that they extend.
    pub fn extension_members(&mut self, target: &str, member: &str) -> Vec<Ref> {
        let slots = self.publishers(Class::Extension, &[self.family, target, member]);
        self.added(&slots, None, (target, member))
    }

    /// The same with those of `home`, which defines a type of this name.
    pub fn extension_members_of(&mut self, home: (Slot, &Loaded), target: &str, member: &str) -> Vec<Ref> {
        self.note(Class::Name, &[&home.1.path, target, member]);
        let slots = self.publishers(Class::Extension, &[self.family, target, member]);
        let slots = self.with_home(&slots, home);
        self.added(&slots, Some(home.1), (target, member))
    }

    fn added(&self, slots: &[Slot], home: Option<&Loaded>, (target, member): (&str, &str)) -> Vec<Ref> {
        self.refs_of(slots, target, member, |loaded, symbol| match symbol.owner {
            Owner::Extension(index) => loaded.facts.extension(index).is_some_and(|it| it.target_name == target && is_told(loaded, it, home)),
            _ => false,
        })
    }

    /// Extensions that add an interface to types whose simple name is `target`, but those of files that define the type that they extend:
    /// `(file, extension index)`. None where so many files have one that which are looked through would be chance.
    pub fn conformances(&mut self, target: &str) -> Vec<(Slot, u32)> {
        if self.publisher_count(Class::Conformance, &[self.family, target]) > caps::MAX_NAMESAKES {
            return Vec::new();
        }
        let slots = self.publishers(Class::Conformance, &[self.family, target]);
        self.blocks_of(&slots, None, |_, extension| extension.target_name == target)
    }

    /// All of them, with those of `home`, which defines a type of this name.
    pub fn conformances_of(&mut self, home: (Slot, &Loaded), target: &str) -> Vec<(Slot, u32)> {
        self.note(Class::Conformance, &[self.family, &home.1.path, target]);
        let slots = self.publishers(Class::Conformance, &[self.family, target]);
        let slots = self.with_home(&slots, home);
        self.blocks_of(&slots, Some(home.1), |_, extension| extension.target_name == target)
    }

    /// Files in path order, `home` among them.
    fn with_home(&self, slots: &[Slot], home: (Slot, &Loaded)) -> Vec<Slot> {
        let mut slots = slots.to_vec();
        if !slots.contains(&home.0) {
            let at = slots.partition_point(|slot| self.facts(*slot).is_some_and(|it| it.path < home.1.path));
            slots.insert(at, home.0);
        }
        slots
    }

    /// Extensions that add an interface of this name to types whose simple name is `target`, but those of files that define the type that they extend; to
    /// whatever there is, or satisfies a bound, where that is [`publish::ANY`]. None where so many files have one that the name says nothing.
    pub fn adding(&mut self, target: &str, interface: &str) -> Vec<(Slot, u32)> {
        let parts = [self.family, target, interface];
        if self.publisher_count(Class::Conformance, &parts) > caps::MAX_NAMESAKES {
            return Vec::new();
        }
        let slots = self.publishers(Class::Conformance, &parts);
        self.blocks_of(&slots, None, |loaded, extension| {
            let reaches = if target == publish::ANY { extension.is_blanket() } else { extension.target_name == target };
            reaches && loaded.facts.interface_names(extension).any(|name| name == interface)
        })
    }

    /// Members called `name` of interfaces and of blocks for whatever there is; `None` where so many files have one that the name says nothing.
    pub fn members_given(&mut self, name: &str) -> Option<Vec<Ref>> {
        let parts = [self.family, name, publish::GIVEN];
        let few = self.publisher_count(Class::Member, &parts) <= caps::MAX_NAMESAKES;
        few.then(|| self.refs(Class::Member, &parts, name, |symbol| symbol.owner != Owner::File))
    }

    /// Members called `name` of blocks that may be for a type under another name for it; none where so many files have one that the name says nothing.
    pub fn members_renamed(&mut self, name: &str) -> Vec<Ref> {
        let parts = [self.family, name, publish::RENAMED];
        if self.publisher_count(Class::Member, &parts) > caps::MAX_NAMESAKES {
            return Vec::new();
        }
        self.refs(Class::Member, &parts, name, |symbol| matches!(symbol.owner, Owner::Extension(_)))
    }

    fn blocks_of(&self, slots: &[Slot], home: Option<&Loaded>, accept: impl Fn(&Loaded, &Extension) -> bool) -> Vec<(Slot, u32)> {
        let mut found = Vec::new();
        for &slot in slots {
            let Some(loaded) = self.facts(slot) else { continue };
            for (extension, index) in loaded.facts.extensions.iter().zip(0u32..) {
                if extension.interface.is_some() && is_told(&loaded, extension, home) && accept(&loaded, extension) {
                    found.push((slot, index));
                }
            }
        }
        found
    }
}

/// Whether an extension is told to whoever asks for those of its target's name, or is one of `home`, which is asked too: what others have at home is told to
/// nobody else, and so may have no say.
fn is_told(loaded: &Loaded, extension: &Extension, home: Option<&Loaded>) -> bool {
    home.is_some_and(|home| home.path == loaded.path) || !loaded.facts.is_at_home(extension, loaded.habits().textual_includes)
}
