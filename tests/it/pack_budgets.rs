//! Budgets of packs over the larger fixture: they are spent, and cuts fall between lines.

use smalti::manifest::layout::Layout;
use smalti::pack::candidate::is_of_budgets;
use smalti::pack::context::{ContextItem, ContextPack};
use smalti::pack::engine::{Packer, pack};
use smalti::pack::excerpt::texts::Texts;
use smalti::pack::request::PackRequest;
use smalti::pack::views::summary;
use smalti::pipeline::options::BuildOptions;
use smalti::reader::index::Index;
use smalti::reader::tokens;

use crate::packs::{built, focus};
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
    pack.stats.dropped.iter().filter(|(reason, _)| is_of_budgets(reason)).map(|it| it.1).sum()
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
            let holds = |item: &ContextItem, uid: &str| item.chunk_uid == uid || item.joined.iter().any(|it| it.chunk_uid == uid);
            let shown = |uid: &str| pack.sections[0].items.iter().any(|item| holds(item, uid));
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

/// Helpers that follow one another, and who calls them all.
fn helpers(count: u32) -> [(&'static str, String); 2] {
    let helper = |n: u32| format!("def helper_{n}(first, second):\n    total = first + second\n    return total * {n}\n");
    let calls = (0..count).map(|n| format!("    value = helper_{n}(value, {n})\n")).collect::<Vec<_>>().concat();
    let names: Vec<String> = (0..count).map(|n| format!("helper_{n}")).collect();
    let helpers: Vec<String> = (0..count).map(helper).collect();
    [
        ("helpers.py", helpers.join("\n\n")),
        ("start.py", format!("from helpers import {}\n\n\ndef start(value):\n{calls}    return value\n", names.join(", "))),
    ]
}

#[test]
fn items_that_follow_one_another_share_a_place_where_places_are_short() {
    let files = helpers(6);
    let (_repo, index) = built(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
    let mut request = focus(&index, "start");
    let wide = pack(&index, &request).unwrap();
    assert!(wide.sections[2].items.len() == 6 && wide.sections[2].items.iter().all(|it| it.joined.is_empty()), "{:#?}", wide.sections[2]);
    request.budgets.max_items = Some(3);
    let pack = pack(&index, &request).unwrap();
    let callees = &pack.sections[2].items;
    let [item] = callees.as_slice() else { panic!("{callees:#?}") };
    let lines = item.excerpt.lines.unwrap();
    assert_eq!((lines.start, lines.end, item.excerpt.text.as_str()), (1, 28, files[0].1.trim_end()));
    let mut titles: Vec<&str> = item.joined.iter().map(|it| it.title.as_str()).chain([item.title.as_str()]).collect();
    titles.sort_unstable();
    assert_eq!(titles, (0..6).map(|n| format!("def helper_{n}(first, second)")).collect::<Vec<_>>());
    assert!(item.joined.iter().all(|it| it.why.rule == "call-neighbor" && !it.why.path.is_empty()));
    let texts = pack.sections.iter().flat_map(|it| &it.items).map(|it| it.excerpt.text.as_str());
    assert_eq!(pack.budgets.used_tokens, texts.map(tokens::count).sum::<u64>());
    assert!(pack.budgets.used_items <= 3 && summary::summary(&pack, false).contains("  with `def helper_"));
}

#[test]
fn what_is_joined_obeys_every_budget() {
    let files = helpers(24);
    let (_repo, index) = built(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
    for (items, bytes, most) in [(2, 4_096, 32_000), (3, 300, 32_000), (2, 4_096, 300), (4, 150, 200), (5, 4_096, 450)] {
        let mut request = focus(&index, "start");
        (request.budgets.max_items, request.budgets.max_bytes_per_item) = (Some(items), Some(bytes));
        request.budgets.max_total_tokens = Some(most);
        let pack = pack(&index, &request).unwrap();
        let all: Vec<_> = pack.sections.iter().flat_map(|it| &it.items).collect();
        assert!(all.iter().all(|it| it.excerpt.text.len() as u64 <= bytes) && all.len() as u64 <= items, "{items} {bytes} {most}");
        assert_eq!(pack.budgets.used_tokens, all.iter().map(|it| tokens::count(&it.excerpt.text)).sum::<u64>());
        assert!(pack.budgets.used_tokens <= most && pack.budgets.used_items == all.len() as u64);
    }
}

#[test]
fn what_keeps_candidates_out_is_told_by_its_name() {
    let files = helpers(6);
    let (_repo, index) = built(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
    let told = |change: &dyn Fn(&mut PackRequest)| {
        let mut request = focus(&index, "start");
        // Too long to share a place.
        request.budgets.max_bytes_per_item = Some(120);
        change(&mut request);
        let pack = pack(&index, &request).unwrap();
        (pack.stats.dropped.keys().filter(|it| is_of_budgets(it)).cloned().collect::<Vec<_>>(), summary::summary(&pack, false))
    };
    let (reasons, text) = told(&|request| request.budgets.max_items = Some(2));
    assert!(reasons == ["maxItems"] && text.lines().take(6).any(|it| it.starts_with("Candidates without a place: maxItems ")), "{reasons:?} {text}");
    assert_eq!(told(&|request| request.budgets.max_items_per_section = Some(1)).0, ["maxItemsPerSection"]);
    assert_eq!(told(&|request| request.budgets.max_total_tokens = Some(100)).0, ["maxTotalTokens"]);
    assert_eq!(told(&|_| ()).0, Vec::<String>::new());
}

#[test]
fn a_line_that_says_nothing_takes_the_place_of_nothing() {
    let code = "class Mark:\n    pass\n\n\ndef before(first, second):\n    total = first + second\n    return total\n\n\ndef stamp(mark: Mark, text):\n    \"\"\"Stamps.\"\"\"\n    return [mark, text, 1]\n";
    let (_repo, index) = built(&[("stamp.py", code)]);
    let titles = |items: u64| -> Vec<String> {
        let mut request = focus(&index, "stamp");
        request.budgets.max_items = Some(items);
        pack(&index, &request).unwrap().sections.into_iter().flat_map(|it| it.items).map(|it| it.title).collect()
    };
    assert_eq!(titles(2), ["def stamp(mark: Mark, text)", "def before(first, second)"]);
    assert_eq!(titles(3), ["def stamp(mark: Mark, text)", "class Mark", "def before(first, second)"]);
}

/// Lines that an item lacks for want of tokens.
fn missing(item: &ContextItem) -> Option<u32> {
    let cut = item.excerpt.truncation.as_ref().filter(|it| it.reason == "maxTotalTokens")?;
    item.excerpt.lines.filter(|_| cut.boundary != "nothing").map(|it| item.lines.end - it.end)
}

#[test]
fn the_last_lines_of_strong_seeds_come_before_the_first_of_what_says_little() {
    let (_folder, index) = atlas();
    let (mut cut, mut finished) = (0, 0);
    for query in QUERIES {
        for most in (300..2_400).step_by(50) {
            let mut request = PackRequest { query: (*query).to_owned(), ..PackRequest::default() };
            request.budgets.max_total_tokens = Some(most);
            let pack = pack(&index, &request).unwrap();
            let strong = |item: &ContextItem| pack.seeds.iter().any(|it| it.strong && it.chunk_uid == item.chunk_uid);
            let items: Vec<&ContextItem> = pack.sections.iter().flat_map(|it| &it.items).collect();
            let is_stub = |it: &&&ContextItem| {
                let shown = it.excerpt.lines.map_or(0, |lines| lines.end + 1 - lines.start);
                missing(it).is_some() && !strong(it) && it.joined.is_empty() && shown * 4 < it.lines.end + 1 - it.lines.start
            };
            let little: u64 = items.iter().filter(is_stub).map(|it| tokens::count(&it.excerpt.text)).sum();
            let short = items.iter().filter(|it| strong(it) && missing(it).is_some_and(|lines| lines <= 8)).count();
            // A line has a dozen tokens.
            assert!(short == 0 || little < 100, "{query} {most}: {little} tokens of stubs, {short} strong seeds that lack a few lines");
            cut += short;
            finished += items.iter().filter(|it| strong(it) && !it.excerpt.truncated).count();
        }
    }
    assert!(cut < finished / 4, "{cut} of {finished}");
}

#[test]
fn a_long_hit_far_below_the_best_leaves_room_for_others_first() {
    let best = "def parse_header(line):\n    \"\"\"Parse a header line.\"\"\"\n    name, value = line.split(\":\")\n    return header(name, value)\n";
    let filler = (0..150).map(|at| format!("    step_{at} = table[{at}]\n")).collect::<Vec<_>>().concat();
    let long = format!("def listing(table):\n    \"\"\"All of a table, one header for each.\"\"\"\n{filler}    return table\n");
    let others = (0..24)
        .map(|at| format!("def use_{at}(line):\n    found = line.header\n    if found:\n        return found\n    return {at}\n\n\n"))
        .collect::<Vec<_>>()
        .concat();
    let (_repo, index) = built(&[("parse.py", best), ("listing.py", &long), ("uses.py", &others)]);
    let packer = Packer::new(&index, Texts::of_root(&index));
    let shown = |tokens: u64| {
        let mut request = PackRequest { query: "parse header".to_owned(), ..PackRequest::default() };
        request.budgets.max_total_tokens = Some(tokens);
        let pack = packer.pack(&request).unwrap();
        let items: Vec<&ContextItem> = pack.sections.iter().flat_map(|section| &section.items).collect();
        let of = |path: &str| items.iter().filter(|it| it.file_rel_path == path).map(|it| it.excerpt.text.lines().count()).sum::<usize>();
        (of("parse.py"), of("listing.py"), of("uses.py"))
    };
    let (best_lines, long_lines, other_lines) = shown(900);
    assert_eq!(best_lines, 4);
    assert!((10..60).contains(&long_lines) && other_lines == 120, "{long_lines} lines of the long one, {other_lines} of the others");
    // What is left over goes on with it.
    let (_, long_lines, other_lines) = shown(6_000);
    assert!(long_lines >= 150 && other_lines == 120, "{long_lines} lines of the long one, {other_lines} of the others");
}
