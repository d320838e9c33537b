//! Places in texts where a name stands and no site says what it means there: bodies of macros, strings, what other tools read.

use std::collections::BTreeSet;

use super::proof::{self, MAX_POSTINGS};
use crate::base::key::KeyMap;
use crate::base::terms;
use crate::manifest::error::IndexError;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;
use crate::reader::sites::Fate;

/// Texts of one name that are looked into; more of them are not understood as a whole.
const MAX_TEXTS: usize = 1_000;
/// Texts that hold one part of a name and are looked into for what makes names of parts.
const MAX_MAKING: usize = 200;
/// Places of one question.
const MAX_PLACES: usize = 10;
/// Languages whose macros paste names, and those that find a definition by a string.
const PASTING: [&str; 2] = ["c", "cpp"];
const LOOKING_UP: [&str; 12] = ["csharp", "elixir", "java", "javascript", "lua", "php", "python", "ruby", "svelte", "tsx", "typescript", "vue"];
/// Languages whose strings are keys and titles.
const DATA: [&str; 8] = ["github-actions", "html", "json", "maven-manifest", "npm-manifest", "toml", "tsconfig", "yaml"];
/// Languages in which `#` opens a comment.
const HASH: [&str; 9] = ["bash", "cmake", "dockerfile", "elixir", "make", "python", "ruby", "toml", "yaml"];
/// What opens a line that names files and modules.
const OPENINGS: [&str; 9] = ["#include", "extern crate ", "from ", "import ", "mod ", "package ", "require", "use ", "using "];
/// What opens a line with the title of a test.
const TITLES: [&str; 6] = ["describe(", "describe.", "it(", "it.", "test(", "test."];
const QUOTES: [char; 3] = ['"', '\'', '`'];
/// What opens and closes texts of several lines in Python.
const TRIPLES: [&str; 2] = ["\"\"\"", "'''"];

/// Places where one of several names stands without a site, but for chunks that `leave_out` names; none twice, the first ones.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn unexplained(index: &Index, names: &BTreeSet<String>, leave_out: &dyn Fn(ChunkId) -> bool) -> Result<Vec<String>, IndexError> {
    let mut found = BTreeSet::new();
    // Operators and the like are no words.
    for name in names.iter().filter(|name| terms::words(name).next() == Some(name.as_str())) {
        let explained = Explained::of(index, name)?;
        let holding = index.postings(&terms::whole(name))?.take(MAX_POSTINGS).map(|it| it.chunk);
        let may_run = |file: FileId| !index.files().is_class(file, "prose") && index.files().language(file) != Some("css");
        let chunks = holding.filter(|chunk| !leave_out(*chunk) && may_run(index.file_of(*chunk)));
        for (count, chunk) in chunks.enumerate() {
            if found.len() >= MAX_PLACES {
                break;
            }
            match index.text(chunk)? {
                Some(text) if count < MAX_TEXTS => found.extend(in_text(index, chunk, text, name, &explained)),
                Some(_) => {}
                None if explained.holds(index, chunk) => {}
                None => found.extend([(index.file_of(chunk), index.chunks().lines(chunk).start)]),
            }
        }
        found.extend(made(index, name, leave_out)?);
    }
    Ok(found.into_iter().map(|(file, line)| format!("{}:{line}", index.path(file))).collect())
}

/// Lines on which what a name means is known.
struct Explained {
    /// Of sites and of definitions.
    lines: BTreeSet<(FileId, u32)>,
    /// Whole definitions of the name: what they say of themselves uses them nowhere else.
    bodies: Vec<(FileId, u32, u32)>,
}

impl Explained {
    fn of(index: &Index, name: &str) -> Result<Self, IndexError> {
        let mut lines = BTreeSet::new();
        for fate in [Fate::Doubtful, Fate::Outward, Fate::Builtin, Fate::Resolved] {
            lines.extend(index.sites_named(&[name], fate, MAX_POSTINGS)?.iter().map(|site| (site.file, site.lines.start)));
        }
        let bodies = index.symbols_named(name).map(|it| (it.file, it.lines.start, it.lines.end)).collect();
        Ok(Self { lines, bodies })
    }

    fn has(&self, file: FileId, line: u32) -> bool {
        self.lines.contains(&(file, line)) || self.bodies.iter().any(|(of, start, end)| *of == file && (*start..=*end).contains(&line))
    }

    /// Whether a line of a chunk is one of these.
    fn holds(&self, index: &Index, chunk: ChunkId) -> bool {
        let (file, lines) = (index.file_of(chunk), index.chunks().lines(chunk));
        (lines.start..=lines.end).any(|line| self.has(file, line))
    }
}

