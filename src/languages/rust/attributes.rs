//! What stands in front of a definition: doc comments and attributes.

use tree_sitter::Node;

use super::{Walk, configuration};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, child_of_kind, children, clip_doc, field, span, text, uncomment};
use crate::shard::body::Role;
use crate::shard::expr::ExprId;
use crate::shard::facts::Extension;

/// Attributes of the compiler and its tools; they name no definition.
const BUILT_IN: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "cold",
    "coverage",
    "crate_name",
    "crate_type",
    "debugger_visualizer",
    "default",
    "deny",
    "deprecated",
    "derive",
    "diagnostic",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "instruction_set",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "naked",
    "no_builtins",
    "no_link",
    "no_main",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "repr",
    "rustfmt",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "type_length_limit",
    "unsafe",
    "used",
    "warn",
    "windows_subsystem",
];

/// Derives of the standard library, by bytes.
const STANDARD: &[&str] = &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Attributes and doc comments met since the last definition.
#[derive(Default)]
pub(super) struct Lead<'tree> {
    pub attributes: Vec<Node<'tree>>,
    pub docs: Vec<Node<'tree>>,
}

impl Lead<'_> {
    /// Where a definition starts, attributes included.
    pub fn start(&self, node: Node<'_>) -> usize {
        self.attributes.first().map_or(node.start_byte(), Node::start_byte)
    }

    /// Where its doc comment starts, or else the definition.
    pub fn doc_start(&self, node: Node<'_>) -> usize {
        let start = self.start(node);
        self.docs.first().map_or(start, |doc| doc.start_byte().min(start))
    }

    /// The doc text without comment marks.
    pub fn doc(&self, source: &str) -> String {
        let lines: Vec<String> = self.docs.iter().map(|doc| uncomment(text(*doc, source))).collect();
        clip_doc(lines.join("\n"))
    }

    /// Whether one of the attributes is called `name` (last segment).
    pub fn has(&self, name: &str, source: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute_path(*attribute).is_some_and(|path| last_segment(text(path, source)) == name))
    }

    /// Whether a `#[cfg(…)]` among them keeps the definition out of a default build.
    pub fn is_left_out(&self, source: &str) -> bool {
        self.conditions(source).any(|condition| configuration::holds(condition) == Some(false))
    }

    /// The conditions of a build under which the definition is there.
    pub fn conditions<'text>(&self, source: &'text str) -> impl Iterator<Item = &'text str> {
        let attributes = self.attributes.iter().filter_map(|item| child_of_kind(*item, "attribute"));
        let conditions = attributes.filter(move |it| it.named_child(0).is_some_and(|path| text(path, source) == "cfg"));
        conditions.filter_map(move |it| field(it, "arguments")).map(move |it| text(it, source))
    }

    /// Where the file of a module lies, a place a line: what `#[path = "…"]` says, or each `#[cfg_attr(…, path = "…")]` that may hold; an empty line is the
    /// place by the layout of folders, which holds where none of the latter does.
    pub fn places(&self, source: &str) -> String {
        let mut open = vec![""];
        for attribute in self.attributes.iter().filter_map(|item| child_of_kind(*item, "attribute")) {
            match attribute.named_child(0).map(|path| text(path, source)) {
                Some("path") => {
                    let value = field(attribute, "value").and_then(|value| child_of_kind(value, "string_content"));
                    return value.map_or("", |it| text(it, source)).to_owned();
                }
                Some("cfg_attr") => {
                    let Some((condition, place)) = field(attribute, "arguments").and_then(|it| conditional_place(it, source)) else { continue };
                    match configuration::holds(&format!("({condition})")) {
                        Some(true) => return place.to_owned(),
                        Some(false) => {}
                        None => open.push(place),
                    }
                }
                _ => {}
            }
        }
        open.join("\n")
    }
}

/// The condition and the place in `(condition, path = "place")`.
fn conditional_place<'text>(arguments: Node<'_>, source: &'text str) -> Option<(&'text str, &'text str)> {
    let tokens = all_children(arguments);
    let comma = tokens.iter().position(|it| it.kind() == ",")?;
    let condition = source.get(tokens.first()?.end_byte()..tokens[comma].start_byte())?;
    let named = tokens[comma..].windows(3).find(|it| text(it[0], source) == "path" && it[1].kind() == "=")?;
    Some((condition, text(child_of_kind(named[2], "string_content")?, source)))
}

fn attribute_path(item: Node<'_>) -> Option<Node<'_>> {
    child_of_kind(item, "attribute")?.named_child(0)
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path).trim()
}

