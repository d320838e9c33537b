//! The normalised form of a request: equal wishes have equal bytes.

use super::{EdgeType, PackRequest, filter, limits};
use crate::base::path;
use crate::pack::error::PackError;

/// What a repository is called that has no name.
const UNNAMED: &str = "local";

/// Checks a request and brings it into its normal form for the index of `signature`: defaults in place, lists sorted without twins, flags that
/// agree with the edge types. A request that does not name its repository is for the one that the index calls `repository`.
///
/// # Errors
/// [`PackError::Budget`] past a hard cap, [`PackError::Request`] where it contradicts itself, [`PackError::Signature`] for another snapshot.
pub fn normalized(request: &PackRequest, signature: &str, repository: Option<&str>) -> Result<PackRequest, PackError> {
    limits::check(request)?;
    let mut request = request.clone();
    if !request.index_signature.is_empty() && request.index_signature != signature {
        return Err(PackError::Signature { wanted: request.index_signature, found: signature.to_owned() });
    }
    signature.clone_into(&mut request.index_signature);
    ".".clone_into(&mut request.index_root);
    request.query = request.query.trim().to_owned();
    if request.query.contains('\0') {
        return Err(PackError::Request("the query holds a zero byte: it is no text".to_owned()));
    }
    request.repo_id = request.repo_id.trim().to_owned();
    if request.repo_id.is_empty() || request.repo_id == UNNAMED {
        repository.unwrap_or(UNNAMED).clone_into(&mut request.repo_id);
    }
    request.budgets = request.budgets.filled();
    focus(&mut request)?;
    expansion(&mut request);
    request.files = paths(&request.files)?;
    request.changed.sort_unstable();
    request.changed.dedup();
    request.have.sort_unstable();
    request.have.dedup_by(|twin, kept| {
        let same = twin.id == kept.id;
        if same {
            kept.join(twin);
        }
        same
    });
    filter::check_pattern(&request.filters.file_pattern).map_err(PackError::Request)?;
    request.filters.include_paths = paths(&request.filters.include_paths)?;
    request.filters.exclude_paths = paths(&request.filters.exclude_paths)?;
    let mut breakers = Vec::new();
    for breaker in request.ordering.stable_tie_breakers.drain(..) {
        if !breakers.contains(&breaker) {
            breakers.push(breaker);
        }
    }
    request.ordering.stable_tie_breakers = breakers;
    if request.query.is_empty() && request.focus.is_empty() && request.files.is_empty() && request.changed.is_empty() {
        return Err(PackError::Request("the request names nothing: `query`, `focus` and `files` are all empty".to_owned()));
    }
    Ok(request)
}

fn focus(request: &mut PackRequest) -> Result<(), PackError> {
    let focus = &mut request.focus;
    for part in [&mut focus.chunk_uid, &mut focus.symbol_id, &mut focus.file_rel_path] {
        *part = part.take().filter(|text| !text.trim().is_empty());
    }
    focus.file_rel_path = focus.file_rel_path.take().map(|text| relative(&text)).transpose()?;
    let set = [&focus.chunk_uid, &focus.symbol_id, &focus.file_rel_path].into_iter().flatten().count();
    if set > 1 {
        return Err(PackError::Request("`focus` names more than one thing; set one of `symbolId`, `chunkUid`, `fileRelPath`".to_owned()));
    }
    if focus.line.is_some() && focus.chunk_uid.is_none() {
        return Err(PackError::Request("`focus.line` is a line of the chunk that `focus.chunkUid` names, and there is none".to_owned()));
    }
    Ok(())
}

fn expansion(request: &mut PackRequest) {
    let expansion = &mut request.expansion;
    let types = &mut expansion.edge_types;
    if expansion.include_exports {
        types.push(EdgeType::Export);
    }
    if expansion.include_dataflow {
        types.push(EdgeType::Dataflow);
    }
    if !expansion.include_imports {
        types.retain(|it| *it != EdgeType::Import);
    }
    types.sort_unstable();
    types.dedup();
    expansion.include_exports = types.contains(&EdgeType::Export);
    expansion.include_dataflow = types.contains(&EdgeType::Dataflow);
    expansion.include_imports = types.contains(&EdgeType::Import);
    expansion.evidence_kinds.sort_unstable();
    expansion.evidence_kinds.dedup();
}

