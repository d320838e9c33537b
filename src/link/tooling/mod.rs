//! Compiler data wins: what a compiler says of a site stands, and where the link said something else that is listed.

pub mod fitted;

use std::sync::Arc;

use super::ask::Ref;
use super::eval::Linker;
use super::outcome::reasons::Reason;
use super::outcome::rules::Rule;
use super::outcome::{self, End, Outcome, TargetKind, census};
use super::{Target, identity};
use crate::base::problem::Problem;
use crate::base::span::ByteSpan;
use crate::base::{Name, caps, codes};
use crate::languages::semantics::Tree;
use crate::scip::evidence::Symbol;
use crate::shard::body::{Role, Site};
use crate::shard::expr::Expr;
use fitted::{Defined, Fitted};

/// Compiler data of the linked file and what it contradicts.
pub struct Court {
    fitted: Arc<Fitted>,
    disagreements: Vec<Problem>,
    count: usize,
    /// Sites at symbols with more definitions than are looked at.
    crowded: usize,
}

/// What a compiler's symbols at one site are here.
#[derive(Default)]
struct Meant {
    symbols: Vec<Ref>,
    files: Vec<String>,
    package: Option<Name>,
    /// A parameter or local variable.
    local: bool,
    /// Something inside of the repository that has no row.
    unlisted: bool,
    /// Something that the compiler did not find, or whose file the data does not fit.
    unknown: bool,
}

impl Court {
    /// The compiler data of the linked file, where there is any.
    pub fn of(linker: &Linker<'_>) -> Option<Self> {
        Some(Self { fitted: linker.own_tooling()?, disagreements: Vec::new(), count: 0, crowded: 0 })
    }

    /// How a site ends that the link has settled.
    pub fn settle(&mut self, linker: &mut Linker<'_>, site: &Site, own: Outcome) -> Outcome {
        let Some(meant) = self.meant(linker, site) else { return own };
        let Some(outcome) = judge(linker, site, meant, &own) else { return own };
        if contradicts(&own, &outcome) {
            self.list(site, &own, &outcome);
        }
        outcome
    }

    /// `None` where the compiler says nothing of the site.
    fn meant(&mut self, linker: &mut Linker<'_>, site: &Site) -> Option<Meant> {
        let mut said = false;
        let mut meant = Meant::default();
        let fitted = Arc::clone(&self.fitted);
        for symbol in fitted.uses(site.span) {
            said = true;
            let found: Option<Vec<(u32, Defined)>> = if symbol.local {
                let slot = linker.own_slot()?;
                let own: Vec<_> = fitted.definitions(symbol.key).take(caps::MAX_SCIP_DEFINITIONS + 1).map(|defined| (slot, defined)).collect();
                Some(own).filter(|it| it.len() <= caps::MAX_SCIP_DEFINITIONS)
            } else {
                linker.asker.tooling(symbol.key)
            };
            let Some(found) = found else {
                self.crowded += 1;
                return None;
            };
            if found.is_empty() {
                if self.is_outside(linker, symbol) {
                    meant.package = Some(symbol.package.clone());
                } else {
                    meant.unknown = true;
                }
            }
            for (slot, defined) in found {
                match defined {
                    Defined::Symbol(index) => meant.symbols.push(Ref { file: slot, symbol: index }),
                    Defined::File => meant.files.extend(linker.load(slot).map(|file| file.path.clone())),
                    Defined::Unlisted if symbol.local => meant.local = true,
                    Defined::Unlisted => meant.unlisted = true,
                    Defined::Unknown => meant.unknown = true,
                }
            }
        }
        said.then_some(meant)
    }

    /// Whether a symbol without a definition in the index is one of another package. A compiler that was shown an installed copy of a package of this
    /// repository names the package, too, and so does one that followed a name into its own package and found nothing.
    fn is_outside(&self, linker: &mut Linker<'_>, symbol: &Symbol) -> bool {
        if symbol.local || symbol.package.is_empty() || self.fitted.is_of(&symbol.package) {
            return false;
        }
        let folded: String = symbol.package.to_lowercase().replace(['_', '.'], "-");
        let managers = linker.own.habits().managers;
        !managers.iter().any(|manager| [symbol.package.as_str(), &folded].iter().any(|name| !linker.asker.packages_named(manager, name).is_empty()))
    }

    fn list(&mut self, site: &Site, own: &Outcome, compiler: &Outcome) {
        self.count += 1;
        if self.count > caps::MAX_DISAGREEMENTS {
            return;
        }
        let rule = own.rule.map_or("no rule", Rule::word);
        let message = format!("`{}` is {} by {rule}, {} to the compiler", site.name, told(own), told(compiler));
        self.disagreements.push(Problem { code: codes::P_SCIP_DISAGREES.name.into(), span: site.span, message });
    }

