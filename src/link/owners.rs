//! Who answers for a package: the rules of `CODEOWNERS` that may cover some of its files.

use super::ask::Asker;
use super::loaded::Loaded;
use crate::base::{caps, path};
use crate::languages::semantics::Tree;
use crate::shard::config::{OWNERS, OwnerRule};

/// Where hosts look for the file. The first that is there counts; the others are not read.
const PLACES: [&str; 4] = [".github", "", "docs", ".gitlab"];

/// The rules that touch the folder of a package's manifest, in order, the last of them where they are many; none for other files.
pub fn owners(asker: &mut Asker<'_>, file: &Loaded) -> Vec<OwnerRule> {
    if !file.facts.config.as_ref().is_some_and(|config| config.is_package()) {
        return Vec::new();
    }
    let Some(config) = PLACES.iter().find_map(|place| asker.config_in(place, OWNERS)) else { return Vec::new() };
    let folder = path::parent(&file.path);
    let mut rules: Vec<OwnerRule> =
        config.fact.owners.iter().rev().filter(|rule| rule.touches(folder)).take(caps::MAX_OWNER_RULES).cloned().collect();
    rules.reverse();
    rules
}
