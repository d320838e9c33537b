//! Blocks that add members to a type under another name for it (`impl Alias { … }`), or for some of its arguments alone: `impl Lamp<On> { fn switch() }` beside `impl Lamp<Off> { fn
//! switch() }`.

use std::sync::Arc;

use crate::base::{Name, caps};
use crate::languages::semantics::Overriding;
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Found, Frame, Linker, merge};
use crate::link::generics::{is_unknown, mentions_parameters};
use crate::link::loaded::Loaded;
use crate::link::outcome::kept::keep_told;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::pointers;
use crate::link::types::{Args, Type};
use crate::shard::body::Site;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Symbol, SymbolKind};

/// How deep arguments are compared: `Alpha<Rgb<Linear<S>, T>, A>`.
const MAX_DEPTH: u32 = 4;

/// What a number is taken for where its type is not written.
const BARE: &[&str] = &["f64", "i32"];

impl Linker<'_> {
    /// Members that are added to a type under another name for it: `impl Alias { … }`.
    pub(in crate::link) fn added_to_aliases(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        if self.own.habits().extended_foreign.is_none() {
            return Vec::new();
        }
        self.remembered(
            |memo| &mut memo.added_to_aliases,
            (ty, Name::from(name)),
            |linker| linker.members_of_blocks(name, |linker, file, (_, block)| linker.is_for_alias_of(file, block, ty)),
        )
    }

    /// Members of a type with those of blocks that stand beside the blocks for its own name, and are for an alias of it.
    pub(in crate::link) fn with_renamed(&mut self, ty: Ref, name: &str, mut found: Vec<Found>) -> Vec<Found> {
        if self.own.habits().extended_foreign.is_some() {
            let renamed = self.remembered(|memo| &mut memo.renamed, (ty, Name::from(name)), |linker| linker.find_renamed(ty, name));
            merge(&mut found, renamed);
        }
        found
    }

    fn find_renamed(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        for member in self.asker.members_renamed(name) {
            let Some((file, block)) = self.block_of(member) else { continue };
            let may_rename = file.facts.extension(block).is_some_and(|it| file.facts.may_rename(it));
            if may_rename && self.is_for_alias_of(&file, block, ty) {
                merge(&mut found, [Found::symbol(member, Rule::DeclaredType)]);
            }
        }
        found
    }

    fn is_for_alias_of(&mut self, file: &Arc<Loaded>, block: u32, ty: Ref) -> bool {
        self.aliases_extended(file, block).into_iter().any(|alias| {
            let behind = self.instances_of_symbol(alias, &Args::default());
            behind.iter().any(|it| matches!(it.ty, Type::Instance { ty: behind, .. } if behind == ty))
        })
    }

    /// The aliases that a block is for.
    fn aliases_extended(&mut self, file: &Arc<Loaded>, block: u32) -> Vec<Ref> {
        let mut aliases = self.extended_types(file, block);
        aliases.retain(|it| self.is(*it, |it| it.kind == SymbolKind::TypeAlias));
        for alias in &aliases {
            if let Some(file) = self.load(alias.file) {
                self.asker.looked_at(&file, alias.symbol);
            }
        }
        aliases
    }

    /// Whether a type has a member of this name itself, or under another name for it.
    pub(in crate::link) fn has_by_any_name(&mut self, ty: Ref, name: &str) -> bool {
        self.has_own(ty, name) || !self.added_to_aliases(ty, name).is_empty()
    }

    /// Members that blocks give a type for some argument of an interface, with those that blocks of other files give it by that interface: each has one for
    /// another argument (`impl From<A> for T`, `impl From<B> for T`).
    pub(in crate::link) fn with_other_arguments(&mut self, ty: Ref, type_name: &str, name: &str, mut found: Vec<Found>) -> Vec<Found> {
        let by_argument = |it: &Found| {
            let member = it.what.symbol().filter(|member| self.is(*member, |it| it.overload.is_some()))?;
            let (file, block) = self.block_of(member).filter(|(file, _)| file.habits().overriding == Overriding::Conformance)?;
            file.facts.extension(block)?.interface_name.clone()
        };
        let interfaces: Option<Vec<Name>> = found.iter().map(by_argument).collect();
        let Some(interfaces) = interfaces.filter(|interfaces| !interfaces.is_empty()) else { return found };
        let mut others = self.extension_member(ty, type_name, name);
        others.retain(|it| it.what.symbol().is_some_and(|member| interfaces.iter().any(|interface| self.is_of_interface(member, interface))));
        merge(&mut found, others);
        found
    }

    /// The members of a name in blocks that are meant, where a language adds members to types by blocks. A block is its file and its number there.
    pub(in crate::link) fn members_of_blocks(
        &mut self,
        name: &str,
        mut is_meant: impl FnMut(&mut Self, &Arc<Loaded>, (Slot, u32)) -> bool,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        if self.own.habits().extended_foreign.is_none() || !self.asker.has_members(name) {
            return found;
        }
        for member in self.members_anywhere(name).unwrap_or_default().iter() {
            let Some((file, block)) = self.block_of(*member) else { continue };
            if is_meant(self, &file, (member.file, block)) {
                merge(&mut found, [Found::symbol(*member, Rule::DeclaredType)]);
            }
        }
        found
    }

    /// Leaves out members of blocks that are for other arguments than those of the value or type `base`, where others are left.
    pub(in crate::link) fn without_other_blocks(&mut self, frame: &Frame, base: ExprId, found: &mut Vec<(Found, Option<Type>)>) {
        if found.is_empty() || frame.file.habits().overriding != Overriding::Conformance {
            return;
        }
        self.doubt_other_alias(frame, base, found);
        if found.len() < 2 {
            return;
        }
        let mut kept = Vec::new();
        for (member, receiver) in found.iter() {
            let args = match receiver {
                Some(Type::Instance { args, .. }) if !args.is_empty() => args.clone(),
                _ => self.written_arguments(frame, base),
            };
            let is_for = member.what.symbol().is_none_or(|it| self.is_of_block_for(it, &args));
            kept.push(is_for);
        }
        if kept.contains(&true) {
            keep_told(found, kept);
        }
    }

    /// Doubts members of a block for an alias that writes a constant, which nothing here tells from others, where another alias is named:
    /// `impl Point1<T>`, `Point3::new()`.
    fn doubt_other_alias(&mut self, frame: &Frame, base: ExprId, found: &mut [(Found, Option<Type>)]) {
        let blocks: Vec<Option<(Arc<Loaded>, u32)>> = found.iter().map(|(it, _)| self.block_of(it.what.symbol()?)).collect();
        let may_rename = |(file, block): &(Arc<Loaded>, u32)| file.facts.extension(*block).is_some_and(|it| file.facts.may_rename(it));
        if !blocks.iter().flatten().any(may_rename) {
            return;
        }
        let named: Vec<Ref> = self.denote(frame, base).iter().filter_map(|it| it.what.symbol()).collect();
        if !named.iter().any(|it| self.is(*it, |it| it.kind == SymbolKind::TypeAlias)) {
            return;
        }
        for ((it, _), block) in found.iter_mut().zip(blocks) {
            let Some((file, block)) = block.filter(may_rename) else { continue };
            let aliases = self.aliases_extended(&file, block);
            if aliases.iter().any(|alias| self.writes_constant(*alias)) && !aliases.iter().any(|alias| named.contains(alias)) {
                it.rule = it.rule.weaker(Rule::SameName);
            }
        }
    }

    /// Whether what an alias stands for is made with something that is no type.
    fn writes_constant(&self, alias: Ref) -> bool {
        let Some(file) = self.load(alias.file) else { return false };
        let mut open: Vec<ExprId> = file.facts.symbol(alias.symbol).and_then(|it| it.ty).into_iter().collect();
        for _ in 0..caps::MAX_TYPE_PARTS {
            match open.pop().and_then(|id| file.facts.expr(id)) {
                Some(Expr::Unknown | Expr::Literal(_)) => return true,
                Some(Expr::Apply { args, .. }) => open.extend(args),
                Some(_) => {}
                None => break,
            }
        }
        false
    }

    /// The arguments of the type that is named itself, or by an alias.
    fn written_arguments(&mut self, frame: &Frame, base: ExprId) -> Args {
        if !self.types(frame, base).iter().any(|it| matches!(it.ty, Type::Object(_))) {
            return Args::default();
        }
        match self.first_instance(frame, base) {
            Type::Instance { args, .. } => args,
            _ => Args::default(),
        }
    }

    /// Doubts the one function that an interface gives a type for some argument of its own where it cannot take what a site hands it: another block, which
    /// a macro may write, is for that (`impl From<()> for T`, `T::from("text")`).
    pub(in crate::link) fn doubt_other_block(&mut self, site: &Site, symbols: &mut [(Ref, Rule)]) {
        let [(function, rule)] = symbols else { return };
        let Some((file, _)) = self.block_of(*function).filter(|(file, _)| file.habits().overriding == Overriding::Conformance) else { return };
        let told = |it: &&Symbol| it.overload.is_some() && it.flags.has(Flags::STATIC);
        let Some(it) = file.facts.symbol(function.symbol).filter(told) else { return };
        self.asker.looked_at(&file, function.symbol);
        let (around, own) = (Frame::facts(&file, function.symbol), self.own_frame(site.enclosing));
        let takes = it.params.iter().zip(&site.args).enumerate().all(|(at, (param, arg))| {
            let wanted = pointers::told(self, &around, param.ty, param.pointer);
            let given = pointers::of_argument(self, &own, *arg, site.is_pointer(at));
            if wanted.zip(given).is_some_and(|(wanted, given)| wanted != given) {
                return false;
            }
            let Some(ty) = param.ty.filter(|ty| !mentions_parameters(&file.facts, *ty, 0)) else { return true };
            let (wanted, given) = (self.instances(&around, ty), self.types(&own, *arg));
            let ([wanted], [given]) = (wanted.as_slice(), given.as_slice()) else { return true };
            self.may_be_same(&wanted.ty, &given.ty, 0)
        });
        if !takes {
            *rule = rule.weaker(Rule::SameName);
        }
    }

    /// Of members that blocks give a type for several arguments of an interface those that are for the arguments which are written: `<S as From<u8>>::from`.
    /// Whether one of these may be anything, or anything of a bound.
    pub(in crate::link) fn of_named_arguments(&mut self, frame: &Frame, interface: ExprId, found: &mut Vec<(Found, Option<Type>)>) -> bool {
        let Expr::Apply { args, .. } = self.expr(frame, interface) else { return false };
        if found.len() < 2 {
            return false;
        }
        let args: Vec<Type> = args.iter().map(|arg| self.first_instance(frame, *arg)).collect();
        let mut kept = Vec::new();
        for (member, _) in found.iter() {
            let block = member.what.symbol().and_then(|it| Some((it, self.block_of(it)?)));
            let Some((member, (file, block))) = block else { return false };
            let interface = file.facts.extension(block).and_then(|it| file.facts.expr(it.interface?));
            let Some(Expr::Apply { args: written, .. }) = interface else { return false };
            let around = Frame::facts(&file, member.symbol);
            kept.push(written.len() == args.len() && written.iter().zip(&args).all(|(written, arg)| self.may_be(&around, *written, arg)));
        }
        if kept.contains(&true) {
            keep_told(found, kept);
        }
        args.iter().any(|arg| is_unknown(arg) || self.is_bound(arg))
    }

    fn is_of_block_for(&mut self, member: Ref, args: &[Type]) -> bool {
        if args.is_empty() || !self.step() {
            return true;
        }
        let Some((file, block)) = self.block_of(member) else { return true };
        let Some(target) = file.facts.extension(block).map(|it| it.target) else { return true };
        let around = Frame::facts(&file, member.symbol);
        // What stands behind the name of an alias are not the arguments of the type.
        if !self.aliases_extended(&file, block).is_empty() {
            let Type::Instance { args: own, .. } = self.first_instance(&around, target) else { return true };
            return own.len() != args.len() || own.iter().zip(args).all(|(own, arg)| self.may_be_same(own, arg, 0));
        }
        let Some(Expr::Apply { args: written, .. }) = file.facts.expr(target) else { return true };
        written.len() != args.len() || written.iter().zip(args).all(|(written, arg)| self.may_be(&around, *written, arg))
    }

    /// Whether an argument may be what a block is for.
    fn may_be(&mut self, around: &Frame, written: ExprId, arg: &Type) -> bool {
        if matches!(self.expr(around, written), Expr::Generic { .. }) {
            return true;
        }
        let written = self.first_instance(around, written);
        self.may_be_same(&written, arg, 0)
    }

    fn may_be_same(&self, one: &Type, other: &Type, depth: u32) -> bool {
        if depth > MAX_DEPTH || is_unknown(one) || is_unknown(other) {
            return true;
        }
        match (one, other) {
            (Type::Instance { ty, args }, Type::Instance { ty: other, args: others }) => {
                // A bound stands for whatever satisfies it.
                let is_bound = |ty: Ref| self.is(ty, |it| it.kind.is_abstract_type());
                let same = args.len() != others.len() || args.iter().zip(others).all(|(one, other)| self.may_be_same(one, other, depth + 1));
                (ty == other && same) || is_bound(*ty) || is_bound(*other)
            }
            (Type::Instance { ty, .. }, Type::Foreign { name, .. }) | (Type::Foreign { name, .. }, Type::Instance { ty, .. }) => {
                !is_primitive(name) || self.is(*ty, |it| it.kind.is_abstract_type())
            }
            (Type::Foreign { name: one, .. }, Type::Foreign { name: other, .. }) => {
                one == other || !is_primitive(one) || !is_primitive(other) || [one, other].iter().any(|it| BARE.contains(&it.as_str()))
            }
            // What has several parts, or none, is nothing that has a name.
            (Type::Tuple(parts), Type::Instance { ty, .. }) | (Type::Instance { ty, .. }, Type::Tuple(parts)) => {
                parts.len() == 1 || self.is(*ty, |it| it.kind.is_abstract_type())
            }
            (Type::Tuple(parts), Type::Foreign { name, .. }) | (Type::Foreign { name, .. }, Type::Tuple(parts)) => {
                parts.len() == 1 || !is_primitive(name) || name == "tuple"
            }
            _ => true,
        }
    }
}

/// Of the other names from outside each may be that of an interface, which stands for whatever satisfies it.
pub(in crate::link) fn is_primitive(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
}
