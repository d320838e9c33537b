//! Finds secrets in a text and writes placeholders over them, byte for byte: every position in the text stays what it was.
//!
//! Where a rule cannot be run, no text passes: all of it is taken for a secret.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::bytes::{Regex, RegexBuilder};

use super::entropy;
use super::secrets::{HEX_ENTROPY, RULES, Rule, STAND_INS, UNSEARCHED};
use crate::base::Name;
use crate::base::ids::hex;
use crate::base::secret::Secret;
use crate::base::span::ByteSpan;

/// Bytes after the start of a word that a pattern may look at.
const REACH: usize = 400;
/// Digits of the shortest hexadecimal text that is judged as one.
const LONG_HEX: usize = 24;
/// Longest body of a key block, in bytes.
const MAX_BLOCK: usize = 16 << 10;
/// Shortest body of a key block, in bytes.
const MIN_BLOCK: usize = 40;
/// What a placeholder starts with.
const MARK: &[u8] = b"SECRET_";

/// The rules, ready to run: compiled once, since that costs more than to read a thousand files.
struct Scanner {
    words: AhoCorasick,
    /// Position in `RULES` of the rules of each word of `words`.
    rules_of: Vec<Vec<usize>>,
    patterns: Vec<Regex>,
}

impl Scanner {
    /// `None` where one of the rules cannot be run.
    fn of(rules: &[Rule]) -> Option<Self> {
        let mut words: Vec<&str> = rules.iter().flat_map(|rule| rule.words).copied().collect();
        words.sort_unstable();
        words.dedup();
        let of = |word: &str| rules.iter().enumerate().filter(|(_, rule)| rule.words.contains(&word)).map(|(at, _)| at).collect();
        let kind = Some(AhoCorasickKind::DFA);
        Some(Self {
            rules_of: words.iter().map(|word| of(word)).collect(),
            // One step a byte: every byte of every text goes through it.
            words: AhoCorasick::builder().ascii_case_insensitive(true).match_kind(MatchKind::Standard).kind(kind).build(&words).ok()?,
            patterns: rules.iter().map(|rule| RegexBuilder::new(rule.pattern).unicode(false).build().ok()).collect::<Option<_>>()?,
        })
    }
}

static SCANNER: LazyLock<Option<Scanner>> = LazyLock::new(|| Scanner::of(RULES));

/// Writes placeholders over the secrets of a text and says what stood there, in order.
pub fn hide(text: String) -> (String, Vec<Secret>) {
    let secrets = find(&text);
    (covered(text, &secrets), secrets)
}

/// A text with placeholders over its secrets.
fn covered(text: String, secrets: &[Secret]) -> String {
    if secrets.is_empty() {
        return text;
    }
    let mut bytes = text.into_bytes();
    for secret in secrets {
        let mut placeholder = MARK.iter().chain(secret.hash.as_bytes());
        for byte in &mut bytes[secret.span.start as usize..secret.span.end as usize] {
            // What holds a text of several lines or literals together stays.
            if !matches!(byte, b'\n' | b'\r' | b'\t' | b' ' | b'"' | b'\'' | b'`' | b'\\' | b',') {
                *byte = *placeholder.next().unwrap_or(&b'_');
            }
        }
    }
    // Whole characters were replaced, and by ASCII.
    String::from_utf8(bytes).unwrap_or_else(|cause| String::from_utf8_lossy(cause.as_bytes()).into_owned())
}

/// The secrets of a text, in order, none within another.
pub fn find(text: &str) -> Vec<Secret> {
    found(SCANNER.as_ref(), text)
}

fn found(scanner: Option<&Scanner>, text: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let secret = |rule: &Rule, start: usize, end: usize| {
        let digest = blake3::hash(&bytes[start..end]);
        Secret { rule: Name::from(rule.id), span: ByteSpan::new(start, end), hash: Name::from(&hex(digest.as_bytes())[..8]) }
    };
    let Some(scanner) = scanner else {
        return if text.is_empty() { Vec::new() } else { vec![secret(&UNSEARCHED, 0, text.len())] };
    };
    let mut found: Vec<Secret> = Vec::new();
    for word in scanner.words.find_overlapping_iter(text) {
        for at in &scanner.rules_of[word.pattern().as_usize()] {
            if let Some((start, end)) = apply(&RULES[*at], &scanner.patterns[*at], bytes, word.start()) {
                found.push(secret(&RULES[*at], start, end));
            }
        }
    }
    // Of two that overlap the one that starts first stands, then the longer one, then the one whose rule is about one provider alone.
    let general = |secret: &Secret| secret.rule.starts_with("named-");
    found.sort_by(|lhs, rhs| (lhs.span.start, rhs.span.end, general(lhs), &lhs.rule).cmp(&(rhs.span.start, lhs.span.end, general(rhs), &rhs.rule)));
    let mut end = 0;
    found.retain(|secret| {
        let apart = secret.span.start >= end;
        end = end.max(secret.span.end);
        apart
    });
    found
}

