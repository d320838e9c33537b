//! The engine behind languages that are described by queries instead of visitors.
//!
//! Owns: the capture vocabulary, and how captures become definitions, scopes, uses and imports.
//! Never: the name of a language. What differs between languages is a query or a field of [`Manner`].
//! Invariant: one pass of a cursor over the tree, then one pass over its matches in source order; both bounded by counts.

mod definitions;
mod documented;
mod events;
mod generics;
mod heads;
mod imports;
pub mod matches;
pub mod modules;
mod patterns;
mod titles;
mod values;
mod vocabulary;
mod walk;

#[cfg(test)]
pub mod tests;

use std::sync::OnceLock;

use tree_sitter::Node;

use crate::base::codes;
use crate::base::span::ByteSpan;
use crate::languages::semantics::Habits;
use crate::shard::builder::Builder;
use crate::shard::facts::Visibility;
use matches::Compiled;

/// What queries cannot say of a language.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The name of the present object: `self`, `this`. Empty where there is none.
    pub receiver: &'static str,
    /// The name of the present object as one of the type above: `super`, `base`, `parent`.
    pub parent: &'static str,
    /// Variables belong to the whole function (Ruby, PHP); otherwise to their block, from their declaration on.
    pub hoisted: bool,
    /// The habits that its links know: whether bare names reach members, and whether functions are told apart by the types of their parameters.
    pub habits: &'static Habits,
    /// What a type defines is seen by its bare name in it; patterns say of what that is not so by `#set! bound "never"`.
    pub lexical: bool,
    /// Comments of documentation may tell types (`@var T`, `@param T $x`, `@return T`) where the code does not.
    pub documented: bool,
    /// Blocks belong to whoever is given them: functions defined in one are no functions of the whole program (Ruby).
    pub handed_blocks: bool,
    /// The visibility of what says nothing of it.
    pub visibility: Visibility,
    /// Marks in front of a definition that make it a test: `[Fact`, `@Test`.
    pub test_marks: &'static [&'static str],
    /// How the names of tests start.
    pub test_prefixes: &'static [&'static str],
    /// Functions that start a program.
    pub entry_points: &'static [&'static str],
}

impl Manner {
    /// No receiver, block scopes, everything public.
    pub const PLAIN: Self = Self {
        receiver: "",
        parent: "",
        hoisted: false,
        lexical: false,
        documented: false,
        habits: &Habits::PLAIN,
        handed_blocks: false,
        visibility: Visibility::Public,
        test_marks: &[],
        test_prefixes: &[],
        entry_points: &[],
    };
}

/// The query of one language, compiled at most once a process.
#[derive(Debug)]
pub struct Tags {
    pieces: &'static [&'static str],
    pub manner: Manner,
    compiled: OnceLock<Result<Compiled, String>>,
}

impl Tags {
    /// The query that the texts of `pieces` make together.
    pub const fn new(pieces: &'static [&'static str], manner: Manner) -> Self {
        Self { pieces, manner, compiled: OnceLock::new() }
    }

    /// The compiled query.
    ///
    /// # Errors
    /// What is wrong with its text, in a sentence.
    pub fn compiled(&self, grammar: &tree_sitter::Language) -> Result<&Compiled, String> {
        self.compiled.get_or_init(|| Compiled::new(grammar, &self.pieces.join("\n"))).as_ref().map_err(Clone::clone)
    }

    /// Tells the builder all that the query finds below `root`.
    pub fn extract(&self, builder: &mut Builder<'_>, root: Option<Node<'_>>) {
        let Some(root) = root else { return };
        match self.compiled(&root.language()) {
            Ok(compiled) => walk::walk(self, compiled, builder, root),
            Err(cause) => builder.problem(&codes::P_PARSE_BOUND, ByteSpan::default(), format!("the query cannot be used: {cause}")),
        }
    }
}