/// The lines of a text on which a name stands as if it were used, and is not explained.
fn in_text(index: &Index, chunk: ChunkId, text: &str, name: &str, explained: &Explained) -> Vec<(FileId, u32)> {
    let file = index.file_of(chunk);
    let language = index.files().language(file).unwrap_or("");
    let is_macro = index.chunks().symbol(chunk).is_some_and(|id| index.symbols().kind(id) == "macro");
    let (mut found, mut in_block, mut triple) = (Vec::new(), false, None);
    for (line, number) in text.lines().zip(index.chunks().lines(chunk).start..) {
        if language == "python" && is_of_docstring(line, &mut triple) {
            continue;
        }
        let (code, still) = without_comment(line, language, in_block);
        in_block = still;
        let code = without_title(code);
        let opens = OPENINGS.iter().any(|word| code.trim_start().starts_with(word));
        if !opens && stands(code, name, is_macro, DATA.contains(&language)) && !explained.has(file, number) {
            found.push((file, number));
        }
    }
    found
}

/// Whether a name stands in a line as a word that may mean a definition: called, behind a mark that leads to members, or as all that a string says.
fn stands(code: &str, name: &str, anyhow: bool, is_data: bool) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if is_part(before.chars().next_back()) || is_part(after.chars().next()) {
            return false;
        }
        let quoted = after.starts_with(QUOTES);
        let named = before.ends_with(QUOTES) && quoted && !is_data;
        let member = ["::", "->", "@"].iter().any(|mark| before.ends_with(mark)) || (before.ends_with(['.', ':', '#']) && !before.ends_with(".."));
        let is_called = after.trim_start().starts_with('(');
        // A path ends with what it means; names of files and keys of several words go on.
        let goes_on = after.starts_with('.') || after.strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        anyhow || named || is_called || (member && !goes_on)
    })
}

/// Whether a line belongs to a documentation in the text; `open` is what will close it.
fn is_of_docstring(line: &str, open: &mut Option<&'static str>) -> bool {
    let line = line.trim();
    if let Some(mark) = *open {
        if line.contains(mark) {
            *open = None;
        }
        return true;
    }
    let text = line.trim_start_matches(['r', 'R', 'u', 'U']);
    let Some(mark) = TRIPLES.into_iter().find(|mark| text.starts_with(mark)) else { return false };
    *open = Some(mark).filter(|mark| !text[mark.len()..].contains(mark));
    true
}

/// A line without the title of the test that it opens.
fn without_title(code: &str) -> &str {
    if !TITLES.iter().any(|word| code.trim_start().starts_with(word)) {
        return code;
    }
    let Some((open, quote)) = code.char_indices().find(|(_, c)| QUOTES.contains(c)) else { return code };
    code[open + 1..].find(quote).map_or(code, |length| &code[open + 1 + length + 1..])
}

/// A line without its comment, and whether a comment goes on in the next one.
fn without_comment<'t>(line: &'t str, language: &str, in_block: bool) -> (&'t str, bool) {
    if HASH.contains(&language) {
        let opens = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
        let at = line.match_indices('#').map(|(at, _)| at).find(|at| opens(*at));
        return (at.map_or(line, |at| &line[..at]), false);
    }
    if in_block {
        return match line.split_once("*/") {
            Some((_, rest)) => without_comment(rest, language, false),
            None => ("", true),
        };
    }
    // `://` stands in addresses, `/*` behind a letter in patterns of paths.
    let slashes = line.match_indices("//").map(|(at, _)| at).find(|at| !line[..*at].ends_with(':'));
    let block = line
        .match_indices("/*")
        .map(|(at, _)| at)
        .find(|at| line[..*at].chars().next_back().is_none_or(|c| c.is_whitespace() || "({;,)}".contains(c)));
    let dashes = matches!(language, "lua" | "sql").then(|| line.find("--")).flatten();
    match [slashes, block, dashes].into_iter().flatten().min() {
        // Only one comment of a line is looked behind of where it ends in it.
        Some(at) if Some(at) == block => (&line[..at], !line[at..].contains("*/")),
        Some(at) => (&line[..at], false),
        None => (line, false),
    }
}

