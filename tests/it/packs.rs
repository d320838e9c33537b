//! Context packs of small repositories: what they hold, in which order, within which budgets, and why.

use std::collections::BTreeMap;

use smalti::base::codes::{self, Code};
use smalti::pack::allocate::Sharing;
use smalti::pack::context::{ContextItem, ContextPack};
use smalti::pack::engine::{Packer, pack};
use smalti::pack::error::PackError;
use smalti::pack::excerpt::texts::Texts;
use smalti::pack::request::{EdgeType, EvidenceKind, Intent, PackRequest, Primary, Strictness};
use smalti::pack::seeds;
use smalti::pipeline::options::BuildOptions;
use smalti::reader::index::Index;

use crate::support::{Repo, build, host};

/// `main` calls `run` calls `parse` calls `tokenize`; a test calls `parse`; nobody calls `unused`.
const CALLS: &[(&str, &str)] = &[
    ("parse.py", "def tokenize(text):\n    return text.split()\n\n\ndef parse(text):\n    \"\"\"Words of a text.\"\"\"\n    return tokenize(text)\n"),
    ("run.py", "from parse import parse\n\n\ndef run(text):\n    return parse(text)\n"),
    ("main.py", "from run import run\n\n\ndef main():\n    return run(\"a b\")\n"),
    ("test_parse.py", "from parse import parse\n\n\ndef test_words():\n    assert parse(\"a b\") == [\"a\", \"b\"]\n"),
    ("odd.py", "def unused():\n    return 1\n\n\ndef maybe(thing):\n    return thing.unused()\n"),
];

/// A repository with its opened index, the same on every day.
pub fn built(files: &[(&str, &str)]) -> (Repo, Index) {
    let repo = Repo::of(files);
    build(&BuildOptions { history: false, source_date_epoch: Some(0), ..repo.options() }).unwrap();
    let index = repo.open();
    (repo, index)
}

/// A request that starts at the definition of this name.
pub fn focus(index: &Index, name: &str) -> PackRequest {
    PackRequest { focus: seeds::focus(index, name).unwrap(), ..PackRequest::default() }
}

fn asking(query: &str) -> PackRequest {
    PackRequest { query: query.to_owned(), ..PackRequest::default() }
}

fn items(pack: &ContextPack) -> impl Iterator<Item = &ContextItem> {
    pack.sections.iter().flat_map(|section| &section.items)
}

/// The last part of a symbol id.
fn name(symbol_id: Option<&String>) -> String {
    symbol_id.map_or(String::new(), |id| id.rsplit(['/', ' ', '`']).next().unwrap().trim_end_matches("().").to_owned())
}

/// Names of the definitions of a section, in order.
fn shown(pack: &ContextPack, section: &str) -> Vec<String> {
    let section = pack.sections.iter().find(|it| it.section == section).unwrap();
    section.items.iter().map(|item| name(item.symbol_id.as_ref())).collect()
}

fn bytes(pack: &ContextPack) -> String {
    smalti::artifacts::jsonl::canonical(&serde_json::to_value(pack).unwrap())
}

#[test]
fn a_pack_shows_the_known_call_graph_and_why() {
    let (_repo, index) = built(CALLS);
    let pack = pack(&index, &focus(&index, "parse")).unwrap();
    assert_eq!(shown(&pack, "seeds"), ["parse"]);
    assert_eq!(shown(&pack, "callers"), ["run", "main"]);
    assert_eq!(shown(&pack, "callees"), ["tokenize"]);
    assert_eq!(shown(&pack, "tests"), ["test_words"]);
    let names: Vec<&str> = pack.sections.iter().map(|it| it.section.as_str()).collect();
    assert_eq!(names, ["seeds", "callers", "callees", "imports", "exports", "usages", "dataflow", "tests", "docs", "related"]);
    let main = pack.sections[1].items.iter().find(|item| name(item.symbol_id.as_ref()) == "main").unwrap();
    let steps: Vec<(String, String)> = main.why.path.iter().map(|step| (name(Some(&step.from)), name(Some(&step.to)))).collect();
    assert_eq!(steps, [("run".into(), "parse".into()), ("main".into(), "run".into())]);
    assert_eq!(main.why.rule, "call-neighbor");
    assert_eq!((main.scores.graph_distance, pack.stats.max_hop), (2, 2));
    assert!(main.why.evidence.iter().all(|it| it.kind == "callsite" && it.confidence.0 > 0));
    assert_eq!(main.why.evidence.len(), 2);
    assert_eq!(main.excerpt.text, "def main():\n    return run(\"a b\")");
    assert_eq!(pack.request.index_root, ".");
    assert_eq!(pack.created_at, "1970-01-01T00:00:00Z");
}