/// The secret that a rule sees at a word.
fn apply(rule: &Rule, pattern: &Regex, bytes: &[u8], word: usize) -> Option<(usize, usize)> {
    let letter = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if !rule.inside && word > 0 && letter(word - 1) {
        return None;
    }
    let from = word.saturating_sub(rule.lead);
    let window = &bytes[from..bytes.len().min(word + REACH)];
    let group = pattern.captures(window)?.get(1)?;
    if rule.id == "private-key" {
        return block(bytes, from + group.start());
    }
    // A secret that goes on past the window goes on to its end.
    let mut end = from + group.end();
    while group.end() == window.len() && bytes.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+/=_-.".contains(byte)) {
        end += 1;
    }
    let secret = &bytes[from + group.start()..end];
    let is_hex = secret.len() >= LONG_HEX && secret.iter().all(u8::is_ascii_hexdigit);
    let least = if is_hex { rule.entropy.min(HEX_ENTROPY) } else { rule.entropy };
    let random = entropy::millibits(secret) >= least;
    (random && !rule.named.is_some_and(|digits| is_stand_in(secret, digits))).then_some((from + group.start(), end))
}

/// The body of a key block that starts at a byte: to the line that ends it, else as far as it goes. Code between two such lines is none.
fn block(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"+/=\\\"'`,:;.-".contains(byte);
    let body = &bytes[start..bytes.len().min(start + MAX_BLOCK)];
    let body = &body[..body.iter().position(|byte| !inside(byte)).unwrap_or(body.len())];
    let end = body.windows(8).position(|it| it == b"-----END").unwrap_or(body.len());
    let key = body[..end].iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
    let digits = body[..end].iter().any(u8::is_ascii_digit);
    (key >= MIN_BLOCK && digits).then_some((start, start + end))
}

/// Whether a value only stands for a secret, or is a word or a path: a secret that nobody has to remember has digits, and a password that looks like nothing
/// else has one.
fn is_stand_in(secret: &[u8], digits: usize) -> bool {
    let lower = secret.to_ascii_lowercase();
    let holds = |word: &&str| lower.windows(word.len()).any(|it| it == word.as_bytes());
    let has = secret.iter().filter(|byte| byte.is_ascii_digit()).count();
    has < digits || !secret.iter().any(u8::is_ascii_alphabetic) || STAND_INS.iter().any(holds) || is_key(secret)
}

