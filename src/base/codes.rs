//! The one table of error and problem codes, with exit code, HTTP status and hint.

/// What a code means to the surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The printed code.
    pub name: &'static str,
    /// Process exit code; 0 for problems that cost only a row.
    pub exit: u8,
    /// HTTP status.
    pub http: u16,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// What to do next.
    pub hint: &'static str,
}

macro_rules! codes {
    ($($konst:ident = $name:literal, $exit:literal, $http:literal, $meaning:literal, $hint:literal;)*) => {
        $(#[doc = $meaning] pub const $konst: Code = Code { name: $name, exit: $exit, http: $http, meaning: $meaning, hint: $hint };)*
        /// Every code, in table order.
        pub const CODES: &[Code] = &[$($konst),*];
    };
}

codes! {
    INDEX_MISSING = "POC_E_INDEX_MISSING", 3, 404, "there is no index at this place", "run `smalti index build`";
    INDEX_STALE = "SMALTI_E_INDEX_STALE", 3, 409, "the repository has changed since the index was built", "run `smalti index build`";
    CONTRACT_VERSION = "POC_E_CONTRACT_VERSION", 4, 409, "the index, or a table of it, is of another version than this program reads", "delete the index folder and run `smalti index build`, or read it with the version that wrote it";
    NOT_SUPPORTED = "POC_E_NOT_SUPPORTED", 2, 501, "this build or root cannot do that", "see `smalti --help` for what it can do";
    BUDGET_EXCEEDED = "POC_E_BUDGET_EXCEEDED", 2, 400, "a request asks past a hard cap", "lower the value, or shorten the text, to the cap named in the message";
    INDEX_CORRUPT = "SMALTI_E_INDEX_CORRUPT", 4, 500, "a file of the index is damaged or missing", "run `smalti index build`, which writes anew what is damaged; copy a root that has no repository again, and make an export again with `smalti index export`";
    INDEX_BLOCKED = "SMALTI_E_INDEX_BLOCKED", 4, 409, "a folder stands where a file of the index belongs", "take the folder named in the message away, then run `smalti index build`";
    INDEX_LOCKED = "SMALTI_E_INDEX_LOCKED", 3, 423, "another build holds the lock of this index", "wait for it to end, or stop it";
    OUT_FOREIGN = "SMALTI_E_OUT_FOREIGN", 2, 409, "the output folder holds something that is not an index", "name an empty or new folder with `--out`";
    OUT_READ_ONLY = "SMALTI_E_OUT_READ_ONLY", 2, 403, "the output folder cannot be written", "copy the index to where it can be written; a build writes elsewhere with `--out DIR`";
    ROOT_MISSING = "SMALTI_E_ROOT_MISSING", 2, 404, "the folder to index does not exist or is not a folder", "check the path";
    ROOT_INSIDE_OF_GIT = "SMALTI_E_ROOT_INSIDE_OF_GIT", 2, 400, "the folder to index is a bare git repository or a `.git` folder", "make a work tree with `git clone` or `git worktree add`, and index that";
    ROOT_INSIDE_OF_INDEX = "SMALTI_E_ROOT_INSIDE_OF_INDEX", 2, 400, "the folder to index is an index root or lies in one", "name the repository that the index is of; an index is read with `--index`";
    ROOT_GONE = "SMALTI_E_ROOT_GONE", 2, 410, "the folder vanished while it was being indexed", "run the build again";
    ROOT_UNREADABLE = "SMALTI_E_ROOT_UNREADABLE", 2, 403, "the folder to index cannot be listed", "check its permissions";
    IGNORE_FILE = "SMALTI_E_IGNORE_FILE", 2, 403, "an ignore file of the folder to index cannot be read", "make it a readable file that lies in this folder, or take it away: without its rules too much would be indexed";
    ROOT_OUTSIDE = "SMALTI_E_ROOT_OUTSIDE", 5, 403, "a path lies outside of the roots that a server was given", "name a path below one of them, or start the server for another root";
    UNSTABLE = "SMALTI_E_UNSTABLE", 3, 409, "a file changed between being read and being indexed", "run the build again; an index that was there before is untouched";
    STOPPED = "SMALTI_E_STOPPED", 3, 503, "a build was stopped before its end, and nothing was committed", "run `smalti index build`, or allow more time; what was parsed so far is kept";
    DISK = "SMALTI_E_DISK", 70, 500, "the operating system refused a read or write", "give room or access where the cause says, then try again";
    DISK_FULL = "SMALTI_E_DISK_FULL", 70, 507, "no space is left for the index", "free space and run the build again; an index that was there before is untouched";
    WATCH = "SMALTI_E_WATCH", 70, 500, "the file system's events cannot be heard", "raise the system's limit of watches, or run `smalti index build` when something changed";
    USAGE = "SMALTI_E_USAGE", 2, 400, "the command line or request is not of the right form", "run the command with `--help`";
    CONFIG = "SMALTI_E_CONFIG", 2, 400, "`smalti.toml` cannot be used", "mend the line named in the message";
    INTERNAL = "SMALTI_E_INTERNAL", 70, 500, "smalti itself is at fault", "please report it with the message";
    SCIP_MALFORMED = "SMALTI_E_SCIP_MALFORMED", 2, 400, "a SCIP file is missing, is none, or is cut short", "make it again with its indexer, and check the path";
    SCIP_CONFLICT = "SMALTI_E_SCIP_CONFLICT", 2, 409, "SCIP files say different things of one path", "make both from one work tree";
    SCIP_OWN = "SMALTI_E_SCIP_OWN", 2, 400, "a SCIP file was written by smalti itself, so it is no word of a compiler", "name what a compiler's indexer wrote, such as scip-typescript or rust-analyzer";
    SOURCE_DIFFERS = "SMALTI_E_SOURCE_DIFFERS", 3, 409, "the work tree differs from what was indexed", "run `smalti index build`, or name the work tree that was indexed";
    VERIFY_DIFFERS = "SMALTI_E_VERIFY_DIFFERS", 1, 409, "the index differs from a clean build", "please report it; a clean build is right: delete `pieces` and `cache` of the index root, and build";
    FOCUS_UNKNOWN = "SMALTI_E_FOCUS_UNKNOWN", 2, 404, "the focus of a request is nowhere in the index", "find its name with `smalti search`, or name a file of the index";
    PACK_UNKNOWN = "SMALTI_E_PACK_UNKNOWN", 2, 404, "no pack of this id is stored in the root", "write it with `smalti context-pack … --write`, which prints its id";
    PACK_DAMAGED = "SMALTI_E_PACK_DAMAGED", 4, 500, "a stored pack is damaged or was changed", "delete it from `packs/` of the root and write it again with `smalti context-pack … --write`";
    PACK_DIFFERS = "SMALTI_E_PACK_DIFFERS", 1, 409, "a stored pack is not what its request makes now", "write it again with `smalti context-pack … --write`";
    POLICY = "SMALTI_E_POLICY", 5, 403, "labels or approvals changed since a stored pack was made, so it is not shown", "write it again with `smalti context-pack … --write`: what it may show now has another id";
    SIGNATURE = "SMALTI_E_SIGNATURE", 3, 409, "a request is bound to another snapshot of the index", "leave `indexSignature` out, or open the root it names";
    AMBIGUOUS = "SMALTI_E_AMBIGUOUS", 2, 409, "a key names several definitions", "name one of the candidates by its `symbolId` or `path:line`";
    APPROVALS = "SMALTI_E_APPROVALS", 4, 409, "the approvals of a root cannot be understood, so none of them counts", "mend the line named in the message, or delete `approvals.jsonl` of the root and approve again";
    MODEL = "SMALTI_E_MODEL", 2, 400, "a folder holds no sentence encoder that can be run", "name a folder with `config.json`, `tokenizer.json` and `model.safetensors` of a BERT encoder, such as all-MiniLM-L6-v2";
    MODEL_DIFFERS = "SMALTI_E_MODEL_DIFFERS", 3, 409, "a model is not the one that the vectors of the index were made with", "name the folder of that model, or run `smalti index build` with this one";
    P_CHANGED = "SMALTI_P_CHANGED", 0, 0, "files that an answer speaks of have changed since they were indexed", "run `smalti index build`, or read these files themselves";
    P_NO_ROWS = "SMALTI_P_NO_ROWS", 0, 0, "no row was printed", "`smalti index status` counts the rows of every artifact";
    P_UNREADABLE = "SMALTI_P_UNREADABLE", 0, 0, "a file could not be read", "check its permissions";
    P_UNSTABLE = "SMALTI_P_UNSTABLE", 0, 0, "a file kept changing while it was read", "build again when it is at rest";
    P_TOO_LARGE = "SMALTI_P_TOO_LARGE", 0, 0, "a file is larger than what is parsed", "exclude it, or leave it: it has a `files` row only";
    P_LONG_LINE = "SMALTI_P_LONG_LINE", 0, 0, "source code has a line that is too long to be written by hand, so it counts as generated", "move what is long into a file of its own, or leave it: it has a `files` row only";
    P_LATIN1 = "SMALTI_P_LATIN1", 0, 0, "a file is not UTF-8 and was read as Latin-1", "convert it to UTF-8";
    P_BINARY = "SMALTI_P_BINARY", 0, 0, "a file named like source code holds NUL bytes, so it counts as binary", "take the NUL bytes out, or leave it: it has a `files` row only";
    P_UTF16 = "SMALTI_P_UTF16", 0, 0, "a file is not valid UTF-16 and its broken units were replaced", "save it again, best as UTF-8";
    P_SYNTAX = "SMALTI_P_SYNTAX", 0, 0, "a region does not parse", "the rest of the file is indexed";
    P_PARSE_BOUND = "SMALTI_P_PARSE_BOUND", 0, 0, "parsing was given up at its step limit", "its text can be searched, its definitions and calls are not told";
    P_DEPTH = "SMALTI_P_DEPTH", 0, 0, "the syntax is nested deeper than extraction follows", "what lies deeper is left out";
    P_LIMIT = "SMALTI_P_LIMIT", 0, 0, "a file has more facts than are kept", "the first ones are kept";
    P_SYMLINK = "SMALTI_P_SYMLINK", 0, 0, "a symbolic link is not followed", "index its target where it stands";
    P_SPECIAL = "SMALTI_P_SPECIAL", 0, 0, "a path is neither file, folder nor link", "nothing is read from it";
    P_CASE = "SMALTI_P_CASE", 0, 0, "two paths differ only in case or Unicode form", "rename one: other systems cannot hold both";
    P_CONFIG = "SMALTI_P_CONFIG", 0, 0, "a manifest or configuration file cannot be read", "mend it; names are resolved without it";
    P_SCIP_STALE = "SMALTI_P_SCIP_STALE", 0, 0, "compiler data of a file is of another text and is not used", "run the compiler's indexer again on this commit";
    P_SCIP_CROWDED = "SMALTI_P_SCIP_CROWDED", 0, 0, "a symbol of a compiler has more definitions than are looked at, as a namespace has", "at its uses the link's own answer is in the index";
    P_SCIP_DISAGREES = "SMALTI_P_SCIP_DISAGREES", 0, 0, "the link and a compiler disagree about a site", "the compiler's answer is in the index; the link's is named here";
    P_LEDGER = "SMALTI_P_LEDGER", 0, 0, "a retrieval could not be written into the ledger of its root", "pass `--no-ledger`, or copy the root to where it can be written";
    P_LINK_BOUND = "SMALTI_P_LINK_BOUND", 0, 0, "a site, or what a method replaces, was given up at its limit", "such a site counts as unresolved";
}

/// The table row of a printed code.
pub fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_failures_exit_nonzero() {
        for (index, code) in CODES.iter().enumerate() {
            assert!(CODES[..index].iter().all(|other| other.name != code.name), "{} stands twice", code.name);
            assert_eq!(code.exit == 0, code.name.starts_with("SMALTI_P_"), "{}", code.name);
        }
    }
}
