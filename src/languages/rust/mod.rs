//! Rust: sources and Cargo manifests.
//!
//! Owns: what Rust's syntax says of definitions, names, imports and types, and how crates and modules lie in folders.
//! Never: expands a macro; what stands inside one is read token by token, or as items where it is nothing else but for marks of the macro.
//! Invariant: every use of a name gets one site, whatever is nested around it.

mod attributes;
mod blocks;
mod calls;
mod configuration;
mod containers;
mod crates;
mod definitions;
mod derive_macros;
mod expressions;
mod flag_types;
mod format_strings;
mod foreign_members;
mod functions;
mod gaps;
mod giving;
mod habits;
mod helper_attributes;
mod imports;
mod made_imports;
mod made_items;
mod item_macros;
mod macro_bindings;
mod macro_rules;
mod macro_values;
mod macro_words;
mod manifest;
mod modules;
mod near_items;
mod path_members;
mod patterns;
mod primitive_members;
mod projections;
mod references;
mod results;
mod statics;
mod token_chains;
mod token_fields;
mod token_parameters;
mod token_parts;
mod token_patterns;
mod token_variables;
mod tokens;
mod twins;
mod types;
mod wanted;
mod written_items;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::{Node, Tree};

use super::semantics::NoModules;
use super::{Language, Tier, respell, syntax};
use crate::base::{Name, caps};
use crate::shard::builder::Builder;
use crate::shard::expr::ExprId;
use crate::shard::facts::Visibility;

/// Rust.
pub static LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    tier: Tier::A,
    family: "rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_rust::LANGUAGE.into()),
    extract,
    semantics: &modules::Rust,
};

