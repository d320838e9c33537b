//! `setup.cfg`: a tolerant reader of its sections, continued lines and comments.

use std::collections::BTreeMap;

use super::manifest::{blank, normalize, package_folders, requirement_into, script};
use crate::base::Name;
use crate::shard::config::ConfigFact;

/// `section -> key -> value`, values with one line an entry.
type Sections = BTreeMap<String, BTreeMap<String, String>>;

/// What a `setup.cfg` says of its package; `None` where it only configures tools.
pub(super) fn read(text: &str) -> Option<ConfigFact> {
    let sections = parse(text);
    if !sections.keys().any(|section| section == "metadata" || section.starts_with("options")) {
        return None;
    }
    let value = |section: &str, key: &str| sections.get(section).and_then(|it| it.get(key)).map_or("", String::as_str);
    let mut fact = blank();
    let name = normalize(value("metadata", "name"));
    // `attr:` and `file:` point to values that only a build knows.
    if !name.is_empty() && !name.contains(':') {
        fact.name = Some(name.into());
    }
    for key in ["install_requires", "setup_requires", "tests_require"] {
        value("options", key).lines().flat_map(|line| line.split(';').take(1)).for_each(|line| requirement_into(line, &mut fact));
    }
    for extra in sections.get("options.extras_require").into_iter().flat_map(BTreeMap::values) {
        extra.lines().for_each(|line| requirement_into(line, &mut fact));
    }
    let folders = value("options", "package_dir").lines().flat_map(|line| line.split(',')).filter_map(|line| line.split_once('='));
    package_folders(folders.map(|(package, folder)| (package.trim(), folder.trim())), &mut fact);
    fact.source_roots.extend(value("options.packages.find", "where").lines().map(str::trim).filter(|root| !root.is_empty()).map(Name::from));
    fact.source_roots.dedup();
    for key in ["console_scripts", "gui_scripts"] {
        for (name, target) in value("options.entry_points", key).lines().filter_map(|line| line.split_once('=')) {
            fact.entries.insert(script(name.trim()), target.trim().into());
        }
    }
    Some(fact)
}

fn parse(text: &str) -> Sections {
    let mut sections = Sections::new();
    let mut section = String::new();
    let mut key = String::new();
    for line in text.lines() {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with(['#', ';']) {
            continue;
        }
        if line.starts_with([' ', '\t']) && !key.is_empty() {
            if let Some(value) = sections.get_mut(&section).and_then(|it| it.get_mut(&key)) {
                value.push('\n');
                value.push_str(bare);
            }
        } else if let Some(header) = bare.strip_prefix('[') {
            header.split(']').next().unwrap_or("").trim().clone_into(&mut section);
            key.clear();
            sections.entry(section.clone()).or_default();
        } else if let Some((name, value)) = bare.split_once(['=', ':']) {
            key = name.trim().to_ascii_lowercase().replace('-', "_");
            sections.entry(section.clone()).or_default().insert(key.clone(), value.trim().to_owned());
        } else {
            key.clear();
        }
    }
    sections
}
