//! What other files bring where texts are included: `using a::f;` and `namespace b = a;` in a header are seen by whatever includes it, in the namespace
//! that they stand in, and so is what a macro of a header opens.

use std::sync::Arc;

use super::Reach;
use crate::base::key::Class;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, OPENED};
use crate::link::ask::{Asker, Slot};
use crate::link::eval::{Found, Frame, Linker, merge};
use crate::link::loaded::Item;
use crate::link::outcome::rules::Rule;
use crate::shard::expr::Expr;
use crate::shard::publish;

/// Most included files whose directives at the top are followed.
pub(in crate::link) const MAX_OPENING: usize = 64;

impl Asker<'_> {
    /// The files that say what a name means in some open namespace without defining it there.
    pub fn using(&mut self, name: &str) -> Arc<[Slot]> {
        self.publishers(Class::Namespace, &[self.family, publish::USED, name])
    }
}

impl Linker<'_> {
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