fn paths(paths: &[String]) -> Result<Vec<String>, PackError> {
    let mut paths = paths.iter().map(|path| relative(path)).collect::<Result<Vec<_>, _>>()?;
    paths.sort_unstable();
    paths.dedup();
    Ok(paths)
}

/// `./src//a.rs` as `src/a.rs`. A path that leaves the root names nothing in an index.
fn relative(text: &str) -> Result<String, PackError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(PackError::Request("an empty path names nothing; `.` is the whole root".to_owned()));
    }
    let left = || PackError::Request(format!("`{text}` is no path below the root"));
    if text.starts_with('/') {
        return Err(left());
    }
    path::join("", text).ok_or_else(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::codes;
    use crate::pack::request::{EvidenceKind, Filters, Focus, TieBreaker};

    fn asking(query: &str) -> PackRequest {
        PackRequest { query: query.to_owned(), ..PackRequest::default() }
    }

    #[test]
    fn equal_wishes_have_one_form() {
        let plain = normalized(&asking("parse"), "s", None).unwrap();
        let mut odd = asking("  parse\n");
        odd.expansion.edge_types = vec![EdgeType::Import, EdgeType::Usage, EdgeType::Call, EdgeType::Call];
        odd.expansion.evidence_kinds.reverse();
        odd.budgets.max_items = Some(80);
        odd.index_root = "/somewhere".to_owned();
        odd.index_signature = "s".to_owned();
        odd.repo_id = " ".to_owned();
        odd.ordering.stable_tie_breakers.push(TieBreaker::FileRelPath);
        assert_eq!(normalized(&odd, "s", None).unwrap(), plain);
        assert_eq!(normalized(&plain, "s", None).unwrap(), plain);
        assert_eq!(plain.expansion.evidence_kinds, EvidenceKind::ALL);
        assert_eq!(plain.index_root, ".");
    }

    #[test]
    fn flags_and_edge_types_agree() {
        let mut request = asking("q");
        request.expansion.include_dataflow = true;
        request.expansion.include_imports = false;
        let it = normalized(&request, "s", None).unwrap().expansion;
        assert_eq!(it.edge_types, [EdgeType::Call, EdgeType::Usage, EdgeType::Dataflow]);
        assert!(!it.include_imports && !it.include_exports && it.include_dataflow);
    }

    #[test]
    fn what_names_nothing_or_too_much_is_refused() {
        let both = Focus { chunk_uid: Some("xxh64:0".into()), file_rel_path: Some("a".into()), ..Focus::default() };
        let line = Focus { line: Some(3), ..Focus::default() };
        let cases = [
            asking(" \n "),
            asking("a\0b"),
            PackRequest { focus: both, ..asking("q") },
            PackRequest { focus: line, ..asking("q") },
            PackRequest { files: vec!["../secret".into()], ..asking("q") },
            PackRequest { files: vec!["/etc/passwd".into()], ..asking("q") },
            PackRequest { filters: Filters { file_pattern: "[".into(), ..Filters::default() }, ..asking("q") },
        ];
        for request in cases {
            assert_eq!(normalized(&request, "s", None).unwrap_err().code(), &codes::USAGE, "{request:?}");
        }
        let other = PackRequest { index_signature: "t".into(), ..asking("q") };
        assert_eq!(normalized(&other, "s", None).unwrap_err().code(), &codes::SIGNATURE);
    }

    #[test]
    fn fields_that_nobody_knows_are_refused_wherever_they_stand() {
        for text in
            [r#"{"qeury":"a"}"#, r#"{"budgets":{"maxItem":1}}"#, r#"{"focus":{"path":"a"}}"#, r#"{"intent":"guess"}"#, r#"{"filters":{"x":1}}"#]
        {
            assert!(serde_json::from_str::<PackRequest>(text).is_err(), "{text}");
        }
        let request: PackRequest = serde_json::from_str(r#"{"query":"a","budgets":{"maxItems":3},"expansion":{"direction":"in"}}"#).unwrap();
        assert_eq!(request.budgets.max_items, Some(3));
    }
}
