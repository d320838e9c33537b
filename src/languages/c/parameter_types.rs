//! Parameter types in the one form that a declaration and its definition share, however each of them writes it.
//!
//! What an overload is told by (C++ standard, [dcl.fct]): arrays are pointers, and what is constant about a value that is handed over does not count.
//! Namespaces are left out, since a definition may see by a directive what its declaration has to name.

/// Words that say what kind of type a name is, or where a value lives.
const PLAIN: &[&str] = &["class", "enum", "register", "struct", "typename", "union"];

/// Words of built-in whole numbers, which stand in any order and may leave `int` out.
const WHOLE: &[&str] = &["char", "int", "long", "short", "signed", "unsigned"];

/// The form of one parameter: `before` and `after` are the texts in front of its name and behind it.
pub(super) fn form(before: &str, after: &str) -> String {
    let mut tokens = tokens(before);
    let mut rest = self::tokens(after).into_iter().peekable();
    // `T name[]`, `T name[8]`: of several dimensions the first is a pointer.
    if rest.peek() == Some(&"[") {
        for token in rest.by_ref() {
            if token == "]" {
                break;
            }
        }
        tokens.push("*");
    }
    tokens.extend(rest);
    join(&unqualified(&tokens))
}

/// Words and marks of a text.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
        let length = if is_word(first) {
            rest.find(|character| !is_word(character)).unwrap_or(rest.len())
        } else if rest.starts_with("::") || rest.starts_with("&&") {
            2
        } else {
            first.len_utf8()
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

/// Without namespaces, and without words that tell nothing apart.
fn unqualified<'t>(tokens: &[&'t str]) -> Vec<&'t str> {
    let mut kept: Vec<&str> = Vec::new();
    for token in tokens {
        match *token {
            "::" => {
                // `a::b` is `b`, and `a<c>::b` keeps what it is the `b` of.
                if kept.last().is_some_and(|last| is_name(last)) {
                    kept.pop();
                }
            }
            word if PLAIN.contains(&word) => {}
            word => kept.push(word),
        }
    }
    kept
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_') && !matches!(token, "const" | "volatile")
}

/// The tokens in canonical order: what qualifies a type stands in front of it, and what qualifies the value itself is left out.
fn join(tokens: &[&str]) -> String {
    // The parts between the marks of pointers and references at the top level; what stands in angle or round brackets stays as it is.
    let mut parts: Vec<Vec<String>> = vec![Vec::new()];
    let mut marks: Vec<&str> = Vec::new();
    let mut depth = 0usize;
    for token in tokens {
        match *token {
            "<" | "(" | "[" => depth += 1,
            ">" | ")" | "]" => depth = depth.saturating_sub(1),
            "*" | "&" | "&&" if depth == 0 => {
                marks.push(token);
                parts.push(Vec::new());
                continue;
            }
            _ => {}
        }
        let Some(part) = parts.last_mut() else { continue };
        match part.last_mut() {
            // What stands in brackets belongs to what stands before them.
            Some(last) if depth > 0 || matches!(*token, ">" | ")" | "]") => last.push_str(token),
            _ => part.push((*token).to_owned()),
        }
    }
    if let Some(own) = parts.last_mut() {
        own.retain(|word| word != "const" && word != "volatile");
    }
    let mut written = String::new();
    for (index, part) in parts.into_iter().enumerate() {
        written.push_str(&canonical(part).join(" "));
        written.push_str(marks.get(index).copied().unwrap_or_default());
    }
    written
}

/// The words of one part in one order, built-in whole numbers by one name each.
fn canonical(mut words: Vec<String>) -> Vec<String> {
    if let Some(number) = number(words.iter().map(String::as_str)) {
        words.retain(|word| !WHOLE.contains(&word.as_str()) && word != "double");
        words.push(number);
    }
    words.sort();
    words
}

/// The name of the built-in number that some words spell, among others that qualify it; `None` where they spell none.
pub(super) fn number<'w>(words: impl Iterator<Item = &'w str>) -> Option<String> {
    let mut is_double = false;
    let whole: Vec<&str> = words.inspect(|word| is_double |= *word == "double").filter(|word| WHOLE.contains(word)).collect();
    if is_double {
        return Some(if whole.is_empty() { "double" } else { "long double" }.to_owned());
    }
    if whole.is_empty() {
        return None;
    }
    let has = |wanted: &str| whole.iter().filter(|word| **word == wanted).count();
    let size = match (has("char"), has("short"), has("long")) {
        (1.., ..) if has("signed") > 0 => "signed char",
        (1.., ..) => "char",
        (0, 1.., _) => "short",
        (0, 0, 0) => "int",
        (0, 0, 1) => "long",
        _ => "long long",
    };
    let sign = if has("unsigned") > 0 { "unsigned " } else { "" };
    Some(format!("{sign}{size}"))
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn a_definition_has_the_form_of_its_declaration() {
        let same = [
            (("const std::string& ", ""), ("const string & ", "")),
            (("std::vector<std::string>* ", ""), ("vector<string> *", "")),
            (("const int ", ""), ("int", "")),
            (("T const& ", ""), ("const T& ", "")),
            (("char* ", "[]"), ("char** ", "")),
            (("int ", "[10]"), ("int* const ", "")),
            (("unsigned ", ""), ("unsigned int", "")),
            (("long unsigned int ", ""), ("unsigned long ", "")),
            (("struct D* ", ""), ("::a::D *", "")),
            (("const ::leveldb::Slice& ", ""), ("const Slice&", "")),
        ];
        for (lhs, rhs) in same {
            assert_eq!(form(lhs.0, lhs.1), form(rhs.0, rhs.1), "{lhs:?} {rhs:?}");
        }
    }

    #[test]
    fn what_overloads_are_told_by_stays() {
        let apart = [
            (("T& ", ""), ("const T& ", "")),
            (("T* ", ""), ("const T* ", "")),
            (("T& ", ""), ("T&& ", "")),
            (("T ", ""), ("T* ", "")),
            (("char ", ""), ("signed char ", "")),
            (("unsigned char ", ""), ("char ", "")),
            (("long double ", ""), ("long ", "")),
            (("vector<int> ", ""), ("vector<long> ", "")),
            (("vector<const int*> ", ""), ("vector<int*> ", "")),
            (("void (*", ")(int)"), ("void (*", ")(long)")),
            (("A::B<int>::C ", ""), ("A::B<long>::C ", "")),
        ];
        for (lhs, rhs) in apart {
            assert_ne!(form(lhs.0, lhs.1), form(rhs.0, rhs.1), "{lhs:?} {rhs:?}");
        }
    }
}
