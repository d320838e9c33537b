//! What may be shown to whom: approvals for labelled files, and the ledger of what was shown.
//!
//! Owns: `approvals.jsonl` and `ledger.jsonl` of a root. Never: a row of the index, a text.
//! Invariant: what cannot be read allows nothing.

pub mod approvals;
pub mod ledger;
