//! Which files changed: by stat where that proves it, by content where it does not.

use std::path::Path;

use rayon::prelude::*;

use super::error::BuildError;
use super::session::Session;
use crate::base::codes;
use crate::base::ids::SourceHash;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::secret::Spotted;
use crate::base::span::{self, LineMap};
use crate::base::{caps, path};
use crate::cache::stats;
use crate::host::{Host, HostError, Kind, Stat};
use crate::languages::{self, Language, Tier};
use crate::rules::hiding;
use crate::shard::record::Record;
use crate::source::admitted::Admitted;
use crate::source::classify::{self, Class, Content};
use crate::source::decode::{self, Encoding};
use crate::source::walk::{self, Walked};

/// What looking at one path gave.
#[derive(Debug)]
pub struct Looked {
    pub stat: Stat,
    pub doubtful: bool,
    pub record: Record,
    /// Decoded text of files of the graph.
    pub text: Option<String>,
}

/// Reads, hashes and classifies a batch of walked paths of a session's root. `None` for a path that is gone.
///
/// # Errors
/// [`BuildError::Stopped`] where nobody waits any more.
pub fn look_at_all(session: &Session, walked: &[&Walked], progress: &dyn Progress) -> Result<Vec<Option<Looked>>, BuildError> {
    let (host, root, admitted) = (session.host.as_ref(), &session.options.root, &session.admitted);
    let look = |walked: &&Walked| if progress.is_stopped() { Err(BuildError::Stopped) } else { Ok(look_at(host, root, admitted, walked)) };
    walked.par_iter().map(look).collect()
}

fn look_at(host: &dyn Host, root: &Path, admitted: &Admitted, walked: &Walked) -> Option<Looked> {
    let mut problems: Vec<Problem> = walked.problem.iter().map(|problem| problem.as_ref().clone()).collect();
    if !walk::is_read(walked) {
        return Some(unread(walked, problems));
    }
    let now = host.now_ns();
    let absolute = root.join(path::decode(&walked.path));
    if walked.stat.size > caps::MAX_READ_BYTES {
        return large(host, &absolute, walked, problems);
    }
    match host.read_source(&absolute) {
        Ok((bytes, stat)) => {
            let (record, text) = record(&walked.path, bytes, problems, admitted.holds(&walked.path));
            Some(Looked { stat, doubtful: stats::is_doubtful(&stat, now), record, text })
        }
        Err(cause) if cause.not_found() => None,
        Err(cause) => {
            problems.push(refusal(&cause));
            Some(unread(walked, problems))
        }
    }
}

fn refusal(cause: &HostError) -> Problem {
    match cause {
        HostError::Unstable { .. } => Problem::of_file(&codes::P_UNSTABLE, "it kept changing while it was read"),
        HostError::NotAFile { .. } | HostError::Link { .. } => Problem::of_file(&codes::P_SPECIAL, "it is not a regular file any more"),
        HostError::Io { cause, .. } => Problem::of_file(&codes::P_UNREADABLE, format!("it cannot be read: {}", cause.kind())),
    }
}

/// A path of which nothing but its problems is known. It is looked at again by every build.
fn unread(walked: &Walked, problems: Vec<Problem>) -> Looked {
    let record = Record { problems, ..Record::default() };
    Looked { stat: walked.stat, doubtful: true, record, text: None }
}

/// A file that is too large to be held in memory: hashed in slices, not looked into.
fn large(host: &dyn Host, absolute: &Path, walked: &Walked, mut problems: Vec<Problem>) -> Option<Looked> {
    const SLICE: usize = 4 << 20;
    let now = host.now_ns();
    let mut hasher = blake3::Hasher::new();
    let mut offset = 0;
    let hashed = loop {
        match host.read_at(absolute, offset, SLICE) {
            Ok(slice) if slice.is_empty() => break Ok(()),
            Ok(slice) => {
                hasher.update(&slice);
                offset += slice.len() as u64;
            }
            Err(cause) => break Err(cause),
        }
    };
    match hashed {
        Ok(()) => {}
        Err(cause) if cause.not_found() => return None,
        Err(cause) => {
            problems.push(refusal(&cause));
            return Some(unread(walked, problems));
        }
    }
    let stat = host.stat(absolute).map(|(_, stat)| stat).unwrap_or_default();
    if stat != walked.stat || stat.size != offset {
        problems.push(Problem::of_file(&codes::P_UNSTABLE, "it changed while it was read"));
        return Some(unread(walked, problems));
    }
    problems.push(Problem::of_file(&codes::P_TOO_LARGE, "it is not looked into"));
    let record = Record {
        hash: Some(SourceHash(*hasher.finalize().as_bytes())),
        bytes: offset,
        class: Class::Binary.word().into(),
        class_reason: "size".into(),
        problems,
        ..Record::default()
    };
    Some(Looked { stat, doubtful: stats::is_doubtful(&stat, now), record, text: None })
}

