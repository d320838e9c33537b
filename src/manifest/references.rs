//! References between tables: what each row names must stand where it says.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;
use xxhash_rust::xxh64::xxh64;

use super::model::Manifest;
use super::verify::Findings;
use crate::base::ids::{SourceHash, evidence_id, hex};

/// What the rows read so far define, and what they have named that is still to come.
#[derive(Default)]
pub struct Known {
    /// Source hash, rows of `problems` announced and met, by path.
    files: HashMap<String, (Option<SourceHash>, u64, u64)>,
    /// Over paths and source hashes in the order of `files`.
    sources: blake3::Hasher,
    /// The file of each symbol id: two must not share one.
    symbols: HashMap<String, String>,
    evidence: HashSet<String>,
    /// Text hash by chunk.
    chunks: HashMap<String, String>,
    /// The indexes that packs were made of.
    packs: BTreeSet<String>,
    /// Symbols that were named before their table was read, with the table that named them.
    wanted: BTreeSet<(String, &'static str)>,
    /// Rows of `vectors`.
    vectors: usize,
    /// Their sizes.
    dimensions: BTreeSet<usize>,
}

fn text<'a>(row: &'a Value, column: &str) -> &'a str {
    row.get(column).and_then(Value::as_str).unwrap_or("")
}

fn number(row: &Value, column: &str) -> u64 {
    row.get(column).and_then(Value::as_u64).unwrap_or(u64::MAX)
}

