//! Java: sources, Maven and Gradle build files.
//!
//! Owns: what Java's syntax says of definitions, names, imports and types, and how packages and nested types are named.
//! Never: types of lambdas beyond what the call around them shows; generated members (Lombok and its like).
//! Invariant: every use of a name gets one site. Methods, and variables with types, are two spaces of names that do not hide each other.

mod calls;
mod classes;
mod collectors;
mod documents;
mod expressions;
mod foreign_members;
mod generics;
mod giving;
mod gradle;
mod habits;
mod handing;
mod headers;
mod imports;
mod known_members;
mod maven;
mod members;
mod modules;
mod parameters;
mod patterns;
mod platform;
mod results;
mod shapes;
mod statements;
mod switches;
mod types;
mod varargs;
mod widening;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_modules;

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::{Node, Tree};

use super::semantics::NoModules;
use super::{Language, Tier, respell, syntax};
use crate::base::caps;
use crate::shard::builder::{Builder, ScopeKind};
use crate::shard::expr::ExprId;
use crate::shard::facts::Visibility;

/// Java.
pub static LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    tier: Tier::A,
    family: "java",
    extensions: &["java"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_java::LANGUAGE.into()),
    extract,
    semantics: &modules::Java,
};

/// XML.
pub static MAVEN: Language = Language {
    id: "maven-manifest",
    name: "XML",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["pom.xml"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| maven::extract(builder),
    semantics: &NoModules,
};

/// Gradle.
pub static GRADLE: Language = Language {
    id: "gradle-manifest",
    name: "Gradle",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| gradle::extract(builder),
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(root) = root else { return };
    let text = builder.text();
    let respelt = respell::reread(builder, root, varargs::without_annotations);
    let root = respelt.as_ref().map_or(root, Tree::root_node);
    let methods = builder.add_scope(None, ScopeKind::Module);
    let mut walk = Walk {
        builder,
        text,
        methods,
        frames: Vec::new(),
        anonymous: BTreeMap::new(),
        yields: Vec::new(),
        returns: Vec::new(),
        around: None,
        folding: None,
        folded: None,
        lombok: false,
    };
    walk.members(root);
}

/// One walk over one syntax tree.
struct Walk<'builder, 'text> {
    builder: &'builder mut Builder<'text>,
    text: &'text str,
    /// The file's own scope of method names: static imports.
    methods: u32,
    /// The types around the present place, innermost last.
    frames: Vec<Frame<'text>>,
    /// Anonymous classes met so far in each definition.
    anonymous: BTreeMap<Option<u32>, u32>,
    /// What the `switch` expressions around the present place yield, innermost last.
    yields: Vec<Vec<ExprId>>,
    /// The methods and lambdas around the present place, innermost last.
    returns: Vec<Returns>,
    /// An element of the collection that the function sorts or gathers which the present argument is made for.
    around: Option<ExprId>,
    /// How the call folds whose arguments come next.
    folding: Option<handing::Folding>,
    /// What the call folds into whose arguments were visited last.
    folded: Option<ExprId>,
    /// `val` and `var` are those of Lombok, which stand for the type of what is assigned.
    lombok: bool,
}

/// What is known of the values that a body returns.
enum Returns {
    /// The type that a method declares.
    Declared(Option<ExprId>),
    /// What a lambda gave so far.
    Given(Vec<ExprId>),
}

/// A type whose body is being walked.
struct Frame<'text> {
    symbol: u32,
    shape: Shape,
    /// The scope of its methods' names; its parent is that of the type around it.
    methods: u32,
    /// The names of its methods, with the number of methods of that name.
    overloads: BTreeMap<&'text str, usize>,
    /// The names of its fields and enum constants.
    values: BTreeSet<&'text str>,
    superclass: Option<ExprId>,
    /// Parameters of the record's header: types as written and names, for its compact constructor.
    components: Option<parameters::Parameters>,
    /// The parameters of its constructors, as hashes.
    constructors: Vec<u64>,
}

/// What is left out in one form of type means something else than in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Class,
    Interface,
    Enum,
    Record,
}

impl Shape {
    /// The visibility of a member without a modifier.
    fn visibility(self) -> Visibility {
        if self == Self::Interface { Visibility::Public } else { Visibility::Package }
    }

    /// How many types stand above one of this form without being written.
    fn unwritten(self) -> usize {
        usize::from(matches!(self, Self::Enum | Self::Record))
    }
}

impl<'text> Walk<'_, 'text> {
    /// The text of a node.
    fn word(&self, node: Node<'_>) -> &'text str {
        syntax::text(node, self.text)
    }

    /// Goes one level down, unless that is too deep ([`Builder::descend`]).
    fn descend(&mut self, node: Node<'_>) -> bool {
        self.builder.descend(syntax::span(node), format_args!("nested deeper than {} levels", caps::MAX_DEPTH))
    }

    /// Comes back from [`Self::descend`].
    fn ascend(&mut self) {
        self.builder.ascend();
    }

    /// The scope in which bare calls look for their method.
    fn method_scope(&self) -> u32 {
        self.frames.last().map_or(self.methods, |frame| frame.methods)
    }
}

/// The named children of a node but for comments.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// Annotations can stand almost everywhere.
fn is_annotation(node: Node<'_>) -> bool {
    matches!(node.kind(), "annotation" | "marker_annotation")
}
