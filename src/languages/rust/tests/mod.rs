//! Tests of Rust: extraction on small sources, module naming on a small tree, manifests.

mod manifests;
mod modules;
mod names;
mod robustness;
mod symbols;
mod values;

use super::LANGUAGE;
use crate::languages::extract::extract;
use crate::languages::testing::check_found;
use crate::shard::Shard;
use crate::shard::expr::{Expr, ExprId};

/// The shard of a source.
fn shard(source: &str) -> Shard {
    extract(&LANGUAGE, source)
}

/// An expression in words: `Symbol(a.b)`, `import(x)`, `free x`, `x.y`, `f()`, `inst T`, `new T`.
fn show(shard: &Shard, exprs: &[Expr], id: ExprId) -> String {
    let sub = |id: &ExprId| show(shard, exprs, *id);
    let list = |ids: &[ExprId]| ids.iter().map(sub).collect::<Vec<_>>();
    match &exprs[id.0 as usize] {
        Expr::Unknown => "?".to_owned(),
        Expr::Raw { name, .. } => format!("raw {name}"),
        Expr::Local(index) => format!("local {}", shard.body.locals[*index as usize].name),
        Expr::Symbol(index) => shard.facts.symbols[*index as usize].qualified.to_string(),
        Expr::Import(index) => format!("import({})", shard.facts.imports[*index as usize].binding),
        Expr::Free(name) => format!("free {name}"),
        Expr::Member { base, name } => format!("{}::{name}", sub(base)),
        Expr::Call { callee } => format!("{}()", sub(callee)),
        Expr::Instance { ty, built } => format!("{} {}", if *built { "new" } else { "inst" }, sub(ty)),
        Expr::Apply { base, args } => format!("{}<{}>", sub(base), list(args).join(", ")),
        Expr::Element(base) => format!("element({})", sub(base)),
        Expr::CallWith { .. } | Expr::Iterated(_) | Expr::At { .. } => "of Python alone".to_owned(),
        Expr::Unwrap(base) => format!("unwrap({})", sub(base)),
        Expr::Tuple(parts) => format!("({})", list(parts).join(", ")),
        Expr::Part { base, index } => format!("{}#{index}", sub(base)),
        Expr::Generic { name, .. } => format!("generic {name}"),
        Expr::Parameter { callee, index } => format!("{}@{index}", sub(callee)),
        Expr::AnyOf(parts) => list(parts).join(" | "),
        Expr::Literal(name) => format!("'{name}'"),
    }
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

/// Checks the declared type and values of the last local of a name: `inst T = value, value`.
fn check_local(source: &str, name: &str, expected: &str) {
    let shard = shard(source);
    let local = shard.body.locals.iter().rfind(|local| local.name == name).unwrap_or_else(|| panic!("no local {name}"));
    let ty = local.ty.map_or(String::new(), |ty| format!("{} = ", show(&shard, &shard.body.exprs, ty)));
    let values: Vec<String> = local.values.iter().map(|value| show(&shard, &shard.body.exprs, *value)).collect();
    assert_eq!(format!("{ty}{}", values.join(", ")), expected);
}
