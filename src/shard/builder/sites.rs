//! Uses of names: calls, reads, writes, types, decorators, imports.

use super::Builder;
use crate::base::caps;
use crate::base::span::ByteSpan;
use crate::shard::body::{RECEIVER, Role, Site, SiteKind};
use crate::shard::expr::{Expr, ExprId};

impl Builder<'_> {
    /// Adds a use of a name by the innermost definition around it. `args` is `Some` for calls with a countable argument list.
    pub fn site(&mut self, role: Role, name: &str, span: ByteSpan, target: ExprId, args: Option<Vec<ExprId>>) {
        let kind = if role == Role::Call { SiteKind::Callsite } else { SiteKind::Identifier };
        self.site_of(kind, role, (name, span), target, args);
    }

    /// Says of the arguments of the last site which are told to be pointers, and which to be none.
    pub fn told_pointers(&mut self, pointers: u8, values: u8) {
        if let Some(site) = self.body.sites.last_mut() {
            (site.pointers, site.values) = (pointers, values);
        }
    }

    /// Says of the arguments of the last site which are told to have a place of their own, and which to have none.
    pub fn told_placed(&mut self, placed: u8, passing: u8) {
        if let Some(site) = self.body.sites.last_mut() {
            (site.placed, site.passing) = (placed, passing);
        }
    }

    /// Says that some arguments of the last site say which parameter they are for.
    pub fn told_named(&mut self) {
        if let Some(site) = self.body.sites.last_mut() {
            site.named = true;
        }
    }

    /// Says of what the method is called on whose name starts at `at` whether it is a pointer.
    pub fn told_receiver(&mut self, at: usize, pointer: bool) {
        if let Some(site) = self.body.sites.last_mut().filter(|it| it.span.start as usize == at) {
            *(if pointer { &mut site.pointers } else { &mut site.values }) |= 1 << RECEIVER;
        }
    }

    /// Says that the arguments of the last site stand in braces: see `Site::args`.
    pub fn listed(&mut self) {
        if let Some(site) = self.body.sites.last_mut() {
            site.args.push(ExprId(0));
        }
    }

    /// Says that the last site, if it reads a name that ends at `end`, hands over a function by it, which is called with `argument`.
    pub fn handed_over(&mut self, end: usize, argument: ExprId) {
        if let Some(site) = self.body.sites.last_mut().filter(|it| it.role == Role::Read && it.span.end as usize == end && it.args.is_empty()) {
            (site.args, site.arg_count) = (vec![argument], Some(1));
        }
    }

    /// Says that the last site names a method: see `Site::names_method`.
    pub fn names_method(&mut self) {
        self.listed();
    }

    /// Adds what a definition is decorated with; `called` says that it is called for that.
    pub fn decorator(&mut self, name: &str, span: ByteSpan, target: ExprId, called: bool, args: Option<Vec<ExprId>>) {
        let kind = if called { SiteKind::Callsite } else { SiteKind::Identifier };
        self.site_of(kind, Role::Decorator, (name, span), target, args);
    }

    /// Adds a call that is only seen in the tokens given to a macro: whether it runs is for the macro to say.
    pub fn token_call(&mut self, name: &str, span: ByteSpan, target: ExprId, args: Option<Vec<ExprId>>) {
        self.site_of(SiteKind::Identifier, Role::Call, (name, span), target, args);
    }

    fn site_of(&mut self, kind: SiteKind, role: Role, (name, span): (&str, ByteSpan), target: ExprId, args: Option<Vec<ExprId>>) {
        let arg_count = args.as_ref().map(|args| u16::try_from(args.len()).unwrap_or(u16::MAX));
        let mut args = args.unwrap_or_default();
        args.truncate(caps::MAX_VALUES);
        self.push_site(Site { args, arg_count, ..self.bare_site(kind, role, (name, span), target) });
    }

    /// Adds the site of an import.
    pub fn import_site(&mut self, import: u32, name: &str, span: ByteSpan) {
        let target = self.expr(Expr::Import(import));
        self.push_site(Site { import: Some(import), ..self.bare_site(SiteKind::ImportStmt, Role::Import, (name, span), target) });
    }

    fn bare_site(&self, kind: SiteKind, role: Role, (name, span): (&str, ByteSpan), target: ExprId) -> Site {
        let (name, enclosing) = (name.into(), self.enclosing());
        Site {
            kind,
            role,
            name,
            span,
            enclosing,
            target,
            import: None,
            args: Vec::new(),
            arg_count: None,
            pointers: 0,
            values: 0,
            placed: 0,
            passing: 0,
            named: false,
        }
    }

    fn push_site(&mut self, site: Site) {
        if self.body.sites.len() >= caps::MAX_SITES {
            self.limit("sites");
        } else {
            self.body.sites.push(site);
        }
    }
}
