//! What a pack is about whose focus is a definition inside of another, a file, or a folder.

use smalti::pack::context::ContextPack;
use smalti::pack::engine::pack;
use smalti::pack::request::PackRequest;

use crate::packs::{built, focus};

/// The last words of the names of a section's definitions, in order.
fn shown(pack: &ContextPack, section: &str) -> Vec<String> {
    let section = pack.sections.iter().find(|it| it.section == section).unwrap();
    let id = |id: &str| id.trim_end_matches(['.', '(', ')', '#']).rsplit(['/', '#', '`', '.']).next().unwrap().to_owned();
    section.items.iter().map(|it| it.symbol_id.as_deref().map_or_else(|| it.title.clone(), id)).collect()
}

#[test]
fn what_is_defined_inside_of_another_is_in_focus_itself() {
    let shop = "class Shop:\n    def __init__(self, name):\n        self.name = name.strip()\n        self.before_sale = {}\n";
    let uses = "from shop import Shop\n\n\ndef sell(shop: Shop):\n    return shop.before_sale\n\n\ndef found():\n    return Shop(\"a\")\n";
    let (_repo, index) = built(&[("shop.py", shop), ("uses.py", uses)]);
    let pack = pack(&index, &focus(&index, "Shop.before_sale")).unwrap();
    assert!(pack.seeds[0].symbol_id.as_ref().unwrap().ends_with("before_sale."), "{:?}", pack.seeds);
    assert_eq!(shown(&pack, "seeds"), ["before_sale"]);
    assert_eq!(shown(&pack, "usages"), ["sell"]);
    assert_eq!(shown(&pack, "callers"), Vec::<String>::new());
    let callers = pack.sections[1].absence.as_ref().unwrap();
    assert_eq!(callers.names, ["before_sale"], "{}", callers.statement);
    let callees = &pack.sections[2].absence.as_ref().unwrap().statement;
    assert_eq!(callees, "no callees are known of Shop.before_sale: there is no call in it");
}

#[test]
fn a_field_in_focus_brings_in_who_uses_it_and_not_who_uses_its_type() {
    let code = "pub struct Args {\n    pub most: u32,\n    pub least: u32,\n}\n\npub fn counts(args: &Args) -> u32 {\n    args.most\n}\n\npub fn drops(args: Args) -> u32 {\n    args.least\n}\n";
    let (_repo, index) = built(&[("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n"), ("src/lib.rs", code)]);
    let mut request = focus(&index, "Args.most");
    request.expansion.include_same_file_neighbors = false;
    let pack = pack(&index, &request).unwrap();
    assert_eq!(shown(&pack, "usages"), ["counts"]);
}

#[test]
fn a_value_in_focus_shows_what_the_type_without_a_name_behind_it_does() {
    let body = |name: &str| (0..60).map(|n| format!("            int {name}{n} = text.length() + {n};\n")).collect::<Vec<_>>().concat();
    let head = "package a;\n\npublic class Adapters {\n    public int count(String text) {\n";
    let value = "            return b3;\n    }\n\n    public static final Adapter WORD =\n        new Adapter() {\n        @Override\n        public String read(String text) {\n";
    let write = "            return text;\n        }\n\n        @Override\n        public int write(String text) {\n";
    let rest = "            return b3;\n        }\n    };\n}\n\nabstract class Adapter {\n    abstract String read(String text);\n\n    abstract int write(String text);\n}\n";
    let code = [head, &body("b"), value, &body("a"), write, &body("b"), rest].concat();
    let (_repo, index) = built(&[("src/main/java/a/Adapters.java", &code)]);
    let mut request = focus(&index, "Adapters.WORD");
    request.budgets.max_total_tokens = Some(2000);
    request.expansion.include_same_file_neighbors = false;
    let near = pack(&index, &request).unwrap();
    let related = near.sections.iter().find(|it| it.section == "related").unwrap();
    let members: Vec<&str> = related.items.iter().filter(|it| it.why.rule == "member").map(|it| it.title.as_str()).collect();
    assert_eq!(members.len(), 2, "{:?}", related.items);
}

/// Functions that nobody calls, before one that somebody does.
fn functions(count: usize, last: &str) -> String {
    let many: String = (0..count).map(|number| format!("def f{number:02}(text):\n    return text + text\n\n\n")).collect::<Vec<_>>().concat();
    format!("{many}def {last}(text):\n    return text.strip()\n")
}

#[test]
fn a_file_in_focus_begins_with_what_is_used_most_and_says_what_it_leaves_out() {
    let calls = "from app import last\n\n\ndef main():\n    return last(\"a\")\n";
    let (_repo, index) = built(&[("app.py", &functions(30, "last")), ("main.py", calls)]);
    let of_focus = pack(&index, &focus(&index, "app.py")).unwrap();
    assert_eq!(shown(&of_focus, "seeds")[..3], ["last", "f00", "f01"]);
    assert_eq!(of_focus.notices, ["`app.py` has 31 parts, and 24 are seeds"]);
    assert_eq!(of_focus.stats.dropped["partsOfFile"], 7);
    let of_files = pack(&index, &PackRequest { files: vec!["app.py".to_owned(), "main.py".to_owned()], ..PackRequest::default() }).unwrap();
    assert_eq!(shown(&of_files, "seeds")[..3], ["last", "main", "f00"]);
    let asked = pack(&index, &PackRequest { query: "last".to_owned(), ..focus(&index, "app.py") }).unwrap();
    assert_eq!(asked.notices, ["`app.py` has 31 parts, and 8 are seeds"]);
}

