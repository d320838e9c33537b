//! Retrieval: what wins, what is refused, and that nothing but the rows decides.

use std::collections::BTreeMap;

use smalti::reader::ids::ChunkId;
use smalti::reader::index::Index;
use smalti::retrieve::order;
use smalti::retrieve::provider::Provider;
use smalti::retrieve::query::Query;
use smalti::retrieve::seeds::{Limits, Retriever, SeedError, Seeds};
use smalti::retrieve::stems::Stems;

use crate::support::{Repo, check_fits};

const LIMITS: Limits = Limits { chunks: 20, files: 20 };

fn repo() -> Repo {
    Repo::of(&[
        (
            "src/store/session_tickets.py",
            "class TicketStore:\n    \"\"\"Keeps session tickets.\"\"\"\n\n    def rotate_keys(self):\n        \"\"\"Rotates the keys of all tickets.\"\"\"\n        return self.load()\n\n    def load(self):\n        raise ValueError(\"no such ticket here\")\n",
        ),
        (
            "src/store/cache.py",
            "def evict(limit):\n    \"\"\"Drops the oldest entries.\"\"\"\n    return limit\n\n\ndef parse_header_line(text):\n    return text.split(\":\")\n",
        ),
        ("src/web/views.py", "from store.cache import evict\n\n\ndef show(request):\n    evict(3)\n    return request\n"),
        (
            "tests/test_session_tickets.py",
            "from store.session_tickets import TicketStore\n\n\ndef test_rotating_keys_of_session_tickets():\n    # session tickets rotate keys, rotating session tickets keys\n    TicketStore().rotate_keys()\n",
        ),
    ])
}

/// What a query finds.
pub fn seeds(index: &Index, query: &str) -> Seeds {
    Retriever::new(index).unwrap().seeds(Provider::Sparse, &Query::parse(query).unwrap(), LIMITS).unwrap()
}

/// The best chunk of a query, as `path name`.
fn check(query: &str, expected: &str) {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let seeds = seeds(&index, query);
    let names: Vec<String> =
        seeds.chunks.iter().map(|seed| index.chunk(seed.chunk)).map(|it| format!("{} {}", index.path(it.file), it.name)).collect();
    assert_eq!(names.first().map(String::as_str), Some(expected), "{query}: {names:?}");
}

#[test]
fn words_find_the_code_that_is_about_them_before_its_tests() {
    check("rotating the session ticket keys", "src/store/session_tickets.py TicketStore.rotate_keys");
}

#[test]
fn names_win_however_they_are_written() {
    for query in ["rotate_keys", "TicketStore.rotate_keys", "rotateKeys", "rotate keys", "rotat_keys", "where is `rotate_keys` defined"] {
        check(query, "src/store/session_tickets.py TicketStore.rotate_keys");
    }
    check("test_rotating_keys_of_session_tickets", "tests/test_session_tickets.py test_rotating_keys_of_session_tickets");
}

#[test]
fn a_name_as_it_is_written_wins_over_names_that_are_spelled_alike() {
    let repo = Repo::built(&[
        ("ticket.py", "class Ticket:\n    \"\"\"A ticket of the ticket desk.\"\"\"\n\n    ticket_line = 1\n"),
        ("desk.py", "def ticket():\n    return 1\n"),
        ("inner/send_all.py", "def _send_all(send, all):\n    \"\"\"Send all: send all of all.\"\"\"\n    return send(all)\n"),
        ("outer.py", "def send_all():\n    return 2\n"),
    ]);
    let index = repo.open();
    let first = |query: &str| {
        let seeds = seeds(&index, query);
        let chunk = index.chunk(seeds.chunks[0].chunk);
        (chunk.name.to_owned(), index.path(seeds.files[0].file).to_owned())
    };
    let of = |name: &str, path: &str| (name.to_owned(), path.to_owned());
    assert_eq!(first("ticket"), of("ticket", "desk.py"));
    assert_eq!(first("Ticket"), of("Ticket", "ticket.py"));
    assert_eq!(first("send all"), of("send_all", "outer.py"));
    assert_eq!(first("_send_all"), of("_send_all", "inner/send_all.py"));
}

