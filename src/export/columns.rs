//! The columns of each table that an export reads, owned.

use super::tables::Row;
use crate::artifacts::edges::Edge;
use crate::artifacts::files::File;
use crate::artifacts::sites::SiteRow;
use crate::artifacts::symbols::SymbolRow;
use crate::base::score::Millionths;
use crate::base::span::{ByteSpan, Range};

/// Of `symbols`.
#[derive(Debug)]
pub struct Definition {
    pub path: String,
    pub id: String,
    pub evidence_id: String,
    pub kind: String,
    pub name: String,
    pub flags: Vec<String>,
    pub container: Option<String>,
    pub signature: String,
    pub doc: String,
    /// UTF-16 code units of the whole definition.
    pub range: Range,
}

/// Of `sites`.
#[derive(Debug)]
pub struct Use {
    pub path: String,
    pub evidence_id: String,
    pub span: ByteSpan,
    pub name: String,
    pub role: String,
    pub outcome: String,
    pub reason: Option<String>,
}

/// Of the edge tables.
#[derive(Debug)]
pub struct Link {
    pub path: String,
    pub evidence_id: String,
    pub start: u32,
    pub from: String,
    pub to: String,
    pub edge_type: String,
    pub confidence: Millionths,
}

impl Definition {
    /// Whether it has a flag, by its word.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|it| it == flag)
    }
}

impl Row for File {
    fn read(line: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(line)
    }

    fn path(&self) -> &str {
        &self.path
    }
}

impl Row for Definition {
    fn read(line: &[u8]) -> Result<Self, serde_json::Error> {
        let row: SymbolRow<'_> = serde_json::from_slice(line)?;
        Ok(Self {
            path: row.path.into_owned(),
            id: row.symbol_id.into_owned(),
            evidence_id: row.evidence_id.into_owned(),
            kind: row.kind.into_owned(),
            name: row.name.into_owned(),
            flags: row.flags.into_iter().map(std::borrow::Cow::into_owned).collect(),
            container: row.container.map(std::borrow::Cow::into_owned),
            signature: row.signature.into_owned(),
            doc: row.doc.into_owned(),
            range: row.range,
        })
    }

    fn path(&self) -> &str {
        &self.path
    }
}

impl Row for Use {
    fn read(line: &[u8]) -> Result<Self, serde_json::Error> {
        let row: SiteRow<'_> = serde_json::from_slice(line)?;
        Ok(Self {
            path: row.path.into_owned(),
            evidence_id: row.evidence_id.into_owned(),
            span: ByteSpan { start: row.byte_start, end: row.byte_end },
            name: row.name.into_owned(),
            role: row.role.into_owned(),
            outcome: row.outcome.into_owned(),
            reason: row.reason.map(std::borrow::Cow::into_owned),
        })
    }

    fn path(&self) -> &str {
        &self.path
    }
}

impl Row for Link {
    fn read(line: &[u8]) -> Result<Self, serde_json::Error> {
        let row: Edge<'_> = serde_json::from_slice(line)?;
        Ok(Self {
            path: row.path.into_owned(),
            evidence_id: row.evidence_id.into_owned(),
            start: row.byte_start,
            from: row.from.into_owned(),
            to: row.to.into_owned(),
            edge_type: row.edge_type.into_owned(),
            confidence: row.confidence,
        })
    }

    fn path(&self) -> &str {
        &self.path
    }
}
