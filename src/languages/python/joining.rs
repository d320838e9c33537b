//! What a name or a member is behind branches that give it a value: what each of them gives, in their order, or what it was.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::Walker;
use super::frames::Known;
use super::narrowing::is_place;
use crate::base::Name;
use crate::languages::syntax::field;
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId};

/// Most statements in one another that are looked into for what a member was.
const MAX_INSIDE: usize = 8;

/// Most names that are told behind one statement.
const MAX_JOINED: usize = 16;

impl Walker<'_, '_> {
    /// Behind branches, of which `ends` are the blocks of those that go on: a checker of types names the member of what the first of them gives.
    pub(super) fn joined(&mut self, node: Node<'_>, ends: &[BTreeMap<Name, u32>], is_whole: bool) {
        let Some(condition) = field(node, "condition").filter(|_| self.function_frame().is_some()) else { return };
        let mut names: Vec<&Name> = ends.iter().flatten().filter(|(_, local)| self.is_given(**local)).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        names.truncate(MAX_JOINED);
        if names.is_empty() {
            return;
        }
        let mut otherwise = if is_whole { Vec::new() } else { self.narrowings(condition, false) };
        for name in names {
            let Some(was) = self.held_before(name, ends, condition) else { continue };
            let mut values: Vec<ExprId> = Vec::new();
            for end in ends {
                values.push(end.get(name).map_or(was, |local| self.builder.expr(Expr::Local(*local))));
            }
            if !is_whole {
                let told = otherwise.iter().position(|(told, _)| told == name).map(|at| otherwise.swap_remove(at).1);
                values.push(told.map_or(was, |ty| self.builder.instance(ty)));
            }
            let mut kept = Vec::new();
            for value in values {
                if !kept.contains(&value) {
                    kept.push(value);
                }
            }
            self.declare_joined(name, kept, node.end_byte());
        }
    }

    /// Whether a local of a block was given a value there, and not only tested.
    fn is_given(&self, local: u32) -> bool {
        self.builder.local(local).is_some_and(|it| !it.values.is_empty())
    }

    /// What a name of a declared type, or a member, is where a condition is asked. Of other names all that they are given is known as it is.
    fn held_before(&mut self, name: &Name, ends: &[BTreeMap<Name, u32>], condition: Node<'_>) -> Option<ExprId> {
        if !is_place(name) {
            let known = self.function_frame()?.locals.get(name).copied().filter(|known| known.ty.is_some())?;
            let is_receiver = self.builder.local(known.local).is_none_or(|it| it.receiver);
            return (!is_receiver).then(|| self.builder.name(name, condition.start_byte()));
        }
        if self.builder.find_local(name, condition.start_byte()).is_some() {
            return Some(self.builder.name(name, condition.start_byte()));
        }
        let mut given = ends.iter().filter_map(|end| end.get(name)).copied().find(|local| self.is_given(*local))?;
        for _ in 0..MAX_INSIDE {
            match self.builder.at(self.builder.local(given)?.values.first().copied()?) {
                // A member that is given something keeps how it is read.
                Expr::Apply { args, .. } => return args.first().copied(),
                Expr::Local(inner) => given = *inner,
                _ => return None,
            }
        }
        None
    }

    fn declare_joined(&mut self, name: &Name, values: Vec<ExprId>, from: usize) {
        let local = Local { name: name.clone(), ty: None, values, receiver: false, parameter_of: None };
        let local = self.builder.declare(local, from);
        self.note_place(local, name);
        let Some(frame) = self.function_frame() else { return };
        if let Some(block) = frame.blocks.last_mut() {
            block.insert(name.clone(), local);
        } else {
            let (ty, rebound) = frame.locals.get(name).map_or((None, 0), |known| (known.ty, known.rebound));
            frame.locals.insert(name.clone(), Known { local, ty, rebound });
        }
    }
}