#[test]
fn a_long_chunk_is_shown_from_its_definition_on_and_all_of_it_in_the_end() {
    let comment = "// What the loader has to know of the loading of loads.\n".repeat(30);
    let body = "    load(load);\n".repeat(60);
    let repo = Repo::built(&[("a.rs", &format!("{comment}pub fn load_all() {{\n{body}}}\n")), ("b.rs", "pub fn other() {\n    load_all();\n}\n")]);
    let index = repo.open();
    let find = |name: &str| index.symbols_named(name).next().unwrap().chunk.unwrap();
    let (long, short) = (find("load_all"), find("other"));
    let whole = index.chunks().lines(long);
    let defined = index.symbols_named("load_all").next().unwrap().lines.start;
    let lines = |order: &[(ChunkId, u64)]| order::lines(&index, order, (&BTreeMap::new(), &BTreeMap::new()), &Stems::default()).unwrap();
    let shown = lines(&[(short, 100), (long, 10)]);
    assert_eq!(shown[0], (short, index.chunks().lines(short)));
    assert_eq!((shown[1].0, shown[1].1.start), (long, defined));
    assert!(shown[1].1.end < whole.end);
    let mut all: Vec<u32> = shown[1..].iter().flat_map(|(_, lines)| lines.start..=lines.end).collect();
    all.sort_unstable();
    assert_eq!(all, (whole.start..=whole.end).collect::<Vec<u32>>());
    // What is sure is shown whole sooner.
    let sure = lines(&[(long, 100)]);
    assert!(sure[0].1.end > shown[1].1.end);
}

#[test]
fn of_a_long_function_the_lines_are_shown_that_speak_of_the_query() {
    let body = "    load(load);\n".repeat(60);
    let text = format!("pub fn load_all() {{\n{body}    evict(oldest);\n{body}}}\n");
    let repo = Repo::built(&[("a.rs", &text), ("b.rs", "pub fn other() {\n    load_all();\n}\n")]);
    let index = repo.open();
    let find = |name: &str| index.symbols_named(name).next().unwrap().chunk.unwrap();
    let stems = Query::parse("why is the oldest evicted").unwrap().stems();
    let shown = order::lines(&index, &[(find("other"), 100), (find("load_all"), 10)], (&BTreeMap::new(), &BTreeMap::new()), &stems).unwrap();
    let shown: Vec<(u32, u32)> = shown.into_iter().skip(1).map(|(_, lines)| (lines.start, lines.end)).collect();
    let ([head, part], rest) = (shown.first_chunk::<2>().copied().unwrap(), &shown[2..]);
    assert_eq!(head, (1, 3));
    assert!(part.0 > 4 && (part.0..=part.1).contains(&62), "{shown:?}");
    assert_eq!(rest, [(4, part.0 - 1), (part.1 + 1, 123)]);
}

#[test]
fn places_win_over_words() {
    check("evict the oldest entries, src/store/session_tickets.py:5", "src/store/session_tickets.py TicketStore.rotate_keys");
    check("Traceback:\n  File \"/srv/app/src/store/cache.py\", line 2, in evict\nValueError: session tickets keys", "src/store/cache.py evict");
    let repo = repo();
    repo.build();
    let index = repo.open();
    let best = seeds(&index, "session tickets in web/views.py").files[0].file;
    assert_eq!(index.path(best), "src/web/views.py");
}

#[test]
fn the_function_that_a_frame_names_wins_over_what_stands_at_its_line_today() {
    check("  File \"/opt/app/src/store/cache.py\", line 2, in parse_header_line", "src/store/cache.py parse_header_line");
    check("  File \"/opt/app/src/store/cache.py\", line 2, in evict", "src/store/cache.py evict");
    check("  File \"/opt/app/src/store/cache.py\", line 2, in gone_since", "src/store/cache.py evict");
    check("  File \"/opt/app/src/store/cache.py\", line 7, in <lambda>", "src/store/cache.py parse_header_line");
}

