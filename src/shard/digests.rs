//! Digests of what a file says: of definitions, extensions, imports, and of the expressions in them.
//!
//! Indices never enter a digest, so moving a definition within its file changes nothing.

use std::hash::Hash;

use xxhash_rust::xxh3::Xxh3;

use super::expr::{Expr, ExprId};
use super::facts::{Facts, Flags, Generic, Import, Imported, Naming, Owner, Symbol, SymbolKind};
use crate::base::key::TextMap;

/// The digests of one file's facts.
pub(super) struct Digests<'a> {
    facts: &'a Facts,
    /// Of every expression.
    exprs: Vec<u64>,
    /// How many namesakes stand before each definition.
    ordinals: Vec<u32>,
    /// The same of blocks that add members.
    blocks: Vec<u32>,
}

impl<'a> Digests<'a> {
    /// Of these facts.
    pub fn of(facts: &'a Facts) -> Self {
        let ordinals = ordinals(facts);
        Self { facts, exprs: expr_digests(facts, &ordinals), ordinals, blocks: block_ordinals(facts) }
    }

    /// Of a definition; `has_members` says whether it has any of its own.
    pub fn symbol(&self, symbol: &Symbol, has_members: bool) -> u64 {
        let mut hasher = Xxh3::new();
        // An alias is what it stands for unless it has members itself, and a value what is spread into it.
        let is_asked = symbol.kind.is_value() || matches!(symbol.kind, SymbolKind::TypeAlias | SymbolKind::AssociatedType);
        hasher.update(&[symbol.kind as u8, symbol.visibility as u8, u8::from(has_members && is_asked)]);
        hasher.update(&symbol.flags.0.to_le_bytes());
        hasher.update(&symbol.overload.unwrap_or(0).to_le_bytes());
        hasher.update(&symbol.callback.unwrap_or(0).to_le_bytes());
        hasher.update(&symbol.twin.to_le_bytes());
        self.owner(&mut hasher, symbol.owner);
        if matches!(symbol.owner, Owner::Extension(_)) {
            word(&mut hasher, &symbol.qualified);
        }
        self.generics(&mut hasher, &symbol.generics);
        for param in &symbol.params {
            word(&mut hasher, &param.name);
            hasher.update(&[u8::from(param.optional), param.pointer.map_or(2, u8::from), param.constant.map_or(2, u8::from)]);
            self.optional(&mut hasher, param.ty);
        }
        hasher.update(b"|");
        self.optional(&mut hasher, symbol.ty);
        self.optional(&mut hasher, symbol.value);
        self.optional(&mut hasher, symbol.made);
        word(&mut hasher, symbol.words.as_deref().unwrap_or_default());
        symbol.namings.iter().for_each(|naming| naming_into(&mut hasher, naming));
        for supertype in &symbol.supertypes {
            hasher.update(&[supertype.heritage as u8]);
            self.expr(&mut hasher, supertype.ty);
        }
        hasher.digest()
    }

    /// Of a block that adds members to a type.
    pub fn extension(&self, index: u32) -> u64 {
        let mut hasher = Xxh3::new();
        self.extension_into(&mut hasher, index);
        hasher.digest()
    }

    fn extension_into(&self, hasher: &mut Xxh3, index: u32) {
        let Some(extension) = self.facts.extension(index) else { return };
        // Members of one block belong together, and those of another that says the same do not.
        hasher.update(&self.blocks.get(index as usize).copied().unwrap_or(0).to_le_bytes());
        self.expr(hasher, extension.target);
        self.optional(hasher, extension.interface);
        // What an import calls the interface here stands in ids, and whether it is named at all says whether the type surely has it.
        match &extension.interface_name {
            Some(name) => named(hasher, b"i", name),
            None => hasher.update(b"-"),
        }
        word(hasher, &extension.target_name);
        self.generics(hasher, &extension.generics);
        if let Some(module) = extension.module {
            self.owner(hasher, Owner::Symbol(module));
        }
    }

    fn owner(&self, hasher: &mut Xxh3, owner: Owner) {
        match owner {
            Owner::File => hasher.update(b"f"),
            Owner::Symbol(index) => {
                hasher.update(b"s");
                word(hasher, self.facts.owner_name(Owner::Symbol(index)));
                // What tells owners of one name apart shapes the descriptors of symbol ids, and says whose members these are.
                let mut above = Some(index);
                while let Some((symbol, index)) = above.and_then(|index| Some((self.facts.symbol(index)?, index))) {
                    hasher.update(&[symbol.kind as u8]);
                    hasher.update(&symbol.twin.to_le_bytes());
                    let telling = symbol.flags.0 & (Flags::PROPERTY.0 | Flags::GLOBAL.0 | Flags::NESTED.0 | Flags::COUNTED.0);
                    hasher.update(&telling.to_le_bytes());
                    hasher.update(&symbol.callback.unwrap_or(0).to_le_bytes());
                    hasher.update(&symbol.overload.unwrap_or(0).to_le_bytes());
                    hasher.update(&self.ordinals.get(index as usize).copied().unwrap_or(0).to_le_bytes());
                    // So do the arguments of a specialization.
                    self.optional(hasher, symbol.ty.filter(|_| symbol.flags.has(Flags::SPECIALIZED)));
                    above = match symbol.owner {
                        Owner::Symbol(next) => Some(next),
                        // And what is defined out of line.
                        Owner::Extension(index) => {
                            self.extension_into(hasher, index);
                            None
                        }
                        Owner::File => None,
                    };
                }
            }
            Owner::Extension(index) => {
                hasher.update(b"x");
                self.extension_into(hasher, index);
            }
        }
    }