    /// What was refused, and what the link and the compiler disagree about.
    pub fn problems(mut self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = Vec::new();
        for why in &self.fitted.refused {
            problems.push(Problem::of_file(&codes::P_SCIP_STALE, format!("compiler data does not fit this text: {why}")));
        }
        if self.crowded > 0 {
            let most = caps::MAX_SCIP_DEFINITIONS;
            let message = format!("at {} sites stands a symbol of a compiler that has more than {most} definitions", self.crowded);
            problems.push(Problem::of_file(&codes::P_SCIP_CROWDED, message));
        }
        problems.append(&mut self.disagreements);
        if let Some(more) = self.count.checked_sub(caps::MAX_DISAGREEMENTS).filter(|more| *more > 0) {
            let message = format!("{more} more sites are not listed");
            problems.push(Problem { code: codes::P_SCIP_DISAGREES.name.into(), span: ByteSpan::default(), message });
        }
        problems
    }
}

/// The outcome by what a compiler meant; `None` where the link's own stands.
fn judge(linker: &mut Linker<'_>, site: &Site, meant: Meant, own: &Outcome) -> Option<Outcome> {
    if !meant.symbols.is_empty() {
        let several = meant.symbols.len() > 1;
        // No name led to these: that they are looked at is noted here.
        for symbol in &meant.symbols {
            if let Some(file) = linker.load(symbol.file) {
                linker.asker.looked_at(&file, symbol.symbol);
            }
        }
        let said = by_compiler(linker, site, meant.symbols)?;
        // Of several definitions to which a compiler gives one symbol the link may know which is meant.
        let is_told = several && said.targets.len() > 1 && own.end == End::Resolved && !contradicts(own, &said);
        return (!is_told).then_some(said);
    }
    if !meant.files.is_empty() && site.role != Role::Call {
        return files_by_compiler(linker, site, meant.files.iter().map(|path| identity::file_id(path)));
    }
    if meant.unknown {
        return None;
    }
    let claims = matches!(own.end, End::Resolved | End::Candidates);
    if let Some(package) = meant.package {
        // A package that the link knows has the name that manifests give it.
        return (own.end != End::External).then(|| out_by_compiler(Outcome::external(package)));
    }
    if meant.local {
        // What a variable holds is the link's to follow.
        let is_variable = matches!(linker.body.expr(site.target), Some(Expr::Local(_)));
        return (claims && !is_variable && own.rule != Some(Rule::LocalFlow)).then(|| out_by_compiler(Outcome::left(Reason::LocalValue)));
    }
    (claims && meant.unlisted).then(|| out_by_compiler(Outcome::left(Reason::DefinitionNotIndexed)))
}

/// The outcome by definitions that a compiler named, of which no argument has to be asked; `None` where they are none or too many.
fn by_compiler(linker: &mut Linker<'_>, site: &Site, symbols: Vec<Ref>) -> Option<Outcome> {
    let symbols = census::meant(linker, site, symbols.into_iter().map(|symbol| (symbol, Rule::Scip)).collect());
    let (targets, _) = outcome::targets(linker, symbols);
    said(linker, site, targets)
}

/// The outcome by files that a compiler named.
fn files_by_compiler(linker: &Linker<'_>, site: &Site, ids: impl Iterator<Item = String>) -> Option<Outcome> {
    let mut targets: Vec<(Target, TargetKind)> = ids.map(|id| (Target { id: id.into(), name: Name::default() }, TargetKind::Module)).collect();
    targets.sort_by(|lhs, rhs| lhs.0.id.cmp(&rhs.0.id));
    targets.dedup();
    said(linker, site, targets)
}

fn said(linker: &Linker<'_>, site: &Site, targets: Vec<(Target, TargetKind)>) -> Option<Outcome> {
    if targets.is_empty() || targets.len() > caps::MAX_CANDIDATES {
        return None;
    }
    Some(outcome::finish(linker, site, targets, Rule::Scip))
}

/// What a compiler knows to lead out of the index.
fn out_by_compiler(outcome: Outcome) -> Outcome {
    Outcome { rule: Some(Rule::Scip), ..outcome }
}

/// Whether the link claimed what the compiler denies. Candidates of which one is right are no contradiction.
fn contradicts(own: &Outcome, compiler: &Outcome) -> bool {
    match own.end {
        End::Resolved | End::Candidates => !own.targets.iter().any(|(target, _)| compiler.targets.iter().any(|(other, _)| other.id == target.id)),
        End::External => !compiler.targets.is_empty(),
        End::Dynamic | End::Unresolved => false,
    }
}

fn told(outcome: &Outcome) -> String {
    match outcome.targets.as_slice() {
        [] if outcome.end == End::External && outcome.reason.is_empty() => "of a package outside of the tree".to_owned(),
        [] if outcome.end == End::External => format!("of the package `{}`", outcome.reason),
        [] => format!("nothing of the index ({})", outcome.reason),
        [(one, _)] => format!("`{}`", one.id),
        [(one, _), rest @ ..] => format!("`{}` or one of {} more", one.id, rest.len()),
    }
}