#[test]
fn a_frame_of_a_bundle_names_its_function() {
    check(
        "at TicketStore.load (/srv/node_modules/store/dist/main.js:70:5)\nat evict (/srv/app/src/store/cache.py:2:5)",
        "src/store/session_tickets.py TicketStore.load",
    );
    // A name without its holder may be anybody's.
    check("at load (/srv/node_modules/store/dist/main.js:70:5)\nat evict (/srv/app/src/store/cache.py:2:5)", "src/store/cache.py evict");
    check("at Other.load (/srv/node_modules/store/dist/main.js:70:5)\nat evict (/srv/app/src/store/cache.py:2:5)", "src/store/cache.py evict");
}

#[test]
fn what_a_program_uses_is_part_of_it_whatever_its_folder_is_called() {
    let repo = Repo::built(&[
        ("src/benchmark/timer.py", "def measured(timer):\n    \"\"\"Measures a loop with a timer.\"\"\"\n    return timer.loop()\n"),
        ("src/app.py", "from benchmark.timer import measured\n\n\ndef main(clock):\n    return measured(clock)\n"),
        ("src/watch.py", "def timer():\n    return 1\n"),
        ("examples/loops.py", "def loops(timer):\n    \"\"\"Measures a loop with a timer.\"\"\"\n    return timer.loop()\n"),
    ]);
    let index = repo.open();
    let seeds = seeds(&index, "measure the loop of a timer");
    let paths: Vec<&str> = seeds.files.iter().map(|seed| index.path(seed.file)).collect();
    assert_eq!(paths, ["src/benchmark/timer.py", "src/app.py", "src/watch.py", "examples/loops.py"]);
}

#[test]
fn code_that_people_wrote_stands_before_what_is_made_of_it() {
    let code = "export function setProxy(options) {\n  return options.proxy\n}\n";
    let repo = Repo::built(&[
        ("dist/set_proxy.js", code),
        ("lib/set_proxy.js", code),
        ("src/scan.c", "/* A Bison parser, made by GNU Bison 3.8.2.  */\nint scan_token(int a) { return a; }\n"),
        ("src/token.c", "int scan_token_list(int a) { return scan_token(a); }\n"),
    ]);
    let index = repo.open();
    let files = |query: &str| seeds(&index, query).chunks.iter().map(|it| index.path(index.file_of(it.chunk)).to_owned()).collect::<Vec<_>>();
    assert_eq!(files("how are options of a proxy set"), ["lib/set_proxy.js", "dist/set_proxy.js"]);
    assert_eq!(files("scan a token")[0], "src/token.c");
    assert_eq!(files("scan_token")[0], "src/scan.c", "who names it gets it");
}

#[test]
fn of_any_trace_the_innermost_frame_comes_first() {
    let check = |text: &str| {
        let lines: Vec<Option<u32>> = Query::parse(text).unwrap().places.iter().map(|it| it.line).collect();
        assert_eq!(lines, [Some(3), Some(2), Some(1)], "{text}");
    };
    check("File \"a.py\", line 1, in main\n  run()\nFile \"b.py\", line 2, in run\n  get()\nFile \"a.py\", line 3, in get");
    check("at get (a.js:3:1)\nat run (b.js:2:1)\nat main (a.js:1:1)");
}

