//! `new(x)` of a value, of which the grammar knows `new(T)` of a type alone (Go 1.26, "Built-in functions").

use super::super::respell::{changed, words};

/// The text with another name of that length for `new` where no type can stand behind it; `None` where there is none.
pub(super) fn respelt(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for at in words(text, "new").filter(|at| is_of_value(text[at + 3..].trim_start_matches([' ', '\t']))) {
        bytes[at..at + 3].copy_from_slice(b"neW");
    }
    changed(text, bytes)
}

/// Whether what starts with the argument list of `new` hands over what is no type: a literal, an operation, a call, a composite.
fn is_of_value(list: &str) -> bool {
    let Some(argument) = list.strip_prefix('(').map(str::trim_start) else { return false };
    if !argument.starts_with(|it: char| it.is_alphabetic() || it == '_') {
        return !argument.starts_with(['[', '*', ')']);
    }
    let end = argument.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '.')).unwrap_or(argument.len());
    let rest = argument[end..].trim_start_matches([' ', '\t']);
    let is_written_type = matches!(&argument[..end], "func" | "struct" | "interface" | "chan" | "map");
    !is_written_type && !rest.starts_with([')', '[', ',']) && !rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_from_types() {
        for value in ["(1)", "( -x)", "(\"a\")", "(int64(3))", "(a.F())", "(x + 1)", "(T{})", "(`a`)", "(&x)", "(!b)", "((x))", "('a')", "(a.B {})"] {
            assert!(is_of_value(value), "{value}");
        }
        for other in
            ["(T)", "(a.T)", "(x)", "([]int)", "(*T)", "(map[K]V)", "(func() int)", "(struct{ a int })", "(chan int)", "(G[int])", "()", " T", ""]
        {
            assert!(!is_of_value(other), "{other}");
        }
        assert_eq!(respelt("p := new(1); q := renew(1); r := new (T)").as_deref(), Some("p := neW(1); q := renew(1); r := new (T)"));
        assert_eq!(respelt("new(T)"), None);
    }
}
