//! What compilers say of edges in repositories beside the gold, where the gold is too narrow for a rule: it holds one repository in JavaScript, whose
//! compiler was not shown some of the files that its tests load, and few of what Go reads and of what Rust calls by path.
//!
//! Of each repository a compiler was asked what every call and every name means, and held against the only target of every resolved site: the checker of
//! TypeScript 5.9.3 for JavaScript, `go/types` of Go 1.27, rust-analyzer for Rust. Where the checker stops at the name that `require` binds, or at
//! `exports.x =`, before it reaches a definition, the edge counts as wrong, so that the shares are lower bounds.

/// Language as the gold calls it, repository, variant of `Use`, rule, right, wrong.
pub type Row = (&'static str, &'static str, &'static str, &'static str, u32, u32);

/// Sorted by language, repository, use and rule.
pub const ROWS: &[Row] = &[
    ("go", "client_golang", "Mention", "declared-type", 1611, 0),
    ("go", "logrus", "Mention", "declared-type", 283, 0),
    ("go", "mux", "Mention", "declared-type", 430, 0),
    ("go", "viper", "Mention", "declared-type", 227, 0),
    ("go", "zap", "Mention", "declared-type", 821, 0),
    ("javascript", "commander", "Call", "declared-type", 272, 0),
    ("javascript", "commander", "Call", "module-member", 127, 0),
    ("javascript", "commander", "Call", "re-export", 1122, 68),
    ("javascript", "commander", "Mention", "declared-type", 485, 0),
    ("javascript", "express", "Call", "declared-type", 15, 0),
    ("javascript", "express", "Call", "module-member", 82, 0),
    ("javascript", "express", "Call", "re-export", 677, 0),
    ("javascript", "express", "Call", "static-member", 9, 0),
    ("javascript", "express", "Mention", "declared-type", 45, 0),
    ("javascript", "fastify", "Call", "declared-type", 237, 0),
    ("javascript", "fastify", "Call", "module-member", 327, 0),
    ("javascript", "fastify", "Call", "re-export", 1639, 0),
    ("javascript", "fastify", "Mention", "declared-type", 1054, 0),
    ("javascript", "immer", "Call", "declared-type", 36, 0),
    ("javascript", "immer", "Call", "module-member", 201, 0),
    ("javascript", "immer", "Call", "re-export", 16, 0),
    ("javascript", "immer", "Mention", "declared-type", 96, 0),
    ("javascript", "mobx", "Call", "declared-type", 56, 0),
    ("javascript", "mobx", "Call", "module-member", 92, 0),
    ("javascript", "mobx", "Call", "re-export", 7, 0),
    ("javascript", "mobx", "Call", "static-member", 1, 0),
    ("javascript", "mobx", "Mention", "declared-type", 454, 37),
    ("javascript", "mocha", "Call", "declared-type", 380, 0),
    ("javascript", "mocha", "Call", "module-member", 720, 0),
    ("javascript", "mocha", "Call", "re-export", 57, 2),
    ("javascript", "mocha", "Call", "static-member", 2, 0),
    ("javascript", "mocha", "Mention", "declared-type", 638, 14),
    ("javascript", "socketio", "Call", "declared-type", 41, 0),
    ("javascript", "socketio", "Call", "module-member", 80, 68),
    ("javascript", "socketio", "Call", "re-export", 115, 101),
    ("javascript", "socketio", "Call", "static-member", 2, 0),
    ("javascript", "socketio", "Mention", "declared-type", 203, 0),
    ("javascript", "winston", "Call", "declared-type", 66, 0),
    ("javascript", "winston", "Call", "module-member", 65, 4),
    ("javascript", "winston", "Call", "re-export", 28, 99),
    ("javascript", "winston", "Mention", "declared-type", 330, 1),
    ("javascript", "yargs", "Call", "module-member", 359, 0),
    ("javascript", "yargs", "Call", "re-export", 800, 20),
    ("javascript", "yargs", "Mention", "declared-type", 54, 0),
    ("javascript", "zustand", "Call", "module-member", 1, 0),
    ("rust", "axum", "Call", "module-member", 148, 3),
    ("rust", "bat", "Call", "module-member", 394, 23),
    ("rust", "pest", "Call", "module-member", 98, 0),
];
