//! Dataflow inside one function: results passed on as arguments, parameters passed on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::caps;
use crate::base::score::Millionths;
use crate::link::eval::Linker;
use crate::link::outcome::{End, Outcome, TargetKind};
use crate::shard::body::{Body, Role};
use crate::shard::expr::{Expr, ExprId, collected_of};

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
        let mut sources = Sources { body, calls: &calls, outcomes, found: Vec::new() };
        site.args.iter().for_each(|arg| sources.collect(*arg, 0));
        for source in sources.found {
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

/// What flows into the arguments of one call.
struct Sources<'a> {
    body: &'a Body,
    /// The sites of calls, by what they name.
    calls: &'a BTreeMap<ExprId, usize>,
    outcomes: &'a [Option<Outcome>],
    found: Vec<Source>,
}

impl Sources<'_> {
    fn collect(&mut self, id: ExprId, depth: u32) {
        if depth > caps::MAX_FLOW_DEPTH || self.found.len() >= caps::MAX_FLOWS {
            return;
        }
        let body = self.body;
        match body.expr(collected_of(&body.exprs, id)) {
            Some(Expr::Call { callee }) => {
                let callee = match body.expr(*callee) {
                    Some(Expr::Apply { base, .. }) => base,
                    _ => callee,
                };
                if let Some((from, certainty)) = self.calls.get(callee).and_then(|index| called(self.outcomes, *index)) {
                    self.found.push(Source::Result(from, certainty));
                }
            }
            Some(Expr::Unwrap(base) | Expr::Element(base) | Expr::Iterated(base) | Expr::At { base, .. } | Expr::Part { base, .. }) => {
                self.collect(*base, depth + 1);
            }
            Some(Expr::AnyOf(parts) | Expr::Tuple(parts)) => {
                for part in parts {
                    self.collect(*part, depth + 1);
                }
            }
            // What is built of values that are written out: `[a, b]`, `a..b`.
            Some(Expr::Instance { ty, built: true }) => {
                if let Some(Expr::Apply { args, .. }) = body.expr(*ty) {
                    for held in args.iter().filter(|held| matches!(body.expr(**held), Some(Expr::Element(_)))) {
                        self.collect(*held, depth);
                    }
                }
            }
            Some(Expr::Local(local)) => {
                let Some(local) = body.local(*local) else { return };
                match local.parameter_of {
                    Some(symbol) if !local.receiver => self.found.push(Source::Parameter(symbol)),
                    _ => {
                        for value in &local.values {
                            self.collect(*value, depth + 1);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
