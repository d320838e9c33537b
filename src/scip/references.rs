//! What a compiler says of uses: per path which symbol stands on which line, and what kind of thing it is. For measuring, not for links.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use scip::types::Document;
use scip::types::descriptor::Suffix;
use scip::types::symbol_information::Kind;

use super::error::ScipError;
use super::evidence::{SymbolKey, key_of};
use super::vocabulary::Roles;
use super::{documents, grammar, occurrence};
use crate::base::ids::hex;
use crate::base::path;
use crate::host::Host;

/// What a symbol is to someone who counts edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// A function, type, macro, or a value that is no member of a type.
    Target,
    /// A module, namespace or file.
    Module,
    /// A field, a variant, a parameter.
    Part,
    /// Known in its document alone.
    Local,
}

/// What is known of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// As it stands in a text; empty where that is not known.
    pub name: String,
    pub standing: Standing,
    /// Manager and name of the package that it belongs to, both empty where its document alone knows it.
    pub package: (String, String),
}

/// A symbol at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// 1-based.
    pub line: u32,
    /// Where it starts, in whatever unit the document counts.
    pub column: u32,
    /// In the same unit; 0 where it goes on to another line.
    pub width: u32,
    /// Index into [`Compiler::meanings`].
    pub symbol: u32,
    pub defines: bool,
    pub imports: bool,
}

/// What is said of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// `blake3:<64 hex>` of the text, where a document holds it.
    pub text: Option<String>,
    /// Sorted, none twice.
    pub mentions: Vec<Mention>,
}

/// All that one SCIP file says.
#[derive(Debug, Default)]
pub struct Compiler {
    /// By repo-relative path.
    pub documents: BTreeMap<String, Said>,
    pub meanings: Vec<Meaning>,
    /// `blake3:<64 hex>` of the file.
    pub digest: String,
    /// The name of the tool that wrote it.
    pub tool: String,
    known: HashMap<SymbolKey, u32>,
}

impl Compiler {
    /// Reads a file.
    ///
    /// # Errors
    /// As [`ScipError`].
    pub fn read(host: &dyn Host, file: &Path) -> Result<Self, ScipError> {
        let mut compiler = Self::default();
        let head = documents::each(host, file, &mut 0, |document| compiler.add(document))?;
        compiler.digest = format!("blake3:{}", hex(&head.digest));
        compiler.tool = head.tool;
        for said in compiler.documents.values_mut() {
            said.mentions.sort_unstable();
            said.mentions.dedup();
        }
        Ok(compiler)
    }

    fn add(&mut self, document: &Document) {
        let told: HashMap<&str, (Option<Kind>, &str)> =
            document.symbols.iter().map(|it| (it.symbol.as_str(), (it.kind.enum_value().ok(), it.display_name.as_str()))).collect();
        let mut mentions = Vec::with_capacity(document.occurrences.len());
        for it in document.occurrences.iter().filter(|it| !it.symbol.is_empty()) {
            let Some(extent) = occurrence::extent(it) else { continue };
            let roles = Roles(it.symbol_roles);
            let symbol = self.symbol(&document.relative_path, &it.symbol, &told);
            mentions.push(Mention {
                line: extent.start.line.saturating_add(1),
                column: extent.start.column,
                width: if extent.end.line == extent.start.line { extent.end.column.saturating_sub(extent.start.column) } else { 0 },
                symbol,
                defines: roles.has(Roles::DEFINITION) || roles.has(Roles::FORWARD),
                imports: roles.has(Roles::IMPORT),
            });
        }
        let said = self.documents.entry(path::encode(Path::new(&document.relative_path))).or_default();
        said.mentions.append(&mut mentions);
        if !document.text.is_empty() {
            said.text = Some(format!("blake3:{}", blake3::hash(document.text.as_bytes()).to_hex()));
        }
    }

    fn symbol(&mut self, path: &str, text: &str, told: &HashMap<&str, (Option<Kind>, &str)>) -> u32 {
        let key = key_of(path, text);
        let next = u32::try_from(self.meanings.len()).unwrap_or(u32::MAX);
        let index = *self.known.entry(key).or_insert(next);
        let about = told.get(text).copied();
        if index == next {
            self.meanings.push(Meaning { name: grammar::name(text), standing: standing(text), package: grammar::package(text) });
        }
        // Only the document that defines a symbol tells of it, and that may come later.
        if let (Some((kind, name)), Some(meaning)) = (about, self.meanings.get_mut(index as usize)) {
            if let Some(standing) = kind.and_then(standing_of_kind).filter(|_| meaning.standing != Standing::Local) {
                meaning.standing = standing;
            }
            if !name.is_empty() {
                name.clone_into(&mut meaning.name);
            }
        }
        index
    }
}

/// By the symbol alone.
fn standing(text: &str) -> Standing {
    let descriptors = grammar::parse(text).map(|it| it.descriptors).unwrap_or_default();
    let suffix = |at: usize| descriptors.len().checked_sub(at).and_then(|at| descriptors.get(at)).and_then(|it| it.suffix.enum_value().ok());
    match suffix(1) {
        _ if grammar::is_local(text) => Standing::Local,
        // Indexers name modules by a descriptor of any purpose.
        Some(Suffix::Namespace | Suffix::Meta) => Standing::Module,
        Some(Suffix::Term) if suffix(2) == Some(Suffix::Type) => Standing::Part,
        Some(Suffix::Parameter | Suffix::TypeParameter | Suffix::Local) => Standing::Part,
        _ => Standing::Target,
    }
}

/// By what a document tells; `None` where the kind settles nothing.
fn standing_of_kind(kind: Kind) -> Option<Standing> {
    match kind {
        Kind::Field | Kind::EnumMember | Kind::Parameter | Kind::TypeParameter | Kind::SelfParameter | Kind::ThisParameter | Kind::Property => {
            Some(Standing::Part)
        }
        Kind::Module | Kind::Namespace | Kind::File | Kind::Package => Some(Standing::Module),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stand_by_their_last_descriptor() {
        for (text, expected) in [
            ("s m p 1 `a.py`/f().", Standing::Target),
            ("s m p 1 `a.py`/C#", Standing::Target),
            ("s m p 1 `a.py`/LIMIT.", Standing::Target),
            ("s m p 1 `a.py`/C#size.", Standing::Part),
            ("s m p 1 `a.py`/f().(x)", Standing::Part),
            ("s m p 1 `a.py`/C#[T]", Standing::Part),
            ("s m p 1 `a.py`/", Standing::Module),
            ("s m p 1 `a.py`/__init__:", Standing::Module),
            ("local 7", Standing::Local),
            ("no symbol", Standing::Target),
        ] {
            assert_eq!(standing(text), expected, "{text}");
        }
    }
}
