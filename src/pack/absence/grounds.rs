//! What the statement that nothing is known rests on, by the kind of proof that its section asks for.

use super::proof::{self, Sites, counted, places};
use super::{Certifier, words};
use crate::manifest::error::IndexError;
use crate::pack::sections::{self, Proof, Section};
use crate::reader::ids::ChunkId;

/// What an absence rests on.
pub(super) struct Grounds {
    /// What was looked at, by name.
    pub of: String,
    /// What could prove the absence wrong.
    pub doubts: Vec<String>,
    /// What was found of it instead; empty where that says nothing.
    pub proven: String,
}

impl Certifier<'_> {
    pub(super) fn grounds(&self, section: &Section, sites: &Sites) -> Result<Grounds, IndexError> {
        Ok(match section.lack.proof {
            Proof::Uses => self.of_uses(section, sites)?,
            Proof::Calls => self.of_calls(sites),
            Proof::Imports => self.of_imports(sites),
            Proof::Mentions => self.of_mentions()?,
            Proof::Rows => Grounds { of: self.titles().join(", "), doubts: Vec::new(), proven: String::new() },
        })
    }

    fn of_uses(&self, section: &Section, sites: &Sites) -> Result<Grounds, IndexError> {
        let mut doubts: Vec<String> = self.reservation(section, &sites.external).into_iter().collect();
        if doubts.is_empty() {
            doubts.extend(self.unnamed(section)?);
        }
        doubts.extend(self.may_be_run(section)?);
        doubts.extend(self.in_doubt(sites, "site", "of"));
        let is_seed = |chunk: ChunkId| self.seeds.iter().any(|seed| seed.chunk == chunk);
        let is_no_test = |chunk: ChunkId| section.name == "tests" && !sections::is_test(self.index, chunk, self.index.file_of(chunk));
        let gaps = proof::gaps_with(self.index, &self.names, &|chunk| is_seed(chunk) || is_no_test(chunk))?;
        if !gaps.is_empty() {
            doubts.push(format!("what could not be parsed may be one ({})", places(&gaps)));
        }
        // Looked for last: it reads texts, and one doubt is enough.
        if doubts.is_empty() && matches!(section.name, "callers" | "tests" | "usages") {
            doubts.extend(words::told(&words::unexplained(self.index, &self.names, &is_no_test)?));
        }
        let all = sites.resolved + sites.external.builtin + sites.external.packages;
        let of_names = if self.names.len() == 1 { "this name" } else { "these names" };
        let proven = if all == 0 { format!("nothing uses {of_names}") } else { format!("none of {} of {of_names} is one", counted(all, "site")) };
        Ok(Grounds { of: self.listed_names(), doubts, proven })
    }

    fn of_calls(&self, sites: &Sites) -> Grounds {
        let outward = sites.external.builtin + sites.external.packages;
        let proven = match (sites.resolved, outward) {
            (0, 0) => "there is no call in it".to_owned(),
            (0, outward) => format!("all calls in it ({outward}) lead out of this tree"),
            (resolved, outward) => {
                let all = counted(resolved + outward, "call");
                format!("of {all} in it {outward} lead out of this tree, and {resolved} to itself or to what has no rows")
            }
        };
        Grounds { of: self.titles().join(", "), doubts: self.in_doubt(sites, "call", "in").into_iter().collect(), proven }
    }

    fn of_imports(&self, sites: &Sites) -> Grounds {
        let outward = sites.external.builtin + sites.external.packages;
        let proven = if sites.all() == 0 {
            "no line imports anything".to_owned()
        } else if outward == sites.all() {
            format!("all imports ({outward}) lead out of this tree")
        } else {
            format!("of {}, {outward} lead out of this tree, and no other brings what the seeds name", counted(sites.all(), "import"))
        };
        Grounds { of: self.paths().join(", "), doubts: self.in_doubt(sites, "import", "in").into_iter().collect(), proven }
    }

    fn of_mentions(&self) -> Result<Grounds, IndexError> {
        let held = proof::prose_with(self.index, &self.names)?;
        let (files, bare) = proof::prose(self.index);
        let mut doubts = Vec::new();
        if !held.is_empty() {
            let (parts, hold) = (counted(held.len() as u64, "part"), if held.len() == 1 { "holds" } else { "hold" });
            doubts.push(format!("{parts} of prose {hold} the word without saying that this is meant ({})", places(&held)));
        }
        if !bare.is_empty() {
            let (others, have) = (counted(bare.len() as u64, "file"), if bare.len() == 1 { "has" } else { "have" });
            doubts.push(format!("{others} of prose {have} no text here ({})", places(&bare)));
        }
        Ok(Grounds { of: self.listed_names(), doubts, proven: format!("none of {} of prose holds the word", counted(files, "file")) })
    }

    fn listed_names(&self) -> String {
        self.names.iter().cloned().collect::<Vec<_>>().join(", ")
    }
}
