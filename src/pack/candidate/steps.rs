//! The edges that lead to a candidate, read when somebody asks: most candidates are shown to nobody.

use std::fmt;

use crate::manifest::error::IndexError;
use crate::reader::edges::{Edge, Table};
use crate::reader::index::Index;

/// An edge by its table and its position there.
pub type Row = (Table, u32);

/// Edges from a seed on; none where no edge leads anywhere.
#[derive(Clone, Default)]
pub struct Steps<'a> {
    index: Option<&'a Index>,
    rows: Vec<Row>,
}

impl<'a> Steps<'a> {
    /// Edges of an index in their order.
    pub fn new(index: &'a Index, rows: Vec<Row>) -> Self {
        Self { index: Some(index), rows }
    }

    /// These edges, and one more behind them.
    #[must_use]
    pub fn and(&self, index: &'a Index, edge: &Edge<'a>) -> Self {
        Self::new(index, self.rows.iter().copied().chain([(edge.table, edge.row)]).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The edges.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn edges(&self) -> Result<Vec<Edge<'a>>, IndexError> {
        let Some(index) = self.index else { return Ok(Vec::new()) };
        self.rows.iter().map(|(table, row)| Ok(index.edges(*table)?.get(index, *row))).collect()
    }

    /// The edge that leads to the candidate.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn last(&self) -> Result<Option<Edge<'a>>, IndexError> {
        let last = self.index.zip(self.rows.last());
        last.map(|(index, (table, row))| Ok(index.edges(*table)?.get(index, *row))).transpose()
    }
}

impl fmt::Debug for Steps<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.rows).finish()
    }
}
