//! The grammar of symbols: `<scheme> <manager> <package> <version> <descriptors>`.

use scip::symbol;
use scip::types::Symbol;
use scip::types::descriptor::Suffix;

/// What ids of this program's rows put in front of a symbol of the grammar.
const ID: &str = "scip:";
/// The scheme of this program's symbols.
pub const SCHEME: &str = "smalti";

/// The symbol in an id of a row; `None` for ids of files and modules.
pub fn of_id(id: &str) -> Option<&str> {
    id.strip_prefix(ID)
}

/// The id of a file's own symbol, which is the part that ids of its definitions share: scheme, package with its folder for a version, the
/// descriptors of the path inside of the package. An empty manager, name or root prints as `.`.
pub fn file(manager: &str, name: &str, root: &str, path: &str) -> String {
    let mut id = format!("{ID}{SCHEME} {} {} {} ", word(manager), word(name), word(root));
    let inside = if root.is_empty() || root == "." { path } else { path.get(root.len()..).unwrap_or(path).trim_start_matches('/') };
    for segment in inside.split('/') {
        push_name(&mut id, segment);
        id.push('/');
    }
    id
}

/// The symbol of something in a package outside: of its place in the package nothing is known but the name.
pub fn external(manager: &str, package: &str, name: &str) -> String {
    let mut symbol = format!("{SCHEME} {} {} . ", word(manager), word(package));
    push_name(&mut symbol, name);
    symbol.push('.');
    symbol
}

/// An identifier: simple ones as they are, others in backticks with backticks doubled.
pub fn push_name(symbol: &mut String, name: &str) {
    let simple = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-' | b'$'));
    if simple {
        symbol.push_str(name);
    } else {
        symbol.push('`');
        symbol.push_str(&name.replace('`', "``"));
        symbol.push('`');
    }
}

/// A part of the package: spaces doubled.
fn word(text: &str) -> String {
    if text.is_empty() { ".".to_owned() } else { text.replace(' ', "  ") }
}

/// Whether a symbol belongs to its document alone.
pub fn is_local(text: &str) -> bool {
    text.starts_with("local ")
}

/// A symbol taken apart; `None` for what is not of the grammar.
pub fn parse(text: &str) -> Option<Symbol> {
    let parsed = symbol::parse_symbol(text).ok()?;
    (is_local(text) || !parsed.descriptors.is_empty()).then_some(parsed)
}

/// The name of what a symbol names: that of its last descriptor; empty for locals, for what is not of the grammar, and for descriptors of any purpose,
/// whose names indexers make up.
pub fn name(text: &str) -> String {
    let last = if is_local(text) { None } else { parse(text).and_then(|mut symbol| symbol.descriptors.pop()) };
    last.filter(|it| it.suffix.enum_value() != Ok(Suffix::Meta)).map(|it| it.name).unwrap_or_default()
}

/// Manager and name of the package that a symbol belongs to; empty for locals and what is not of the grammar.
pub fn package(text: &str) -> (String, String) {
    parse(text).and_then(|symbol| symbol.package.into_option()).map(|it| (it.manager, it.name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_symbols_are_of_the_grammar_and_read_back() {
        let id = file("npm", "@a/b c", "web/app", "web/app/src/odd `name`.ts");
        assert_eq!(id, "scip:smalti npm @a/b  c web/app src/`odd ``name``.ts`/");
        let text = of_id(&id).unwrap();
        assert_eq!(package(text), ("npm".to_owned(), "@a/b c".to_owned()));
        assert_eq!(name(text), "odd `name`.ts");
        assert_eq!(external("", "left pad", "pad"), "smalti . left  pad . pad.");
        assert_eq!(name(&external("", "left pad", "pad")), "pad");
        assert_eq!(name("a . . . f().key0:"), "", "a made-up name stands in no text");
    }

    #[test]
    fn what_is_not_of_the_grammar_is_nothing() {
        for text in ["", "local", "local ", "local a b", "x", "x . . .", "x . . . ", "x . . . a", "x . . . `a", "x . . . a(", "x . . . a()"] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
