//! What other files bring where texts are included: `using a::f;` and `namespace b = a;` in a header are seen by whatever includes it, in the namespace
//! that they stand in, and so is what a macro of a header opens.

use std::sync::Arc;

use super::Reach;
use crate::base::key::Class;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, OPENED};
use crate::link::ask::{Asker, Slot};
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::loaded::{Item, Loaded};
use crate::link::modules::Sought;
use crate::link::outcome::rules::Rule;
use crate::shard::expr::Expr;
use crate::shard::facts::{Import, Imported};
use crate::shard::publish;

/// Most included files whose directives at the top are followed.
pub(in crate::link) const MAX_OPENING: usize = 64;

impl Asker<'_> {
    /// The files that say what a name means in some open namespace without defining it there.
    pub fn using(&mut self, name: &str) -> Arc<[Slot]> {
        self.publishers(Class::Namespace, &[self.family, publish::USED, name])
    }
}

impl Asker<'_> {
    /// The files that declare a type in an open namespace and do not define it.
    pub fn announcing(&mut self, inner: &str, name: &str) -> Arc<[Slot]> {
        self.publishers(Class::Namespace, &[self.family, publish::ANNOUNCED, inner, name])
    }
}

/// Most directives before an import that are asked where its path may start.
const MAX_DIRECTIVES: usize = 16;

/// The directives of one place of a file that stand before an import.
pub(in crate::link) fn directives_before(file: &Loaded, import: u32) -> impl Iterator<Item = (u32, &Import)> {
    let container = file.facts.import(import).and_then(|it| it.container);
    let is_directive = move |it: &Import| it.container == container && it.imported == Imported::Wildcard && it.module.starts_with("::");
    let before = file.facts.imports.iter().zip(0u32..).take(import as usize).filter(move |(it, _)| it.module_level && is_directive(it));
    before.map(|(it, index)| (index, it)).take(MAX_DIRECTIVES)
}

impl Linker<'_> {
    /// Where the path of an import leads that starts in a namespace which a directive before it opens: `using namespace a; using namespace b;` (C++ standard,
    /// [namespace.udir]).
    pub(in crate::link) fn through_directives(&mut self, file: &Arc<Loaded>, import: u32, segments: &[Name]) -> Vec<Found> {
        let mut found = Vec::new();
        if !file.habits().textual_includes {
            return found;
        }
        let around = Self::module_around(file, file.facts.import(import).and_then(|it| it.container));
        self.asker.wildcards(file, around.inner());
        let before: Vec<u32> = directives_before(file, import).map(|(index, _)| index).collect();
        let top = Module::file(file.path.as_str());
        for directive in before {
            for target in self.import_modules(file, directive) {
                let Denotation::Module(Module::File { inner, .. }) = &target.what else { continue };
                if inner.is_empty() || *inner == around.inner() {
                    continue;
                }
                let path: Vec<Name> = inner.split('.').map(Name::from).chain(segments.iter().cloned()).collect();
                merge(&mut found, self.walk_path(file, &top, &path, Sought::Leading));
            }
        }
        found
    }

    /// What the linked file and those that it includes say that `name` means in a namespace, without defining it there.
    pub(in crate::link) fn used_in(&mut self, inner: &str, name: &str, reach: Reach) -> Vec<Found> {
        if reach == Reach::Far {
            return Vec::new();
        }
        let at = (Name::from(inner), Name::from(name));
        self.remembered(|memo| &mut memo.used, at, |linker| linker.find_used(inner, name))
    }

    fn find_used(&mut self, inner: &str, name: &str) -> Vec<Found> {
        let users = self.asker.using(name);
        if users.is_empty() {
            return Vec::new();
        }
        let files = self.included();
        let mut found = Vec::new();
        for slot in users.iter().copied().filter(|slot| files.holds(*slot)).take(MAX_OPENING) {
            let Some(file) = self.load(slot) else { continue };
            for item in self.asker.named(&file, inner, name) {
                let Item::Import(import) = item else { continue };
                let more = self.denote_import(&file, import);
                merge(&mut found, more.into_iter().map(|it| it.through(Rule::Wildcard)));
            }
        }
        found
    }

    /// What a name means in a namespace where the linked file, or one that it includes, declares a type of that name: the type that is defined elsewhere.
    pub(in crate::link) fn announced_in(&mut self, inner: &str, name: &str) -> Vec<Found> {
        if !self.own.habits().implicit_receiver {
            return Vec::new();
        }
        let announcing = self.asker.announcing(inner, name);
        let files = self.included();
        if !announcing.iter().any(|slot| files.holds(*slot)) {
            return Vec::new();
        }
        let found = self.open_member(inner, name, Some(Reach::Far));
        found.into_iter().map(|it| Found { rule: Rule::Wildcard, ..it }).collect()
    }

    /// A bare name in a file that stands behind a macro, in the namespaces that the macro opens.
    pub(in crate::link) fn behind_macro(&mut self, frame: &Frame, name: &str, reach: Reach) -> Vec<Found> {
        let Some(opener) = frame.file.facts.namespace.as_ref().and_then(|it| it.strip_prefix(OPENED)) else { return Vec::new() };
        self.asker.namespace_of(&frame.file);
        self.opened_by(opener, name, reach)
    }

    /// A bare name in the namespaces that a macro opens.
    pub(in crate::link) fn opened_by(&mut self, opener: &str, name: &str, reach: Reach) -> Vec<Found> {
        let mut found = Vec::new();
        for opener in self.asker.namespace("", opener).into_iter().take(caps::MAX_CANDIDATES) {
            let Some(file) = self.load(opener.file) else { continue };
            self.asker.looked_at(&file, opener.symbol);
            let value = file.facts.symbol(opener.symbol).and_then(|it| it.value);
            let Some(Expr::Symbol(opened)) = value.and_then(|value| file.facts.expr(value)) else { continue };
            let Some(inner) = file.facts.symbol(*opened).map(|it| it.qualified.clone()) else { continue };
            merge(&mut found, self.open_name(&inner, name, reach));
        }
        found
    }

    /// What `name` is through what files that the linked one includes bring to the top: `using namespace a;` in a header.
    pub(in crate::link) fn brought_to_top(&mut self, name: &str) -> Vec<Found> {
        let files = self.included();
        let mut found = Vec::new();
        for path in &files.opening {
            merge(&mut found, self.through_wildcards(&Module::file(path.as_str()), name));
        }
        found
    }
}
