//! Tests of Rust: extraction on small sources, module naming on a small tree, manifests.

mod manifests;
mod modules;
mod names;
mod robustness;
mod symbols;
mod values;

use super::LANGUAGE;
use crate::languages::extract::extract;
use crate::languages::testing::{check_found, show};
use crate::shard::Shard;

/// The shard of a source.
fn shard(source: &str) -> Shard {
    extract(&LANGUAGE, source)
}

/// The sites of a source as `Role name -> target`, without imports.
fn sites(source: &str) -> Vec<String> {
    let shard = shard(source);
    let sites = shard.body.sites.iter().filter(|site| site.import.is_none());
    sites.map(|site| format!("{:?} {} -> {}", site.role, site.name, show(&shard, &shard.body.exprs, site.target))).collect()
}

/// Checks that each expected site is there.
fn check_sites(source: &str, expected: &[&str]) {
    check_found(&sites(source), expected);
}

/// Checks the declared type and values of the last local of a name: `<T> = value, value`.
fn check_local(source: &str, name: &str, expected: &str) {
    let shard = shard(source);
    let local = shard.body.locals.iter().rfind(|local| local.name == name).unwrap_or_else(|| panic!("no local {name}"));
    let ty = local.ty.map_or(String::new(), |ty| format!("{} = ", show(&shard, &shard.body.exprs, ty)));
    let values: Vec<String> = local.values.iter().map(|value| show(&shard, &shard.body.exprs, *value)).collect();
    assert_eq!(format!("{ty}{}", values.join(", ")), expected);
}
