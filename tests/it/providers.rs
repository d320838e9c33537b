//! Stores of rows: an index root, one SQLite file, one LMDB file. All give the same answers, byte for byte, and none is believed when it is damaged.

use std::path::Path;

use smalti::base::codes;
use smalti::commands::failure::Failure;
use smalti::manifest::error::IndexError;
use smalti::manifest::layout::Layout;
use smalti::reader::index::Index;

#[cfg(all(feature = "sqlite", feature = "lmdb"))]
use crate::program::line;
use crate::support::{Repo, host};

fn repo() -> Repo {
    Repo::built(&[
        (
            "parse.py",
            "def tokenize(text):\n    return text.split()\n\n\ndef parse(text, limit=None):\n    \"\"\"Words of a text — é𝄞 \\\"quoted\\\".\"\"\"\n    return tokenize(text)\n",
        ),
        ("run.py", "from parse import parse\n\n\nclass Runner:\n    def run(self, text):\n        return self.missing(parse(text))\n"),
        ("test_parse.py", "from parse import parse\n\n\ndef test_words():\n    assert parse(\"a b\") == [\"a\", \"b\"]\n"),
        ("README.md", "# Words\n\nWhat `parse` does.\n"),
        ("broken.rs", "pub fn half( {\n"),
        ("Cargo.toml", "[package]\nname = \"hello\"\nversion = \"0.1.0\"\n[dependencies]\nserde = \"1\"\n"),
    ])
}

fn open(path: &Path) -> Result<Index, IndexError> {
    Index::open(host(), &Layout::new(path))
}

#[test]
fn a_file_that_is_no_store_is_refused() {
    let repo = repo();
    let file = repo.beside("file");
    for bytes in [&b""[..], b"text", &[0; 64]] {
        std::fs::write(&file, bytes).unwrap();
        assert!(matches!(open(&file).err(), Some(IndexError::Corrupt { .. })));
    }
}

#[cfg(not(all(feature = "sqlite", feature = "lmdb")))]
#[test]
fn an_engine_that_is_not_there_is_said_with_what_to_build() {
    let repo = repo();
    let mut page = vec![0; 4096];
    page[16..20].copy_from_slice(&0xBEEF_C0DE_u32.to_ne_bytes());
    let heads = [("sqlite", cfg!(feature = "sqlite"), b"SQLite format 3\0".to_vec()), ("lmdb", cfg!(feature = "lmdb"), page)];
    for (feature, _, head) in heads.into_iter().filter(|(_, is_there, _)| !is_there) {
        let file = repo.beside(feature);
        std::fs::write(&file, head).unwrap();
        let failure = Failure::from(open(&file).err().unwrap());
        assert_eq!(failure.code.name, codes::NOT_SUPPORTED.name);
        assert!(failure.hints[0].contains(&format!("--features {feature}")), "{:?}", failure.hints);
    }
}

#[test]
fn an_unknown_failure_keeps_the_hint_of_its_code() {
    assert_eq!(Failure::from(IndexError::TooLarge("files")).hints, [codes::NOT_SUPPORTED.hint]);
}

#[test]
fn a_root_has_no_engine_that_proposes() {
    let repo = repo();
    assert_eq!(repo.open().propose(&["parse"], 5).unwrap(), None);
}

#[cfg(any(feature = "sqlite", feature = "lmdb"))]
mod stores {
    use std::path::Path;

    use smalti::artifacts::{ARTIFACTS, jsonl};
    use smalti::base::codes;
    use smalti::export::error::ExportError;
    use smalti::manifest::layout::Layout;
    use smalti::manifest::reading::{self, Opened};
    use smalti::pack::engine::pack;
    use smalti::pack::error::PackError;
    use smalti::pack::request::{Intent, PackRequest};
    use smalti::pack::seeds;
    use smalti::reader::ids::FileId;
    use smalti::reader::index::Index;
    use smalti::reader::load::Source;
    use smalti::retrieve::provider::Provider;
    use smalti::retrieve::query::Query;
    use smalti::retrieve::seeds::{Limits, Retriever};

    use super::{open, repo};
    use crate::support::{Repo, host};

    /// Writes an index as one file.
    type Export = fn(&dyn smalti::host::Host, &Layout, &Opened, &Path) -> Result<u64, ExportError>;

    fn exports() -> Vec<(&'static str, Export)> {
        vec![
            #[cfg(feature = "sqlite")]
            ("sqlite", smalti::export::sqlite::export),
            #[cfg(feature = "lmdb")]
            ("lmdb", smalti::export::lmdb::export),
        ]
    }

    fn export(repo: &Repo, export: Export, to: &Path) -> u64 {
        let layout = repo.layout();
        let opened = reading::open(host().as_ref(), &layout).unwrap();
        export(host().as_ref(), &layout, &opened, to).unwrap()
    }