/// Lines that make a name of a part of it and of something else: macros of C that paste, and strings of languages that look names up.
fn made(index: &Index, name: &str, leave_out: &dyn Fn(ChunkId) -> bool) -> Result<Vec<(FileId, u32)>, IndexError> {
    let of = |file: FileId| index.files().language(file).unwrap_or("");
    let languages: BTreeSet<&str> = index.symbols_named(name).map(|it| of(it.file)).collect();
    let pastes = languages.iter().any(|it| PASTING.contains(it));
    let looks_up = languages.iter().any(|it| LOOKING_UP.contains(it));
    // Where a macro is defined its symbol is: nothing else pastes.
    let mut of_macros: KeyMap<FileId, BTreeSet<ChunkId>> = KeyMap::default();
    let mut defines_macro = |chunk: ChunkId| {
        let file = index.file_of(chunk);
        let is_macro = |it: &(Option<ChunkId>, SymbolId)| index.symbols().kind(it.1) == "macro";
        of_macros.entry(file).or_insert_with(|| index.symbols().shown_in(file).filter(is_macro).filter_map(|it| it.0).collect()).contains(&chunk)
    };
    let mut found = Vec::new();
    for at in (1..name.len()).filter(|at| (pastes || looks_up) && name.is_char_boundary(*at)) {
        let (first, second) = name.split_at(at);
        let is_hump = first.ends_with(char::is_lowercase) && second.starts_with(char::is_uppercase);
        let is_cut = is_hump || first.ends_with('_') || second.starts_with('_');
        for (part, rest, is_first) in [(first, second, true), (second, first, false)] {
            let may_make = |chunk: &ChunkId| {
                let language = of(index.file_of(*chunk));
                let may = if PASTING.contains(&language) { pastes && defines_macro(*chunk) } else { is_cut && looks_up };
                may && !leave_out(*chunk)
            };
            let chunks = index.postings(&terms::whole(part))?.map(|it| it.chunk).filter(may_make).take(MAX_MAKING);
            for chunk in chunks {
                let file = index.file_of(chunk);
                let makes: &dyn Fn(&str) -> bool = match of(file) {
                    it if pastes && PASTING.contains(&it) => &|line| is_pasted(line, part, is_first),
                    it if looks_up && is_cut && LOOKING_UP.contains(&it) => &|line| is_joined(line, part, is_first),
                    _ => continue,
                };
                let lines = index.text(chunk)?.unwrap_or("").lines().zip(index.chunks().lines(chunk).start..);
                let lines: Vec<u32> = lines.filter(|(line, _)| makes(line)).map(|(_, number)| number).collect();
                // What a macro pastes is handed to it somewhere.
                if !lines.is_empty() && (!PASTING.contains(&of(file)) || is_handed(index, rest)?) {
                    found.extend(lines.into_iter().map(|line| (file, line)));
                }
            }
        }
    }
    Ok(found)
}

/// Whether a word is an argument by itself in a text of C.
fn is_handed(index: &Index, word: &str) -> Result<bool, IndexError> {
    for chunk in index.postings(&terms::whole(word))?.take(MAX_MAKING).map(|it| it.chunk) {
        let text = index.text(chunk)?.unwrap_or("");
        let stands = |at: usize| text[..at].trim_end().ends_with(['(', ',']) && text[at + word.len()..].trim_start().starts_with([')', ',']);
        if index.files().language(index.file_of(chunk)).is_some_and(|it| PASTING.contains(&it)) && text.match_indices(word).any(|(at, _)| stands(at))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a line joins a part that a string holds with something else: `"visit_" + name`, `f"{verb}_one"`, `startswith("on_")`. A part that ends with no `_` is
/// a word of its own, unless something is added to it.
fn is_joined(line: &str, part: &str, is_first: bool) -> bool {
    line.match_indices(part).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + part.len()..]);
        if is_first {
            let is_format = || before.trim_end_matches(QUOTES).ends_with(['f', 'F', '$']) || line.contains("format(");
            let is_filled = after.starts_with(['$', '%', '#']) || (after.starts_with('{') && is_format());
            let is_added = |rest: &str| part.ends_with('_') || rest.trim_start().starts_with('+') || rest.starts_with(" .");
            before.ends_with(QUOTES) && (is_filled || after.strip_prefix(QUOTES).is_some_and(is_added))
        } else {
            let is_filled = before.ends_with('}') || before.ends_with("%s");
            let is_added = |rest: &str| ["+", " .", "endswith(", "endsWith(", "end_with?("].iter().any(|end| rest.trim_end().ends_with(end));
            after.starts_with(QUOTES) && (is_filled || before.strip_suffix(QUOTES).is_some_and(is_added))
        }
    })
}