/// Whether a value is words in lower case that are joined, each with a number behind it at most: the name of a field, a path, a key of a translation.
fn is_key(secret: &[u8]) -> bool {
    let is_word = |word: &[u8]| {
        let letters = word.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        word[letters..].iter().all(u8::is_ascii_digit)
    };
    let relative = secret.strip_prefix(b".").unwrap_or(secret);
    let mut words = relative.strip_prefix(b"/").unwrap_or(relative).split(|byte| b"_.-/:".contains(byte));
    let is_first = words.next().is_some_and(|word| word.first().is_some_and(u8::is_ascii_lowercase) && is_word(word));
    let rest: Vec<&[u8]> = words.collect();
    is_first && !rest.is_empty() && rest.into_iter().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::super::secrets;
    use super::*;

    #[test]
    fn every_rule_finds_its_example_and_leaves_its_bytes_in_place() {
        assert!(RULES.windows(2).all(|pair| pair[0].id < pair[1].id));
        for rule in RULES {
            let example = rule.example.concat();
            let text = format!("// é\nlet it = \"{example}\";\nnext()");
            let (hidden, secrets) = hide(text.clone());
            assert!(secrets.iter().any(|it| it.rule == rule.id), "{}: {secrets:?}", rule.id);
            assert_eq!((hidden.len(), hidden.lines().count()), (text.len(), text.lines().count()), "{}", rule.id);
            for secret in &secrets {
                let stood = secret.span.text(&text);
                assert!(!hidden.contains(stood) && hidden.contains("SECRET_"), "{}: {hidden}", rule.id);
                assert_eq!(secret.hash.len(), 8);
            }
            assert_eq!(find(&hidden), [], "{}: a placeholder is no secret: {hidden}", rule.id);
        }
    }

    #[test]
    fn where_a_rule_cannot_be_run_the_whole_text_is_a_secret() {
        let broken = Rule { pattern: "(", ..RULES[0] };
        assert!(Scanner::of(RULES).is_some() && Scanner::of(&[RULES[1], broken]).is_none());
        let text = "let é = \"x\";\n";
        let all = found(None, text);
        let rules: Vec<_> = all.iter().map(|it| secrets::find(&it.rule).map(|rule| rule.id)).collect();
        assert_eq!(rules, [Some(UNSEARCHED.id)]);
        let hidden = covered(text.to_owned(), &all);
        assert!(hidden.starts_with("SEC RE T \"_\"") && hidden.ends_with('\n') && hidden.len() == text.len(), "{hidden}");
        assert_eq!(found(None, ""), []);
    }

    #[test]
    fn what_only_looks_like_a_secret_is_left_alone() {
        for text in [
            "let token = tokens.next_token_of_line();",
            "password: \"correct horse battery\"",
            "api_key = \"your_api_key_goes_here_1\"",
            "secret = \"${SECRET_FROM_VAULT_12}\"",
            "token: \"path/to/some/token/file\"",
            "API_KEY=process.env.API_KEY",
            "https://user:password@example.com/",
            "if text.starts_with(\"-----BEGIN RSA PRIVATE KEY-----\") && text.ends_with(\"-----END RSA PRIVATE KEY-----\") {",
            "desk_test_abcdefghijklmnop1234",
            "Authorization: Bearer eyJhbGciOi-your-token-1234567890",
            "the bearer of_this_message_is_called_so_1234",
            "password: get_password_of_user_12",
            "password = settings.adminPassword12",
            "password: hunter2secret",
            "redis://:changeme123@cache",
            "\"integrity\": \"sha512-abcdefghijklmnopqrstuvwxyz0123456789\"",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }

    #[test]
    fn a_password_is_found_however_its_name_is_declared() {
        let found = |text: &str| find(text).into_iter().map(|it| it.rule.to_string()).collect::<Vec<_>>();
        for text in [
            "PASSWORD = \"rapunz3l\"",
            "const DB_PASSWORD: &'static str = \"rapunz3l\";",
            "String password = \"rapunz3l\";",
            "var password string = \"rapunz3l\"",
            "let password: string = 'rapunz3l'",
            "char pwd[] = \"rapunz3l\";",
            "{\"password\": \"Rapunz3l!\"}",
            "config['passwd'] = 'rapunz3l'",
            "if password == \"rapunz3l\" {",
        ] {
            assert_eq!(found(text), ["named-password"], "{text}");
        }
        assert_eq!(found(&["const API_KEY: &str = \"", "q7Zk2Vb9XwR4", "\";"].concat()), ["named-value"]);
        for text in [
            "password = \"changeme1\"",
            "password: \"rapunzel\"",
            "password = \"12345678\"",
            "password = \"aaaaaa1\"",
            "password: \"user.password2\"",
            "password: \"form_field_2\"",
            "passwd = \"/etc/shadow1\"",
            "password = \"{input1}\"",
            "password = f\"${value12}\"",
            "password_field = \"rapunz3l\"",
            "password = config.get(\"rapunz3l\")",
            "label = \"Password\"; id = \"rapunz3l\"",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }

    #[test]
    fn a_password_is_found_without_marks_and_without_a_user() {
        let found = |text: &str| find(text).into_iter().map(|it| it.rule.to_string()).collect::<Vec<_>>();
        assert_eq!(found(&["db:\n  password: Qw7Zx9", "Lm2Kp4\n"].concat()), ["named-password-bare"]);
        assert_eq!(found(&["redis://:Hk83js", "Lq0xPz@cache:6379/0"].concat()), ["url-password"]);
        assert_eq!(found(&["postgres://admin:rEZymlKxp", "uEX3jAS@db.internal:5432/x"].concat()), ["url-password"]);
        assert_eq!(found(&["os.environ[\"DB_PASS\"] = \"Sup3rS3c", "retP4ss!\""].concat()), ["named-password"]);
    }

    #[test]
    fn hexadecimal_digits_are_found_however_they_are_given() {
        let hex = ["25a65e19cbae5302", "82bd36cb9d21f6be"].concat();
        for form in [
            "apiKey: HEX",
            "export API_KEY=HEX",
            "API_KEY=HEX\n",
            "ENV API_KEY=HEX",
            "- API_TOKEN=HEX",
            "api_key: \"HEX\"",
            "os.environ[\"API_KEY\"] = \"HEX\"",
            "apiSecret: `HEX`",
            "token := HEX;",
        ] {
            let found = find(&form.replace("HEX", &hex));
            assert_eq!(found.len(), 1, "{form}");
        }
        for text in ["token: 0000000000000000000000000000000a", "commit: HEX", "tokenHash(HEX)", "token: HEXx"] {
            assert_eq!(find(&text.replace("HEX", &hex)), [], "{text}");
        }
        // Random digits are never taken for a value that stands for one.
        let mut random = fastrand::Rng::with_seed(7);
        let least = (0..10_000)
            .map(|_| (0..32).map(|_| b"0123456789abcdef"[random.usize(..16)]).collect::<Vec<u8>>())
            .map(|it| entropy::millibits(&it))
            .min();
        assert!(least.is_some_and(|least| least > HEX_ENTROPY), "{least:?}");
    }

    #[test]
    fn a_secret_of_many_bytes_is_hidden_to_its_end_and_many_are_found_in_one_pass() {
        let tail = "q7Zk2Vb9Xw".repeat(200);
        let text = format!("{}{} x", ["gh", "p_"].concat(), tail);
        assert_eq!(find(&text)[0].span.end as usize, text.len() - 2);
        let line = format!("k = \"{}\"\n", RULES[13].example.concat());
        assert_eq!(find(&line.repeat(500)).len(), 500);
    }
}