#[test]
fn every_frame_of_a_trace_stands_above_what_the_words_of_its_error_resemble() {
    let frames = ["main", "serve", "route", "handle", "load", "decode"];
    let frame = |(index, name): (usize, &str)| {
        let body = frames.get(index + 1).map_or_else(|| "raise ValueError()".to_owned(), |next| format!("{next}(x)"));
        (format!("src/{name}_step.py"), format!("def {name}(x):\n    {body}\n"))
    };
    let files: Vec<(String, String)> = frames.into_iter().enumerate().map(frame).collect();
    let noise = (0..4).map(|index| {
        (format!("src/noise{index}.py"), "def ticket_error_value(x):\n    \"\"\"Ticket value error: no such ticket.\"\"\"\n".to_owned())
    });
    let all: Vec<(String, String)> = files.iter().cloned().chain(noise).collect();
    let repo = Repo::built(&all.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    let index = repo.open();
    let lines = frames.map(|name| format!("  File \"/app/src/{name}_step.py\", line 2, in {name}\n"));
    let seeds = seeds(&index, &format!("Traceback (most recent call last):\n{}ValueError: no such ticket value", lines.concat()));
    let names: Vec<String> = seeds.chunks.iter().map(|it| index.chunk(it.chunk).name.to_owned()).collect();
    assert_eq!(names[0], "decode", "{names:?}");
    let mut above: Vec<&str> = names[..frames.len()].iter().map(String::as_str).collect();
    above.sort_unstable();
    let mut expected = frames.to_vec();
    expected.sort_unstable();
    assert_eq!(above, expected, "{names:?}");
}

#[test]
fn a_file_is_found_first_by_its_name_and_definitions_of_the_name_stand_before_it() {
    let repo = repo();
    let noise = "# The README is read here: README, readme, read_me.\ndef show_readme(readme):\n    return readme.README\n";
    repo.write("src/readme_tools/show.py", noise);
    repo.write("README.md", "# Tickets\n\nKeeps them.\n");
    repo.write("docs/more/README.md", "# README\n\nThe README of the README.\n");
    repo.build();
    let index = repo.open();
    let paths = |query: &str| {
        let seeds = seeds(&index, query);
        let chunks: Vec<String> = seeds.chunks.iter().map(|it| index.path(index.chunk(it.chunk).file).to_owned()).collect();
        let files: Vec<String> = seeds.files.iter().map(|it| index.path(it.file).to_owned()).collect();
        assert_eq!(chunks.first(), files.first(), "{query}");
        files
    };
    for query in ["README", "readme", "README.md", "./README.md"] {
        assert_eq!(paths(query)[0], "README.md", "{query}");
    }
    assert_eq!(paths("more/README.md")[0], "docs/more/README.md");
    assert_eq!(paths("views")[0], "src/web/views.py");
    assert_eq!(paths("src/store/cache.py")[0], "src/store/cache.py");
    assert_eq!(paths("evict")[0], "src/store/cache.py");
}

#[test]
fn quoted_text_is_found_where_it_stands() {
    check("\"no such ticket here\"", "src/store/session_tickets.py TicketStore.load");
}

#[test]
fn nothing_found_is_an_answer_that_says_what_was_searched() {
    let repo = repo();
    repo.write("src/broken.rs", "pub fn half( {\n");
    repo.build();
    let folder = repo.folder();
    let ran = crate::program::line(&folder, "search zzzzqqq --repo repo --json");
    let found = ran.json();
    check_fits("an answer", &smalti::commands::answer_schema::<smalti::commands::search::Hits<'_>>(), &found);
    let nothing = &found["nothing"];
    let certificate = &nothing["certificate"];
    assert_eq!((found["chunks"].to_string(), found["files"].to_string()), ("[]".to_owned(), "[]".to_owned()));
    assert_eq!((nothing["missingWords"][0].as_str(), nothing["provider"].as_str()), (Some("zzzzqqq"), Some("sparse")));
    assert_eq!(certificate["searched"]["files"], 5, "{certificate}");
    assert!(certificate["searched"]["symbols"].as_u64() > Some(5) && certificate["searched"]["postings"].is_u64(), "{certificate}");
    assert!(certificate["scope"].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(certificate["unparsedFiles"]["listed"][0], "src/broken.rs");
    let lines: Vec<&str> = found["notices"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(lines[0].starts_with("nothing found: none of ") && lines[0].contains("provider sparse"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("`zzzzqqq`")) && lines.iter().any(|line| line.contains("src/broken.rs")), "{lines:?}");
    assert_eq!(crate::program::line(&folder, "search zzzzqqq --repo repo").out.trim_end(), lines.join("\n"));
    let near = crate::program::line(&folder, "search evcet --repo repo --json");
    assert!(near.out.contains("evict"), "{near:?}");
    assert_eq!(crate::program::line(&folder, "search evict --repo repo --json").json()["nothing"], serde_json::Value::Null);
    let none = crate::program::line(&folder, "search evict --repo repo --limit 0");
    assert!(none.exit == Some(2) && none.err.contains("SMALTI_E_USAGE"), "{none:?}");
}

#[test]
fn a_member_behind_its_holder_is_no_file_that_is_not_there() {
    let repo = Repo::built(&[("lib/response.py", "class res:\n    def send(self, body):\n        return body\n"), ("mail.send", "a letter\n")]);
    let index = repo.open();
    assert_eq!(seeds(&index, "fix(res.send): add the length of the body").notices, Vec::<String>::new());
    assert_eq!(seeds(&index, "fix(letters.send): add the length of the body").notices.len(), 1);
}

#[test]
fn what_a_query_names_and_nobody_wrote_is_said() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    for (query, words) in [
        ("why does brandNewRotation fail", "`brandNewRotation` is nowhere in this index"),
        ("rotate the keys in nosuch/place.py:77", "no file of this index is called `nosuch/place.py`"),
        ("\"rotates the keys of nobody at all\"", "the quoted text stands as such in none"),
        ("How is QUIC of keys implemented?", "`QUIC`, `implemented` stand nowhere in this index"),
    ] {
        let seeds = seeds(&index, query);
        assert!(!seeds.chunks.is_empty() && seeds.notices.len() == 1 && seeds.notices[0].starts_with(words), "{query}: {:?}", seeds.notices);
    }
    for query in [
        "rotate_keys",
        "rotateKeys",
        "TicketStore.rotate_keys",
        "session_tickets.py",
        "rotating the keys",
        "TicketStore.load",
        "TicketStore.load(..., 5) of keys, e.g. session/tickets 1.2/1.3",
        "  File \"src/web/views.py\", line 5, in show\n    evict(3)",
        "src/store/cache.py#L1",
        "rotate the keys of session tickets whenever they are evicted",
    ] {
        assert_eq!(seeds(&index, query).notices, Vec::<String>::new(), "{query}");
    }
}

#[test]
fn a_slip_is_corrected_and_said() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let seeds = seeds(&index, "parse_haeder_line");
    assert_eq!(seeds.corrections, [("parse_haeder_line".to_owned(), "parse_header_line".to_owned())]);
    assert!(self::seeds(&index, "parse_header_line").corrections.is_empty());
}

#[test]
fn a_slip_inside_of_a_question_counts_like_the_word_that_was_meant() {
    check("why does parse_haeder_line fail when the input is empty", "src/store/cache.py parse_header_line");
    check("roating the keys of the tickts", "src/store/session_tickets.py TicketStore.rotate_keys");
    let repo = repo();
    repo.build();
    let index = repo.open();
    let slips = seeds(&index, "roating the keys of the tickts, hopefully").corrections;
    assert_eq!(slips, [("roating", "rotating"), ("tickts", "tickets")].map(|(from, to)| (from.to_owned(), to.to_owned())));
    assert!(seeds(&index, "tickets rotate").corrections.is_empty());
    let spelled = Repo::built(&[("a.py", "def get_endpoint(): pass\n\n\ndef _getEndpoint(): pass\n")]);
    let found = seeds(&spelled.open(), "why does get_ednpoint fail").corrections;
    assert_eq!(found, [("get_ednpoint".to_owned(), "get_endpoint".to_owned())], "of two forms of one name the one in the writer's style");
}

#[test]
fn what_texts_hold_is_no_slip_and_another_case_is_the_same_name() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    for query in ["`entries` are dropped", "see `tickets`", "evictLimit of `Evict`", "ParseHeaderLine fails"] {
        let corrections: Vec<_> = seeds(&index, query).corrections.into_iter().filter(|(from, _)| from != "evictLimit").collect();
        assert_eq!(corrections, [], "{query}");
    }
    check("in ParseHeaderLine there is a slip", "src/store/cache.py parse_header_line");
    assert_eq!(seeds(&index, "it fails in parse_headr_line").corrections, [("parse_headr_line".to_owned(), "parse_header_line".to_owned())]);
}

#[test]
fn a_word_with_hyphens_means_the_one_file_of_its_name() {
    let rule = |name: &str| {
        format!("// A rule about literals that are thrown: throw a literal.\nexport function {name}(node) {{ return throwLiteral(node, literal) }}\n")
    };
    let (meant, other) = (rule("create"), rule("make").repeat(3).replace("make", "throwsLiteral"));
    let repo = Repo::of(&[("rules/no-throw-literal.js", &meant), ("rules/throw-literal-all.js", &other), ("tests/no-throw-literal.js", &meant)]);
    repo.build();
    let index = repo.open();
    let first = |query: &str| index.path(seeds(&index, query).files[0].file).to_owned();
    assert_eq!(first("throw a literal: throwsLiteral in no-throw-literal"), "rules/no-throw-literal.js");
}

#[test]
fn a_report_in_a_form_is_about_what_it_says() {
    let form = "Tickets of a session keep old keys\n\n<!-- evict the oldest entries of parse_header_line -->\n- [x] I looked at `evict` and the oldest entries\n\
                ## What happened\nKeys are not rotated.\n```python\nfrom store.cache import evict, parse_header_line\nevict(\"the oldest entries\")\n\
                parse_header_line(text)\n```\n## Version\nparse header line, cache, limit, entries, oldest, drop, evict, text, split\n";
    check(form, "src/store/session_tickets.py TicketStore.rotate_keys");
    let query = Query::parse(form).unwrap();
    assert_eq!((query.names.len(), query.quoted.len(), query.places.len()), (0, 0, 0), "{query:?}");
    let weight = |title: bool| query.groups.iter().filter(|group| group.in_title == title).map(|group| group.weight).sum::<u64>();
    assert!(weight(false) <= 2 * weight(true), "{query:?}");
    // A trace is followed wherever it stands.
    let trace = "It fails\n```\nTraceback (most recent call last):\n  File \"/app/src/store/cache.py\", line 6, in parse_header_line\n```\n";
    check(trace, "src/store/cache.py parse_header_line");
}

#[test]
fn scores_are_shares_of_the_best_in_falling_order_with_reasons() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let seeds = seeds(&index, "evict oldest cache entries for a request");
    assert_eq!(seeds.chunks[0].score.0, 1_000_000);
    assert!(seeds.chunks.windows(2).all(|pair| (pair[0].score, pair[1].chunk) >= (pair[1].score, pair[0].chunk)));
    assert!(seeds.chunks.iter().all(|seed| !seed.reasons.is_empty() && seed.by_provider == [(Provider::Sparse, seed.score)]));
    let one = Retriever::new(&index).unwrap().seeds(Provider::Sparse, &Query::parse("evict").unwrap(), Limits { chunks: 1, files: 0 }).unwrap();
    assert_eq!((one.chunks.len(), one.files.len()), (1, 0));
}

