//! Every weight of retrieval that is set by hand; those that are fitted stand in `fitted`. Units of 2^-16 unless said otherwise.

use super::fixed::UNIT;
use super::parts::Part;
use crate::reader::terms::Field;

const fn percent(value: u64) -> u64 {
    value * UNIT / 100
}

/// How much one occurrence in a field counts.
pub const fn field(field: Field) -> u64 {
    match field {
        Field::Name => percent(300),
        Field::Signature => percent(100),
        Field::Doc => percent(40),
        Field::Body => percent(100),
    }
}

/// How much the length of a field dampens it (`b` of BM25F).
pub const fn length(field: Field) -> u64 {
    match field {
        Field::Name | Field::Signature => percent(30),
        Field::Doc => percent(50),
        Field::Body => percent(70),
    }
}

/// Saturation of a term's frequency in a chunk (`k1`).
pub const K1: u64 = percent(160);
/// One occurrence in the path, for chunks.
pub const PATH: u64 = percent(200);
/// `b` of the path.
pub const PATH_LENGTH: u64 = percent(30);
/// One occurrence in the path, for files.
pub const FILE_PATH: u64 = percent(300);
/// `b` of a file's whole text.
pub const FILE_LENGTH: u64 = percent(50);
/// Saturation of a term's frequency in a file.
pub const FILE_K: u64 = percent(600);
/// Saturation of a term's frequency in the messages of a file's commits.
pub const MESSAGE_K: u64 = percent(120);
/// How much the length of all those messages dampens it.
pub const MESSAGE_LENGTH: u64 = percent(70);
/// How much the length of one message dampens it.
pub const COMMIT_LENGTH: u64 = percent(60);
/// A term of the same stem, against the term itself.
pub const STEM: u64 = percent(40);
/// What an occurrence in a part of a query counts.
pub const fn part(part: Part) -> u64 {
    match part {
        Part::Title => percent(300),
        Part::Prose => UNIT,
        Part::Code | Part::Aside => percent(25),
    }
}

/// What stands below the title counts at most so many times as much as the title does.
pub const MOST_BELOW: u64 = 2;
/// Least share of the best score at which a chunk passes score on to its neighbours.
pub const SPREADS: u64 = percent(60);

/// A chunk at the first line that the query names.
pub const NAMED_LINE: u64 = percent(200);
/// A chunk at any further one: above what all signals give.
pub const FURTHER_LINE: u64 = percent(110);
/// A file whose name or path is the whole query: above what all signals give, below a definition of that name.
pub const WHOLE_FILE: u64 = percent(170);
/// A file that the query names by its path.
pub const NAMED_FILE: u64 = percent(50);
/// A chunk that holds a text in quotes.
pub const QUOTED: u64 = percent(40);
/// A definition whose name is the whole query.
pub const WHOLE_NAME: u64 = percent(300);

/// What a class of files counts among code.
pub fn class_prior(class: &str) -> u64 {
    match class {
        "code" => UNIT,
        "test" | "config" | "prose" => percent(10),
        _ => percent(5),
    }
}

/// Folders of code that shows or measures other code.
pub const SIDE_FOLDERS: &[&str] = &[
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "playground",
    "sample",
    "samples",
    "testlib",
];
/// Last words of file names of such code.
pub const SIDE_WORDS: &[&str] = &["bench", "benchmark", "perftest", "spec", "test", "tests"];
/// What such code counts.
pub const SIDE_PRIOR: u64 = percent(10);
/// What the output of a generator counts: what it copies of its source is often nowhere else.
pub const GENERATED_PRIOR: u64 = percent(75);
/// What a bundle counts, all of which stands elsewhere too.
pub const BUNDLED_PRIOR: u64 = percent(50);
/// A chunk of this size, in bytes, has half of the signal of size.
pub const HALF_BYTES: u64 = 800;
/// A chunk of this size, in bytes, is worth less by a root of two in a pack.
pub const PACK_BYTES: u64 = 1000;
/// So many chunks at the front of a pack pay for size by the higher root.
pub const FIRST_PLACES: usize = 5;
/// The best chunks that they are chosen among.
pub const FIRST_AMONG: usize = 64;
/// What a chunk counts among them for each better one of its file.
pub const FURTHER_OF_FILE: u64 = percent(96);
/// The 128th root, as the binary logarithm of its degree.
pub const FIRST_ROOT: u32 = 7;
/// The fourth root, for all others.
pub const ROOT: u32 = 2;
/// Most bytes that the best chunk of a list of places shows at once.
pub const SHOWN_BYTES: u64 = 4000;
/// Of others it is the 16th power of their share of the best score, as the binary logarithm of its degree,
pub const SHOWN_POWER: u32 = 4;
/// but so many bytes at least.
pub const SHOWN_BYTES_LEAST: u64 = 700;
/// So many lines are shown of any chunk that has them.
pub const SHOWN_LINES: u64 = 20;
/// A mere declaration, against a definition of the name.
pub const DECLARATION: u64 = percent(60);
/// A definition that the chunk of another shows, against one with a chunk of its own.
pub const INSIDE: u64 = percent(80);
/// A name that is spelled out or corrected, against one as it is written.
pub const SPELLED: u64 = percent(95);
/// A name that is spelled like the whole query, where another definition bears it as written or more plainly: no signals make up for it.
pub const WORSE_NAME: u64 = percent(50);