    fn generics(&self, hasher: &mut Xxh3, generics: &[Generic]) {
        for generic in generics {
            word(hasher, &generic.name);
            generic.bounds.iter().for_each(|bound| self.expr(hasher, *bound));
            self.optional(hasher, generic.default);
        }
        hasher.update(b";");
    }

    fn optional(&self, hasher: &mut Xxh3, id: Option<ExprId>) {
        match id {
            Some(id) => self.expr(hasher, id),
            None => hasher.update(b"-"),
        }
    }

    fn expr(&self, hasher: &mut Xxh3, id: ExprId) {
        hasher.update(&self.exprs.get(id.0 as usize).copied().unwrap_or(0).to_le_bytes());
    }
}

/// How many definitions of the same qualified name stand before each: an expression may mean any one of them.
fn ordinals(facts: &Facts) -> Vec<u32> {
    equals_before(facts.symbols.iter().map(|symbol| symbol.qualified.as_str()))
}

/// How many blocks that add the same, by its name, to types of the same name stand before each.
fn block_ordinals(facts: &Facts) -> Vec<u32> {
    equals_before(facts.extensions.iter().map(|it| (it.target_name.as_str(), it.interface_name.as_deref())))
}

fn equals_before<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> Vec<u32> {
    let mut seen: TextMap<K, u32> = TextMap::default();
    let mut before = |key| {
        let count = seen.entry(key).or_insert(0);
        *count += 1;
        *count - 1
    };
    keys.map(&mut before).collect()
}

/// The structural digest of every expression. The arena holds children before parents, so one pass is enough and shared parts
/// are hashed once.
fn expr_digests(facts: &Facts, ordinals: &[u32]) -> Vec<u64> {
    let mut digests: Vec<u64> = Vec::with_capacity(facts.exprs.len());
    for expr in &facts.exprs {
        let mut hasher = Xxh3::new();
        match expr {
            Expr::Unknown | Expr::Raw { .. } | Expr::Local(_) => hasher.update(b"?"),
            Expr::Symbol(index) => {
                named(&mut hasher, b"S", facts.owner_name(Owner::Symbol(*index)));
                hasher.update(&ordinals.get(*index as usize).copied().unwrap_or(0).to_le_bytes());
            }
            Expr::Import(index) => {
                let import = facts.import(*index);
                let container = import.and_then(|it| it.container).map_or("", |container| facts.owner_name(Owner::Symbol(container)));
                named(&mut hasher, b"I", container);
                hasher.update(&import.map_or(0, of_import).to_le_bytes());
            }
            Expr::Free(name) => named(&mut hasher, b"F", name),
            Expr::Literal(name) => named(&mut hasher, b"L", name),
            Expr::At { key, .. } => named(&mut hasher, b"K", key),
            Expr::Member { name, .. } => named(&mut hasher, b"M", name),
            Expr::Generic { name, .. } => named(&mut hasher, b"G", name),
            Expr::Call { .. } => hasher.update(b"C"),
            Expr::CallWith { .. } => hasher.update(b"W"),
            Expr::Apply { .. } => hasher.update(b"A"),
            Expr::Element(_) => hasher.update(b"E"),
            Expr::Iterated(_) => hasher.update(b"N"),
            Expr::Unwrap(_) => hasher.update(b"U"),
            Expr::Instance { built: true, .. } => hasher.update(b"B"),
            Expr::Instance { built: false, .. } => hasher.update(b"D"),
            Expr::Tuple(_) => hasher.update(b"T"),
            Expr::AnyOf(_) => hasher.update(b"O"),
            Expr::Part { index, .. } => {
                hasher.update(b"P");
                hasher.update(&index.to_le_bytes());
            }
            Expr::Parameter { index, .. } => {
                hasher.update(b"H");
                hasher.update(&index.to_le_bytes());
            }
        }
        for part in expr.parts() {
            hasher.update(&digests.get(part.0 as usize).copied().unwrap_or(0).to_le_bytes());
        }
        digests.push(hasher.digest());
    }
    digests
}

/// The digest of an import.
pub(super) fn of_import(import: &Import) -> u64 {
    let mut hasher = Xxh3::new();
    word(&mut hasher, &import.module);
    match &import.imported {
        Imported::Module => hasher.update(b"M"),
        Imported::Item(name) => named(&mut hasher, b"I", name),
        Imported::Wildcard => hasher.update(b"W"),
        Imported::SideEffect => hasher.update(b"S"),
    }
    let told = [import.reexport, import.module_level, import.optional_build, import.stands_in, import.conditional];
    hasher.update(&told.map(u8::from));
    hasher.digest()
}

pub(super) fn named(hasher: &mut Xxh3, tag: &[u8], name: &str) {
    hasher.update(tag);
    word(hasher, name);
}

pub(super) fn word(hasher: &mut Xxh3, text: &str) {
    hasher.update(text.as_bytes());
    hasher.update(&[0]);
}

fn naming_into(hasher: &mut Xxh3, naming: &Naming) {
    let number = |of: &Option<u16>| of.map_or(u32::MAX, u32::from).to_le_bytes();
    match naming {
        Naming::Member { param, of } => hasher.update(&[&b"m"[..], &param.to_le_bytes(), &number(of)].concat()),
        Naming::Handed { to, given } => {
            hasher.update(b"h");
            word(hasher, to);
            given.iter().for_each(|of| hasher.update(&number(of)));
            hasher.update(b"|");
        }
        Naming::Value { param } => hasher.update(&[&b"v"[..], &param.to_le_bytes()].concat()),
        Naming::Head { param, taken } => {
            hasher.update(&[&b"f"[..], &param.to_le_bytes()].concat());
            taken.iter().for_each(|name| word(hasher, name));
            hasher.update(b"|");
        }
    }
}