#[test]
fn a_folder_begins_with_its_most_used_code() {
    let mut files: Vec<(String, String)> = (0..22).map(|number| (format!("lib/m{number:02}.py"), functions(0, &format!("g{number:02}")))).collect();
    files.push(("lib/a/test_core.py".to_owned(), "from lib.z import core\n\n\ndef test_core():\n    assert core(\"a\")\n".to_owned()));
    files.push(("lib/a/data.json".to_owned(), "{\n  \"test\": \"config\"\n}\n".to_owned()));
    files.push(("lib/z.py".to_owned(), functions(0, "core")));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (_repo, index) = built(&files);
    let pack = pack(&index, &PackRequest { files: vec!["lib".to_owned()], ..PackRequest::default() }).unwrap();
    assert_eq!(shown(&pack, "seeds")[..2], ["core", "g00"]);
    assert_eq!(pack.notices, ["`lib` has 25 files, and parts of 20 are seeds"]);
    assert!(!pack.seeds.iter().any(|seed| seed.file_rel_path.contains("test")), "{:?}", pack.seeds);
}

#[test]
fn beside_a_focus_words_seed_only_what_it_reaches() {
    let core = "def parse_precision(text):\n    return write_digit(text)\n\n\ndef write_digit(text):\n    return text.strip()\n";
    let far = "def write_unit_parse(text):\n    \"\"\"Writes a unit and parses it.\"\"\"\n    return text.lower()\n";
    let near = "from core import parse_precision\n\n\ndef write_unit(text):\n    return parse_precision(text)\n";
    let (_repo, index) = built(&[("core.py", core), ("far.py", far), ("near.py", near)]);
    let request = PackRequest { query: "write unit parse".to_owned(), ..focus(&index, "parse_precision") };
    let pack = pack(&index, &request).unwrap();
    let seeds: Vec<&str> = pack.seeds.iter().map(|seed| seed.file_rel_path.as_str()).collect();
    assert!(seeds.contains(&"core.py") && seeds.contains(&"near.py") && !seeds.contains(&"far.py"), "{seeds:?}");
}

#[test]
fn beside_a_definition_that_is_named_words_come_behind_what_hangs_on_it() {
    let set = "class Store:\n    def compact(self, text):\n        return text.strip()\n";
    let far = (0..8).fold(String::new(), |text, at| {
        text + &format!(
            "def breaks_change_{at}(text):\n    \"\"\"Breaks when a change of the store to compact breaks.\"\"\"\n    return text * {at}\n\n\n"
        )
    });
    let near = "from store import Store\n\n\ndef nightly(store: Store):\n    return store.compact(\"a\")\n";
    let (_repo, index) = built(&[("store.py", set), ("far.py", &far), ("near.py", near)]);
    let pack = |query: &str| pack(&index, &PackRequest { query: query.to_owned(), ..PackRequest::default() }).unwrap();
    let of_name = pack("what breaks when I change Store.compact");
    assert_eq!(shown(&of_name, "callers"), ["nightly"]);
    let score = |pack: &ContextPack, name: &str| {
        let items = pack.sections.iter().flat_map(|section| &section.items);
        let found = items.filter(|item| item.symbol_id.as_ref().is_some_and(|id| id.contains(name))).map(|item| item.scores.hybrid_score);
        found.max()
    };
    assert!(score(&of_name, "nightly") > score(&of_name, "breaks_change_1"), "{:?}", of_name.seeds);
    let told = "the query names a definition; what only its other words find counts less than what hangs on it";
    assert_eq!(of_name.notices, [told]);
    // Who spells it in words may mean what they are about.
    assert!(!pack("what breaks when the store compacts").notices.iter().any(|it| it == told));
}

#[test]
fn a_list_of_callers_says_which_sites_may_be_more() {
    let code = "class Door:\n    def shut(self):\n        return 1\n\n\nclass Lid:\n    def shut(self):\n        return 2\n\n\ndef evening(door: Door):\n    return door.shut()\n\n\ndef night(thing):\n    return thing.shut()\n";
    let (_repo, index) = built(&[("home.py", code)]);
    let told = |request: &PackRequest| pack(&index, request).unwrap().notices;
    let doubt = "1 site of the name is in doubt and may use `shut` as well (home.py:16)";
    assert_eq!(told(&focus(&index, "Door.shut")), [doubt]);
    let query = |text: &str| PackRequest { query: text.to_owned(), ..PackRequest::default() };
    assert!(told(&query("who calls Door.shut")).iter().any(|it| it == doubt));
    assert!(!told(&query("where are doors shut at night")).iter().any(|it| it == doubt));
}
