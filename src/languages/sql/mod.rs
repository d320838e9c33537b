//! SQL: tables, views and functions.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm")], Manner::PLAIN);

/// Functions of the standard, and what the common systems share beside it.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "abs", "avg", "cast", "ceil", "ceiling", "char_length", "coalesce",
    "concat", "count", "cume_dist", "current_date", "current_time", "current_timestamp", "date_part",
    "date_trunc", "dense_rank", "exp", "extract", "first_value", "floor", "gen_random_uuid",
    "greatest", "group_concat", "ifnull", "json_agg", "json_build_object", "jsonb_agg", "jsonb_build_object",
    "lag", "last_value", "lead", "least", "length", "ln", "localtime",
    "localtimestamp", "log", "lower", "lpad", "ltrim", "max", "md5",
    "min", "mod", "now", "nth_value", "ntile", "nullif", "percent_rank",
    "position", "power", "random", "rank", "regexp_replace", "replace", "round",
    "row_number", "rpad", "rtrim", "sqrt", "string_agg", "strpos", "substr",
    "substring", "sum", "to_char", "to_date", "to_timestamp", "trim", "unnest",
    "upper",
];

static MODULES: Modules = Modules { habits: &Habits { builtins: &[BUILTINS], ..Habits::PLAIN }, files: Files::NONE, spaces: Spaces::Global };

/// SQL.
pub static LANGUAGE: Language = Language {
    id: "sql",
    name: "SQL",
    tier: Tier::C,
    family: "sql",
    extensions: &["sql", "ddl", "dml", "pgsql", "psql"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_sequel::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
