//! Built-in numbers: what literals are, and which numbers are taken for which.

/// Built-in numbers in the order in which sums become the one or the other (C++ standard, [expr.arith.conv]).
const RANKED: &[&str] = &["int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float", "double", "long double"];

/// What numbers may be by the name that is written: platforms differ in what stands behind a name of the library. What an enumeration is, its own name
/// tells, and that it counts.
pub(super) const NUMBERS: &[(&str, &[&str])] = &[
    ("bool", &["bool"]),
    ("char", &["char"]),
    ("char16_t", &["char16_t"]),
    ("char32_t", &["char32_t"]),
    ("char8_t", &["char8_t"]),
    ("double", &["double"]),
    ("enum", &["enum"]),
    ("float", &["float"]),
    ("int", &["int"]),
    ("int16_t", &["short"]),
    ("int32_t", &["int"]),
    ("int64_t", &["long", "long long"]),
    ("int8_t", &["signed char"]),
    ("intmax_t", &["long", "long long"]),
    ("intptr_t", &["int", "long", "long long"]),
    ("long", &["long"]),
    ("long double", &["long double"]),
    ("long long", &["long long"]),
    ("ptrdiff_t", &["int", "long", "long long"]),
    ("short", &["short"]),
    ("signed char", &["signed char"]),
    ("size_t", &["unsigned int", "unsigned long", "unsigned long long"]),
    ("ssize_t", &["int", "long", "long long"]),
    ("uint16_t", &["unsigned short"]),
    ("uint32_t", &["unsigned int"]),
    ("uint64_t", &["unsigned long", "unsigned long long"]),
    ("uint8_t", &["unsigned char"]),
    ("uintmax_t", &["unsigned long", "unsigned long long"]),
    ("uintptr_t", &["unsigned int", "unsigned long", "unsigned long long"]),
    ("unsigned char", &["unsigned char"]),
    ("unsigned int", &["unsigned int"]),
    ("unsigned long", &["unsigned long"]),
    ("unsigned long long", &["unsigned long long"]),
    ("unsigned short", &["unsigned short"]),
    ("wchar_t", &["wchar_t"]),
];

/// What numbers are promoted to, which comes before all other conversions (C++ standard, [conv.prom], [conv.fpprom]).
pub(super) const PROMOTED: &[(&str, &str)] = &[
    ("bool", "int"),
    ("char", "int"),
    ("char16_t", "int"),
    ("char8_t", "int"),
    ("enum", "int"),
    ("float", "double"),
    ("short", "int"),
    ("signed char", "int"),
    ("unsigned char", "int"),
    ("unsigned short", "int"),
    ("wchar_t", "int"),
];

/// Where a number stands among those that sums are made of.
pub(super) fn rank(name: &str) -> Option<usize> {
    RANKED.iter().position(|it| *it == name)
}

/// The type of a number that is written out, by its suffix and its size (C++ standard, [lex.icon], [lex.fcon]); `None` where neither tells.
pub(super) fn of_literal(text: &str) -> Option<&'static str> {
    let text = text.replace('\'', "").to_ascii_lowercase();
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'b', ..] => (&text[2..], 2),
        [b'0', b'0'..=b'7', ..] => (&text[1..], 8),
        _ => (text.as_str(), 10),
    };
    let is_real = if radix == 16 { digits.contains('p') } else { radix != 2 && digits.contains(['.', 'e']) };
    if is_real || text.contains('.') {
        return match text.as_bytes().last() {
            Some(b'f') => Some("float"),
            Some(b'l') => Some("long double"),
            Some(b'0'..=b'9' | b'.') => Some("double"),
            _ => None,
        };
    }
    let end = digits.find(|digit: char| !digit.is_digit(radix)).unwrap_or(digits.len());
    let value = u64::from_str_radix(&digits[..end], radix).ok()?;
    match &digits[end..] {
        "" if i32::try_from(value).is_ok() => Some("int"),
        "" if radix != 10 && u32::try_from(value).is_ok() => Some("unsigned int"),
        "" | "l" if i64::try_from(value).is_ok() => Some("long"),
        "" | "l" if radix != 10 => Some("unsigned long"),
        "u" if u32::try_from(value).is_ok() => Some("unsigned int"),
        "u" | "ul" | "lu" => Some("unsigned long"),
        "ll" if i64::try_from(value).is_ok() => Some("long long"),
        "ull" | "llu" => Some("unsigned long long"),
        "z" => Some("ptrdiff_t"),
        "uz" | "zu" => Some("size_t"),
        _ => None,
    }
}

/// The type of the characters of a text or of one character, where a mark in front of it says one.
pub(super) fn of_characters(text: &str) -> Option<&'static str> {
    match &text[..text.find(['"', '\'']).unwrap_or(0)] {
        "L" | "LR" => Some("wchar_t"),
        "u" | "uR" => Some("char16_t"),
        "U" | "UR" => Some("char32_t"),
        _ => None,
    }
}

/// The type of the library that a suffix behind a text says: of suffixes without a leading underscore there are no others (C++ standard, [usrlit.suffix]).
pub(super) fn of_suffixed_text(literal: &str) -> Option<&'static str> {
    let (text, suffix) = literal.split_at(literal.rfind('"')? + 1);
    let characters = of_characters(text);
    match (characters, suffix.trim_start()) {
        (None, "s") => Some("string"),
        (None, "sv") => Some("string_view"),
        (Some("wchar_t"), "s") => Some("wstring"),
        (Some("wchar_t"), "sv") => Some("wstring_view"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_what_its_suffix_and_its_size_say() {
        let told = [
            ("5", "int"),
            ("0", "int"),
            ("1'000", "int"),
            ("007", "int"),
            ("5u", "unsigned int"),
            ("5L", "long"),
            ("5uL", "unsigned long"),
            ("5ll", "long long"),
            ("5ULL", "unsigned long long"),
            ("5uz", "size_t"),
            ("2147483648", "long"),
            ("0x7F", "int"),
            ("0xFFFFFFFF", "unsigned int"),
            ("0xFFFFFFFFFFFFFFFF", "unsigned long"),
            ("0b101", "int"),
            ("1.5", "double"),
            ("1.", "double"),
            ("1e5", "double"),
            ("1.5f", "float"),
            ("1E5F", "float"),
            ("1.5L", "long double"),
            ("0x1.8p3", "double"),
            ("0x1p3f", "float"),
            ("09.5", "double"),
        ];
        for (text, name) in told {
            assert_eq!(of_literal(text), Some(name), "{text}");
        }
        for text in ["99999999999999999999", "5_km", "1.5h", "0xZ"] {
            assert_eq!(of_literal(text), None, "{text}");
        }
    }

    #[test]
    fn characters_are_what_stands_in_front_of_them_says() {
        let told = [("'a'", None), ("L'a'", Some("wchar_t")), ("u\"a\"", Some("char16_t")), ("U\"a\"", Some("char32_t")), ("u8\"a\"", None)];
        for (text, name) in told {
            assert_eq!(of_characters(text), name, "{text}");
        }
    }

    #[test]
    fn tables_are_in_order() {
        assert!(NUMBERS.is_sorted() && PROMOTED.is_sorted());
        let known = |name: &str| NUMBERS.iter().any(|(it, _)| *it == name);
        assert!(PROMOTED.iter().all(|(from, to)| known(from) && known(to)) && RANKED.iter().all(|it| known(it)));
    }
}
