//! Reads `pom.xml`: name, dependencies, modules, source folders. Tolerant: what is not understood is passed over.

use std::collections::BTreeMap;

use crate::base::span::ByteSpan;
use crate::base::{Name, codes};
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// Deepest element that is followed.
const MAX_ELEMENTS: usize = 64;

/// Tells the builder what a POM says.
pub(super) fn extract(builder: &mut Builder<'_>) {
    let text = builder.text();
    let (elements, whole) = elements(text);
    if !whole || !elements.iter().any(|element| element.path.starts_with("project")) {
        builder.problem(&codes::P_CONFIG, ByteSpan::default(), "not a well-formed `pom.xml`".to_owned());
    }
    builder.config(fact(&elements));
}

/// An element that holds text, or the end of any other one, in the order in which they end.
struct Element {
    path: String,
    text: String,
}

fn fact(elements: &[Element]) -> ConfigFact {
    let mut fact = ConfigFact { manager: "maven".into(), ..ConfigFact::default() };
    let first = |path: &str| elements.iter().find(|element| element.path == path && !element.text.is_empty()).map(|element| element.text.as_str());
    let group = first("project/groupId").or_else(|| first("project/parent/groupId"));
    let artifact = first("project/artifactId");
    let mut properties: BTreeMap<String, &str> = BTreeMap::new();
    for element in elements {
        if let Some(name) = element.path.strip_prefix("project/properties/") {
            properties.insert(name.to_owned(), &element.text);
        }
    }
    for (name, value) in [("groupId", group), ("artifactId", artifact), ("parent.groupId", first("project/parent/groupId"))] {
        if let Some(value) = value {
            properties.insert(format!("project.{name}"), value);
        }
    }
    let settled = |text: &str| settle(text, &properties);
    fact.name = group.zip(artifact).map(|(group, artifact)| Name::from(format!("{}:{}", settled(group), settled(artifact))));
    if first("project/parent/artifactId").is_some() {
        let written = elements.iter().find(|element| element.path == "project/parent/relativePath");
        let path = written.map_or("../pom.xml", |element| element.text.as_str());
        // An empty path says that the parent is not in the tree.
        fact.extends.extend((!path.is_empty()).then(|| Name::from(path)));
    }
    let (mut dependency_group, mut dependency_artifact) = ("", "");
    for element in elements {
        let path = element.path.strip_prefix("project/profiles/profile/").or_else(|| element.path.strip_prefix("project/")).unwrap_or("");
        match path {
            "dependencies/dependency/groupId" => dependency_group = &element.text,
            "dependencies/dependency/artifactId" => dependency_artifact = &element.text,
            "dependencies/dependency" => {
                if !dependency_artifact.is_empty() {
                    let name = format!("{}:{}", settled(dependency_group), settled(dependency_artifact));
                    fact.dependencies.insert(name.into(), Name::default());
                }
                (dependency_group, dependency_artifact) = ("", "");
            }
            "modules/module" => fact.members.push(settled(&element.text).into()),
            "build/sourceDirectory" | "build/testSourceDirectory" => fact.source_roots.push(source_root(&settled(&element.text)).into()),
            _ => {}
        }
    }
    fact
}

/// Source folders may be written from the POM's own folder.
fn source_root(path: &str) -> &str {
    ["${project.basedir}/", "${basedir}/"].into_iter().find_map(|base| path.strip_prefix(base)).unwrap_or(path)
}

/// `text` with the properties that the file itself defines; others stay as they are.
fn settle(text: &str, properties: &BTreeMap<String, &str>) -> String {
    let mut settled = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(end) = rest[start..].find('}').map(|end| start + end) else { break };
        settled.push_str(&rest[..start]);
        let name = &rest[start + 2..end];
        match properties.get(name.replace("pom.", "project.").as_str()).filter(|value| !value.contains("${")) {
            Some(value) => settled.push_str(value),
            None => settled.push_str(&rest[start..=end]),
        }
        rest = &rest[end + 1..];
    }
    settled + rest
}

/// The elements of an XML text, and whether every one of them was closed in order.
fn elements(text: &str) -> (Vec<Element>, bool) {
    let mut found = Vec::new();
    let mut open: Vec<(&str, String)> = Vec::new();
    let mut whole = true;
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        if let Some((_, content)) = open.last_mut() {
            content.push_str(&unescape(&rest[..start]));
        }
        rest = &rest[start..];
        let (tag, after) = if let Some(body) = rest.strip_prefix("<!--") {
            ("", skip_past(body, "-->"))
        } else if let Some(body) = rest.strip_prefix("<![CDATA[") {
            let end = body.find("]]>").unwrap_or(body.len());
            if let Some((_, content)) = open.last_mut() {
                content.push_str(&body[..end]);
            }
            ("", skip_past(body, "]]>"))
        } else {
            let end = rest.find('>').unwrap_or(rest.len());
            (&rest[1..end.max(1)], skip_past(rest, ">"))
        };
        rest = after;
        if tag.is_empty() || tag.starts_with(['?', '!']) {
            continue;
        }
        if let Some(tag) = tag.strip_suffix('/') {
            let names = open.iter().map(|(name, _)| *name).chain(tag.split_whitespace().next());
            found.push(Element { path: names.collect::<Vec<_>>().join("/"), text: String::new() });
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            whole &= open.last().is_some_and(|(last, _)| *last == name.trim());
            let path = open.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("/");
            if let Some((_, content)) = open.pop() {
                found.push(Element { path, text: content.trim().to_owned() });
            }
        } else if open.len() < MAX_ELEMENTS {
            open.push((tag.split_whitespace().next().unwrap_or(""), String::new()));
        } else {
            return (found, false);
        }
    }
    (found, whole && open.is_empty())
}

fn skip_past<'text>(text: &'text str, mark: &str) -> &'text str {
    text.find(mark).map_or("", |at| &text[at + mark.len()..])
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}
