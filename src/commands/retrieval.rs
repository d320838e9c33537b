//! What every verb that shows texts does around its answer: it reads the approvals before and writes the ledger after.

use super::approve;
use super::failure::Failure;
use super::pack_request::Wishes;
use super::{Context, place::Reading};
use crate::base::{codes, date};
use crate::governance::approvals::Approvals;
use crate::governance::ledger::{self, Decision, Entry};
use crate::manifest::layout::Layout;
use crate::pack::context::PolicyNote;
use crate::pack::engine::Packer;
use crate::pack::excerpt::texts::Texts;
use crate::pack::request::PackRequest;
use crate::pack::stages::{Heard, Stage};
use crate::reader::index::Index;
use crate::reader::load;

/// Whether a retrieval is recorded.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Recording {
    /// Write no line about this into `ledger.jsonl` of the root.
    #[arg(long)]
    pub no_ledger: bool,
}

/// A retrieval that goes on.
pub struct Retrieval<'a> {
    context: &'a Context,
    layout: Layout,
    verb: &'static str,
    recorded: bool,
    start: i64,
}

/// What an answer tells the ledger.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub request_hash: String,
    pub pack_id: Option<String>,
    pub fallback: bool,
    pub policy_signature: Option<String>,
    pub decisions: Vec<Decision>,
    /// The run of an evaluation.
    pub run_id: Option<String>,
}

/// Answers the request of some wishes with what makes packs of an index. `heard` hears of the end of each stage.
///
/// # Errors
/// [`Failure`] for a request that cannot be met and an index that cannot be read.
pub fn with_packer<T>(
    wishes: &Wishes,
    (reading, verb): (&Reading, &'static str),
    recording: Recording,
    context: &Context,
    heard: Option<Heard<'_>>,
    answer: impl Fn(&Packer<'_>, &PackRequest, &Retrieval<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let host = context.host.as_ref();
    let encoder = context.encoder(reading);
    context.read_index(
        &reading.layout(),
        |cause| reading.failure(host, cause),
        |index| {
            let retrieval = Retrieval::start(context, reading, verb, recording);
            let request = wishes.request(index, reading, context)?;
            let read = |path: &str| reading.read_file(host, path);
            let texts =
                Texts::with_files(index, reading.work_tree(&read)).approved(retrieval.approvals()).labelled(reading.labels_since(index, context)?);
            let packer = Packer::new(index, texts).with_encoder(Some(&encoder)).with_stages(heard);
            if let Some(heard) = heard {
                heard(Stage::Opening);
            }
            answer(&packer, &request, &retrieval)
        },
    )
}

impl Told {
    /// The same, with what policy did.
    pub fn of_policy(self, policy: Option<&PolicyNote>) -> Self {
        Self {
            policy_signature: policy.map(|policy| policy.signature.clone()),
            decisions: policy.map_or_else(Vec::new, |policy| policy.decisions.clone()),
            ..self
        }
    }
}

impl<'a> Retrieval<'a> {
    /// A retrieval by a verb, from now on.
    pub fn start(context: &'a Context, reading: &Reading, verb: &'static str, recording: Recording) -> Self {
        let layout = reading.layout();
        // An index in one file has no folder that a ledger could stand in.
        let recorded = !recording.no_ledger && !load::is_file(context.host.as_ref(), &layout);
        Self { context, layout, verb, recorded, start: context.host.now_ns() }
    }

    /// What verbs have at hand.
    pub fn context(&self) -> &'a Context {
        self.context
    }

    /// The approvals of the root. Such as cannot be understood allow nothing, and that is told.
    pub fn approvals(&self) -> Approvals {
        let approvals = Approvals::read(self.context.host.as_ref(), &self.layout.approvals());
        if let Some(problem) = &approvals.problem {
            (self.context.warn)(&approve::unreadable(problem));
        }
        approvals
    }

    /// Writes the line of an answer. A root that cannot be written is told of, and the answer stands.
    pub fn record(&self, index: &Index, told: Told) {
        if !self.recorded {
            return;
        }
        let host = self.context.host.as_ref();
        let (now, state) = (host.now_ns(), self.context.indexes.state(host, &self.layout).unwrap_or_default());
        let index_signature = index.manifest().index_signature.clone();
        let entry = Entry {
            at: date::rfc3339(now / 1_000_000_000),
            decisions: told.decisions,
            fallback: told.fallback,
            graph_version: if state.index_signature == index_signature { state.graph_version } else { 0 },
            index_signature,
            latency_micros: u64::try_from((now - self.start) / 1_000).unwrap_or(0),
            pack_id: told.pack_id,
            policy_signature: told.policy_signature,
            request_hash: told.request_hash,
            run_id: told.run_id,
            verb: self.verb.to_owned(),
        };
        if let Err(cause) = ledger::append(host, &self.layout.ledger(), &entry) {
            (self.context.warn)(&Failure::new(&codes::P_LEDGER, format!("no ledger was written: {cause}")));
        }
    }
}
