//! Dataflow inside one function: results passed on as arguments, parameters passed on.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::census::{End, Outcome, TargetKind};
use super::eval::Linker;
use crate::base::caps;
use crate::base::score::Millionths;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// A value that flows into a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flow {
    /// The call it flows into: index into `Body::sites`.
    pub site: u32,
    /// The function whose result it is, or the function whose parameter is passed on.
    pub from: Arc<str>,
    /// The called function.
    pub to: Arc<str>,
    pub confidence: Millionths,
}

/// All flows into the resolved calls of the file.
pub fn flows(linker: &mut Linker<'_>, outcomes: &[Option<Outcome>]) -> Vec<Flow> {
    let body = linker.body;
    let calls: BTreeMap<ExprId, usize> = body
        .sites
        .iter()
        .enumerate()
        .filter(|(_, site)| site.arg_count.is_some() || site.role == Role::Call)
        .map(|(index, site)| (site.target, index))
        .collect();
    let own = Arc::clone(&linker.own);
    let mut flows = Vec::new();
    for (site, index) in body.sites.iter().zip(0u32..) {
        let Some((to, confidence)) = called(outcomes, index as usize) else { continue };
        let mut sources = Vec::new();
        for arg in &site.args {
            collect(linker, &calls, outcomes, *arg, 0, &mut sources);
        }
        for source in sources {
            let (from, certainty) = match source {
                Source::Result(from, certainty) => (from, certainty),
                Source::Parameter(symbol) => (linker.id_in(&own, symbol), Millionths::ONE),
            };
            flows.push(Flow { site: index, from, to: Arc::clone(&to), confidence: confidence.min(certainty) });
        }
    }
    flows.sort();
    flows.dedup_by(|lhs, rhs| (lhs.site, &lhs.from, &lhs.to) == (rhs.site, &rhs.from, &rhs.to));
    flows
}

enum Source {
    Result(Arc<str>, Millionths),
    Parameter(u32),
}

fn called(outcomes: &[Option<Outcome>], index: usize) -> Option<(Arc<str>, Millionths)> {
    let outcome = outcomes.get(index)?.as_ref()?;
    match (outcome.end, outcome.targets.as_slice()) {
        (End::Resolved, [(target, TargetKind::Callable | TargetKind::Type)]) => Some((Arc::clone(&target.id), outcome.confidence)),
        _ => None,
    }
}

fn collect(linker: &Linker<'_>, calls: &BTreeMap<ExprId, usize>, outcomes: &[Option<Outcome>], id: ExprId, depth: u32, sources: &mut Vec<Source>) {
    if depth > caps::MAX_FLOW_DEPTH || sources.len() >= caps::MAX_FLOWS {
        return;
    }
    match linker.body.expr(id) {
        Some(Expr::Call { callee }) => {
            let callee = match linker.body.expr(*callee) {
                Some(Expr::Apply { base, .. }) => base,
                _ => callee,
            };
            if let Some((from, certainty)) = calls.get(callee).and_then(|index| called(outcomes, *index)) {
                sources.push(Source::Result(from, certainty));
            }
        }
        Some(Expr::Unwrap(base) | Expr::Element(base) | Expr::Iterated(base) | Expr::At { base, .. } | Expr::Part { base, .. }) => {
            collect(linker, calls, outcomes, *base, depth + 1, sources);
        }
        Some(Expr::AnyOf(parts) | Expr::Tuple(parts)) => {
            for part in parts {
                collect(linker, calls, outcomes, *part, depth + 1, sources);
            }
        }
        // What is built of values that are written out: `[a, b]`, `a..b`.
        Some(Expr::Instance { ty, built: true }) => {
            if let Some(Expr::Apply { args, .. }) = linker.body.expr(*ty) {
                for held in args.iter().filter(|held| matches!(linker.body.expr(**held), Some(Expr::Element(_)))) {
                    collect(linker, calls, outcomes, *held, depth, sources);
                }
            }
        }
        Some(Expr::Local(local)) => {
            let Some(local) = linker.body.local(*local) else { return };
            match local.parameter_of {
                Some(symbol) if !local.receiver => sources.push(Source::Parameter(symbol)),
                _ => {
                    for value in &local.values {
                        collect(linker, calls, outcomes, *value, depth + 1, sources);
                    }
                }
            }
        }
        _ => {}
    }
}
