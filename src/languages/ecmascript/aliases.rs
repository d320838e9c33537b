//! Aliases of folders that the configuration of a bundler writes down: `resolve: { alias: { '@': path.resolve(__dirname, 'src') } }`.

use tree_sitter::Node;

use super::super::syntax::{self, field, parts};
use super::objects::key_name;
use crate::base::Name;
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// The manager under which a file publishes such aliases.
pub(super) const BUNDLER: &str = "bundler";

/// Most aliases of one file.
const MOST: usize = 64;
/// Deepest call that is looked into for a folder.
const DEEPEST: u32 = 8;

/// Reads the aliases of a file that has some.
pub(super) fn read(builder: &mut Builder<'_>, root: Node<'_>) {
    if !["alias", "resolve"].iter().all(|word| builder.text().contains(word)) {
        return;
    }
    let mut fact = ConfigFact { manager: BUNDLER.into(), ..ConfigFact::default() };
    let mut cursor = root.walk();
    'tree: loop {
        let node = cursor.node();
        if node.kind() == "pair" && is_alias(node, builder.text()) {
            aliases(node, builder.text(), &mut fact);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
        }
    }
    if !fact.aliases.is_empty() {
        builder.config(fact);
    }
}

/// `resolve: { alias: … }`, and the options of Babel's `module-resolver`.
fn is_alias(pair: Node<'_>, text: &str) -> bool {
    if !is_called(pair, "alias", text) {
        return false;
    }
    let Some(holder) = pair.parent().and_then(|object| object.parent()) else { return false };
    let resolver = || parts(holder).first().is_some_and(|first| string_of(*first, text) == Some("module-resolver"));
    match holder.kind() {
        "pair" => is_called(holder, "resolve", text),
        "array" => resolver(),
        _ => false,
    }
}

fn is_called(pair: Node<'_>, name: &str, text: &str) -> bool {
    field(pair, "key").is_some_and(|key| key_name(key, text).0 == name)
}

fn aliases(pair: Node<'_>, text: &str, fact: &mut ConfigFact) {
    let Some(value) = field(pair, "value") else { return };
    for part in parts(value).into_iter().take(MOST) {
        let (name, folder) = match part.kind() {
            "pair" => (field(part, "key").map(|key| key_name(key, text).0), field(part, "value")),
            // `{ find: '@', replacement: … }`
            "object" => {
                let of = |wanted: &str| parts(part).into_iter().find(|it| it.kind() == "pair" && is_called(*it, wanted, text));
                let value = |wanted: &str| of(wanted).and_then(|pair| field(pair, "value"));
                (value("find").and_then(|find| string_of(find, text)), value("replacement"))
            }
            _ => continue,
        };
        if let (Some(name), Some(folder)) = (name, folder.and_then(|folder| folder_of(folder, text, 0))) {
            let (name, folder) = (name.trim_end_matches('/'), folder.trim_end_matches('/'));
            // A name that ends so means itself alone.
            if let Some(exact) = name.strip_suffix('$') {
                fact.aliases.insert(exact.into(), vec![folder.into()]);
            } else if !name.is_empty() {
                fact.aliases.insert(name.into(), vec![folder.into()]);
                fact.aliases.insert(Name::from(format!("{name}/*")), vec![Name::from(format!("{folder}/*"))]);
            }
        }
    }
}

/// The path, beside the file, that an expression spells.
fn folder_of(node: Node<'_>, text: &str, depth: u32) -> Option<String> {
    let of = |node: Node<'_>| text.get(node.byte_range()).unwrap_or_default();
    match node.kind() {
        _ if depth > DEEPEST => None,
        // What starts at the root of the disk is taken from the folder of the configuration.
        "string" => string_of(node, text).filter(|it| it.starts_with(['.', '/'])).map(|it| format!("./{}", it.trim_start_matches('/'))),
        "template_string" => {
            let rest = of(node).trim_matches('`').strip_prefix("${__dirname}/")?;
            (!rest.contains('$')).then(|| format!("./{rest}"))
        }
        "binary_expression" => {
            let (left, right) = (field(node, "left")?, field(node, "right")?);
            (of(left) == "__dirname").then(|| string_of(right, text).map(|it| format!(".{it}"))).flatten()
        }
        "member_expression" => folder_of(field(node, "object")?, text, depth + 1),
        // `new URL('./src', import.meta.url)`
        "new_expression" => folder_of(*parts(field(node, "arguments")?).first()?, text, depth + 1),
        "call_expression" => {
            let function = of(field(node, "function")?);
            let arguments = parts(field(node, "arguments")?);
            match function.rsplit('.').next() {
                Some("resolve" | "join") => {
                    let rest = match arguments.split_first()? {
                        (first, rest) if matches!(of(*first), "__dirname" | "import.meta.dirname" | "process.cwd()") => rest,
                        _ => arguments.as_slice(),
                    };
                    let names: Option<Vec<&str>> = rest.iter().map(|part| string_of(*part, text)).collect();
                    names.filter(|names| !names.is_empty()).map(|names| format!("./{}", names.join("/")))
                }
                Some("fileURLToPath" | "normalizePath" | "normalize") => folder_of(*arguments.first()?, text, depth + 1),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What a plain string holds.
fn string_of<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let inside = syntax::children(node).into_iter().find(|child| child.kind() == "string_fragment");
    inside.filter(|_| node.kind() == "string").and_then(|inside| text.get(inside.byte_range()))
}
