//! Parameters that a test framework fills by their names (pytest): each is what the nearest function of that name gives that is marked to fill them.

use std::sync::Arc;

use crate::base::{Name, path};
use crate::languages::semantics::Module;
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Denotation, Linker};
use crate::link::generics::Given;
use crate::link::loaded::Item;
use crate::link::outcome::rules::Rule;
use crate::link::types::Typed;
use crate::shard::body::Local;
use crate::shard::expr::HANDED;
use crate::shard::facts::Flags;

/// Most functions that fill the parameters of one another.
const MAX_FILLED: u32 = 8;
/// Most folders that are looked into for one name.
const MAX_FOLDERS: usize = 16;
/// Most modules that a file lists for the purpose.
const MAX_LISTED: usize = 16;

impl Linker<'_> {
    /// The types of a parameter of a test, or of a function that fills those of tests, which nothing but its name tells.
    pub(in crate::link) fn filled_by_name(&mut self, local: &Local) -> Vec<Typed> {
        let own = Arc::clone(&self.own);
        let (Some(function), Some(file)) = (local.parameter_of, self.own_slot()) else { return Vec::new() };
        if own.habits().fixture_file.0.is_empty() || local.receiver || local.ty.is_some() || !local.values.is_empty() || !own.of_tests {
            return Vec::new();
        }
        let taker = Ref { file, symbol: function };
        let is_filled = self.is(taker, |it| it.flags.has(Flags::TEST) || it.flags.has(Flags::FIXTURE));
        if is_filled { self.handed_by_name(&local.name, taker, 0) } else { Vec::new() }
    }

    /// What is handed to `taker` for a parameter of this name: by its own file, else by the shared one of its folder, else by those of the folders above.
    fn handed_by_name(&mut self, name: &Name, taker: Ref, depth: u32) -> Vec<Typed> {
        let Some(home) = self.load(taker.file).filter(|_| depth < MAX_FILLED) else { return Vec::new() };
        let mut folder = home.path.as_str();
        let mut at = Some(taker.file);
        for _ in 0..MAX_FOLDERS {
            for fixture in at.map(|file| self.fixtures(file, name)).unwrap_or_default() {
                if fixture != taker {
                    let given = self.filling(fixture, depth);
                    return self.result_given(fixture, &given).into_iter().map(|it| it.through(Rule::ReturnType)).collect();
                }
            }
            if folder.is_empty() {
                break;
            }
            folder = path::parent(folder);
            let shared = path::join(folder, home.habits().fixture_file.0);
            at = shared.and_then(|shared| self.asker.file(&shared)).filter(|shared| *shared != taker.file);
        }
        Vec::new()
    }

    /// The functions of a file, or that it imports, which fill parameters of this name, else those of the modules that it lists for the purpose.
    fn fixtures(&mut self, file: Slot, name: &Name) -> Vec<Ref> {
        let found = self.fixtures_seen(file, name);
        if !found.is_empty() {
            return found;
        }
        self.modules_listed(file).into_iter().take(MAX_LISTED).flat_map(|module| self.fixtures_seen(module, name)).collect()
    }

    /// The modules whose functions fill parameters as those of the file itself do: `pytest_plugins = ["package.module"]`.
    fn modules_listed(&mut self, file: Slot) -> Vec<Slot> {
        let Some(loaded) = self.load(file) else { return Vec::new() };
        let mut modules = Vec::new();
        for item in self.asker.named(&loaded, "", &Name::new_static(loaded.habits().fixture_file.1)) {
            let Item::Import(import) = item else { continue };
            for found in self.denote_import(&loaded, import) {
                if let Denotation::Module(Module::File { path, .. }) = found.what {
                    modules.extend(self.asker.file(&path));
                }
            }
        }
        modules
    }

    fn fixtures_seen(&mut self, file: Slot, name: &Name) -> Vec<Ref> {
        let Some(loaded) = self.load(file) else { return Vec::new() };
        let mut found = Vec::new();
        for item in self.asker.named(&loaded, "", name) {
            match item {
                Item::Symbol(symbol) => found.push(Ref { file, symbol }),
                Item::Import(import) => found.extend(self.denote_import(&loaded, import).into_iter().filter_map(|it| it.what.symbol())),
            }
        }
        found.retain(|it| self.is(*it, |it| it.flags.has(Flags::FIXTURE)));
        found
    }

    /// What the parameters of a function that fills others are filled with, where what it gives depends on them.
    fn filling(&mut self, fixture: Ref, depth: u32) -> Given {
        let Some(file) = self.load(fixture.file) else { return Given::new() };
        let params = file.facts.symbol(fixture.symbol).map(|it| it.params.as_slice()).unwrap_or_default();
        let mut given = Given::new();
        for param in params {
            let filled = self.handed_by_name(&param.name, fixture, depth + 1).into_iter().next();
            given.extend(filled.map(|typed| (Name::from(format!("{HANDED}{}", param.name)), typed.ty)));
        }
        given
    }
}
