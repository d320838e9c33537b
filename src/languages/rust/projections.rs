//! Types of which a macro makes projections: `pin_project! { struct Sent { #[pin] inner: I } }`, `#[pin_project(project = SentProj)] struct Sent { … }`. A
//! projection has the fields and variants of the type.

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, child_of_kind, field, fold, span, text};
use crate::shard::body::Place;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Extension, Flags, Symbol, SymbolKind};

/// The macro, by the documentation of pin-project and pin-project-lite.
pub(super) const PROJECTING: &str = "pin_project";

/// The methods that give projections, whose names are the words that give these one.
pub(super) const NAMING: &[&str] = &["project", "project_ref", "project_replace"];

impl Walk<'_, '_> {
    /// Adds what a macro makes of the type at `index`, which `this` is: members that only the macro's package knows, and the names of projections.
    pub(super) fn projections(&mut self, index: u32, this: ExprId, lead: &Lead<'_>) {
        let mut made_by = self.projecting;
        let mut names = Vec::new();
        for attribute in lead.attributes.iter().filter_map(|item| child_of_kind(*item, "attribute")) {
            let Some(path) = attribute.named_child(0) else { continue };
            let word = text(path, self.text);
            if word.rsplit("::").next().map(str::trim) == Some(PROJECTING) {
                made_by = Some(self.path_alone(word));
                let tokens = field(attribute, "arguments").map(all_children).unwrap_or_default();
                let named = tokens.windows(3).filter(|it| NAMING.contains(&text(it[0], self.text)) && it[1].kind() == "=");
                names.extend(named.map(|it| it[2]).filter(|it| it.kind() == "identifier"));
            } else if self.projecting.is_some() && NAMING.contains(&word) {
                names.extend(field(attribute, "value").filter(|it| it.kind() == "identifier"));
            }
        }
        let Some(made_by) = made_by else { return };
        let target_name = self.builder.symbol_mut(index).name.clone();
        let interface = Some(made_by);
        self.builder.extension(Extension { target: this, target_name, interface, interface_name: None, generics: Vec::new(), module: self.module });
        for name in names {
            self.projection(name, index, this);
        }
    }

    fn projection(&mut self, name: Node<'_>, of: u32, this: ExprId) {
        let mut symbol = Symbol::new(self.word(name), SymbolKind::TypeAlias);
        symbol.visibility = self.builder.symbol_mut(of).visibility;
        symbol.flags = symbol.flags.when(self.builder.symbol_mut(of).flags.has(Flags::EXPORTED), Flags::EXPORTED);
        symbol.ty = Some(this);
        let around = name.parent().unwrap_or(name);
        let place = Place {
            span: span(name),
            name: span(name),
            lead: ByteSpan::new(name.start_byte(), name.end_byte()).start,
            signature: fold(text(around, self.text)),
            ..Place::default()
        };
        let index = self.add(symbol, place);
        self.bind_symbol(name, index);
    }

    /// What a plain path names, without sites.
    fn path_alone(&mut self, path: &str) -> ExprId {
        let mut names = path.split("::").map(str::trim).filter(|it| !it.is_empty()).map(Name::from);
        let first = names.next().unwrap_or_default();
        let first = self.item_name(&first);
        names.fold(first, |base, name| self.builder.member(base, &name))
    }
}