/// TOML.
pub static MANIFEST: Language = Language {
    id: "cargo-manifest",
    name: "TOML",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["Cargo.toml"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| manifest::extract(builder),
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(root) = root else { return };
    let respelt = respell::reread(builder, root, gaps::respelt);
    let root = respelt.as_ref().map_or(root, Tree::root_node);
    let text = builder.text();
    let mut walk = Walk {
        builder,
        text,
        fenced: false,
        selves: Vec::new(),
        further: Vec::new(),
        members: None,
        module: None,
        folder: None,
        alternatives: None,
        macro_scope: None,
        known: HashSet::new(),
        imports_all: false,
        doubtful: Vec::new(),
        item_macros: 0,
        completing: false,
        masked: None,
        keeps_locally: false,
        named_among_tokens: HashSet::new(),
        makers: HashMap::new(),
        importing: HashMap::new(),
        writers: HashMap::new(),
        binders: HashMap::new(),
        choosing: false,
        around: None,
        taking_words: HashSet::new(),
        condition: 0,
        conditional: Vec::new(),
        conditions: Vec::new(),
        of_module: 0,
        choices: twins::Choices::default(),
        projecting: None,
        takes_parameters: false,
        references: HashMap::new(),
        around_self: None,
        borrowed: HashMap::new(),
        borrowed_self: None,
        refers: None,
        result: None,
        open_types: HashSet::new(),
        adding: HashSet::new(),
    };
    walk.items(root);
    walk.tell_open_types();
    walk.tell_twins();
    walk.tell_choices();
    walk.settle_doubtful();
}

/// One walk over one syntax tree.
struct Walk<'builder, 'text> {
    builder: &'builder mut Builder<'text>,
    text: &'text str,
    /// Inside a code fence of a doc comment.
    fenced: bool,
    /// What `Self` stands for, innermost last.
    selves: Vec<ExprId>,
    /// Type parameters from around a function of which its where clause asks more.
    further: Vec<Name>,
    /// The visibility that members without a modifier have here (traits, enums, trait impls).
    members: Option<Visibility>,
    /// The innermost inline module.
    module: Option<u32>,
    /// Where the files of its modules lie by a `#[path]`, as seen from the folder that the names of inline modules lead to.
    folder: Option<String>,
    /// Names bound so far by an or-pattern, whose alternatives bind the same ones.
    alternatives: Option<Vec<(Name, u32)>>,
    /// The scope that the innermost macro invocation stands in.
    macro_scope: Option<u32>,
    /// Names that items and imports of the file bind, whatever their scope. Only asked, never listed.
    known: HashSet<Name>,
    /// Something is imported with all that it holds.
    imports_all: bool,
    /// Bare words of macro tokens, settled when all names are known.
    doubtful: Vec<tokens::Doubtful>,
    /// Macros read as items around the present place.
    item_macros: u32,
    /// The innermost of them may give the types that it is given members of its own.
    completing: bool,
    /// The text without the marks that macros in the place of items put among their tokens, as far as they were read.
    masked: Option<String>,
    /// The innermost macro makes a value of each thread of its statics.
    keeps_locally: bool,
    /// Where names stand among the tokens of a macro that are defined there. Only asked, never listed.
    named_among_tokens: HashSet<usize>,
    /// What macros of the file make of the names they are given. Only asked, never listed.
    makers: HashMap<Name, Rc<[made_items::Maker]>>,
    /// What they import where they are called. Only asked, never listed.
    importing: HashMap<Name, Vec<made_imports::Written>>,
    /// What they write where they are first called. Only asked, never listed.
    writers: HashMap<Name, Vec<written_items::Writer>>,
    /// What they bind as they are told. Only asked, never listed.
    binders: HashMap<Name, Rc<macro_bindings::Binder>>,
    /// One of them chooses between blocks.
    choosing: bool,
    /// The innermost macro whose tokens are read.
    around: Option<macro_words::Around>,
    /// Macros of the file that take words of their own. Only asked, never listed.
    taking_words: HashSet<Name>,
    /// The conditions of a build that all hold here, as one number; 0 where there are none.
    condition: u64,
    /// Definitions that stand under conditions, and these.
    conditional: Vec<(u32, u64)>,
    /// The conditions of a build that hold here, as they are written, outermost first.
    conditions: Vec<&'text str>,
    /// How many of them the module around stands under.
    of_module: usize,
    /// What stands under conditions that others may deny.
    choices: twins::Choices<'text>,
    /// The macro around that makes projections of the types that it is given.
    projecting: Option<ExprId>,
    /// The tokens that are read next may declare parameters.
    takes_parameters: bool,
    /// How many references lead to what variables hold that tell so. Only asked, never listed.
    references: HashMap<u32, u32>,
    /// How many stand before the type that the block around is for.
    around_self: Option<u32>,
    /// Whether what variables hold is a reference, of those that tell so. Only asked, never listed.
    borrowed: HashMap<u32, bool>,
    /// Whether what the block around is for is a reference.
    borrowed_self: Option<bool>,
    /// Of a block for references whether what these refer to may change through them.
    refers: Option<bool>,
    /// What the function around gives, where that is declared.
    result: Option<ExprId>,
    /// The names of types among whose members macros stand that may make some. Only asked, never listed.
    open_types: HashSet<Name>,
    /// Macros of the file that add members to types they are given. Only asked, never listed.
    adding: HashSet<Name>,
}

impl<'text> Walk<'_, 'text> {
    /// The text of a node as a name: raw identifiers without their mark.
    fn word(&self, node: Node<'_>) -> &'text str {
        let text = syntax::text(node, self.text);
        text.strip_prefix("r#").unwrap_or(text)
    }

    /// Goes one level down, unless that is too deep ([`Builder::descend`]).
    fn descend(&mut self, node: Node<'_>) -> bool {
        self.builder.descend(syntax::span(node), format_args!("nested deeper than {} levels", caps::MAX_DEPTH))
    }

    /// Comes back from [`Self::descend`].
    fn ascend(&mut self) {
        self.builder.ascend();
    }

    /// A name that only items can bind. Rust keeps values apart from types, modules and macros; every local is bound from some byte
    /// on, so looking from byte 0 passes locals by.
    fn item_name(&mut self, name: &str) -> ExprId {
        self.builder.name(name, 0)
    }

    /// What `Self` stands for here.
    fn self_type(&mut self) -> ExprId {
        match self.selves.last() {
            Some(ty) => *ty,
            None => self.builder.free("Self"),
        }
    }
}

/// Whether a name is written like a type, a variant or a constant.
fn is_upper(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(char::is_uppercase)
}

/// Primitive types, by bytes.
const PRIMITIVES: &[&str] =
    &["bool", "char", "f128", "f16", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize"];

fn is_primitive(name: &str) -> bool {
    PRIMITIVES.binary_search(&name).is_ok()
}
