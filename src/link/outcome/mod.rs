//! What becomes of a site: its end, the definitions that it may mean, and how sure that is.

pub(super) mod census;
pub mod confidence;
pub(super) mod foreigners;
pub(super) mod kept;
pub(super) mod measured;
pub mod reasons;
pub mod rules;

use std::sync::Arc;

use super::ask::Ref;
use super::eval::Linker;
use super::{Target, identity};
use crate::base::score::Millionths;
use crate::base::words::words;
use crate::base::{Name, caps};
use crate::languages::semantics::Module;
use crate::shard::body::Site;
use crate::shard::facts::SymbolKind;
use reasons::Reason;
use rules::Rule;

words! {
    /// The five ends of a site.
    pub enum End {
        Resolved = "resolved",
        Candidates = "candidates",
        External = "external",
        Dynamic = "dynamic",
        Unresolved = "unresolved",
    }
}

/// What stands for the package of what a language brings along.
pub(super) const BUILTIN: Name = Name::new_static("builtin");

/// What a target is, as far as edges depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    Callable,
    Type,
    /// Another name for a type, which a declaration names without calling it: `Alias it(x);` (C, C++).
    Alias,
    Value,
    Module,
}

/// How one site ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub end: End,
    pub rule: Option<Rule>,
    /// The word of a [`Reason`], or the external package; empty where there are targets.
    pub reason: Name,
    /// Targets in id order.
    pub targets: Vec<(Target, TargetKind)>,
    /// Confidence of each target but the likeliest.
    pub confidence: Millionths,
    /// The one of several targets that is meant more often than not, and its confidence.
    pub likeliest: Option<(Arc<str>, Millionths)>,
}

impl Outcome {
    /// A site that leads nowhere, and why.
    pub(super) fn left(reason: Reason) -> Self {
        Self::without(reason.end(), reason.into())
    }

    /// A site that leads to a package outside of the tree.
    pub(super) fn external(package: Name) -> Self {
        Self::without(End::External, package)
    }

    fn without(end: End, reason: Name) -> Self {
        Self { end, rule: None, reason, targets: Vec::new(), confidence: Millionths(0), likeliest: None }
    }

    /// How sure it is that the target of this id is meant.
    pub fn confidence_of(&self, target: &str) -> Millionths {
        self.likeliest.as_ref().filter(|(id, _)| id.as_ref() == target).map_or(self.confidence, |(_, confidence)| *confidence)
    }
}

/// Definitions as targets, each once, and the rule that assumes most of those that led to them.
pub(super) fn targets(linker: &mut Linker<'_>, symbols: impl IntoIterator<Item = (Ref, Rule)>) -> (Vec<(Target, TargetKind)>, Option<Rule>) {
    let mut targets: Vec<(Target, TargetKind)> = Vec::new();
    let mut rule: Option<Rule> = None;
    for (symbol, by) in symbols {
        if let Some(target) = target(linker, symbol)
            && !targets.iter().any(|(other, _)| other.id == target.0.id)
        {
            targets.push(target);
            rule = Some(rule.map_or(by, |rule| rule.weaker(by)));
        }
    }
    (targets, rule)
}

/// The outcome by definitions that a rule led to, each of which is as likely as the others.
pub(super) fn finish(linker: &Linker<'_>, site: &Site, targets: Vec<(Target, TargetKind)>, rule: Rule) -> Outcome {
    let sure = confidence::of(linker.own.language.id, site.role, rule);
    let confidence = if targets.len() > 1 { sure.shared(targets.len()) } else { sure };
    concluded(targets, rule, confidence)
}

/// The outcome by targets of this confidence. What is more often wrong than right is no resolution.
pub(super) fn concluded(mut targets: Vec<(Target, TargetKind)>, rule: Rule, confidence: Millionths) -> Outcome {
    targets.sort_by(|lhs, rhs| lhs.0.id.cmp(&rhs.0.id));
    if targets.len() > caps::MAX_CANDIDATES {
        return Outcome::left(Reason::TooManyCandidates);
    }
    let is_resolved = targets.len() == 1 && rule != Rule::SameName && confidence >= confidence::THRESHOLD;
    let end = if is_resolved { End::Resolved } else { End::Candidates };
    Outcome { end, rule: Some(rule), reason: Name::default(), targets, confidence, likeliest: None }
}

pub(super) fn module_target(linker: &mut Linker<'_>, module: &Module) -> Arc<str> {
    match module {
        Module::File { path, inner } => {
            if !inner.is_empty()
                && let Some(file) = linker.file_at(path)
                && let Some(index) = file.facts.symbols.iter().position(|it| it.kind == SymbolKind::Module && it.qualified == *inner)
            {
                return linker.id_in(&file, u32::try_from(index).unwrap_or(u32::MAX));
            }
            identity::file_id(path).into()
        }
        Module::Namespace(name) | Module::Folder(name) => identity::module_id(name).into(),
    }
}

pub(super) fn target(linker: &mut Linker<'_>, symbol: Ref) -> Option<(Target, TargetKind)> {
    let file = linker.load(symbol.file)?;
    let it = file.facts.symbol(symbol.symbol)?;
    let kind = match it.kind {
        SymbolKind::Module => TargetKind::Module,
        kind if kind.is_callable() => TargetKind::Callable,
        SymbolKind::TypeAlias if file.habits().aliases_declare => TargetKind::Alias,
        kind if kind.is_type() => TargetKind::Type,
        _ => TargetKind::Value,
    };
    let id = linker.id_in(&file, symbol.symbol);
    Some((Target { id, name: it.shown().into() }, kind))
}