#[test]
fn equal_requests_give_equal_bytes_over_two_builds_of_one_repository() {
    let (_one, first) = built(CALLS);
    let (_two, second) = built(CALLS);
    for request in [focus(&first, "parse"), asking("words of a text"), asking("run")] {
        let pack_of = |index: &Index| bytes(&pack(index, &request).unwrap());
        let expected = pack_of(&first);
        assert_eq!(expected, pack_of(&first));
        assert_eq!(expected, pack_of(&second));
        let packer = Packer::new(&second, Texts::of_root(&second));
        assert_eq!(expected, bytes(&packer.pack(&request).unwrap()));
        assert_eq!(expected, bytes(&packer.pack(&request).unwrap()));
        // A pack's own request makes the same pack.
        let again: ContextPack = serde_json::from_str(&expected).unwrap();
        assert_eq!(expected, bytes(&pack(&first, &again.request).unwrap()));
    }
}

#[test]
fn another_tree_is_another_signature_another_pack_and_no_place_for_old_requests() {
    let (repo, index) = built(CALLS);
    let old = pack(&index, &asking("parse")).unwrap();
    repo.write("more.py", "from parse import parse\n\n\ndef more():\n    return parse(\"c\")\n");
    build(&BuildOptions { history: false, ..repo.options() }).unwrap();
    let index = repo.open();
    let new = pack(&index, &asking("parse")).unwrap();
    assert_ne!(old.index_signature, new.index_signature);
    assert_ne!(old.pack_id, new.pack_id);
    assert!(shown(&new, "callers").contains(&"more".to_owned()) && !shown(&old, "callers").contains(&"more".to_owned()));
    refuse(&index, &old.request, &codes::SIGNATURE);
}

fn refuse(index: &Index, request: &PackRequest, code: &Code) -> PackError {
    let refused = pack(index, request).unwrap_err();
    assert_eq!(refused.code().name, code.name, "{refused}");
    refused
}