/// Whether a line pastes a part in front of a parameter, or behind it.
fn is_pasted(line: &str, part: &str, is_first: bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices("##").any(|(at, _)| {
        let word = if is_first {
            let before = line[..at].trim_end();
            &before[before.trim_end_matches(is_word).len()..]
        } else {
            let after = line[at + 2..].trim_start();
            &after[..after.find(|c| !is_word(c)).unwrap_or(after.len())]
        };
        // A parameter of the macro stands for something else.
        let list = line.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(list, _)| list);
        word == part && !list.split(',').any(|it| it.trim() == word)
    })
}

/// Says that a name stands where nothing tells what it means; `None` where it stands nowhere so.
pub fn told(found: &[String]) -> Option<String> {
    let hold = if found.len() == 1 { "holds" } else { "hold" };
    (!found.is_empty()).then(|| {
        format!("{} {hold} the word, and what it means there is not known ({})", proof::counted(found.len() as u64, "place"), proof::places(found))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_where_it_may_be_meant() {
        for code in ["hidden();", "  hidden (1)", "#[serde(default = \"hidden\")]", "getattr(a, 'hidden')", "x = a.hidden", "f::hidden;"] {
            assert!(stands(code, "hidden", false, false), "{code}");
        }
        for code in [
            "hidden = 1",
            "unhidden()",
            "hidden_one()",
            "\"a hidden word\"",
            "let hidden: u8",
            "open(\"hidden.txt\")",
            "return hidden",
            "run(&hidden)",
            "a.hidden-rows",
        ] {
            assert!(!stands(code, "hidden", false, false), "{code}");
        }
        assert!(stands("return hidden", "hidden", true, false), "in a macro every word may be meant");
        assert!(stands("cmd = \"pkg.mod:main\"", "main", false, true) && !stands("\"main\": \"index.js\"", "main", false, true));
    }

    #[test]
    fn comments_are_left_out() {
        for (line, language, code) in [
            ("a // b", "rust", "a "),
            ("\"http://x\" b", "go", "\"http://x\" b"),
            ("a # b", "python", "a "),
            ("'#a'", "python", "'#a'"),
            ("x /* y */", "c", "x "),
            ("\"src/*.c\"", "c", "\"src/*.c\""),
            ("a -- b", "lua", "a "),
        ] {
            assert_eq!(without_comment(line, language, false), (code, false), "{line}");
        }
        assert_eq!(without_comment("x /* y", "c", false), ("x ", true));
        assert_eq!(without_comment("y */ z", "c", true), (" z", false));
    }

    #[test]
    fn texts_about_code_are_left_out() {
        let mut open = None;
        let lines = ["def f():", "    \"\"\"Calls", "    hidden()", "    \"\"\"", "    r'''One.'''", "    x = \"\"\"a"];
        assert_eq!(lines.map(|line| is_of_docstring(line, &mut open)), [false, true, true, true, true, false]);
        assert_eq!(without_title("  it('hidden()', () => {"), ", () => {");
        assert_eq!(without_title("limit('hidden')"), "limit('hidden')");
    }

    #[test]
    fn strings_make_names() {
        for line in ["getattr(self, \"visit_\" + kind)", "f\"visit_{kind}\"", "name.startswith('visit_')", "'visit_%s' % kind", "`visit_${kind}`"] {
            assert!(is_joined(line, "visit_", true), "{line}");
        }
        assert!(is_joined("f\"{kind}_visit\"", "_visit", false) && is_joined("kind + '_visit'", "_visit", false));
        assert!(is_joined("this['on' + type]", "on", true) && is_joined("`on${type}`", "on", true));
        assert!(is_joined("name.endswith('_visit')", "_visit", false) && is_joined("$kind . '_visit'", "_visit", false));
        assert!(!is_joined("'on{display:none}'", "on", true) && !is_joined("\"_visit\",", "_visit", false));
        assert!(!is_joined("a == 'on'", "on", true) && !is_joined("\"value\"", "value", false) && !is_joined("\"items_value\"", "_value", false));
        assert!(!is_joined("\"visit_all\"", "visit_", true) && !is_joined("visit_(\"a\")", "visit_", true));
    }

    #[test]
    fn macros_paste_names() {
        assert!(is_pasted("#define NAME(n) fn_##n", "fn_", true) && is_pasted("#define NAME(n) n ## _cb", "_cb", false));
        assert!(!is_pasted("#define NAME(n) n##x", "n", true) && !is_pasted("#define NAME(n) n##fn_", "fn_", true));
    }
}
