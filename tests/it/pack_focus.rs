//! What a pack is about whose focus is a definition inside of another, a file, or a folder.

use smalti::pack::context::ContextPack;
use smalti::pack::engine::pack;

use crate::packs::{built, focus};

/// The last words of the names of a section's definitions, in order.
fn shown(pack: &ContextPack, section: &str) -> Vec<String> {
    let section = pack.sections.iter().find(|it| it.section == section).unwrap();
    let id = |id: &str| id.trim_end_matches(['.', '(', ')', '#']).rsplit(['/', '#', '`', '.']).next().unwrap().to_owned();
    section.items.iter().map(|it| it.symbol_id.as_deref().map_or_else(|| it.title.clone(), id)).collect()
}

#[test]
fn what_is_defined_inside_of_another_is_in_focus_itself() {
    let shop = "class Shop:\n    def __init__(self, name):\n        self.name = name\n        self.before_sale = {}\n";
    let uses = "from shop import Shop\n\n\ndef sell(shop: Shop):\n    return shop.before_sale\n\n\ndef found():\n    return Shop(\"a\")\n";
    let (_repo, index) = built(&[("shop.py", shop), ("uses.py", uses)]);
    let pack = pack(&index, &focus(&index, "Shop.before_sale")).unwrap();
    assert!(pack.seeds[0].symbol_id.as_ref().unwrap().ends_with("before_sale."), "{:?}", pack.seeds);
    assert_eq!(shown(&pack, "seeds"), ["before_sale"]);
    assert_eq!(shown(&pack, "usages"), ["sell"]);
    assert_eq!(shown(&pack, "callers"), Vec::<String>::new());
    let callers = pack.sections[1].absence.as_ref().unwrap();
    assert_eq!(callers.names, ["before_sale"], "{}", callers.statement);
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
