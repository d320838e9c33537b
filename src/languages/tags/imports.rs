//! Imports and the namespace of a file.

use super::matches::{Found, bare};
use super::vocabulary::Part;
use super::walk::{Inside, Walk};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Place;
use crate::shard::builder::{Binding, Builder, ScopeKind};
use crate::shard::facts::{Flags, Import, Imported, Owner, Symbol, SymbolKind};

impl<'tree> Walk<'_, 'tree> {
    /// `#set! import` says what is taken: `module`, `item`, `wildcard`, `side-effect`; without it an item where there is a name, else the module.
    /// `#set! whole` takes the whole path as the name of a global item, bound by its last name. `#set! split` takes the last name of the path as the item.
    /// `#set! module` is a module that no path names: `.` is the file itself. `#set! near` is what stands between the namespace of the file and a path that
    /// begins with a type. `#set! lead` stands in front of the module, which tells the import from others. `#set! reexport` says that others get what is
    /// imported; `only` that the file itself does not. `#set! value` says that it is an expression, whose value is what is imported. `#set! opens` says that
    /// it may define members of any name in the module around it.
    pub fn import(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        if self.compiled.property(found.pattern, "value").is_some() {
            self.values.imported(builder, found);
            return;
        }
        let text = builder.text();
        let node = found.part(Part::Module).unwrap_or(found.node);
        // A path may be a row of nodes.
        let last = found.parts.iter().rev().find(|(part, _)| *part == Part::Module).map_or(node, |(_, last)| *last);
        let written = path(text.get(node.start_byte()..last.end_byte()).unwrap_or(""));
        let own = self.compiled.property(found.pattern, "module");
        let mut module = own.unwrap_or(&written);
        let mut item = found.part(Part::Item).map(|node| bare(node, text).0);
        if let Some(separator) = self.compiled.property(found.pattern, "split")
            && item.is_none()
        {
            (module, item) = match module.rsplit_once(separator) {
                Some((module, item)) => (module, Some(item)),
                None => ("", Some(module)),
            };
        }
        if let Some(name) = self.compiled.property(found.pattern, "item") {
            item = Some(name);
        }
        let whole: String;
        let mut alias = found.part(Part::Alias).map(|node| bare(node, text).0);
        if let Some(separator) = self.compiled.property(found.pattern, "whole") {
            whole = item.map_or_else(|| module.to_owned(), |item| format!("{module}{separator}{item}"));
            alias = alias.or_else(|| whole.rsplit(separator).next());
            (module, item) = ("", Some(whole.as_str()));
        }
        let imported = match self.compiled.property(found.pattern, "import") {
            Some("wildcard") => Imported::Wildcard,
            Some("side-effect") => Imported::SideEffect,
            Some("module") => Imported::Module,
            _ => item.map_or(Imported::Module, |item| Imported::Item(item.into())),
        };
        let binding = match imported {
            Imported::Wildcard | Imported::SideEffect => "",
            _ => alias.or(item).unwrap_or(""),
        };
        // A path that begins with a type is seen from the file's own namespace.
        let near = self.compiled.property(found.pattern, "near").filter(|_| module.starts_with(char::is_uppercase));
        let nearer = near.zip(self.namespace.as_ref()).map(|(separator, own)| format!("{own}{separator}{module}"));
        let module = nearer.as_deref().unwrap_or(module);
        let container = self.frames.iter().rev().find_map(|frame| match frame.inside {
            Inside::Symbol(index, SymbolKind::Module) => Some(index),
            _ => None,
        });
        let site = found.part(Part::Item).unwrap_or(node);
        let (name, span) = bare(if found.part(Part::Item).is_some() { site } else { last }, text);
        // Of a path that was split the site is its last name.
        let (name, span) = match item.filter(|item| found.part(Part::Item).is_none() && name.ends_with(item)) {
            Some(item) => (item, ByteSpan::new(span.end as usize - item.len(), span.end as usize)),
            None => (name, span),
        };
        let module_level = builder.enclosing_callable().is_none();
        let reexport = self.compiled.property(found.pattern, "reexport");
        let module = self.compiled.property(found.pattern, "lead").map_or_else(|| module.to_owned(), |lead| format!("{lead}{module}"));
        let import = Import { module_level, container, reexport: reexport.is_some(), ..Import::new(module, imported, binding) };
        let index = builder.import(import, syntax::span(found.node));
        if reexport != Some("only") {
            builder.bind(binding, Binding::Import(index), 0);
        }
        if own.is_none() {
            builder.import_site(index, name, span);
        }
        if self.compiled.property(found.pattern, "opens").is_some()
            && let Some(Inside::Symbol(around, _)) = self.innermost_owner()
        {
            let flags = &mut builder.symbol_mut(around).flags;
            *flags = flags.with(Flags::OPEN);
        }
    }

    /// The first namespace is that of the file. Others hold what stands in them, under their own name.
    pub fn namespace(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let node = found.name();
        let mut name = path(syntax::text(node, builder.text()));
        self.silence(node);
        if let (Some(separator), Some(first)) = (self.compiled.property(found.pattern, "nest"), self.namespace.take()) {
            name = format!("{first}{separator}{name}");
        }
        if self.namespace.as_ref().is_none_or(|first| *first == name) {
            builder.set_namespace(name.as_str());
            self.namespace = Some(name);
            return;
        }
        let Some(body) = syntax::field(found.node, "body").filter(|_| self.room(builder, found.node)) else { return };
        let place = Place {
            span: syntax::span(found.node),
            name: syntax::span(node),
            lead: syntax::span(found.node).start,
            signature: syntax::signature(found.node, Some(body), builder.text()),
            ..Place::default()
        };
        let index = builder.symbol(Symbol::new(name.as_str(), SymbolKind::Module), place);
        builder.bind(&name, Binding::Symbol(index), 0);
        builder.enter(Owner::Symbol(index));
        builder.open_scope(ScopeKind::Module);
        self.push(found.node, Inside::Symbol(index, SymbolKind::Module));
    }
}

/// A path as written, without quotes and white space, and without a separator at its ends.
fn path(written: &str) -> String {
    let plain: String = written.chars().filter(|c| !c.is_whitespace()).collect();
    let plain = plain.trim_matches(['"', '\'', '`', '\\', '<', '>', '[', ']']);
    plain.strip_suffix('.').filter(|path| !path.ends_with(['.', '/']) && !path.is_empty()).unwrap_or(plain).to_owned()
}