fn source_hash(text: &str) -> Option<SourceHash> {
    let digits = text.strip_prefix("blake3:").filter(|digits| digits.len() == 64 && digits.is_ascii())?;
    let mut bytes = [0; 32];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(digits.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(SourceHash(bytes)).filter(|hash| hex(&hash.0) == digits)
}

impl Known {
    /// Checks what a row of `table` names, and remembers what it defines.
    pub fn row(&mut self, table: &'static str, row: &Value, findings: &mut Findings) {
        let path = text(row, "path");
        match table {
            "files" => return self.file(path, row, findings),
            "problems" => {
                if let Some((_, _, met)) = self.files.get_mut(path) {
                    *met += 1;
                }
                // What could not be read at all has problems and no row of its own.
                return;
            }
            "context_packs" => return self.pack(row, findings),
            _ => {}
        }
        if !self.files.contains_key(path) {
            findings.add(format!("{table}: `{path}` is not in `files`"));
        }
        match table {
            "chunk_meta" => {
                self.want(table, text(row, "symbolId"));
                self.chunks.insert(text(row, "chunkUid").to_owned(), text(row, "textHash").to_owned());
            }
            "chunk_text" => self.chunk_text(row, findings),
            "postings" => self.chunk(table, text(row, "chunkUid"), findings),
            "vectors" => self.vector(row, findings),
            "symbols" => self.symbol(path, row, findings),
            "sites" => self.site(path, row, findings),
            "risks" => self.risk(row, findings),
            "history" => {
                for other in row.get("coChanged").and_then(Value::as_array).into_iter().flatten() {
                    if !self.files.contains_key(text(other, "path")) {
                        findings.add(format!("history: `{}`, which changed with `{path}`, is not in `files`", text(other, "path")));
                    }
                }
            }
            "commits" => {
                for changed in row.get("paths").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
                    if !self.files.contains_key(changed) {
                        findings.add(format!("commits: `{changed}`, which `{}` changed, is not in `files`", text(row, "commitId")));
                    }
                }
            }
            "repo_graph" => {
                self.end_of_edge(table, text(row, "node_id"), findings);
                for edge in row.get("edges").and_then(Value::as_array).into_iter().flatten() {
                    self.end_of_edge(table, text(edge, "to"), findings);
                }
            }
            _ if table.starts_with("edges_") => self.edge(table, row, findings),
            _ => {}
        }
    }

    /// Checks what could only be known once a table was read.
    pub fn end_of_table(&mut self, table: &str, findings: &mut Findings) {
        if table == "symbols" {
            for (id, by) in std::mem::take(&mut self.wanted) {
                if !self.symbols.contains_key(&id) {
                    findings.add(format!("{by}: no symbol `{id}`"));
                }
            }
        }
    }

    /// Checks what could only be known once everything was read.
    pub fn end(&self, manifest: &Manifest, findings: &mut Findings) {
        let mut wrong: Vec<&String> = self.files.iter().filter(|(_, (_, announced, met))| announced != met).map(|(path, _)| path).collect();
        wrong.sort();
        for path in wrong {
            findings.add(format!("files: `{path}` has another number of problems than it says"));
        }
        self.vectors(manifest, findings);
        for signature in self.packs.iter().filter(|signature| **signature != manifest.index_signature) {
            findings.add(format!("context_packs: a pack is of the index `{signature}`"));
        }
        if format!("blake3:{}", hex(self.sources.finalize().as_bytes())) != manifest.source_signature {
            findings.add("files: the manifest's `sourceSignature` is that of other files".to_owned());
        }
    }

    fn file(&mut self, path: &str, row: &Value, findings: &mut Findings) {
        let hash = source_hash(text(row, "sourceHash"));
        match &hash {
            Some(hash) => {
                self.sources.update(path.as_bytes());
                self.sources.update(&[0]);
                self.sources.update(&hash.0);
            }
            None => findings.add(format!("files: `{path}` has no source hash")),
        }
        self.files.insert(path.to_owned(), (hash, number(row, "problemCount"), 0));
    }

    fn symbol(&mut self, path: &str, row: &Value, findings: &mut Findings) {
        let id = text(row, "symbolId");
        if let Some(home) = self.symbols.insert(id.to_owned(), path.to_owned())
            && home != path
        {
            findings.add(format!("symbols: `{id}` stands in `{home}` and in `{path}`"));
        }
        self.evidence.insert(text(row, "evidenceId").to_owned());
        self.want("symbols", text(row, "container"));
        if !row.get("chunkUid").is_none_or(Value::is_null) {
            self.chunk("symbols", text(row, "chunkUid"), findings);
        }
    }

    fn site(&mut self, path: &str, row: &Value, findings: &mut Findings) {
        let id = text(row, "evidenceId");
        self.evidence.insert(id.to_owned());
        let enclosing = text(row, "enclosing");
        if !enclosing.is_empty() && !self.symbols.contains_key(enclosing) {
            findings.add(format!("sites: no symbol `{enclosing}` around `{id}`"));
        }
        let span = (u32::try_from(number(row, "byteStart")), u32::try_from(number(row, "byteEnd")));
        let expected = match (self.files.get(path), span) {
            (Some((Some(hash), ..)), (Ok(start), Ok(end))) => evidence_id(text(row, "kind"), path, start, end, hash),
            _ => String::new(),
        };
        if id != expected {
            findings.add(format!("sites: `{id}` is not evidence of the bytes of `{path}`"));
        }
    }

    fn chunk(&self, table: &str, uid: &str, findings: &mut Findings) {
        if !self.chunks.contains_key(uid) {
            findings.add(format!("{table}: no chunk {uid}"));
        }
    }

    fn chunk_text(&self, row: &Value, findings: &mut Findings) {
        let uid = text(row, "chunkUid");
        let hash = format!("xxh64:{:016x}", xxh64(text(row, "text").as_bytes(), 0));
        match self.chunks.get(uid) {
            None => findings.add(format!("chunk_text: no chunk {uid}")),
            Some(said) if *said != hash => findings.add(format!("chunk_text: the text of {uid} is another one")),
            Some(_) => {}
        }
    }

    fn vector(&mut self, row: &Value, findings: &mut Findings) {
        let uid = text(row, "chunkUid");
        match self.chunks.get(uid) {
            None => findings.add(format!("vectors: no chunk {uid}")),
            Some(said) if said != text(row, "textHash") => findings.add(format!("vectors: the vector of {uid} is one of another text")),
            Some(_) => {}
        }
        self.vectors += 1;
        self.dimensions.insert(text(row, "vector").len() / 2);
    }

    /// Checks that every chunk has a vector of the model's size, or none has one.
    fn vectors(&self, manifest: &Manifest, findings: &mut Findings) {
        let expected = manifest.embedding.as_ref().map_or(0, |_| self.chunks.len());
        if self.vectors != expected {
            findings.add(format!("vectors: there are {}, and there should be {expected}", self.vectors));
        }
        let dimensions = manifest.embedding.as_ref().map_or(0, |embedding| embedding.dimensions as usize);
        if let Some(other) = self.dimensions.iter().find(|it| **it != dimensions) {
            findings.add(format!("vectors: some have {other} components, and the model has {dimensions}"));
        }
    }

    /// A pack shows what stands in other tables, under the id that it says it has.
    fn pack(&mut self, row: &Value, findings: &mut Findings) {
        let (id, pack) = (text(row, "packId"), row.get("pack").unwrap_or(&Value::Null));
        if text(pack, "packId") != id || pack.get("request") != row.get("request") {
            findings.add(format!("context_packs: the pack in the row of {id} is another one"));
        }
        self.packs.insert(text(pack, "indexSignature").to_owned());
        let parts = |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let items = parts(pack, "sections").iter().flat_map(|section| parts(section, "items")).collect::<Vec<_>>();
        for item in items.iter().chain(&parts(pack, "seeds")) {
            let path = text(item, "fileRelPath");
            if !self.files.contains_key(path) {
                findings.add(format!("context_packs: `{path}`, which {id} shows, is not in `files`"));
            }
            for shown in std::iter::once(item).chain(&parts(item, "joined")) {
                self.chunk("context_packs", text(shown, "chunkUid"), findings);
                let symbol = text(shown, "symbolId");
                if !symbol.is_empty() && !self.symbols.contains_key(symbol) {
                    findings.add(format!("context_packs: no symbol `{symbol}`, which {id} shows"));
                }
            }
        }
    }

    /// Symbols are read before risks, so one that is not known now is nowhere.
    fn risk(&self, row: &Value, findings: &mut Findings) {
        let symbol = text(row, "symbolId");
        if !symbol.is_empty() && !self.symbols.contains_key(symbol) {
            findings.add(format!("risks: no symbol `{symbol}`"));
        }
        if text(row, "kind") == "secret" && text(row, "hash").is_empty() {
            findings.add(format!("risks: a secret of `{}` has no hash", text(row, "path")));
        }
    }

    /// A symbol that must turn up in its table.
    fn want(&mut self, table: &'static str, id: &str) {
        if !id.is_empty() && !self.symbols.contains_key(id) {
            self.wanted.insert((id.to_owned(), table));
        }
    }

    fn edge(&self, table: &str, row: &Value, findings: &mut Findings) {
        // Mentions in text and re-exports are shown by a span of their own, which is no row.
        let from_span = matches!(text(row, "type"), "mentions" | "export");
        let id = text(row, "evidenceId");
        if id.is_empty() || !from_span && !self.evidence.contains(id) {
            findings.add(format!("{table}: evidence {id} of `{}` is nowhere", text(row, "path")));
        }
        self.end_of_edge(table, text(row, "from"), findings);
        self.end_of_edge(table, text(row, "to"), findings);
    }

    /// One end of an edge: a symbol, a file, or a module of another package.
    fn end_of_edge(&self, table: &str, end: &str, findings: &mut Findings) {
        let known = match end.split_once(':') {
            Some(("scip", _)) => self.symbols.contains_key(end),
            Some(("file", path)) => self.files.contains_key(path),
            Some(("module", name)) => !name.is_empty(),
            _ => false,
        };
        if !known {
            findings.add(format!("{table}: `{end}` is nowhere"));
        }
    }
}