#[test]
fn nothing_but_the_rows_decides() {
    let (first, second) = (repo(), repo());
    first.build();
    // The same content by another way: other jobs, another history of builds.
    second.write("src/store/cache.py", "def other():\n    pass\n");
    second.build();
    second.write("src/store/cache.py", std::fs::read(first.root().join("src/store/cache.py")).unwrap());
    crate::support::build(&smalti::pipeline::options::BuildOptions { jobs: 1, ..second.options() }).unwrap();
    let (lhs, rhs) = (first.open(), second.open());
    for query in ["rotate keys of tickets", "evict", "header", "views.py:3", "nothing of the kind"] {
        let (mine, theirs) = (seeds(&lhs, query), seeds(&rhs, query));
        assert_eq!(mine, theirs, "{query}");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(|| seeds(&first.open(), query)), mine, "{query}");
    }
}

#[test]
fn providers_that_are_not_there_are_refused() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let retriever = Retriever::new(&index).unwrap();
    for provider in [Provider::Fts, Provider::Ann, Provider::Hybrid] {
        let refused = retriever.seeds(provider, &Query::parse("evict").unwrap(), LIMITS).unwrap_err();
        assert!(matches!(refused, SeedError::NotSupported(it) if it == provider));
        assert_eq!(refused.code().name, "POC_E_NOT_SUPPORTED");
    }
}