    /// One pack, as text.
    fn short(index: &Index) -> Result<String, PackError> {
        let made = pack(index, &PackRequest { query: "words of a text".to_owned(), ..PackRequest::default() })?;
        Ok(jsonl::canonical(&serde_json::to_value(made).unwrap()))
    }

    /// Packs and hits, as text.
    fn answers(index: &Index) -> String {
        let mut said = Vec::new();
        for query in ["words of a text", "parse", "Runner.run", "prase", "parse.py:2", "missing \"quoted\""] {
            for intent in [Intent::Answer, Intent::Impact, Intent::Debug] {
                let made = pack(index, &PackRequest { query: query.to_owned(), intent, ..PackRequest::default() }).unwrap();
                said.push(jsonl::canonical(&serde_json::to_value(made).unwrap()));
            }
            let found = Retriever::new(index).unwrap().seeds(Provider::Sparse, &Query::parse(query).unwrap(), Limits { chunks: 9, files: 9 });
            said.push(format!("{:?}", found.unwrap()));
        }
        let made = pack(index, &PackRequest { focus: seeds::focus(index, "parse.py").unwrap(), ..PackRequest::default() }).unwrap();
        said.push(jsonl::canonical(&serde_json::to_value(made).unwrap()));
        said.extend((0u32..).take(index.file_count()).map(|file| format!("{:?}", index.sites_of(FileId(file), |_| true).unwrap())));
        said.join("\n")
    }

    #[test]
    fn packs_are_the_same_bytes_over_all_stores() {
        let repo = repo();
        let expected = answers(&repo.open());
        for (name, write) in exports() {
            let file = repo.beside(name);
            let rows = export(&repo, write, &file);
            assert_eq!(rows, repo.index_text().iter().filter(|it| it.0 != "manifest").map(|it| it.1.lines().count() as u64).sum::<u64>());
            assert_eq!(answers(&open(&file).unwrap()), expected, "{name}");
            // Written over the one that is there.
            export(&repo, write, &file);
            assert_eq!(answers(&open(&file).unwrap()), expected, "{name}");
            assert!(!file.with_file_name(format!("{name}.tmp")).exists());
        }
    }

    #[test]
    fn every_row_of_every_table_comes_back() {
        let repo = repo();
        let expected = repo.index_text();
        for (name, write) in exports() {
            let file = repo.beside(name);
            export(&repo, write, &file);
            let source = Source::open(host(), &Layout::new(&file)).unwrap();
            for artifact in ARTIFACTS {
                let pieces = source.pieces(artifact).unwrap();
                let rows: Vec<u8> = pieces.iter().flat_map(|piece| source.provider().rows(artifact, piece).unwrap()).collect();
                assert_eq!(String::from_utf8(rows).unwrap(), expected[artifact.name], "{name} {}", artifact.name);
            }
        }
    }

    #[test]
    fn a_damaged_file_gives_an_error_or_the_same_answer() {
        let repo = repo();
        let expected = short(&repo.open()).unwrap();
        for (name, write) in exports() {
            let file = repo.beside(name);
            export(&repo, write, &file);
            let good = std::fs::read(&file).unwrap();
            let mut refused = 0;
            let step = good.len() / 60;
            for at in (0..good.len()).step_by(step) {
                let mut flipped = good.clone();
                flipped[at] ^= 0x11;
                for bytes in [&flipped[..], &good[..at]] {
                    let path = repo.beside(&format!("{name}.{at}.{}", bytes.len()));
                    std::fs::write(&path, bytes).unwrap();
                    match open(&path).map_err(PackError::from).and_then(|index| short(&index)) {
                        Ok(said) => assert_eq!(said, expected, "{name} {at}"),
                        Err(cause) => {
                            let code = cause.code().name;
                            assert!([codes::INDEX_CORRUPT.name, codes::CONTRACT_VERSION.name].contains(&code), "{name} {at} {cause}");
                            refused += 1;
                        }
                    }
                    std::fs::remove_file(&path).unwrap();
                }
            }
            assert!(refused > 60, "{name}: {refused}");
        }
    }

    #[cfg(feature = "sqlite")]
    #[test]
    fn the_full_text_engine_proposes_and_our_scores_order() {
        let repo = repo();
        let file = repo.beside("sqlite");
        export(&repo, smalti::export::sqlite::export, &file);
        let index = open(&file).unwrap();
        let retriever = Retriever::new(&index).unwrap();
        let query = Query::parse("words of a text").unwrap();
        let limits = Limits { chunks: 9, files: 9 };
        let (sparse, fts) = (retriever.seeds(Provider::Sparse, &query, limits).unwrap(), retriever.seeds(Provider::Fts, &query, limits).unwrap());
        let ids = |seeds: &smalti::retrieve::seeds::Seeds| seeds.chunks.iter().map(|it| (it.chunk, it.score)).collect::<Vec<_>>();
        assert!(!fts.chunks.is_empty() && fts.chunks.iter().all(|it| it.by_provider[0].0 == Provider::Fts));
        // So small a repository is proposed whole.
        assert_eq!(ids(&fts), ids(&sparse));
        assert_eq!(index.propose(&["tokenize"], 1).unwrap().unwrap().len(), 1);
        assert_eq!(index.propose(&["nosuchterm"], 9).unwrap().unwrap(), []);
        let request =
            PackRequest { query: "words of a text".to_owned(), seed_provider: smalti::pack::request::SeedProvider::Fts, ..PackRequest::default() };
        let made = pack(&index, &request).unwrap();
        assert!(made.seeds.iter().all(|seed| seed.scores.contains_key("fts")), "{:?}", made.seeds);
        assert!(pack(&repo.open(), &request).is_err());
    }
}

