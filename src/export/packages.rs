//! Which package each file belongs to: what a file's own symbol needs, and nothing else of it.

use std::collections::BTreeMap;

use super::error::ExportError;
use super::tables::Table;
use crate::artifacts::files::{self, File};
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::reading::Opened;
use crate::scip::grammar;

/// Packages by file of the graph.
pub struct Packages {
    /// `manager name root` as `files` has it, each once.
    names: Vec<(String, String, String)>,
    /// Index into `names`.
    files: BTreeMap<String, u32>,
}

impl Packages {
    /// Reads `files` once.
    ///
    /// # Errors
    /// As reading a table.
    pub fn read(host: &dyn Host, layout: &Layout, opened: &Opened) -> Result<Self, ExportError> {
        let mut table: Table<'_, File> = Table::new(host, layout, opened, &files::ARTIFACT);
        let mut numbers: BTreeMap<(String, String, String), u32> = BTreeMap::new();
        let mut packages = Self { names: Vec::new(), files: BTreeMap::new() };
        while let Some(file) = table.row()? {
            if !file.in_graph {
                continue;
            }
            let name = parts(file.package.as_deref());
            let number = *numbers.entry(name).or_insert_with_key(|name| {
                packages.names.push(name.clone());
                u32::try_from(packages.names.len() - 1).unwrap_or(u32::MAX)
            });
            packages.files.insert(file.path, number);
        }
        Ok(packages)
    }

    /// The symbol of a file of the graph.
    pub fn symbol(&self, path: &str) -> Option<String> {
        let (manager, name, root) = self.names.get(*self.files.get(path)? as usize)?;
        let id = grammar::file(manager, name, root, path);
        grammar::of_id(&id).map(str::to_owned)
    }

    /// The package manager of a file of the graph; empty where no manifest names a package.
    pub fn manager(&self, path: &str) -> &str {
        self.files.get(path).and_then(|number| self.names.get(*number as usize)).map_or("", |(manager, _, _)| manager)
    }
}

/// Manager, name and root. A manager has no space, a root is taken to have none where the name has some.
fn parts(package: Option<&str>) -> (String, String, String) {
    let split = package.and_then(|text| {
        let (manager, rest) = text.split_once(' ')?;
        let (name, root) = rest.rsplit_once(' ')?;
        Some((manager.to_owned(), name.to_owned(), root.to_owned()))
    });
    split.unwrap_or_default()
}
