//! Every bound of a build in one place. All are counts, never clocks, so that a limit falls at the same point everywhere.
//!
//! How far around one construct of one grammar code looks stands with that code.

/// Largest file that is parsed, in bytes; a larger one gets a `files` row and a problem.
pub const MAX_PARSE_BYTES: u64 = 2 << 20;
/// Largest file that is read at all, in bytes; a larger one is hashed by streaming and not looked into.
pub const MAX_READ_BYTES: u64 = 64 << 20;
/// Largest ignore file that is followed, in bytes: a folder with a larger one is left out.
pub const MAX_IGNORE_BYTES: usize = 1 << 20;
/// Longest line, in bytes, before a file counts as minified.
pub const MAX_LINE_BYTES: usize = 20_000;
/// Deepest syntax node that extraction visits.
pub const MAX_DEPTH: u32 = 600;
/// Most sites of one file.
pub const MAX_SITES: usize = 60_000;
/// Most definitions of one file.
pub const MAX_SYMBOLS: usize = 20_000;
/// Most names in prose that are kept of one file.
pub const MAX_MENTIONS: usize = 2_000;
/// Most secrets that are kept of one file outside of the graph.
pub const MAX_SPOTTED: usize = 1_000;
/// Most arguments of a call, and parts of a tuple, whose values are kept; all are counted.
pub const MAX_VALUES: usize = 32;
/// Most values that are kept of one local variable.
pub const MAX_ASSIGNED: usize = 8;
/// Most types above a definition that are looked at.
pub const MAX_SUPERTYPES: usize = 64;
/// Most symbolic expressions of one file.
pub const MAX_EXPRS: usize = 400_000;
/// Deepest nesting of macros whose tokens are parsed as items: each level is parsed once more.
pub const MAX_ITEM_MACROS: u32 = 8;
/// Most syntax problems reported of one file.
pub const MAX_SYNTAX_PROBLEMS: usize = 20;
/// Deepest chain of member, call and index that facts keep for other files.
pub const MAX_CHAIN: u32 = 64;
/// The same for a file itself: no syntax tree that is followed holds a longer one.
pub const MAX_BODY_CHAIN: u32 = 4_096;
/// Most evaluations of expressions that wait for each other. Links of a chain are evaluated in the order of the text, each by the one before.
pub const MAX_NESTED: u32 = 512;
/// Parser progress reports allowed per KiB of text, above a fixed allowance: garbage ends here instead of running for seconds. Real files of over 64 KiB
/// need 5 to 30, a macro of tables 58.
pub const PARSE_STEPS_PER_KIB: usize = 40;
/// The fixed allowance of parser progress reports: more than any real file of under 64 KiB was seen to need.
pub const PARSE_STEPS_BASE: usize = 6_000;
/// Bytes of a text that a parser is handed at a time.
pub const PARSE_SLICE: usize = 1024;
/// Bytes for which a parser may read on, for each byte of text, above a fixed allowance: a scanner that looks for the end of a text block at every bracket
/// reads the square of the text.
pub const PARSE_READ_PER_BYTE: usize = 32;
/// The fixed allowance of bytes for which a parser may read on: the scanner of Python looks behind all comments that follow at each of them, and somebody has
/// put a comment mark in front of a thousand lines.
pub const PARSE_READ_BASE: usize = 64 << 20;
/// Most parser progress reports in a row in which no reading of the text is free of an error: while it is lost, a parser keeps up to 80 KiB a report and
/// may take 40 milliseconds for one. In 11,000 parses of files of 30 repositories the worst was lost for 185.
pub const MAX_LOST_STEPS: usize = 500;
/// A broken file of more bytes is not parsed once more in a form that the grammar may know: what recovers slowly is not recovered twice.
pub const MAX_REPAIR_BYTES: usize = 256 << 10;
/// Most candidates that one site keeps; more is `unresolved` with reason `too-many-candidates`.
pub const MAX_CANDIDATES: usize = 8;
/// So many definitions of one name are more than a site can choose from by its arguments; more are not looked at.
pub const MAX_OVERLOADS: usize = 128;
/// Most rules of `CODEOWNERS` that a package names: the last decide.
pub const MAX_OWNER_RULES: usize = 256;
/// Most files that one file is taken to include.
pub const MAX_INCLUDED: usize = 1_000;
/// Most steps (names looked up, expressions evaluated) that one site may take.
pub const MAX_LINK_STEPS: u32 = 2_000;
/// Most members of types above that are looked up to tell what the methods of one file replace.
pub const MAX_OVERRIDE_LOOKUPS: usize = 200_000;
/// Most evaluations of one site that are under way at once, each on behalf of the one before.
pub const MAX_UNDER_WAY: usize = 64;
/// Most parts of a tuple whose types are told.
pub const MAX_TUPLE_PARTS: usize = 16;
/// Most arguments and parts of a type, those inside of others included: what a chain of generic calls gives may double with each of them.
pub const MAX_TYPE_PARTS: usize = 64;
/// Most values that are told to flow into one call.
pub const MAX_FLOWS: usize = 32;
/// How many variables, parts and alternatives deep a value is looked for that flows into a call.
pub const MAX_FLOW_DEPTH: u32 = 4;
/// Longest chain of re-exports, aliases or supertypes that is followed.
pub const MAX_HOPS: u32 = 16;
/// How many levels of supertypes are gone up for a member.
pub const MAX_LEVELS: u32 = 48;
/// Most commits that history covers, the newest first.
pub const MAX_COMMITS: usize = 2_000;
/// Most files of a commit that history counts; a larger one says nothing about which files belong together.
pub const MAX_COMMIT_FILES: usize = 50;
/// Most bytes of a commit's message that history looks at.
pub const MAX_MESSAGE_BYTES: usize = 300;
/// Most messages of one file that history counts the terms of, the newest first.
pub const MAX_MESSAGES: usize = 50;
/// Most terms of messages that history keeps of one file, the most frequent first.
pub const MAX_MESSAGE_TERMS: usize = 64;
/// Most co-changed files of one file.
pub const MAX_CO_CHANGED: usize = 10;
/// Most files that a guess by a member's name alone looks into: a name that more of them define says nothing, and looking into them all would
/// cost the square of the files.
pub const MAX_PUBLISHERS: usize = 64;
/// Most files that are looked into for what they define under one name in one namespace; where more define it, those alone that the asking file includes.
pub const MAX_NAMESAKES: usize = 256;
/// Largest message of a SCIP index, in bytes: what one document of it says.
pub const MAX_SCIP_MESSAGE_BYTES: u64 = 256 << 20;
/// Most definitions of one symbol of a compiler that are looked at. A namespace that every file of a library opens has thousands, and to hold each use of it
/// against them all would cost the square of the files.
pub const MAX_SCIP_DEFINITIONS: usize = 128;
/// Most occurrences that the SCIP files of a build hold together.
pub const MAX_SCIP_OCCURRENCES: usize = 50_000_000;
/// Most sites of one file whose compiler data and link disagree that are listed one by one.
pub const MAX_DISAGREEMENTS: usize = 50;
