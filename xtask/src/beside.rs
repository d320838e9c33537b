//! What a compiler says of edges in repositories beside the gold. The gold holds one repository in JavaScript, whose compiler was not shown some of the
//! files that its tests load: of rules that lead from one module into another it confirms too few.
//!
//! Of each repository the checker of TypeScript 5.9.3 was asked for the signature of every call and the declarations of every name of its JavaScript,
//! and held against the only target of every resolved site. Where it stops at the name that `require` binds, or at `exports.x =`, before it reaches a
//! definition, the edge counts as wrong, so that the shares are lower bounds.

/// Repository, variant of `Use`, rule, right, wrong.
pub type Row = (&'static str, &'static str, &'static str, u32, u32);

/// The language of all rows, as the gold calls it.
pub const LANGUAGE: &str = "javascript";

/// Sorted by repository, use and rule.
pub const ROWS: &[Row] = &[
    ("commander", "Call", "declared-type", 272, 0),
    ("commander", "Call", "module-member", 127, 0),
    ("commander", "Call", "re-export", 1122, 68),
    ("commander", "Mention", "declared-type", 485, 0),
    ("express", "Call", "declared-type", 15, 0),
    ("express", "Call", "module-member", 82, 0),
    ("express", "Call", "re-export", 677, 0),
    ("express", "Mention", "declared-type", 45, 0),
    ("fastify", "Call", "declared-type", 237, 0),
    ("fastify", "Call", "module-member", 327, 0),
    ("fastify", "Call", "re-export", 1639, 0),
    ("fastify", "Mention", "declared-type", 1054, 0),
    ("immer", "Call", "declared-type", 36, 0),
    ("immer", "Call", "module-member", 201, 0),
    ("immer", "Call", "re-export", 16, 0),
    ("immer", "Mention", "declared-type", 96, 0),
    ("mobx", "Call", "declared-type", 56, 0),
    ("mobx", "Call", "module-member", 92, 0),
    ("mobx", "Call", "re-export", 7, 0),
    ("mobx", "Mention", "declared-type", 454, 37),
    ("mocha", "Call", "declared-type", 380, 0),
    ("mocha", "Call", "module-member", 720, 0),
    ("mocha", "Call", "re-export", 57, 2),
    ("mocha", "Mention", "declared-type", 638, 14),
    ("socketio", "Call", "declared-type", 41, 0),
    ("socketio", "Call", "module-member", 80, 68),
    ("socketio", "Call", "re-export", 115, 101),
    ("socketio", "Mention", "declared-type", 203, 0),
    ("winston", "Call", "declared-type", 66, 0),
    ("winston", "Call", "module-member", 65, 4),
    ("winston", "Call", "re-export", 28, 99),
    ("winston", "Mention", "declared-type", 330, 1),
    ("yargs", "Call", "module-member", 359, 0),
    ("yargs", "Call", "re-export", 800, 20),
    ("yargs", "Mention", "declared-type", 54, 0),
    ("zustand", "Call", "module-member", 1, 0),
];
