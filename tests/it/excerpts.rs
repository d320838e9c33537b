//! What packs show of texts that no item can hold whole.

use smalti::pack::context::{ContextItem, ContextPack};
use smalti::pack::engine::pack;
use smalti::pack::request::PackRequest;

use crate::support::Repo;

fn packed(repo: &Repo, query: &str) -> ContextPack {
    pack(&repo.open(), &PackRequest { query: query.to_owned(), ..PackRequest::default() }).unwrap()
}

/// The item that shows a definition, whose lines must be those of the file.
fn item<'a>(pack: &'a ContextPack, title: &str, text: &str) -> &'a ContextItem {
    let items = pack.sections.iter().flat_map(|section| &section.items);
    let item = items.into_iter().find(|item| item.title.contains(title)).unwrap();
    let lines = item.excerpt.lines.unwrap();
    let expected: Vec<&str> = text.lines().skip(lines.start as usize - 1).take((lines.end + 1 - lines.start) as usize).collect();
    assert_eq!(item.excerpt.text, expected.join("\n"));
    item
}

#[test]
fn a_long_function_opens_where_it_speaks_of_the_query() {
    let filler = |name: &str, count: u32| (0..count).fold(String::new(), |text, n| text + &format!("    {name}_{n} = measure({n})\n"));
    let text = format!(
        "def handle(request, options):\n{}    if options.proxy:\n        target = proxy_of(request)\n        redirect(target)\n{}    return request\n",
        filler("size", 200),
        filler("weight", 240)
    );
    let repo = Repo::built(&[("server.py", &text), ("other.py", "def other(): pass\n")]);
    let pack = packed(&repo, "a proxy redirects to the wrong target");
    let shown = item(&pack, "def handle(request, options)", &text);
    assert!(
        shown.excerpt.text.starts_with("    if options.proxy:\n        target = proxy_of(request)\n        redirect(target)\n"),
        "{}",
        shown.excerpt.text
    );
    assert!(shown.excerpt.truncated && shown.excerpt.text.len() <= 4_096);
    let named = packed(&repo, "handle");
    assert!(item(&named, "def handle(request, options)", &text).excerpt.text.starts_with("def handle"), "nothing but its head speaks of it");
}

#[test]
fn what_is_whole_behind_a_late_opening_says_that_it_opens_late() {
    let filler = (0..240).fold(String::new(), |text, n| text + &format!("    size_{n:03} = measure({n:03})\n"));
    let text = format!("def handle(request, options):\n{filler}    if options.proxy:\n        redirect(proxy_of(request))\n    return request\n");
    let repo = Repo::built(&[("server.py", &text), ("other.py", "def other(): pass\n")]);
    let mut request = PackRequest { query: "a proxy redirects to the wrong target".to_owned(), ..PackRequest::default() };
    let whole = pack(&repo.open(), &request).unwrap();
    assert!(!item(&whole, "def handle(request, options)", &text).excerpt.truncated, "what stands before is another item");
    request.budgets.max_items = Some(1);
    let pack = pack(&repo.open(), &request).unwrap();
    let shown = &item(&pack, "def handle(request, options)", &text).excerpt;
    assert!(shown.truncated && shown.text.ends_with("    return request"), "{}", shown.text);
    assert_eq!(shown.truncation.as_ref().unwrap().reason, "lateOpening");
}

#[test]
fn a_chain_of_calls_is_cut_at_a_link() {
    let link =
        |n: u32| format!("        .arg(\n            Arg::new(\"option-{n}\")\n                .help(\"What option {n} is for\")\n        )\n");
    let text = format!(
        "pub fn build_app() -> Command {{\n    let color = true;\n\n    let app = Command::new(\"app\")\n{}        .finish();\n    app\n}}\n",
        (0..60).map(link).collect::<String>()
    );
    let repo = Repo::built(&[("src/app.rs", &text)]);
    let pack = packed(&repo, "build_app");
    let shown = item(&pack, "fn build_app", &text);
    assert!(shown.excerpt.text.len() > 3_500, "{} bytes of 4096:\n{}", shown.excerpt.text.len(), shown.excerpt.text);
    assert_eq!(shown.excerpt.truncation.as_ref().unwrap().boundary, "link");
    assert!(shown.excerpt.text.ends_with("        )"), "{}", shown.excerpt.text);
}
