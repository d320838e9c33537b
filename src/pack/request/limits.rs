//! Defaults and hard caps of a request. A default may be lowered or raised; past a hard cap a request is refused, never clamped.

use super::PackRequest;
use crate::pack::error::PackError;

/// One limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// As the request names it.
    pub name: &'static str,
    pub default: u64,
    /// The least that makes sense.
    pub least: u64,
    pub hard_cap: u64,
}

const fn limit(name: &'static str, default: u64, least: u64, hard_cap: u64) -> Limit {
    Limit { name, default, least, hard_cap }
}

pub const HOPS: Limit = limit("expansion.maxHops", 2, 0, 4);
pub const ITEMS: Limit = limit("budgets.maxItems", 80, 1, 250);
pub const ITEMS_PER_SECTION: Limit = limit("budgets.maxItemsPerSection", 25, 1, 80);
pub const BYTES_PER_ITEM: Limit = limit("budgets.maxBytesPerItem", 4_096, 1, 64_000);
pub const TOTAL_CHARS: Limit = limit("budgets.maxTotalChars", 200_000, 1, 2_000_000);
pub const TOTAL_TOKENS: Limit = limit("budgets.maxTotalTokens", 32_000, 1, 500_000);
pub const NODES_VISITED: Limit = limit("budgets.maxNodesVisited", 5_000, 1, 200_000);
pub const EDGES_READ: Limit = limit("budgets.maxEdgesRead", 50_000, 1, 2_000_000);
pub const CANDIDATES: Limit = limit("budgets.maxCandidates", 2_000, 1, 20_000);
pub const QUERY_BYTES: Limit = limit("query", 0, 0, 65_536);
pub const FILES: Limit = limit("files", 0, 0, 200);
pub const CHANGED: Limit = limit("changed", 0, 0, 200);
pub const HAVE: Limit = limit("have", 0, 0, 5_000);

/// Every limit that a request can ask for as a number.
pub const LIMITS: &[Limit] = &[
    HOPS,
    ITEMS,
    ITEMS_PER_SECTION,
    BYTES_PER_ITEM,
    TOTAL_CHARS,
    TOTAL_TOKENS,
    NODES_VISITED,
    EDGES_READ,
    CANDIDATES,
    QUERY_BYTES,
    FILES,
    CHANGED,
    HAVE,
];

/// Edges that one second of a time budget stands for, so that an answer does not depend on the machine.
pub const EDGES_PER_SECOND: u64 = 100_000;

impl Limit {
    /// Whether a value lies between the least and the hard cap.
    ///
    /// # Errors
    /// [`PackError::Budget`] above the cap, [`PackError::Request`] below the least.
    pub fn check(&self, value: u64) -> Result<(), PackError> {
        if value > self.hard_cap {
            return Err(PackError::Budget { name: self.name, value, cap: self.hard_cap });
        }
        if value < self.least {
            return Err(PackError::Request(format!("`{}` is {value}; the least is {}", self.name, self.least)));
        }
        Ok(())
    }
}

/// Checks every limit of a request.
///
/// # Errors
/// As [`Limit::check`], of the first that does not hold.
pub fn check(request: &PackRequest) -> Result<(), PackError> {
    let budgets = &request.budgets;
    let asked = [
        (HOPS, Some(u64::from(request.expansion.max_hops))),
        (ITEMS, budgets.max_items),
        (ITEMS_PER_SECTION, budgets.max_items_per_section),
        (BYTES_PER_ITEM, budgets.max_bytes_per_item),
        (TOTAL_CHARS, budgets.max_total_chars),
        (TOTAL_TOKENS, budgets.max_total_tokens),
        (NODES_VISITED, budgets.max_nodes_visited),
        (EDGES_READ, budgets.max_edges_read),
        (CANDIDATES, budgets.max_candidates),
        (QUERY_BYTES, Some(request.query.len() as u64)),
        (FILES, Some(request.files.len() as u64)),
        (CHANGED, Some(request.changed.len() as u64)),
        (HAVE, Some(request.have.len() as u64)),
    ];
    asked.into_iter().try_for_each(|(limit, value)| value.map_or(Ok(()), |value| limit.check(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::codes;
    use crate::pack::context::delta::Held;
    use crate::pack::request::Budgets;

    /// A request that asks for `value` of one limit.
    fn asking(limit: &Limit, value: u64) -> PackRequest {
        let mut request = PackRequest::default();
        let count = usize::try_from(value).unwrap();
        let budgets = &mut request.budgets;
        match limit.name {
            "expansion.maxHops" => request.expansion.max_hops = u32::try_from(value).unwrap(),
            "budgets.maxItems" => budgets.max_items = Some(value),
            "budgets.maxItemsPerSection" => budgets.max_items_per_section = Some(value),
            "budgets.maxBytesPerItem" => budgets.max_bytes_per_item = Some(value),
            "budgets.maxTotalChars" => budgets.max_total_chars = Some(value),
            "budgets.maxTotalTokens" => budgets.max_total_tokens = Some(value),
            "budgets.maxNodesVisited" => budgets.max_nodes_visited = Some(value),
            "budgets.maxEdgesRead" => budgets.max_edges_read = Some(value),
            "budgets.maxCandidates" => budgets.max_candidates = Some(value),
            "query" => request.query = "q".repeat(count),
            "have" => request.have = vec![Held { id: "a".to_owned(), file_rel_path: None, first_lines: None }; count],
            "changed" => request.changed = vec!["a".to_owned(); count],
            "files" => request.files = vec!["a".to_owned(); count],
            other => panic!("no request asks for `{other}`"),
        }
        request
    }

    #[test]
    fn hard_caps_hold_below_at_and_above_and_are_named() {
        for limit in LIMITS {
            assert_eq!(check(&asking(limit, limit.hard_cap - 1)).err().map(|it| it.to_string()), None);
            assert_eq!(check(&asking(limit, limit.hard_cap)).err().map(|it| it.to_string()), None);
            let refused = check(&asking(limit, limit.hard_cap + 1)).unwrap_err();
            assert_eq!(refused.code(), &codes::BUDGET_EXCEEDED);
            let message = refused.to_string();
            assert!(message.contains(limit.name) && message.contains(&limit.hard_cap.to_string()), "{message}");
        }
    }

    #[test]
    fn nothing_at_all_is_no_budget() {
        for limit in LIMITS.iter().filter(|limit| limit.least > 0) {
            assert_eq!(check(&asking(limit, 0)).unwrap_err().code(), &codes::USAGE);
            assert!(check(&asking(limit, 1)).is_ok());
        }
    }

    #[test]
    fn defaults_are_those_that_are_published() {
        let filled = Budgets::default().filled();
        let values = [filled.max_items, filled.max_items_per_section, filled.max_bytes_per_item, filled.max_total_chars, filled.max_total_tokens];
        assert_eq!(values, [80, 25, 4_096, 200_000, 32_000].map(Some));
        assert!(LIMITS.iter().all(|limit| limit.default <= limit.hard_cap));
    }
}
