//! Projects of `MSBuild`: the `using` directives that they give to each file.

use super::modules::{IMPLICIT, IMPORT, MSBUILD, PROPERTY, USING};
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// Tells the builder what a project, or what many share, says of all files.
pub(super) fn extract(builder: &mut Builder<'_>) {
    // Others than this build system have files with such endings.
    if builder.text().contains("<Project") {
        let fact = read(builder.text());
        builder.config(fact);
    }
}

/// Words of properties that say how something is built, and never which file is meant.
const SWITCHES: [&str; 6] = ["disable", "enable", "false", "latest", "preview", "true"];

/// Tags, one by one: `<Using Include="A.B" />` and `<ImplicitUsings>enable</ImplicitUsings>`. What gives another name to a type, or takes away, is not read.
fn read(text: &str) -> ConfigFact {
    let mut fact = ConfigFact { manager: MSBUILD.into(), ..ConfigFact::default() };
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end..]);
            continue;
        }
        let Some(end) = rest.find('>') else { break };
        let (tag, behind) = (&rest[..end], &rest[end + 1..]);
        match tag.split_whitespace().next() {
            Some("Using") if attribute(tag, "Alias").is_none() => {
                for used in attribute(tag, "Include").into_iter().flat_map(|it| it.split(';')).filter(|it| !it.trim().is_empty()) {
                    fact.entries.insert(format!("{USING}{}", used.trim()).into(), "".into());
                }
            }
            Some("ImplicitUsings") => {
                let value = behind.split('<').next().unwrap_or("").trim().to_ascii_lowercase();
                fact.entries.insert(IMPLICIT.into(), value.into());
            }
            Some("Import") => {
                if let Some(path) = attribute(tag, "Project") {
                    fact.entries.insert(format!("{IMPORT}{path}").into(), "".into());
                }
            }
            // Which file an import means may hang on a word that a project says.
            Some(property) if property == tag => {
                let value = behind.split('<').next().unwrap_or("").trim();
                let is_word = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphabetic()) && !SWITCHES.contains(&value);
                let rest = behind.trim_start().strip_prefix(value).unwrap_or("").trim_start();
                if is_word && rest.starts_with(&format!("</{property}>")) {
                    fact.entries.insert(format!("{PROPERTY}{property}").into(), value.into());
                }
            }
            _ => {}
        }
        rest = behind;
    }
    fact
}

fn attribute<'text>(tag: &'text str, name: &str) -> Option<&'text str> {
    let (_, behind) = tag.split_once(name)?;
    let value = behind.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    value[1..].split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_each_file_of_a_project_uses_is_read() {
        let fact = read(
            "<Project>\n<!-- <Using Include=\"No\"/> -->\n<PropertyGroup><ImplicitUsings>Enable</ImplicitUsings></PropertyGroup>\n<ItemGroup><Using Include=\"A.B;C\" />\n<Using Include=\"D.E\" \
             Static='true'/><Using Include=\"F\" Alias=\"G\" /><Using Remove=\"H\" /></ItemGroup><Import Project=\"e/$(Kind).targets\" /><Kind>Test</Kind><Nullable>enable</Nullable></Project>",
        );
        let entries: Vec<_> = fact.entries.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let others = [("implicit-usings", "enable"), ("import:e/$(Kind).targets", ""), ("property:Kind", "Test")];
        assert_eq!(entries[..3], others);
        assert_eq!(entries[3..], [("using:A.B", ""), ("using:C", ""), ("using:D.E", "")]);
    }
}