/// What a file's bytes and path alone tell. `admitted` makes it part of the graph whatever its class.
pub fn record(path: &str, bytes: Vec<u8>, mut problems: Vec<Problem>, admitted: bool) -> (Record, Option<String>) {
    let (hash, length) = (SourceHash::of(&bytes), bytes.len() as u64);
    let decoded = decode::decode(bytes);
    let binary = decoded.encoding == Encoding::Binary;
    if decoded.encoding == Encoding::Latin1 {
        problems.push(Problem::of_file(&codes::P_LATIN1, "it was read as Latin-1"));
    }
    if decoded.broken {
        problems.push(Problem::of_file(&codes::P_UTF16, "some of its units make no character and were replaced"));
    }
    let language = if binary { None } else { languages::detect(path, head(&decoded.text)) };
    let (class, reason) = if binary { (Class::Binary, "bytes") } else { classify::classify(path, content_of(language), &decoded.text) };
    if binary && languages::detect(path, "").is_some_and(|language| content_of(Some(language)) == Content::Code) {
        problems.push(Problem::of_file(&codes::P_BINARY, "it is not read"));
    }
    let too_large = length > caps::MAX_PARSE_BYTES;
    // Code that a tool wrote and somebody committed is compiled with the rest, and what people write means what it defines.
    let compiled = reason == classify::MARKED && content_of(language) == Content::Code;
    let in_graph = (class.in_graph() || admitted || compiled) && language.is_some() && !too_large;
    if too_large && language.is_some() {
        problems.push(Problem::of_file(&codes::P_TOO_LARGE, "it is not parsed"));
    }
    if reason == classify::LONG_LINE && !admitted && content_of(language) == Content::Code {
        problems.push(Problem::of_file(&codes::P_LONG_LINE, "it counts as generated and is not parsed"));
    }
    // Extraction looks through what is in the graph.
    let secrets = if binary || in_graph { Vec::new() } else { spotted(&decoded.text, &LineMap::new(&decoded.text), &mut problems) };
    let record = Record {
        hash: Some(hash),
        bytes: length,
        class: class.word().into(),
        class_reason: reason.into(),
        language: language.map(|language| language.id.into()),
        in_graph,
        lines: (!binary).then(|| span::line_count(&decoded.text)),
        tooling: None,
        problems,
        secrets,
    };
    (record, in_graph.then_some(decoded.text))
}

/// The secrets of a text, the first ones where there are too many.
fn spotted(text: &str, map: &LineMap, problems: &mut Vec<Problem>) -> Vec<Spotted> {
    let found = hiding::find(text);
    if found.len() > caps::MAX_SPOTTED {
        problems.push(Problem::of_file(&codes::P_LIMIT, format!("it has {} secrets; {} are listed", found.len(), caps::MAX_SPOTTED)));
    }
    found.into_iter().take(caps::MAX_SPOTTED).map(|secret| Spotted { line: map.line(secret.span.start), secret }).collect()
}

fn content_of(language: Option<&Language>) -> Content {
    match language {
        None => Content::Unknown,
        Some(language) if language.family == "config" => Content::Manifest,
        Some(language) if language.family == "prose" => Content::Prose,
        Some(language) if language.family == languages::unparsed::FAMILY => Content::Code,
        Some(language) if language.tier == Tier::C => Content::Data,
        Some(_) => Content::Code,
    }
}

/// The start of a text that detection looks at: enough for a `#!` line or a header's first declarations.
fn head(text: &str) -> &str {
    let mut end = text.len().min(16 << 10);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether a folder is still there.
pub fn is_there(host: &dyn Host, root: &Path) -> bool {
    host.stat(root).is_ok()
}

/// Whether a folder is, or lies in, the inside of a git repository, as a bare one or `.git` is: what it stores is packed and named by digests.
pub fn is_inside_of_git(host: &dyn Host, root: &Path) -> bool {
    let is = |folder: &Path, name: &str, wanted: Kind| matches!(host.stat(&folder.join(name)), Ok((kind, _)) if kind == wanted);
    let is_no_work_tree = |folder: &&Path| host.stat(&folder.join(".git")).is_err();
    let is_inside = |folder: &Path| is(folder, "HEAD", Kind::File) && is(folder, "objects", Kind::Folder) && is(folder, "refs", Kind::Folder);
    // A work tree may lie anywhere.
    root.ancestors().take_while(is_no_work_tree).any(is_inside)
}
