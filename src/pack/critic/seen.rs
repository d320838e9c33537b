//! What the author of a change was shown: the definitions and lines of a pack of any view.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::base::span::Lines;
use crate::reader::ids::SymbolId;
use crate::reader::index::Index;

/// What a pack shows, in words that outlive the index it was made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub pack_id: Option<String>,
    symbols: BTreeSet<String>,
    /// Definitions of a file by what names them, for views that have no `symbolId`.
    names: BTreeSet<(String, String)>,
    lines: BTreeMap<String, Vec<Lines>>,
}

impl Seen {
    /// What a printed pack shows: of the views 000, `task` and v1.
    ///
    /// # Errors
    /// A sentence where it is none of these.
    pub fn of(pack: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let mut seen = Self { pack_id: text(&pack["packId"]), ..Self::default() };
        let sections = pack["sections"].as_array().map(|all| all.iter().filter_map(|it| it["items"].as_array()).flatten().collect::<Vec<_>>());
        let items = sections.or_else(|| pack["items"].as_array().map(|all| all.iter().collect()));
        let Some(items) = items else { return Err("it holds neither `sections` nor `items`".to_owned()) };
        for item in items {
            let Some(file) = text(&item["fileRelPath"]).or_else(|| text(&item["file"])) else {
                return Err("an item of it names no file".to_owned());
            };
            if item["withheld"] == true || item["excerpt"]["withheld"] == true {
                continue;
            }
            seen.symbols.extend(text(&item["symbolId"]).or_else(|| text(&item["provenance"]["nodeId"]).filter(|it| it.starts_with("scip:"))));
            seen.names.extend(text(&item["symbol"]).map(|name| (file.clone(), name)));
            for joined in item["joined"].as_array().into_iter().flatten() {
                seen.symbols.extend(text(&joined["symbolId"]));
                seen.names.extend(text(joined).map(|name| (file.clone(), name)));
            }
            for copy in item["copies"].as_array().into_iter().flatten() {
                seen.symbols.extend(text(&copy["symbolId"]));
            }
            let number = |value: &Value| value.as_u64().and_then(|it| u32::try_from(it).ok());
            let lines = [&item["excerpt"]["lines"], &item["lines"]].into_iter().find(|it| it.is_object());
            let lines = lines.map_or((number(&item["start_line"]), number(&item["end_line"])), |it| (number(&it["start"]), number(&it["end"])));
            if let (Some(start), Some(end)) = lines {
                seen.lines.entry(file).or_default().push(Lines { end, start });
            }
        }
        Ok(seen)
    }

    /// Whether a definition is shown. Lines count only in files that did not change: elsewhere they have moved.
    pub fn shows(&self, index: &Index, id: SymbolId, file_changed: bool) -> bool {
        let symbol = index.symbol(id);
        let file = index.path(symbol.file);
        let in_lines = || self.lines.get(file).is_some_and(|all| all.iter().any(|it| it.start <= symbol.name_line && symbol.name_line <= it.end));
        self.symbols.contains(symbol.symbol_id)
            || self.names.contains(&(file.to_owned(), symbol.qualified_name.to_owned()))
            || (!file_changed && in_lines())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn packs_of_all_views_are_read() {
        let lines = |seen: &Seen| seen.lines.get("a.py").cloned();
        let whole = json!({"packId": "sha256:1", "sections": [{"items": [{"fileRelPath": "a.py", "symbolId": "scip:x", "excerpt": {"lines": {"start": 1, "end": 2}}, "lines": {"start": 1, "end": 9}}]}]});
        let seen = Seen::of(&whole).unwrap();
        assert_eq!((lines(&seen), seen.symbols.len(), seen.pack_id.as_deref()), (Some(vec![Lines { end: 2, start: 1 }]), 1, Some("sha256:1")));
        let task = json!({"items": [{"fileRelPath": "a.py", "lines": {"start": 3, "end": 4}, "provenance": {"nodeId": "scip:y"}}, {"fileRelPath": "a.py", "lines": null, "withheld": true}]});
        assert_eq!(lines(&Seen::of(&task).unwrap()), Some(vec![Lines { end: 4, start: 3 }]));
        let v1 = json!({"items": [{"file": "a.py", "start_line": 5, "end_line": 6, "symbol": "f"}]});
        let seen = Seen::of(&v1).unwrap();
        assert_eq!((lines(&seen), seen.names.len()), (Some(vec![Lines { end: 6, start: 5 }]), 1));
        assert!(Seen::of(&json!({"a": 1})).is_err() && Seen::of(&json!({"items": [{}]})).is_err());
    }
}