#[test]
fn what_cannot_be_met_is_refused_with_its_code() {
    let (_repo, index) = built(CALLS);
    refuse(&index, &asking("  "), &codes::USAGE);
    refuse(&index, &asking("?!"), &codes::USAGE);
    refuse(&index, &asking(&"word ".repeat(200_000)), &codes::BUDGET_EXCEEDED);
    let mut hops = asking("parse");
    hops.expansion.max_hops = 5;
    assert!(refuse(&index, &hops, &codes::BUDGET_EXCEEDED).to_string().contains("hard cap is 4"));
    for (symbol_id, chunk_uid, file) in [(Some("scip:none"), None, None), (None, Some("xxh64:0000000000000000"), None), (None, None, Some("no.py"))] {
        let mut request = asking("parse");
        request.focus.symbol_id = symbol_id.map(str::to_owned);
        request.focus.chunk_uid = chunk_uid.map(str::to_owned);
        request.focus.file_rel_path = file.map(str::to_owned);
        refuse(&index, &request, &codes::FOCUS_UNKNOWN);
    }
    refuse(&index, &PackRequest { files: vec!["nowhere".into()], ..asking("parse") }, &codes::FOCUS_UNKNOWN);
    let fts: PackRequest = serde_json::from_str(r#"{"query":"parse","seedProvider":"fts"}"#).unwrap();
    refuse(&index, &fts, &codes::NOT_SUPPORTED);
    let unknown = seeds::focus(&index, "other/parse.py").unwrap_err();
    assert!(unknown.hints()[0].contains("parse.py"), "{:?}", unknown.hints());
}

/// Checks a cap at what is needed, one below and one above: `used` says how much of it a pack took.
fn check_cap(index: &Index, request: &PackRequest, set: impl Fn(&mut PackRequest, u64), used: impl Fn(&ContextPack) -> u64) {
    let whole = pack(index, request).unwrap();
    let need = used(&whole);
    assert!(need > 1, "the fixture needs too little");
    let with = |cap: u64| {
        let mut request = request.clone();
        set(&mut request, cap);
        pack(index, &request).unwrap()
    };
    let held = |pack: &ContextPack| items(pack).map(|item| (item.chunk_uid.clone(), item.excerpt.text.clone())).collect::<Vec<_>>();
    let (below, at, above) = (with(need - 1), with(need), with(need + 1));
    assert_eq!(held(&at), held(&whole));
    assert_eq!(held(&above), held(&whole));
    assert_eq!((used(&at), used(&above)), (need, need));
    assert!(used(&below) < need);
    assert_ne!(held(&below), held(&whole));
}

#[test]
fn every_budget_of_output_holds_below_at_and_above() {
    let (_repo, index) = built(CALLS);
    let request = focus(&index, "parse");
    check_cap(&index, &request, |it, cap| it.budgets.max_items = Some(cap), |pack| items(pack).count() as u64);
    check_cap(&index, &request, |it, cap| it.budgets.max_total_tokens = Some(cap), |pack| pack.budgets.used_tokens);
    check_cap(&index, &request, |it, cap| it.budgets.max_total_chars = Some(cap), |pack| pack.budgets.used_chars);
    let largest = |pack: &ContextPack| items(pack).map(|item| item.excerpt.text.len() as u64).max().unwrap();
    check_cap(&index, &request, |it, cap| it.budgets.max_bytes_per_item = Some(cap), largest);
    let section = |pack: &ContextPack| pack.sections.iter().map(|it| it.items.len() as u64).max().unwrap();
    check_cap(&index, &request, |it, cap| it.budgets.max_items_per_section = Some(cap), section);
}

#[test]
fn what_is_used_is_what_is_shown() {
    let (_repo, index) = built(CALLS);
    for tokens in 1..120 {
        let mut request = focus(&index, "parse");
        request.budgets.max_total_tokens = Some(tokens);
        let pack = pack(&index, &request).unwrap();
        let sum: u64 = items(&pack).map(|item| smalti::reader::tokens::count(&item.excerpt.text)).sum();
        assert_eq!((pack.budgets.used_tokens, pack.budgets.used_items), (sum, items(&pack).count() as u64));
        assert!(sum <= tokens);
        let chars: usize = items(&pack).map(|item| item.excerpt.text.chars().count()).sum();
        assert_eq!(pack.budgets.used_chars, chars as u64);
    }
}

#[test]
fn every_bound_of_work_holds_below_at_and_above_and_is_counted() {
    let (_repo, index) = built(CALLS);
    let request = focus(&index, "parse");
    let whole = pack(&index, &request).unwrap();
    let stats = &whole.stats;
    // Edges around seeds are read after those of the walk, so the cap that the walk needs is less than what was read in all.
    let check = |set: &dyn Fn(&mut PackRequest, u64), need: u64, reason: &str| {
        let with = |cap: u64| {
            let mut request = request.clone();
            set(&mut request, cap);
            pack(&index, &request).unwrap().stats
        };
        assert!(need > 1);
        assert!(!with(need + 1).dropped.contains_key(reason) && !with(need).dropped.contains_key(reason), "{reason}");
        assert!(with(need - 1).dropped[reason] > 0, "{reason}");
    };
    check(&|it, cap| it.budgets.max_nodes_visited = Some(cap), stats.nodes_visited, "nodesVisited");
    check(&|it, cap| it.budgets.max_candidates = Some(cap), stats.candidates, "candidates");
    check(&|it, cap| it.budgets.max_edges_read = Some(cap), stats.edges_read, "edgesRead");
}

#[test]
fn a_file_that_calls_outside_of_its_definitions_is_shown_where_it_does() {
    let script = "from parse import parse\n\n\ndef words():\n    return \"a b\"\n\n\nprint(parse(words()))\n";
    let files: Vec<(&str, &str)> = CALLS.iter().copied().chain([("script.py", script)]).collect();
    let (_repo, index) = built(&files);
    let pack = pack(&index, &focus(&index, "parse")).unwrap();
    let shown = items(&pack).find(|item| item.file_rel_path == "script.py").unwrap();
    assert_eq!(shown.excerpt.text, "print(parse(words()))");
}

#[test]
fn what_only_imports_of_imports_speak_for_is_left_out() {
    let (_repo, index) = built(&[
        ("far.py", "def far():\n    return 1\n"),
        ("near.py", "from far import far\n\n\ndef near():\n    return 2\n"),
        ("top.py", "from near import near\n\n\ndef top():\n    return near\n"),
    ]);
    let pack = pack(&index, &focus(&index, "top")).unwrap();
    let paths: Vec<&str> = items(&pack).map(|item| item.file_rel_path.as_str()).collect();
    assert!(paths.contains(&"near.py") && !paths.contains(&"far.py"), "{paths:?}");
}

#[test]
fn what_does_it_stands_before_what_only_says_that_it_is_done() {
    let main = "#include \"fill.h\"\n\nstatic int sum(int a) {\n    return a + 1;\n}\n\nint first(int a) {\n    return sum(a) + fill(a);\n}\n";
    let (_repo, index) = built(&[("src/main.c", main), ("src/fill.h", "int fill(int n);\n")]);
    let pack = pack(&index, &focus(&index, "first")).unwrap();
    let score = |text: &str| items(&pack).find(|item| item.excerpt.text.starts_with(text)).unwrap().scores.seed_score.0;
    // Half of what the rules are measured to be right, and half of that.
    let met = (score("static int sum"), score("int fill"));
    assert!((490_000..500_000).contains(&met.0) && (245_000..250_000).contains(&met.1), "{met:?}");
}

#[test]
fn hops_bound_the_distance() {
    let mut files = CALLS.to_vec();
    files.push(("start.py", "from main import main\n\n\ndef start():\n    return main()\n"));
    let (_repo, index) = built(&files);
    for hops in 0..=4 {
        let mut request = focus(&index, "tokenize");
        request.expansion.max_hops = hops;
        let pack = pack(&index, &request).unwrap();
        let callers: Vec<&str> = ["parse", "run", "main", "start"].into_iter().take(hops as usize).collect();
        assert_eq!(shown(&pack, "callers"), callers, "{hops}");
        assert!(pack.stats.max_hop <= hops.max(1));
    }
}

#[test]
fn strictness_drops_notes_or_passes_over_missing_evidence() {
    let (_repo, index) = built(CALLS);
    let with = |strictness: Strictness| {
        let mut request = focus(&index, "parse");
        request.strictness = strictness;
        request.expansion.require_evidence = true;
        request.expansion.evidence_kinds = vec![EvidenceKind::ImportStmt];
        pack(&index, &request).unwrap()
    };
    let (strict, warn, loose) = (with(Strictness::Strict), with(Strictness::Warn), with(Strictness::Loose));
    assert!(strict.stats.dropped["noEvidence"] > 0);
    assert!(shown(&strict, "callers").is_empty() && shown(&strict, "seeds") == ["parse"]);
    assert!(!warn.stats.dropped.contains_key("noEvidence"));
    let gaps = warn.explain.as_ref().unwrap().evidence_gaps.as_ref().unwrap();
    assert!(gaps.iter().any(|gap| gap.rule == "call-neighbor" && gap.reason.contains("callsite")), "{gaps:?}");
    assert_eq!(shown(&warn, "callers"), ["run", "main"]);
    assert_eq!(loose.explain.as_ref().unwrap().evidence_gaps, None);
    assert_eq!(shown(&loose, "callers"), ["run", "main"]);
    let mut silent = focus(&index, "parse");
    silent.include_explain = false;
    assert_eq!(pack(&index, &silent).unwrap().explain, None);
}

#[test]
fn strong_seeds_stand_before_what_only_the_graph_speaks_for() {
    let (_repo, index) = built(CALLS);
    for primary in [Primary::SeedScore, Primary::GraphDistance, Primary::GraphEvidence, Primary::HybridScore] {
        let mut request = asking("parse tokenize");
        request.ordering.primary = primary;
        let packer = Packer::new(&index, Texts::of_root(&index));
        let draft = packer.draft(&request, Sharing::ByRank).unwrap();
        let ranks = |seed: bool| {
            draft.picked.iter().filter(move |it| it.candidate.rule.is_seed() == seed && (!seed || it.candidate.strong)).map(|it| it.rank)
        };
        assert!(ranks(true).count() > 0 && ranks(false).count() > 0);
        assert!(ranks(true).max() < ranks(false).min(), "{primary:?}");
    }
    let mut impact = focus(&index, "parse");
    impact.intent = Intent::Impact;
    assert!(!pack(&index, &impact).unwrap().explain.unwrap().hard_rule);
}

#[test]
fn nobody_calls_it_is_an_answer_with_a_certificate() {
    let (_repo, index) = built(CALLS);
    let lonely = pack(&index, &focus(&index, "unused")).unwrap();
    let absence = |pack: &ContextPack, section: &str| pack.sections.iter().find(|it| it.section == section).unwrap().absence.clone();
    let callers = absence(&lonely, "callers").unwrap();
    assert_eq!(callers.statement, "no callers are known of unused; 1 site of this name is in doubt (odd.py:6)");
    assert_eq!(callers.names, ["unused"]);
    assert!(callers.searched["edges_call"] > 0 && callers.scope.starts_with("sha256:"));
    assert_eq!(callers.doubtful_sites.listed, ["odd.py:6"]);
    assert_eq!(callers.doubtful_sites.counts.values().sum::<u64>(), 1);
    assert!(absence(&lonely, "tests").is_some());
    let (_other, index_of_two) = built(&[("a.py", "def alpha(): return beta()\n\n\ndef beta(): return 1\n")]);
    let two = pack(&index_of_two, &PackRequest { query: "alpha beta".to_owned(), ..PackRequest::default() }).unwrap();
    assert!(absence(&two, "tests").unwrap().statement.starts_with("no tests are known of alpha, beta"));
    let statement = absence(&two, "callers").unwrap().statement;
    assert!(statement.contains("1 among the seeds"), "a caller that is a seed is none that is not known: {statement}");
    assert!(two.fallback_reason.unwrap().starts_with("edges lead from seed to seed alone"));
    let (_bare, index_of_bare) = built(&[("a.py", "def alpha(): pass\n"), ("notes.tex", "Notes\n=====\n")]);
    let request = PackRequest { query: "alpha".to_owned(), files: vec!["notes.tex".to_owned()], ..PackRequest::default() };
    let bare = pack(&index_of_bare, &request).unwrap();
    assert_eq!(bare.notices, ["`notes.tex` has no text in this index, so nothing of it is shown"]);
    assert!(pack(&index_of_bare, &PackRequest { files: vec![String::new()], ..request }).is_err(), "an empty path is no folder");
    let mut outward = focus(&index, "parse");
    outward.expansion.edge_types = vec![EdgeType::Usage];
    let statement = absence(&pack(&index, &outward).unwrap(), "callers").unwrap().statement;
    assert!(statement.contains("not searched"), "{statement}");
    let mut poor = focus(&index, "parse");
    poor.budgets.max_items = Some(1);
    let statement = absence(&pack(&index, &poor).unwrap(), "callers").unwrap().statement;
    assert!(statement.contains("2 are known"), "{statement}");
    assert_eq!(absence(&pack(&index, &focus(&index, "parse")).unwrap(), "callers"), None);
}

#[test]
fn who_builds_a_type_is_its_caller_and_a_test_that_does_is_its_test() {
    let (_repo, index) = built(&[
        (
            "engine.py",
            "class Engine:\n    \"\"\"Runs.\"\"\"\n\n    def __init__(self, fuel):\n        self.fuel = fuel\n\n    def run(self):\n        return self.fuel\n",
        ),
        ("use.py", "from engine import Engine\n\n\ndef start():\n    return Engine(3)\n"),
        ("tests/test_engine.py", "from engine import Engine\n\n\ndef test_engine_runs():\n    assert Engine(1)\n"),
    ]);
    let found = pack(&index, &focus(&index, "Engine")).unwrap();
    assert_eq!(shown(&found, "callers"), ["start"], "{:#?}", found.sections);
    assert_eq!(shown(&found, "tests"), ["test_engine_runs"]);
    let class = index.symbols_named("Engine").next().unwrap().id;
    let facts = smalti::pack::context::facts::facts(&index, class).unwrap();
    assert_eq!((facts.callers, facts.tests), (2, 1));
}

#[test]
fn a_certificate_counts_the_sites_that_are_taken_for_others() {
    let (_repo, index) = built(&[
        ("go.mod", "module m\n"),
        (
            "sink.go",
            "package m\n\nimport \"io\"\n\ntype Sink struct{}\n\nfunc (s *Sink) Write(p []byte) (int, error) { return 0, nil }\n\nfunc Copy() {}\n",
        ),
        (
            "send.go",
            "package m\n\nimport \"io\"\n\nfunc send(w io.Writer) {\n\tw.Write(nil)\n\tio.Copy(w, nil)\n}\n\nfunc start() { send(&Sink{}) }\n",
        ),
        ("calls.py", "def copied(text):\n    return text\n\n\ndef lonely(): pass\n"),
    ]);
    let callers = |name: &str| pack(&index, &focus(&index, name)).unwrap().sections[1].absence.clone().unwrap();
    let write = callers("Write");
    assert_eq!(
        write.statement,
        "no callers are known of Write; 1 site of this name is taken for what is not of this tree (send.go:6 io), and runs what stands in for it"
    );
    assert_eq!(write.external_sites.listed.len(), 1, "{:?}", write.external_sites);
    assert!(write.external_sites.listed[0].starts_with("send.go:6 "), "{:?}", write.external_sites);
    // What is called by its package's name is another function; that such sites are there is said all the same.
    let copy = callers("Copy");
    assert_eq!(copy.statement, "no callers are known of Copy; 1 site of this name is taken for what is not of this tree (send.go:7 io)");
    assert_eq!(callers("lonely").statement, "no callers are known of lonely: nothing uses this name");
}

#[test]
fn a_gap_in_a_file_stands_in_the_certificate() {
    let mut files = CALLS.to_vec();
    files.push(("broken.py", "def half(:\n    x = = 2\n"));
    let (_repo, index) = built(&files);
    let lonely = pack(&index, &focus(&index, "unused")).unwrap();
    let absence = lonely.sections[1].absence.clone().unwrap();
    assert_eq!((absence.unparsed_files.count, absence.unparsed_files.listed), (1, vec!["broken.py".to_owned()]));
}

#[test]
fn without_a_graph_files_are_chosen_and_that_is_said() {
    let files = [("conf/limits.py", "MOST = 3\n"), ("conf/colors.py", "RED_COLOR = 1\n"), ("other/deep.py", "DEEP_DOWN = 1\n")];
    let (_repo, index) = built(&files);
    let pack_of = |query: &str| pack(&index, &asking(query)).unwrap();
    let near = pack_of("limits");
    assert!(near.fallback && near.fallback_reason.as_ref().unwrap().contains("no edges"), "{:?}", near.fallback_reason);
    assert!(items(&near).any(|item| item.file_rel_path == "conf/colors.py" && item.why.rule == "same-folder"));
    assert!(!items(&near).any(|item| item.file_rel_path == "other/deep.py"));
    let nothing = pack_of("zebra");
    assert!(nothing.fallback && nothing.fallback_reason.unwrap().contains("matches nothing"));
    assert!(near.fallback_reason.unwrap().ends_with("; files were chosen by name, place and history"));
    // What was chosen and has no room is not said to be there.
    let mut poor = asking("limits");
    poor.budgets.max_items = Some(1);
    let poor = pack(&index, &poor).unwrap();
    assert!(!items(&poor).any(|item| item.why.rule == "same-folder"));
    assert!(poor.fallback_reason.unwrap().ends_with("none of them fits the request"));
    let (_repo, index) = built(CALLS);
    assert!(!pack(&index, &focus(&index, "parse")).unwrap().fallback);
}

#[test]
fn a_file_that_is_chosen_is_shown_by_its_definitions() {
    let head = "# Licence.\n# More of it.\n\nimport os\nimport sys\n\n\n";
    let (_repo, index) = built(&[("a.py", &format!("{head}def _inner():\n    return os\n\n\ndef outer():\n    return sys\n"))]);
    let pack = pack(&index, &asking("a zebra")).unwrap();
    let texts: Vec<&str> = items(&pack).map(|item| item.excerpt.text.as_str()).collect();
    assert!(pack.fallback && texts == ["def outer():\n    return sys"], "{texts:?}");
}

#[test]
fn one_file_leaves_places_among_the_seeds_to_others() {
    let one: String =
        ('a'..='n').fold(String::new(), |text, it| text + &format!("def load_cache_{it}():\n    \"\"\"Loads the cache.\"\"\"\n    return 1\n\n\n"));
    let two = "def filled(items):\n    \"\"\"Loads a cache of items.\"\"\"\n    return items\n";
    let (_repo, index) = built(&[("one.py", &one), ("two.py", two), ("three.py", "def other():\n    return 1\n")]);
    let pack = pack(&index, &asking("load the cache")).unwrap();
    let of = |file: &str| pack.seeds.iter().filter(|seed| seed.file_rel_path == file).count();
    assert_eq!((of("one.py"), of("two.py"), pack.seeds.len()), (11, 1, 12));
}

#[test]
fn brackets_alone_are_no_item() {
    let (_repo, index) = built(&[("a.js", "const a = {\n  one() { return 1 },\n  two() { return 2 },\n}\n;\none()\n")]);
    for tokens in [1, 2, 3, 5, 8, 13, 100] {
        let mut request = PackRequest { files: vec!["a.js".to_owned()], ..asking("one two") };
        request.budgets.max_total_tokens = Some(tokens);
        let pack = pack(&index, &request).unwrap();
        assert!(items(&pack).all(|item| item.excerpt.text.contains(char::is_alphanumeric)), "{tokens}: {}", bytes(&pack));
    }
}

#[test]
fn a_root_without_texts_shows_files_that_are_still_the_same_and_says_which_are_not() {
    let repo = Repo::of(CALLS);
    build(&BuildOptions { history: false, text: false, ..repo.options() }).unwrap();
    let index = repo.open();
    let request = focus(&index, "parse");
    let root = repo.root();
    let read = |path: &str| std::fs::read(root.join(path)).ok();
    let seen = |index: &Index| {
        let pack = Packer::new(index, Texts::with_files(index, Some(&read))).pack(&request).unwrap();
        items(&pack).map(|item| (item.file_rel_path.clone(), (item.excerpt.stale, item.excerpt.text.is_empty()))).collect::<BTreeMap<_, _>>()
    };
    assert!(seen(&index).values().all(|it| *it == (false, false)));
    repo.write("run.py", "from parse import parse\n\n\ndef run(text):\n    return parse(text) # changed\n");
    repo.remove("main.py");
    let after = seen(&index);
    assert_eq!((after["run.py"], after["main.py"], after["parse.py"]), ((true, true), (true, true), (false, false)));
    assert!(matches!(pack(&index, &request), Err(PackError::NoText)), "without a repository there is nothing to show");
}

#[test]
fn a_flipped_byte_in_a_piece_ends_the_pack() {
    let (repo, index) = built(CALLS);
    let request = focus(&index, "parse");
    drop(index);
    for table in ["chunk_text", "edges_call", "symbols", "sites"] {
        let folder = repo.root().join(".smalti/pieces").join(table);
        let piece = std::fs::read_dir(folder).unwrap().flatten().next().unwrap().path();
        let good = std::fs::read(&piece).unwrap();
        let mut bad = good.clone();
        let middle = bad.len() / 2;
        bad[middle] ^= 0x10;
        std::fs::write(&piece, bad).unwrap();
        let result = Index::open(host(), &repo.layout()).map_err(PackError::from).and_then(|index| pack(&index, &request));
        assert_eq!(result.unwrap_err().code().name, codes::INDEX_CORRUPT.name, "{table}");
        std::fs::write(&piece, good).unwrap();
    }
}
