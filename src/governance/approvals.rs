//! Approvals: who allowed which file, as it then was, to be shown, and why. A line each; a later line can take one back.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::artifacts::jsonl;
use crate::base::ids::hex;
use crate::base::labels::LabelRule;
use crate::host::Host;

/// Largest file of approvals that is read, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    Approve,
    Revoke,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approval {
    pub action: Action,
    /// When it was written, RFC 3339, UTC.
    pub at: String,
    /// `blake3:<64 hex>` of the whole file that may be shown; an edit ends the approval.
    pub hash: String,
    /// The file, for people; the hash is what counts.
    pub path: String,
    /// The label that would hide it.
    pub policy: String,
    pub who: String,
    pub why: String,
}

/// What stands in a root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Approvals {
    /// The newest line of each policy and hash.
    newest: BTreeMap<(String, String), Approval>,
    /// Why nothing is allowed although there is a file.
    pub problem: Option<String>,
}

impl Approvals {
    /// The approvals of a file; none where there is no file, and none, with the problem said, where any part of it cannot be understood.
    pub fn read(host: &dyn Host, path: &Path) -> Self {
        match host.read(path) {
            Ok(bytes) => Self::parse(&bytes),
            Err(cause) if cause.not_found() => Self::default(),
            Err(cause) => Self::refused(cause.to_string()),
        }
    }

    /// The approvals of a file's bytes.
    pub fn parse(bytes: &[u8]) -> Self {
        if bytes.len() > MAX_BYTES {
            return Self::refused(format!("it has more than {MAX_BYTES} bytes"));
        }
        let mut newest = BTreeMap::new();
        if !bytes.is_empty() && bytes.last() != Some(&b'\n') {
            return Self::refused("its last line is cut short".to_owned());
        }
        let lines = bytes.split(|byte| *byte == b'\n');
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
            match serde_json::from_slice::<Approval>(line) {
                Ok(line) if line.who.trim().is_empty() || line.why.trim().is_empty() => {
                    return Self::refused(format!("line {}: `who` or `why` is empty", index + 1));
                }
                Ok(line) => newest.insert((line.policy.clone(), line.hash.clone()), line),
                Err(cause) => return Self::refused(format!("line {}: {cause}", index + 1)),
            };
        }
        Self { newest, problem: None }
    }

    fn refused(problem: String) -> Self {
        Self { newest: BTreeMap::new(), problem: Some(problem) }
    }

    /// Whether a file with this hash may be shown although a policy would hide it.
    pub fn allow(&self, policy: &str, hash: &str) -> bool {
        self.standing().any(|line| line.policy == policy && line.hash == hash)
    }

    /// The approvals that were not taken back, by policy and hash.
    pub fn standing(&self) -> impl Iterator<Item = &Approval> {
        self.newest.values().filter(|line| line.action == Action::Approve)
    }

    /// `blake3:<64 hex>` over the rules for labels and what is allowed; `None` where nothing is labelled.
    pub fn signature(&self, labels: &[LabelRule]) -> Option<String> {
        if labels.is_empty() {
            return None;
        }
        let mut hasher = blake3::Hasher::new();
        for rule in labels {
            // Rules that could not be written would else all look alike.
            let rule = serde_json::to_value(rule).map_or_else(|_| format!("{rule:?}"), |value| jsonl::canonical(&value));
            hasher.update(rule.as_bytes());
            hasher.update(b"\n");
        }
        for line in self.standing() {
            hasher.update(format!("{} {}\n", line.policy, line.hash).as_bytes());
        }
        Some(format!("blake3:{}", hex(hasher.finalize().as_bytes())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(action: &str, hash: &str) -> String {
        format!(
            r#"{{"action":"{action}","at":"2024-01-01T00:00:00Z","hash":"{hash}","path":"a","policy":"security-sensitive","who":"ann","why":"review"}}"#
        ) + "\n"
    }

    #[test]
    fn the_newest_line_of_a_policy_and_hash_counts() {
        let both = line("approve", "h") + &line("approve", "i") + &line("revoke", "h");
        let approvals = Approvals::parse(both.as_bytes());
        assert_eq!((approvals.allow("security-sensitive", "h"), approvals.allow("security-sensitive", "i")), (false, true));
        assert!(!approvals.allow("other", "i"));
        assert!(Approvals::parse((both + &line("approve", "h")).as_bytes()).allow("security-sensitive", "h"));
    }

    #[test]
    fn what_cannot_be_understood_allows_nothing() {
        let good = line("approve", "h");
        for bad in ["{}\n", "x\n", "{\"action\":\"maybe\"}\n", &good.replace("ann", " "), &good.replace("\"who\"", "\"whom\""), good.trim_end()] {
            let approvals = Approvals::parse(format!("{good}{bad}").as_bytes());
            assert!(!approvals.allow("security-sensitive", "h") && approvals.problem.is_some(), "{bad}");
        }
        assert!(Approvals::parse(&[0xff, b'\n']).problem.is_some());
        assert_eq!(Approvals::parse(b""), Approvals::default());
    }

    #[test]
    fn the_signature_is_of_rules_and_of_what_is_allowed() {
        let rule = LabelRule { label: "security-sensitive".into(), paths: vec!["a".into()], secrets: Vec::new() };
        let none = Approvals::default();
        let one = Approvals::parse(line("approve", "h").as_bytes());
        assert_eq!(one.signature(&[]), None);
        assert_ne!(one.signature(std::slice::from_ref(&rule)), none.signature(std::slice::from_ref(&rule)));
        let back = Approvals::parse((line("approve", "h") + &line("revoke", "h")).as_bytes());
        assert_eq!(back.signature(std::slice::from_ref(&rule)), none.signature(&[rule]));
    }
}
