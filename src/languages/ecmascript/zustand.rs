//! What stores of zustand hold and give, by name.

use super::super::semantics::Giving;

/// The type of a store, of what it holds.
pub(super) const STORE: &str = "StoreApi";

/// What makes a store of what is written for its type parameter, or of what a function gives.
pub(super) const MADE: Giving = Giving::Written(STORE);

/// Methods that give what a store holds.
pub(super) const GIVING_PARTS: &[(&str, &str, &str, usize)] = &[("getInitialState", "zustand", STORE, 0), ("getState", "zustand", STORE, 0)];
