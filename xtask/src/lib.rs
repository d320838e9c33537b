//! The repository's own checks and generators. Each verb is one file and one line in [`VERBS`]; each reads source text alone.

pub mod accuracy;
pub mod architecture;
pub mod bench;
pub mod beside;
pub mod calibrate;
pub mod cargo;
pub mod claims;
pub mod codegen;
pub mod code;
pub mod ctags;
pub mod edges;
pub mod fit;
pub mod new;
pub mod pieces;
pub mod queries;
pub mod quoted;
pub mod replay;
pub mod retrieval;
pub mod rooms;
pub mod tidy;
pub mod tree;

use std::fmt;
use std::path::Path;

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Relative to the repository.
    pub path: String,
    /// From 1; 0 where the whole file is meant.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Finding {
    /// A finding at a line.
    pub fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// How a verb was called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// Change nothing; say what is wrong or would be written.
    pub check: bool,
    /// The words after the verb.
    pub words: Vec<String>,
}

/// What a verb did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Lines for the reader.
    pub notes: Vec<String>,
    /// What makes the verb fail.
    pub findings: Vec<Finding>,
}

/// What a verb did that was called in no way it knows.
impl From<Finding> for Report {
    fn from(finding: Finding) -> Self {
        Self { notes: Vec::new(), findings: vec![finding] }
    }
}

/// One verb of `cargo xtask`.
pub struct Verb {
    pub name: &'static str,
    pub about: &'static str,
    /// The repository's folder, then the call.
    pub run: fn(&Path, &Call) -> std::io::Result<Report>,
}

/// Every feature of the package, as checks build it: another set would build all of it once more.
pub const FEATURES: &str = "smalti/mcp,smalti/sqlite,smalti/lmdb,smalti/embed";

/// Every verb.
pub const VERBS: &[Verb] = &[
    Verb { name: "rooms", about: "checks who imports whom against the table in ARCHITECTURE.md", run: rooms::run },
    Verb { name: "tidy", about: "checks the habits of files: heads, lengths, tables, forbidden words", run: tidy::run },
    Verb { name: "codegen", about: "writes the reference pages from the tables in the code", run: codegen::run },
    Verb {
        name: "edges",
        about: "holds the edges of built indexes against compiler-made gold: `edges --gold DIR --repos DIR [--write]`",
        run: edges::run,
    },
    Verb {
        name: "calibrate",
        about: "fits the confidences of rules to compiler-made gold: `calibrate --gold DIR --repos DIR [--write]`",
        run: calibrate::run,
    },
    Verb { name: "ctags", about: "compares definitions with universal-ctags, per language: `ctags DIR`", run: ctags::run },
    Verb {
        name: "pieces",
        about: "writes the golden index of fixtures/repos/atlas, the schemas of rows and the carets of fixtures/carets",
        run: pieces::run,
    },
    Verb { name: "queries", about: "checks the queries of languages: used, in the vocabulary, one head a pattern, compiling", run: queries::run },
    Verb { name: "new", about: "writes the skeleton of a language, artifact or command: `new language NAME`", run: new::run },
    Verb { name: "fit", about: "fits the weights of retrieval: `fit DIR [--fit] [--loo] [--drop] [--write=FILE] [--page]`", run: fit::run },
    Verb {
        name: "replay",
        about: "replays commits of a repository before the critic, with and without a pack: `replay --repo DIR [--commits N]`",
        run: replay::run,
    },
    Verb { name: "bench", about: "measures builds beside the floors of parsing, walking and hashing: `bench --help`", run: bench::run },
];