impl Walk<'_, '_> {
    /// Takes note of a comment in front of a definition.
    pub(super) fn comment<'tree>(&mut self, node: Node<'tree>, lead: &mut Lead<'tree>) {
        if field(node, "doc").is_none() {
            return;
        }
        if field(node, "outer").is_some() {
            lead.docs.push(node);
        }
        self.mentions(node);
    }

    /// Names in backticks, outside code fences.
    fn mentions(&mut self, node: Node<'_>) {
        let mut offset = node.start_byte();
        for line in text(node, self.text).split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            let prose = line.trim_start().trim_start_matches(['/', '!', '*', ' ']);
            if prose.starts_with("```") {
                self.fenced = !self.fenced;
            } else if !self.fenced {
                self.mentions_of_line(line, start);
            }
        }
    }

    fn mentions_of_line(&mut self, line: &str, start: usize) {
        let mut from = 0;
        while let Some(open) = line[from..].find('`').map(|at| from + at + 1) {
            let Some(close) = line[open..].find('`').map(|at| open + at) else { return };
            let quoted = line[open..close].trim_end_matches("()").trim_end_matches('!');
            let last = quoted.rsplit([':', '.']).next().unwrap_or(quoted);
            let plain = quoted.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '#'));
            if plain && last.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                let at = start + open;
                self.builder.mention(quoted, ByteSpan::new(at, at + quoted.len()));
            }
            from = close + 1;
        }
    }

    /// Decorator sites of attribute macros and derives. Attributes of one name after a `derive` are its helpers and name nothing.
    pub(super) fn decorators(&mut self, lead: &Lead<'_>) {
        self.helpers(lead);
        let mut derived = false;
        for item in &lead.attributes {
            let Some(attribute) = child_of_kind(*item, "attribute") else { continue };
            let Some(path) = attribute.named_child(0) else { continue };
            let name = text(path, self.text);
            if name == "derive" || name == "cfg_attr" {
                derived |= self.derives(attribute, name == "derive");
            } else if path.kind() == "identifier" {
                if !derived && BUILT_IN.binary_search(&name).is_err() {
                    let target = self.item_name(name);
                    self.builder.site(Role::Decorator, name, span(path), target, None);
                }
            } else if !matches!(name.split("::").next(), Some("rustfmt" | "clippy" | "diagnostic")) {
                self.path(path, Role::Decorator);
            }
        }
    }

    /// Sites of the macros in `derive(…)`, also inside `cfg_attr`.
    fn derives(&mut self, attribute: Node<'_>, direct: bool) -> bool {
        let Some(arguments) = field(attribute, "arguments") else { return false };
        if direct {
            self.derive_list(arguments);
            return true;
        }
        let tokens = all_children(arguments);
        let mut found = false;
        for pair in tokens.windows(2) {
            if text(pair[0], self.text) == "derive" && pair[1].kind() == "token_tree" {
                self.derive_list(pair[1]);
                found = true;
            }
        }
        found
    }

    fn derive_list(&mut self, list: Node<'_>) {
        let tokens = all_children(list);
        let mut base = None;
        for (index, token) in tokens.iter().enumerate() {
            match token.kind() {
                "identifier" | "crate" | "super" | "self" | "metavariable" => {
                    let name = self.word(*token);
                    let target = match base {
                        Some(base) => self.builder.member(base, name),
                        None => self.item_name(name),
                    };
                    if tokens.get(index + 1).is_some_and(|next| next.kind() == "::") {
                        base = Some(target);
                    } else {
                        self.builder.site(Role::Decorator, name, span(*token), target, None);
                        self.derived(name, target);
                        base = None;
                    }
                }
                "::" => {}
                _ => base = None,
            }
        }
    }

    /// A type that derives what is also the name of a trait of the repository has the trait. Which one it is, if any, only the link can say.
    fn derived(&mut self, name: &str, interface: ExprId) {
        let (Some(target), Some(ty)) = (self.selves.last().copied(), self.builder.enclosing()) else { return };
        if STANDARD.binary_search(&name).is_ok() {
            return;
        }
        let target_name = self.builder.symbol_mut(ty).name.clone();
        let interface = Some(interface);
        self.builder.extension(Extension { target, target_name, interface, interface_name: None, generics: Vec::new(), module: self.module });
    }

    /// Whether a function is a test by its attributes.
    pub(super) fn is_test(&self, lead: &Lead<'_>) -> bool {
        ["test", "bench", "rstest", "test_case", "quickcheck", "proptest", "wasm_bindgen_test"].iter().any(|name| lead.has(name, self.text))
    }

    /// The doc comments inside a body that describe the body's owner.
    pub(super) fn inner_doc(&self, body: Node<'_>) -> String {
        let lines: Vec<String> = children(body)
            .into_iter()
            .take_while(|child| matches!(child.kind(), "line_comment" | "block_comment" | "inner_attribute_item"))
            .filter(|child| field(*child, "inner").is_some())
            .map(|child| uncomment(text(child, self.text)))
            .collect();
        clip_doc(lines.join("\n"))
    }
}
