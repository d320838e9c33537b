//! Functions that are called like members of what they take first or of the type that they are added to, where their namespace is opened or their name is
//! imported.

use std::sync::Arc;

use crate::base::key::Class;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Resolution};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::loaded::{Item, Loaded};
use crate::link::modules::left_out;
use crate::link::outcome::reasons::Reason;
use crate::link::outcome::rules::Rule;
use crate::link::outcome::{BUILTIN, Outcome};
use crate::link::outside::LIKELY;
use crate::link::overloads::none_takes;
use crate::link::types::{Type, Typed};
use crate::shard::body::{Role, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner};
use crate::shard::publish;

/// Whether a function takes a value first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Takes {
    Never,
    Perhaps,
    Surely,
}

impl Linker<'_> {
    /// Adds to what a receiver has under a name, where that is no definition, the functions that take it first or are added to its type.
    pub(super) fn or_taking(&mut self, frame: &Frame, base: ExprId, name: &Name, found: &mut Vec<(Found, Option<Type>)>) {
        let habits = frame.file.habits();
        if !(habits.receivers_taken || habits.imported_extensions) || found.iter().any(|(it, _)| it.what.symbol().is_some()) {
            return;
        }
        let imported = if habits.imported_extensions { self.imported_by_name(frame, name) } else { Vec::new() };
        // What the library's own types have is not known one by one; what it adds to them comes behind what a package adds itself.
        let is_of_library = imported.is_empty() && !found.is_empty() && habits.foreign_members.binary_search(&name.as_str()).is_ok();
        if is_of_library && habits.receivers_taken {
            return;
        }
        let mut taking = self.taking(frame, base, name, &imported);
        taking.retain(|it| !is_of_library || it.rule != Rule::SameName);
        if !taking.is_empty() {
            *found = taking.into_iter().map(|it| (it, None)).collect();
        } else if !found.is_empty() && !imported.is_empty() && imported.iter().all(|it| matches!(it.what, Denotation::External { .. })) {
            *found = imported.into_iter().map(|it| (it, None)).collect();
        }
    }

    /// What imports of a name bring in a file.
    fn imported_by_name(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let mut found = Vec::new();
        for item in self.asker.named(&frame.file, "", name) {
            if let Item::Import(import) = item {
                merge(&mut found, self.denote_import(&frame.file, import));
            }
        }
        found
    }

    /// The functions in sight that take a value first or are added to its type; where none surely does, those that may.
    fn taking(&mut self, frame: &Frame, base: ExprId, name: &Name, imported: &[Found]) -> Vec<Found> {
        let named: Vec<Ref> = imported.iter().filter_map(|it| it.what.symbol()).filter(|it| self.is_added(*it)).collect();
        let others = self.taking_in_sight(frame, name);
        if named.is_empty() && others.is_empty() {
            return Vec::new();
        }
        let mut types = self.types(frame, base);
        types.retain(|typed| typed.ty != Type::anything());
        // A type itself is no value, and neither is a namespace.
        if types.is_empty() || types.iter().any(|typed| matches!(typed.ty, Type::Object(_) | Type::Module(_))) {
            return Vec::new();
        }
        let rule = types.iter().fold(Rule::DeclaredType, |rule, typed| rule.weaker(typed.rule));
        let mut perhaps = Vec::new();
        for (functions, is_named) in [(named, true), (others, false)] {
            let mut sure = Vec::new();
            let alone = functions.len() == 1;
            for function in functions {
                match self.takes_as_receiver(function, &types) {
                    Takes::Surely => sure.push(Found::symbol(function, rule)),
                    // An import that names it stands there for some value.
                    Takes::Perhaps if is_named && alone => perhaps.push(Found::symbol(function, Rule::UniqueMember)),
                    Takes::Perhaps => perhaps.push(Found::symbol(function, Rule::SameName)),
                    Takes::Never => {}
                }
            }
            if !sure.is_empty() {
                return sure;
            }
        }
        perhaps
    }

    /// The functions called so that a file sees without an import of their name.
    fn taking_in_sight(&mut self, frame: &Frame, name: &Name) -> Vec<Ref> {
        let family = self.asker.family;
        let mut found = if frame.file.habits().receivers_taken {
            self.asker.refs(Class::Member, &[family, name, publish::TAKING], name, |it| it.flags.has(Flags::TAKES_RECEIVER))
        } else if self.asker.publisher_count(Class::Member, &[family, name]) > caps::MAX_PUBLISHERS {
            Vec::new()
        } else {
            self.asker.refs(Class::Member, &[family, name], name, |it| matches!(it.owner, Owner::Extension(_)))
        };
        found.retain(|function| self.is_taking_in_sight(&frame.file, *function) && self.admits(*function));
        found
    }

    fn is_added(&self, symbol: Ref) -> bool {
        self.is(symbol, |it| matches!(it.owner, Owner::Extension(_)))
    }

    /// Whether a function that is called like a member can be met in a file: it stands in a namespace that the file sees or opens.
    pub(in crate::link) fn is_taking_in_sight(&mut self, from: &Arc<Loaded>, function: Ref) -> bool {
        let Some(file) = self.load(function.file) else { return false };
        self.asker.namespace_of(&file);
        let own = file.facts.namespace.clone().unwrap_or_default();
        // What a type adds to others is seen inside of it, or where its name is imported.
        let added = self.block_of(function).and_then(|(file, block)| file.facts.extension(block).map(|it| it.module.is_some()));
        if added == Some(true) {
            return Arc::ptr_eq(&file, from);
        }
        if self.spaces_opened(from).iter().any(|it| matches!(it, Module::Namespace(space) if *space == own)) {
            return true;
        }
        let owner = match file.facts.symbol(function.symbol).map(|it| it.owner) {
            Some(Owner::Symbol(owner)) => file.facts.symbol(owner).map(|it| it.qualified.clone()),
            _ => None,
        };
        let Some(owner) = owner else { return false };
        self.spaces_opened(from).iter().any(|it| matches!(it, Module::File { path, inner } if *path == file.path && *inner == owner))
    }

    /// The namespaces that a file sees and opens, and the types whose members it takes in.
    fn spaces_opened(&mut self, file: &Arc<Loaded>) -> Arc<[Module]> {
        let at = Arc::as_ptr(file) as usize;
        if let Some(known) = self.memo.opened.get(&at) {
            return Arc::clone(known);
        }
        let mut opened: Vec<Module> = self.asker.seen_namespaces(file).iter().cloned().map(Module::Namespace).collect();
        for (other, import) in self.bringing_in_sight(&Frame::around(file, None)) {
            let modules = self.import_modules(&other, import).into_iter();
            opened.extend(modules.filter_map(|it| if let Denotation::Module(module) = it.what { Some(module) } else { None }));
        }
        let shared = self.shared(file);
        for led in shared.iter().flat_map(|it| &it.modules) {
            if let Resolution::Modules(modules) = led {
                opened.extend(modules.iter().cloned());
            }
        }
        let opened: Arc<[Module]> = opened.into();
        self.memo.opened.insert(at, Arc::clone(&opened));
        opened
    }

    /// Whether a function takes a value of one of some types first.
    fn takes_as_receiver(&mut self, function: Ref, types: &[Typed]) -> Takes {
        let Some(file) = self.load(function.file) else { return Takes::Never };
        self.asker.looked_at(&file, function.symbol);
        let Some(it) = file.facts.symbol(function.symbol) else { return Takes::Never };
        let wanted = if let Owner::Extension(block) = it.owner {
            let Some(block) = file.facts.extension(block) else { return Takes::Never };
            self.instances(&Frame::around(&file, block.module), block.target)
        } else {
            let Some(first) = it.params.first() else { return Takes::Never };
            let Some(ty) = first.ty else { return Takes::Perhaps };
            // A type parameter that nothing bounds.
            let bounds = match file.facts.expr(ty) {
                None | Some(Expr::Unknown) => return Takes::Surely,
                Some(Expr::Generic { bounds, .. }) if bounds.is_empty() => return Takes::Surely,
                Some(Expr::Generic { bounds, .. }) => bounds.as_slice(),
                Some(_) => std::slice::from_ref(&ty),
            };
            let frame = Frame::facts(&file, function.symbol);
            let all: Vec<Vec<Typed>> = bounds.iter().map(|ty| self.instances(&frame, *ty)).collect();
            let [only] = all.as_slice() else { return all.iter().map(|wanted| self.are_taken_for(types, wanted)).min().unwrap_or(Takes::Never) };
            only.clone()
        };
        self.are_taken_for(types, &wanted)
    }

    /// Whether values of some types are of one of others.
    fn are_taken_for(&mut self, types: &[Typed], wanted: &[Typed]) -> Takes {
        let each = types.iter().map(|typed| wanted.iter().map(|it| self.is_taken_for(&typed.ty, &it.ty)).max().unwrap_or(Takes::Perhaps));
        let each: Vec<Takes> = each.collect();
        match (each.iter().min(), each.iter().max()) {
            (Some(Takes::Surely), _) => Takes::Surely,
            (_, Some(Takes::Never)) | (None, _) => Takes::Never,
            _ => Takes::Perhaps,
        }
    }

    /// Whether a value of a type is one of another.
    fn is_taken_for(&mut self, ty: &Type, wanted: &Type) -> Takes {
        let plain = |name: &Name| Name::from(name.trim_start_matches(LIKELY));
        let outside = match wanted {
            Type::Foreign { name, .. } | Type::External { name, .. } => Some(plain(name)),
            _ => None,
        };
        if outside.as_ref().is_some_and(|name| self.own.habits().of_any_value.contains(&name.as_str())) {
            return Takes::Surely;
        }
        match (ty, wanted) {
            (Type::Instance { ty, .. }, Type::Instance { ty: wanted, .. }) => {
                let mut all = vec![*ty];
                all.extend(self.types_above(*ty));
                if all.iter().any(|it| it == wanted || self.is_part_of(*it, *wanted)) { Takes::Surely } else { Takes::Never }
            }
            (Type::Instance { ty, .. }, _) => match outside {
                Some(name) => self.is_one_outside(*ty, &name),
                None => Takes::Perhaps,
            },
            // What bears the name of a member is the value of one, of whatever type.
            (Type::Foreign { name, .. }, Type::Instance { .. }) if self.own.habits().is_builtin(name) => Takes::Never,
            (Type::Foreign { name, .. } | Type::External { name, .. }, _) => match outside {
                Some(wanted) if !name.is_empty() && plain(name) == wanted => Takes::Surely,
                Some(wanted) if self.own.habits().arguments.finals.are(name) && self.own.habits().arguments.finals.are(&wanted) => Takes::Never,
                _ => Takes::Perhaps,
            },
            _ => Takes::Perhaps,
        }
    }

    /// Whether two declarations make up one type.
    fn is_part_of(&self, one: Ref, other: Ref) -> bool {
        let name = |it: Ref| self.about(it, |it| it.flags.has(Flags::PART).then(|| it.qualified.clone())).flatten();
        name(one).is_some_and(|own| name(other) == Some(own))
    }

    /// Whether a type of the repository is one of a type outside, by its name.
    fn is_one_outside(&mut self, ty: Ref, name: &Name) -> Takes {
        let mut all = vec![ty];
        all.extend(self.types_above(ty));
        let mut takes = Takes::Never;
        for it in all {
            for above in self.supertypes(it) {
                match above.what.name_outside() {
                    Some(outer) if outer == name => return Takes::Surely,
                    // What stands above that is not known.
                    Some(_) => takes = Takes::Perhaps,
                    None => {}
                }
            }
        }
        takes
    }

    /// What stands in front of a function that is called like a member of it.
    pub(in crate::link) fn receiver_taken(&mut self, frame: &Frame, callee: ExprId, function: Ref) -> Option<ExprId> {
        let Expr::Member { base, .. } = *self.expr(frame, callee) else { return None };
        let is_type = |typed: &Typed| matches!(typed.ty, Type::Object(_) | Type::Module(_));
        (self.takes_receiver(function) && !self.types(frame, base).iter().any(is_type)).then_some(base)
    }

    /// A site that calls a function like a member of what that takes first, as a call that hands it over.
    pub(in crate::link) fn with_receiver(&mut self, site: &Site, symbols: &[(Ref, Rule)]) -> Option<Site> {
        if site.role != Role::Call || symbols.is_empty() || !symbols.iter().all(|(symbol, _)| self.takes_receiver(*symbol)) {
            return None;
        }
        let Some(Expr::Member { base, .. }) = self.body.expr(site.target) else { return None };
        let frame = self.own_frame(site.enclosing);
        if self.types(&frame, *base).iter().any(|typed| matches!(typed.ty, Type::Object(_))) {
            return None;
        }
        let args = std::iter::once(*base).chain(site.args.iter().copied()).collect();
        Some(Site { args, arg_count: site.arg_count.map(|count| count.saturating_add(1)), ..site.clone() })
    }

    /// The package of what a call with a receiver means where none of the functions that are called like members takes as much: a type outside has of
    /// their name what takes another number of arguments.
    pub(in crate::link) fn instead_of_taking(&mut self, site: &Site, handing: Option<&Site>, symbols: &[(Ref, Rule)]) -> Option<Name> {
        let is_none = handing.is_some_and(|handing| none_takes(self, handing, symbols));
        if is_none { self.package_of_receiver(site) } else { None }
    }

    /// The package of the types of what a call is made on, where all of them lie outside of the repository.
    fn package_of_receiver(&mut self, site: &Site) -> Option<Name> {
        let Some(Expr::Member { base, .. }) = self.body.expr(site.target) else { return None };
        let frame = self.own_frame(site.enclosing);
        let mut found = None;
        for typed in self.types(&frame, *base) {
            found = match typed.ty {
                Type::Foreign { .. } => Some(BUILTIN),
                Type::External { package, .. } => Some(package),
                _ => return None,
            };
        }
        found
    }

    /// Whether a function is called like a member of what it takes first.
    pub(in crate::link) fn takes_receiver(&self, function: Ref) -> bool {
        self.is(function, |it| it.flags.has(Flags::TAKES_RECEIVER))
    }
}

/// What a call may mean that the types of its receiver lack, where namespaces are opened that the tree does not hold: a function of these that takes it.
pub(super) fn taken_outside(linker: &mut Linker<'_>, site: &Site, name: &Name) -> Option<Outcome> {
    if site.role != Role::Call || !linker.own.habits().receivers_taken {
        return None;
    }
    let frame = linker.own_frame(site.enclosing);
    let package = linker.package_bringing(&frame, name, site.role)?;
    let is_of_none = linker.members_anywhere(name).is_some_and(|members| members.is_empty());
    Some(match package {
        package if package == left_out::PACKAGE => Outcome::left(Reason::NotInGraph),
        package if is_of_none => Outcome::external(package),
        _ => Outcome::left(Reason::ReceiverUnknown),
    })
}
