//! Budgets of packs over the larger fixture: they are spent, and cuts fall between lines.

use smalti::manifest::layout::Layout;
use smalti::pack::context::ContextPack;
use smalti::pack::engine::{Packer, pack};
use smalti::pack::request::PackRequest;
use smalti::pack::texts::Texts;
use smalti::pipeline::options::BuildOptions;
use smalti::reader::index::Index;

use crate::program;
use crate::support::{build, host};

const QUERIES: &[&str] =
    &["how is a tile framed", "store a record", "route a request", "neighbors of a point", "blend two colors", "who shows a layer"];

fn atlas() -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let root = program::here().join("fixtures/repos/atlas");
    build(&BuildOptions { out: folder.path().join("index"), jobs: 2, history: false, source_date_epoch: Some(0), ..BuildOptions::new(root) })
        .unwrap();
    let index = Index::open(host(), &Layout::new(&folder.path().join("index"))).unwrap();
    (folder, index)
}

fn left_out(pack: &ContextPack) -> u64 {
    pack.stats.dropped.get("budget").copied().unwrap_or(0)
}

#[test]
fn budgets_are_spent_while_anything_that_fits_is_left() {
    let (_folder, index) = atlas();
    let packer = Packer::new(&index, Texts::of_root(&index));
    let (mut packs, mut spent) = (0, 0);
    for query in QUERIES {
        for tokens in [120, 200, 300, 450, 600] {
            let mut request = PackRequest { query: (*query).to_owned(), ..PackRequest::default() };
            request.budgets.max_total_tokens = Some(tokens);
            let pack = packer.pack(&request).unwrap();
            let shown = |uid: &str| pack.sections[0].items.iter().any(|item| item.chunk_uid == uid);
            assert!(shown(&pack.seeds[0].chunk_uid), "{query}, {tokens}: the best answer is left out");
            if left_out(&pack) > 0 {
                packs += 1;
                spent += u32::from(pack.budgets.used_tokens * 100 >= tokens * 85);
            }
        }
    }
    assert!(packs >= 12, "only {packs} packs left something out");
    assert_eq!(spent, packs);
}

#[test]
fn what_is_shown_is_whole_lines_of_the_file() {
    let (_folder, index) = atlas();
    let root = program::here().join("fixtures/repos/atlas");
    let (mut cut, mut whole) = (0, 0);
    for query in QUERIES {
        for bytes in [30, 60, 100, 200, 4_096] {
            let mut request = PackRequest { query: (*query).to_owned(), ..PackRequest::default() };
            request.budgets.max_bytes_per_item = Some(bytes);
            for item in pack(&index, &request).unwrap().sections.iter().flat_map(|it| &it.items) {
                assert!(item.excerpt.text.len() as u64 <= bytes);
                let Some(lines) = item.excerpt.lines else {
                    assert!(item.excerpt.text.is_empty() && item.excerpt.truncated);
                    continue;
                };
                *(if item.excerpt.truncated { &mut cut } else { &mut whole }) += 1;
                let text = std::fs::read_to_string(root.join(&item.file_rel_path)).unwrap();
                let of_file: Vec<&str> = text.lines().skip(lines.start as usize - 1).take((lines.end - lines.start + 1) as usize).collect();
                let of_item: Vec<&str> = item.excerpt.text.lines().collect();
                assert_eq!(of_file.len(), of_item.len());
                for (file, item) in of_file.iter().zip(&of_item) {
                    // A chunk may end inside a line; a cut may not.
                    assert!(file.starts_with(item), "{file} | {item}");
                }
                if item.excerpt.truncated {
                    assert!(of_file.last().unwrap().trim_end().ends_with(of_item.last().unwrap()), "{item:#?}");
                }
            }
        }
    }
    assert!(cut > 20 && whole > 20, "{cut} {whole}");
}

#[test]
fn no_line_is_shown_twice() {
    let (_folder, index) = atlas();
    for query in QUERIES {
        let pack = pack(&index, &PackRequest { query: (*query).to_owned(), ..PackRequest::default() }).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for item in pack.sections.iter().flat_map(|it| &it.items) {
            for line in item.excerpt.lines.map_or(0..0, |lines| lines.start..lines.end + 1) {
                assert!(seen.insert((item.file_rel_path.clone(), line)), "{query}: {}:{line}", item.file_rel_path);
            }
        }
    }
}
