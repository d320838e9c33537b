//! Make: targets and variables.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")], Manner::PLAIN);

static MODULES: Modules = Modules {
    habits: &Habits { builtins: &[VARIABLES], ..Habits::PLAIN },
    files: Files { separator: "", endings: &[""], relative: true, roots: &[""], outermost: false, packages: false },
    spaces: Spaces::Own,
};

/// Variables that GNU make sets or that its own rules use, sorted by bytes.
#[rustfmt::skip]
const VARIABLES: &[&str] = &[
    "AR", "ARFLAGS", "AS", "ASFLAGS", "CC", "CFLAGS", "CO", "COFLAGS", "CPP", "CPPFLAGS", "CTANGLE", "CURDIR", "CWEAVE", "CXX", "CXXFLAGS", "FC",
    "FFLAGS", "GET", "GFLAGS", "LDFLAGS", "LDLIBS", "LEX", "LFLAGS", "LINT", "LINTFLAGS", "LOADLIBES", "M2C", "MAKE", "MAKECMDGOALS", "MAKEFILES",
    "MAKEFILE_LIST", "MAKEFLAGS", "MAKEINFO", "MAKELEVEL", "MAKEOVERRIDES", "MAKE_COMMAND", "MAKE_HOST", "MAKE_RESTARTS", "MAKE_TERMERR",
    "MAKE_TERMOUT", "MAKE_VERSION", "MFLAGS", "PC", "PFLAGS", "RFLAGS", "RM", "SHELL", "SUFFIXES", "TANGLE", "TEX", "TEXI2DVI", "VPATH", "WEAVE",
    "YACC", "YFLAGS",
];

/// Make.
pub static LANGUAGE: Language = Language {
    id: "make",
    name: "Make",
    tier: Tier::C,
    family: "make",
    extensions: &["mk", "mak", "make"],
    file_names: &["Makefile", "makefile", "GNUmakefile"],
    interpreters: &["make"],
    grammar: Some(|| tree_sitter_make::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
