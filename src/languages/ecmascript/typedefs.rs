//! Types that comments give a name: `@typedef {T} Name`, `@callback Name`, `@import { T as Name } from './m'`. To other files they are types of the module.

use std::collections::BTreeMap;

use super::super::syntax;
use super::is_name_character;
use super::jsdoc::{braced, doc_import, is_name, split_at, typed_tags};
use super::jsdoc_objects::{members, name_of, spelled};
use super::walk::Walk;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::Place;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Generic, Heritage, Import, Owner, Supertype, Symbol, SymbolKind};

/// Types that the comments of one file may name.
const TYPEDEFS: usize = 512;
/// Members of one of them that are read.
const MEMBERS: usize = 64;
/// Type parameters of one of them.
const GENERICS: usize = 8;

/// A type that a comment gives a name.
#[derive(Clone, Debug, Default)]
pub(super) struct Typedef {
    /// What it stands for, as written.
    pub ty: String,
    /// Where it stands, up to its name; empty for what is imported.
    tag: ByteSpan,
    name: ByteSpan,
    generics: Vec<Name>,
    /// Where the name of each member stands, and its type.
    members: Vec<(ByteSpan, String)>,
    /// What stands beside the members, as alternatives or as parts of an intersection.
    parts: Vec<String>,
    intersects: bool,
}

impl Typedef {
    /// Whether it names members, which are asked for at the type itself.
    pub fn has_members(&self) -> bool {
        !self.members.is_empty()
    }
}

impl Walk<'_, '_> {
    /// Binds the type parameters that a comment declares in the present scope: `@template T`.
    pub(super) fn documented_generics(&mut self, comment: &str) -> Vec<Generic> {
        if !comment.contains("@template") {
            return Vec::new();
        }
        let named = generics(comment).into_iter();
        let generics = named.map(|name| {
            self.builder.type_parameter(&name, Vec::new());
            Generic { name, bounds: Vec::new(), default: None }
        });
        generics.collect()
    }

    /// Other files may take the types that comments of this one give a name, unless something else bears it.
    pub(super) fn settle_typedefs(&mut self) {
        for (name, typedef) in self.typedefs.clone() {
            if !self.known_in(Owner::File, &name).is_empty() || self.bound.contains_key(&name) {
                continue;
            }
            match typedef.ty.strip_prefix("import(").and_then(|rest| doc_import(rest, &name)) {
                Some(import) => {
                    self.builder.import(Import { module_level: true, ..import }, ByteSpan::default());
                }
                None => self.declare_typedef(&name, &typedef),
            }
        }
    }

    /// A type alias as TypeScript has it. It is no code that a chunk shows, and no name alone leads to its members.
    fn declare_typedef(&mut self, name: &Name, typedef: &Typedef) {
        let (text, end) = (self.text, self.text.len());
        self.builder.open_scope(ScopeKind::Block);
        typedef.generics.iter().for_each(|generic| self.builder.type_parameter(generic, Vec::new()));
        let parts: Vec<ExprId> = typedef.parts.iter().filter_map(|part| self.doc_type(part, end, 0)).collect();
        // Of what says nothing, others learn nothing.
        let tells = typedef.has_members() || !parts.is_empty();
        if tells {
            let mut symbol = Symbol::new(name.clone(), SymbolKind::TypeAlias);
            symbol.flags = Flags::NESTED.when(self.is_module, Flags::EXPORTED);
            symbol.generics = typedef.generics.iter().map(|name| Generic { name: name.clone(), bounds: Vec::new(), default: None }).collect();
            if typedef.intersects && typedef.has_members() {
                symbol.supertypes = parts.into_iter().map(|ty| Supertype { heritage: Heritage::Extends, ty }).collect();
            } else if !parts.is_empty() {
                symbol.ty = Some(self.builder.any_known_of(parts));
            }
            let index = self.define(symbol, place(text, typedef.tag, typedef.name));
            self.builder.bind_in(0, name, Binding::Symbol(index), 0);
            self.builder.enter(Owner::Symbol(index));
            for (at, ty) in &typedef.members {
                let mut member = Symbol::new(at.text(text), SymbolKind::Field);
                member.flags = Flags::NESTED;
                member.ty = self.doc_type(ty, end, 0);
                self.define(member, place(text, *at, *at));
            }
            self.builder.leave();
        }
        self.builder.close_scope();
    }
}

fn place(text: &str, span: ByteSpan, name: ByteSpan) -> Place {
    Place { span, name, lead: span.start, signature: syntax::fold(&plain(span.text(text))), ..Place::default() }
}