#[cfg(feature = "sqlite")]
#[test]
fn a_full_text_table_that_was_tampered_with_is_refused() {
    let repo = repo();
    let folder = repo.root();
    let file = repo.beside("sqlite");
    let exported = line(&folder, &format!("index export --sqlite {}", file.display()));
    assert_eq!(exported.exit, Some(0), "{exported:?}");
    let ask = |provider: &str| line(&folder, &format!("search parse --provider {provider} --json --index {}", file.display()));
    assert_eq!(ask("fts").exit, Some(0), "{:?}", ask("fts"));
    let edits = [
        "INSERT INTO chunk_fts (rowid, name, path, signature, doc, body) VALUES (1, 'parse parse', '', '', '', '')",
        "UPDATE chunk_fts_docsize SET sz = x'0000000000' WHERE id = 1",
        "DELETE FROM smalti_full_text",
    ];
    let whole = std::fs::read(&file).unwrap();
    for edit in edits {
        std::fs::write(&file, &whole).unwrap();
        rusqlite::Connection::open(&file).unwrap().execute(edit, []).unwrap();
        let ran = ask("fts");
        assert!(ran.exit != Some(0) && ran.err.contains("(SMALTI_E_INDEX_CORRUPT)"), "{edit}: {ran:?}");
        assert_eq!(ask("sparse").exit, Some(0), "the rows are whole");
    }
}

#[cfg(feature = "sqlite")]
#[test]
fn the_questions_of_the_page_are_answered() {
    let repo = repo();
    let file = repo.beside("sqlite");
    let exported = line(&repo.root(), &format!("index export --sqlite {}", file.display()));
    assert_eq!(exported.exit, Some(0), "{exported:?}");
    let engine = rusqlite::Connection::open(&file).unwrap();
    let asked: Vec<&str> = include_str!("stores.md").lines().filter_map(|it| it.strip_prefix("sqlite3 index.sqlite \"")?.strip_suffix('"')).collect();
    assert_eq!(asked.len(), 2);
    for question in asked {
        let question = question.replace("merge AND segment", "parse");
        let mut answer = engine.prepare(&question).unwrap_or_else(|cause| panic!("{question}: {cause}"));
        let rows = answer.query_map([], |row| row.get::<_, String>(0)).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
        assert!(!rows.is_empty(), "{question}");
    }
}

#[cfg(all(feature = "sqlite", feature = "lmdb"))]
#[test]
fn every_verb_that_reads_takes_a_store_for_a_root() {
    let repo = repo();
    repo.write("smalti.toml", "[[pack]]\nname = \"parsing\"\nquery = \"parse\"\n");
    repo.build();
    let folder = repo.root();
    let lines = [
        "search parse --json",
        "context-pack parse --json",
        "context-pack parse --json --view v1",
        "context-pack parse --view v1",
        "context-pack parse --json --view task",
        "codegraph-context parse --json",
    ];
    for engine in ["sqlite", "lmdb"] {
        let file = repo.beside(engine);
        let exported = line(&folder, &format!("index export --{engine} {}", file.display()));
        assert_eq!(exported.exit, Some(0), "{exported:?}");
        for words in lines {
            let (stored, kept) = (line(&folder, &format!("{words} --index {}", file.display())), line(&folder, &format!("{words} --index .smalti")));
            assert_eq!(stored.exit, Some(0), "{words}: {stored:?}");
            assert_eq!(stored.err, "", "a file has no ledger, and that is nothing to warn of");
            assert_eq!(stored.out, kept.out, "{words}");
        }
        let verified = line(&folder, &format!("pack verify --index {}", file.display()));
        assert!(verified.exit == Some(0) && verified.out.contains("1 packs checked, 0 findings"), "{verified:?}");
        // What works on the folder of an index says so.
        for words in ["index status", "index verify", "index gc", "index show files", "context-pack parse --write", "approve"] {
            let ran = line(&folder, &format!("{words} --index {}", file.display()));
            assert!(ran.exit == Some(2) && ran.err.contains("is a file") && ran.err.contains("(POC_E_NOT_SUPPORTED)"), "{words}: {ran:?}");
        }
    }
}
