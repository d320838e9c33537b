//! Whether packs spend their budgets: one that leaves much of it while candidates are left has shown too little.

use crate::pack::allocate::Sharing;
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::request::{Budgets, PackRequest};

/// Names of the shares, with the tokens of their packs.
pub const SPENT: [(&str, u64); 3] = [("spent@2k", 2_000), ("spent@8k", 8_000), ("spent@32k", 32_000)];
/// A budget of which less is used is not spent, in percent.
const ENOUGH: u64 = 85;

/// How the packs of one query turn out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// In the order of [`SPENT`].
    pub spent: [Option<u64>; SPENT.len()],
    /// The graph had nothing for the query, and file heuristics filled its packs.
    pub fallback: bool,
}

/// One in millionths for every pack of a query that spends its tokens, its characters or its number of items; zero for one that does not; `None` where no
/// candidate was left over, or only such as their sections have no room for.
///
/// # Errors
/// [`PackError`] for a query that cannot be asked and an index that cannot be read.
pub fn packed(packer: &Packer<'_>, query: &str) -> Result<Packed, PackError> {
    let mut packed = Packed::default();
    for (share, (_, tokens)) in packed.spent.iter_mut().zip(SPENT) {
        let budgets = Budgets { max_total_tokens: Some(tokens), ..Budgets::default() };
        let draft = packer.draft(&PackRequest { query: query.to_owned(), budgets, ..PackRequest::default() }, Sharing::BySection)?;
        packed.fallback |= draft.fallback_reason().is_some();
        let (used, most) = (draft.used(), draft.request.budgets.filled());
        if used.waiting > 0 {
            let reaches = |used: u64, most: Option<u64>, percent: u64| most.is_some_and(|most| used * 100 >= most * percent);
            let is_spent = reaches(used.tokens, most.max_total_tokens, ENOUGH)
                || reaches(used.chars, most.max_total_chars, ENOUGH)
                || reaches(used.items, most.max_items, 100);
            *share = Some(if is_spent { super::locate::ONE } else { 0 });
        }
    }
    Ok(packed)
}