/// What doc comments of a file give a name.
pub(super) fn typedefs(text: &str) -> BTreeMap<Name, Typedef> {
    let mut found = BTreeMap::new();
    if !text.contains("@typedef") && !text.contains("@import") && !text.contains("@callback") {
        return found;
    }
    let mut add = |name: &str, typedef: Typedef| {
        if is_name(name) && found.len() < TYPEDEFS {
            found.entry(name.into()).or_insert(typedef);
        }
    };
    for comment in text.split("/**").skip(1).filter_map(|rest| rest.split("*/").next()) {
        for tag in comment.split("@import").skip(1) {
            for (name, ty) in imported(tag) {
                add(&name, Typedef { ty, ..Typedef::default() });
            }
        }
        if let Some(tag) = comment.split("@callback").nth(1) {
            let ty = spelled(comment, true);
            add(name_of(tag), Typedef { parts: vec![ty.clone()], ty, ..Typedef::named(text, comment, tag, name_of(tag)) });
        }
        for tag in comment.split("@typedef").skip(1) {
            let written = tag.trim_start().strip_prefix('{').and_then(braced);
            let (ty, rest) = if let Some(written) = written {
                written
            } else {
                // A tag of its own may say what it is; what has properties is an object anyway.
                let mut told = typed_tags(tag).filter(|(word, ..)| matches!(*word, "type" | "property" | "prop"));
                let Some((word, ty, _)) = told.next() else { continue };
                (if word == "type" { ty } else { "object" }, tag)
            };
            let rest = rest.trim_start();
            let end = rest.find(|it: char| !is_name_character(it)).unwrap_or(rest.len());
            add(&rest[..end], Typedef::named(text, comment, tag, &rest[..end]).standing_for(text, tag, ty));
        }
    }
    found
}

impl Typedef {
    /// One that stands for nothing yet: `name` is a part of the `tag`, which is one of the `comment`.
    fn named(text: &str, comment: &str, tag: &str, name: &str) -> Self {
        let name = span_in(text, name);
        let start = span_in(text, tag).start as usize;
        let word = text.get(..start).and_then(|before| before.rfind('@')).unwrap_or(start);
        Self { tag: ByteSpan { end: name.end, ..ByteSpan::new(word, start) }, name, generics: generics(comment), ..Self::default() }
    }

    /// The same with its type, which is a part of the `tag`.
    fn standing_for(mut self, text: &str, tag: &str, ty: &str) -> Self {
        let mut written = Vec::new();
        if matches!(ty.trim(), "Object" | "object") {
            self.ty = spelled(tag, false);
            let properties = typed_tags(tag).filter(|(word, ..)| matches!(*word, "property" | "prop"));
            written.extend(properties.map(|(_, ty, rest)| (name_of(rest), ty)));
        } else {
            self.ty = plain(ty);
            self.intersects = split_at(ty, &['&']).len() > 1;
            for part in split_at(ty, &['|', '&']) {
                match members(part) {
                    Some(members) => written.extend(members),
                    None => self.parts.push(plain(part)),
                }
            }
        }
        let named = written.into_iter().filter(|(name, _)| is_name(name));
        self.members = named.take(MEMBERS).map(|(name, ty)| (span_in(text, name), plain(ty))).collect();
        self
    }
}

/// The type parameters that a comment names: `@template T`, `@template {A} T, U`, `@template [T=A]`.
fn generics(comment: &str) -> Vec<Name> {
    let mut found = Vec::new();
    for tag in comment.split("@template").skip(1) {
        let tag = tag.trim_start();
        let names = tag.strip_prefix('{').and_then(braced).map_or(tag, |(_, rest)| rest);
        for part in names.lines().next().unwrap_or("").split(',') {
            let name = name_of(part);
            if is_name(name) && found.len() < GENERICS {
                found.push(name.into());
            }
            // Behind the last name it says what they are.
            if part.trim().contains(char::is_whitespace) {
                break;
            }
        }
    }
    found
}

/// A type in one line, without the marks of a comment.
fn plain(ty: &str) -> String {
    let lines: Vec<&str> = ty.lines().map(|line| line.trim().trim_start_matches("* ")).collect();
    lines.join(" ").trim().to_owned()
}

/// Where a part of a text stands in it.
fn span_in(text: &str, part: &str) -> ByteSpan {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    ByteSpan::new(start, start + part.len())
}

/// The names that an import tag binds, each with the type it stands for: `{ A, B as C } from './m'`, `D from './m'`.
fn imported(tag: &str) -> Vec<(Name, String)> {
    let tag = tag.split(" @").next().unwrap_or(tag);
    let Some((clause, module)) = tag.rsplit_once(" from ") else { return Vec::new() };
    let module = module.trim_start();
    let Some(module) = module.get(1..).and_then(|rest| rest.split(['"', '\'']).next()).filter(|it| !it.is_empty()) else { return Vec::new() };
    let mut found = Vec::new();
    let (plain, listed) = clause.split_once('{').map_or((clause, ""), |(plain, listed)| (plain, listed.split('}').next().unwrap_or("")));
    let default = plain.trim().trim_end_matches(',').trim_end();
    if let Some(whole) = default.strip_prefix('*').and_then(|it| it.trim_start().strip_prefix("as ")).map(str::trim).filter(|it| is_name(it)) {
        found.push((whole.into(), format!("import('{module}')")));
    }
    if is_name(default) {
        found.push((default.into(), format!("import('{module}').default")));
    }
    for item in listed.split(',') {
        let words: Vec<&str> = item.split(|it: char| it.is_whitespace() || it == '*').filter(|it| !it.is_empty()).collect();
        match words.as_slice() {
            [name] if is_name(name) => found.push(((*name).into(), format!("import('{module}').{name}"))),
            [name, "as", binding] if is_name(name) && is_name(binding) => {
                found.push(((*binding).into(), format!("import('{module}').{name}")));
            }
            _ => {}
        }
    }
    found
}