#[test]
fn an_empty_index_and_words_that_are_nowhere_give_nothing() {
    let repo = Repo::built(&[("README.md", "")]);
    assert_eq!(seeds(&repo.open(), "anything at all"), Seeds::default());
    let repo = self::repo();
    repo.build();
    assert_eq!(seeds(&repo.open(), "zzzzqqq"), Seeds::default());
}

#[test]
fn files_are_found_by_the_words_of_the_commits_that_changed_them() {
    let repo = Repo::new();
    let Some(git) = crate::git::Git::init(&repo.root()) else { return };
    repo.write("one.py", "def f():\n    return 1\n");
    git.commit("Start");
    repo.write("two.py", "def g():\n    return 1\n");
    git.commit("Throttle greedy clients");
    repo.build();
    let index = repo.open();
    let found = seeds(&index, "throttling of greedy clients return");
    assert_eq!(index.path(found.files[0].file), "two.py");
    assert!(found.files[0].reasons.iter().any(|reason| reason.signal == "messages"));
}

#[test]
fn queries_that_cannot_be_asked_are_refused_with_code_and_hint() {
    let repo = repo();
    repo.build();
    let file = repo.beside("query.txt");
    let ask = |words: &[&str]| crate::program::run_in(&repo.root(), words.iter().copied().chain(["--json"]));
    let check = |what: &str, ran: &crate::program::Ran, code: &str| {
        assert_eq!(ran.exit, Some(2), "{what}: {ran:?}");
        let refusal = ran.json();
        assert_eq!(refusal["error"]["code"], code, "{what}: {refusal}");
        assert!(!refusal["error"]["hints"].as_array().unwrap().is_empty(), "{what}: {refusal}");
    };
    check("no query", &ask(&["search"]), "SMALTI_E_USAGE");
    check("an empty query", &ask(&["search", "  "]), "SMALTI_E_USAGE");
    check("marks", &ask(&["search", "?!"]), "SMALTI_E_USAGE");
    check("no provider", &ask(&["search", "evict", "--provider", "magic"]), "SMALTI_E_USAGE");
    check("a provider that is not there", &ask(&["search", "evict", "--provider", "ann"]), "POC_E_NOT_SUPPORTED");
    check("too many hits", &ask(&["search", "evict", "--limit", "1001"]), "POC_E_BUDGET_EXCEEDED");
    for (what, bytes, code) in
        [("not UTF-8", b"caf\xe9 evict".to_vec(), "SMALTI_E_USAGE"), ("a megabyte", b"evict ".repeat(180_000), "POC_E_BUDGET_EXCEEDED")]
    {
        std::fs::write(&file, bytes).unwrap();
        check(what, &ask(&["search", "--query-file", &file.display().to_string()]), code);
    }
    let odd = ask(&["search", "def .*evict\\("]).json();
    assert_eq!((&odd["chunks"][0]["name"], odd["notices"].as_array().unwrap().len()), (&serde_json::json!("evict"), 1));
    for view in ["000", "v1", "task"] {
        let pack = |query: &str| ask(&["context-pack", query, "--view", view]).json();
        assert_eq!(pack("(evict|show)+")["notices"], odd["notices"], "{view}");
        assert_eq!(pack("evict")["notices"], serde_json::Value::Null, "{view}");
        let text = crate::program::run_in(&repo.root(), ["context-pack", "(evict|show)+", "--view", view]).out;
        assert!(text.contains("looks like a regular expression"), "{view}: {text}");
    }
}
