//! Where an excerpt opens: with its chunk, or with the definition or the use that is meant where the chunk is of none and long.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use super::Form;
use super::lines::{self, Kind};
use super::passage::Passage;
use super::texts::Shown;
use crate::base::span::Lines;
use crate::pack::candidate::{Candidate, Rule};
use crate::pack::excerpt;
use crate::reader::ids::SymbolId;
use crate::reader::index::Index;
use crate::retrieve::stems::Stems;
use crate::retrieve::weights::SHOWN_LINES;
use crate::retrieve::window::{self, Part};

/// So many lines behind the definition or the use that is meant are shown with it.
const BEHIND: u32 = 4;
/// Fewer lines of a longer text without a name tell nobody what they are about.
const LEAST_NAMELESS: usize = 4;
/// So many lines of a function nearly always tell where its documentation ends.
const FIRST_LINES: usize = 96;
/// So many lines above a use are looked at for the head of the block around it.
const MOST_ABOVE: usize = 16;
/// How much of what the first lines of a function say another part must say at least, in percent: they also say what it is.
const MARGIN: u64 = 120;

/// Whether the excerpt of a candidate may open behind the first line of its chunk: then its text is worth reading before it is cut.
pub fn may_be_inside(index: &Index, candidate: &Candidate<'_>) -> bool {
    let meant = candidate.symbol.is_some() || candidate.line.is_some();
    meant && candidate.is_inside(index) && is_long(index.chunks().lines(candidate.chunk))
}

/// Whether the text of a chunk tells where its excerpt opens: behind lines that are held, with what is meant, or, of text that no item can hold whole, where
/// it speaks of the query: text between definitions, and functions that the query found.
pub fn depends(index: &Index, candidate: &Candidate<'_>, held: u32, most_bytes: u64) -> bool {
    // A part of a long definition is text without a name too.
    let is_nameless = || index.chunks().symbol(candidate.chunk).is_none() && !index.chunks().is_kind(candidate.chunk, "section");
    let is_long = || u64::from(index.chunks().bytes(candidate.chunk)) > most_bytes;
    // Of these there are a dozen at most; hits that are no seeds are hardly ever shown at length.
    let is_found = || candidate.rule == Rule::Query && index.chunks().is_kind(candidate.chunk, "function");
    held > 0 || may_be_inside(index, candidate) || (is_long() && (is_nameless() || is_found()))
}

/// How many lines of a chunk stand before its excerpt, where the text tells that. `words` are the stems of the query.
pub fn start(index: &Index, candidate: &Candidate<'_>, passage: &Passage, (held, most_bytes): (u32, u64), words: &Stems) -> u32 {
    let text = passage.text();
    let start = match held {
        0 if may_be_inside(index, candidate) => lines_before(index, candidate, text),
        0 if index.chunks().symbol(candidate.chunk).is_none() => densest(text, words),
        0 if is_called(index, candidate, words) => 0,
        0 => {
            let count = (1..=passage.len()).take_while(|lines| passage.first(*lines).len() as u64 <= most_bytes).count();
            speaking(text, count, words)
        }
        held => held as usize,
    };
    // What goes on from there need not begin with nothing.
    let blank = text.lines().skip(start).take_while(|line| start > 0 && line.trim().is_empty()).count();
    u32::try_from(start + blank).unwrap_or(0)
}

/// How many lines are to stand before an excerpt instead whose `shown` lines, `begun` behind the first of its chunk, end without what it is there for: the line
/// that is asked for, or, of a function, the code behind documentation that is most of what is shown, or the part that speaks of the query, whose stems are
/// `words`. `None` where nothing is to be gained.
pub fn later(
    index: &Index,
    candidate: &Candidate<'_>,
    whole: &Passage,
    (begun, shown): (usize, usize),
    (asked, words): (Option<u32>, &Stems),
) -> Option<u32> {
    let text = whole.text();
    let opens = if let Some(line) = asked {
        let line = line.checked_sub(index.chunks().lines(candidate.chunk).start)? as usize;
        // Near the end what stands before fits too.
        let (opens, latest) = (before(text, block(text, line)), whole.len().saturating_sub(shown));
        let places = [if latest < opens { paragraph(text, latest) } else { opens }, opens, line];
        places.into_iter().find(|at| *at > begun).filter(|_| (begun + shown..whole.len()).contains(&line))
    } else if begun == 0 && index.chunks().is_kind(candidate.chunk, "function") {
        let documented = if candidate.rule.is_seed() { code(index, candidate, text, shown) } else { None };
        let speaking =
            || Some(speaking(text, shown, words)).filter(|at| shown as u64 >= SHOWN_LINES && *at > 0 && !is_called(index, candidate, words));
        documented.or_else(speaking)
    } else {
        None
    };
    opens.and_then(|it| u32::try_from(it).ok())
}

/// Whether all words of the query are of the name of a function: they ask for it, and not for a part.
fn is_called(index: &Index, candidate: &Candidate<'_>, words: &Stems) -> bool {
    candidate.definition(index).is_some_and(|id| words.held(index.symbol(id).qualified_name).len() == words.len())
}

/// How many lines stand before the code of a function, where documentation is most of the lines that are shown.
fn code(index: &Index, candidate: &Candidate<'_>, text: &str, shown: usize) -> Option<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let documented = documentation(&lines, candidate.definition(index).map_or("", |id| index.symbols().simple_name(id)));
    Some(documented).filter(|it| *it as u64 > SHOWN_LINES && *it < lines.len() && shown < 2 * documented)
}

/// How many lines of a definition stand before its code: what is said above it, or its head and the string behind that.
fn documentation(lines: &[&str], name: &str) -> usize {
    // What the first lines are does not hang on those behind, and nearly always they tell.
    let first = lines.get(..FIRST_LINES).and_then(|first| documented(first, name, excerpt::MAX_BEFORE_NAME));
    first.or_else(|| documented(lines, name, 0)).unwrap_or(lines.len())
}

/// The same of lines behind whose head `spare` others are looked at; `None` where what follows them would tell.
fn documented(lines: &[&str], name: &str, spare: usize) -> Option<usize> {
    let kinds = lines::kinds(lines);
    let written = |from: usize| (from..lines.len()).find(|at| kinds[*at] != Kind::Blank);
    let head = excerpt::head(lines, &kinds, name);
    let opens = written(head);
    if spare > 0 && (opens.is_none() || head + spare >= lines.len()) {
        return None;
    }
    if let Some(opens) = opens.filter(|at| lines::opens_string(lines[*at])) {
        // The line that ends the string is code.
        let ends = kinds[opens..].iter().position(|kind| *kind == Kind::Code).map(|at| opens + at + 1);
        return ends.and_then(written);
    }
    Some(kinds.iter().take_while(|kind| matches!(kind, Kind::Blank | Kind::Comment | Kind::Attribute)).count())
}

/// How many lines stand before those that hold the most words, with the head of the block around them.
fn densest(text: &str, words: &Stems) -> usize {
    let window = usize::try_from(SHOWN_LINES).unwrap_or(usize::MAX);
    let held = words.held_in(text.lines());
    let value = |at: usize| {
        let within = &held[at..held.len().min(at + window)];
        let distinct: BTreeSet<usize> = within.iter().flatten().copied().collect();
        (distinct.len(), within.iter().map(Vec::len).sum::<usize>())
    };
    let starts = (0..held.len()).filter(|at| !held[*at].is_empty());
    // Of equally good places the first.
    let Some(best) = starts.max_by_key(|at| (value(*at), Reverse(*at))) else { return 0 };
    let latest = held.len().saturating_sub(window);
    let at = if best > latest { paragraph(text, latest) } else { block(text, best) };
    before(text, at)
}

/// How many lines of a long function stand before the part of `count` lines that speaks of the query, with the head of the block around it: none where its
/// first lines speak as much, or that part begins in the first half of them, which then say what it is as well.
fn speaking(text: &str, count: usize, words: &Stems) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let part = Part { head: 0, count, margin: MARGIN };
    let Some(first) = window::first_word(&lines, part, words).filter(|first| first * 2 > count) else { return 0 };
    let latest = lines.len().saturating_sub(count);
    before(text, if first > latest { paragraph(text, latest) } else { block(text, first) })
}

/// The line, from 0, behind the nearest blank one above another; that line itself where none is near. Near the end of a text nothing is gained by opening late:
/// what stands before would be lost, and nothing comes behind.
fn paragraph(text: &str, line: usize) -> usize {
    let first = line.saturating_sub(MOST_ABOVE);
    let lines: Vec<&str> = text.lines().skip(first).take(line - first).collect();
    lines.iter().rposition(|it| it.trim().is_empty()).map_or(line, |at| first + at + 1)
}

/// How many lines of a chunk stand before what is meant, with what is said of it.
fn lines_before(index: &Index, candidate: &Candidate<'_>, text: &str) -> usize {
    let whole = index.chunks().lines(candidate.chunk);
    let Some(meant) = meant(index, candidate).filter(|it| it.lines().start <= whole.end) else { return 0 };
    let lines = meant.lines().start.saturating_sub(whole.start) as usize;
    before(text, if matches!(meant, Meant::Use(_)) { callback(text, lines).map_or_else(|| block(text, lines), |it| it.start) } else { lines })
}

/// How many lines from one on are of what is meant inside of a chunk, with a few behind it or to the end of a short callback that it stands in: what else the
/// chunk holds need not have to do with it.
pub fn lines_meant(index: &Index, candidate: &Candidate<'_>, from: u32, inside: Option<&Shown>) -> usize {
    let (Some(Shown::Text(passage)), Some(meant)) = (inside, meant(index, candidate)) else { return usize::MAX };
    let first = index.chunks().lines(candidate.chunk).start;
    let around = match meant {
        Meant::Use(lines) => callback(passage.text(), lines.start.saturating_sub(first) as usize),
        Meant::Definition(_) => None,
    };
    let end = around.map_or(meant.lines().end + BEHIND + 1, |it| first + u32::try_from(it.end).unwrap_or(0));
    end.saturating_sub(from).max(1) as usize
}

/// Whether what is shown of a chunk ends, before the line `shown`, without what the chunk is there for: the definition or the use that is meant, or, of text
/// without a name that the query found, any of its words and enough lines to tell what they are about.
pub fn misses(index: &Index, candidate: &Candidate<'_>, (text, shown): (&str, u32), words: &Stems) -> bool {
    if let Some(line) = first_meant(index, candidate) {
        return line >= shown;
    }
    let is_found = matches!(candidate.rule, Rule::Query | Rule::WeakHit | Rule::Prose | Rule::TestWords) && candidate.definition(index).is_none();
    is_found && (text.lines().count() < LEAST_NAMELESS || !words.is_empty() && !words.any_in(text))
}

/// What the text of a candidate at a place in the order is, for the sake of its cut.
pub fn form<'a>(index: &'a Index, candidate: &Candidate<'_>, rank: usize) -> Form<'a> {
    let name = index.chunks().symbol(candidate.chunk).map_or("", |symbol| index.symbols().simple_name(symbol));
    let is_asked_for = rank == 0 || matches!(candidate.rule, Rule::Focus | Rule::File | Rule::Changed);
    match is_asked_for {
        _ if index.chunks().is_kind(candidate.chunk, "section") => Form::Prose,
        true => Form::Code(name),
        false => Form::Aside(name),
    }
}

/// The line of what is meant in a chunk that is of no definition, or of another.
fn first_meant(index: &Index, candidate: &Candidate<'_>) -> Option<u32> {
    let name = in_its_file(index, candidate).map(|id| index.symbols().lines(id).1);
    name.or(candidate.line).filter(|_| candidate.is_inside(index))
}

/// What is meant in a chunk that is of no definition.
enum Meant {
    Definition(Lines),
    /// Where it calls or uses something.
    Use(Lines),
}

impl Meant {
    fn lines(&self) -> Lines {
        match self {
            Self::Definition(lines) | Self::Use(lines) => *lines,
        }
    }
}

/// The definition, or the place of use where there is none or it is long itself.
fn meant(index: &Index, candidate: &Candidate<'_>) -> Option<Meant> {
    let symbol = in_its_file(index, candidate).map(|id| index.symbols().lines(id).0);
    match (symbol, candidate.line) {
        (Some(lines), Some(line)) if is_long(lines) => Some(Meant::Use(Lines { start: line, end: line })),
        (Some(lines), _) => Some(Meant::Definition(lines)),
        (None, line) => line.map(|line| Meant::Use(Lines { start: line, end: line })),
    }
}

/// The definition that a candidate is there for, if it stands in the file of its chunk.
fn in_its_file(index: &Index, candidate: &Candidate<'_>) -> Option<SymbolId> {
    candidate.symbol.filter(|id| index.symbols().file_of(*id) == index.file_of(candidate.chunk))
}

fn is_long(lines: Lines) -> bool {
    u64::from(lines.end + 1 - lines.start) > SHOWN_LINES
}

/// The line, from 0, that opens the block around another; that line itself where none is near.
fn block(text: &str, line: usize) -> usize {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().take(line + 1).collect();
    let Some(own) = lines.get(line).map(|it| indent(it)).filter(|own| *own > 0) else { return line };
    let written = |at: &usize| lines.get(*at).is_some_and(|it| !it.trim().is_empty());
    let above = |line: usize| (line.saturating_sub(MOST_ABOVE)..line).rev().filter(written);
    let Some(opens) = above(line).find(|at| indent(lines[*at]) < own) else { return line };
    if lines[opens].trim() != "{" {
        return opens;
    }
    // What a bracket on a line of its own opens stands above it, and its parameters further in.
    above(opens).find(|at| indent(lines[*at]) <= indent(lines[opens])).filter(|at| indent(lines[*at]) == indent(lines[opens])).unwrap_or(opens)
}

/// The lines, from 0, of the outermost short call around a line that opens near it and whose last argument is a block: `it('…', () => {`.
fn callback(text: &str, line: usize) -> Option<Range<usize>> {
    let most = usize::try_from(SHOWN_LINES).unwrap_or(usize::MAX);
    let lines: Vec<&str> = text.lines().take(line + 1 + most).collect();
    let indent = |at: usize| lines[at].len() - lines[at].trim_start().len();
    let is_written = |at: &usize| !lines[*at].trim().is_empty();
    let mut inner = indent((line < lines.len()).then_some(line)?);
    let mut found = None;
    for at in (line.saturating_sub(MOST_ABOVE)..line).rev().filter(is_written) {
        if indent(at) >= inner {
            continue;
        }
        inner = indent(at);
        let end = (line + 1..lines.len()).filter(is_written).find(|end| indent(*end) <= inner).filter(|end| lines[*end].trim().starts_with('}'));
        if let Some(end) = end.filter(|end| end - at < most && lines[at].ends_with('{') && lines::balance(lines[at]) > 0) {
            found = Some(at..end + 1);
        }
    }
    found
}

fn before(text: &str, lines: usize) -> usize {
    let above: Vec<&str> = text.lines().take(lines).collect();
    let kinds = lines::kinds(&above);
    let said = kinds.iter().rev().take_while(|kind| matches!(kind, Kind::Comment | Kind::Attribute)).count();
    let open = above.len() - said;
    // The head of a group says what its members are.
    open - usize::from(open > 0 && matches!(kinds[open - 1], Kind::Opens | Kind::GoesOn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieve::stem::stem;

    #[test]
    fn long_text_opens_where_it_speaks_of_the_query() {
        let words = ["proxy", "redirect"].map(stem).into_iter().collect();
        let filler = "a = 1\n".repeat(30);
        let text = format!("// proxy\n{filler}if (a) {{\n  b = proxy\n  redirects(b)\n}}\n{filler}");
        assert_eq!(densest(&text, &words), 31);
        assert_eq!(densest(&filler, &words), 0);
        let late = format!("{filler}\nuse a;\n{}use proxy::redirect;\nb = 1\n", "use b;\n".repeat(6));
        let shown = late.lines().count() - densest(&late, &words);
        assert!(shown as u64 >= SHOWN_LINES, "{shown} lines of what words stand at the end of");
    }

    #[test]
    fn a_long_function_opens_where_it_speaks_of_the_query() {
        let words = ["proxy", "redirect"].map(stem).into_iter().collect();
        let check = |text: &str, expected: usize| assert_eq!(speaking(text, 24, &words), expected, "{text}");
        let filler = "  a = 1\n".repeat(30);
        let text = format!("fn f(a) {{\n{filler}  if (a) {{\n    b = proxy\n    redirects(b)\n  }}\n{filler}}}\n");
        check(&text, 31);
        check(&text.replacen("a = 1", "proxy = 1", 3).replacen("a = 1", "redirect = 1", 3), 0);
        let (few, more) = ("  a = 1\n".repeat(8), "  a = 1\n".repeat(14));
        check(&format!("fn f(a) {{\n{few}  b = proxy\n{more}  redirects(b)\n{filler}}}\n"), 0);
        check(&format!("fn f(a) {{\n{few}{few}  b = proxy\n{more}  redirects(b)\n{filler}}}\n"), 17);
    }

    #[test]
    fn documentation_ends_where_code_begins() {
        let check = |text: &str, expected: usize| assert_eq!(documentation(&text.lines().collect::<Vec<_>>(), "f"), expected, "{text}");
        check("def f(a):\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    return a\n", 6);
        check("def f(a):\n    \"\"\"Doc.\"\"\"\n    return a\n", 2);
        check("/// Doc.\n/// More.\n#[inline]\nfn f() {\n    a()\n}\n", 3);
        check("fn f() {\n    // why\n    a()\n}\n", 0);
        check("def f(a):\n    \"\"\"Doc.\"\"\"\n", 2);
        // However long it is, and however much code follows.
        let code = "    a()\n".repeat(2 * FIRST_LINES);
        for count in [1, FIRST_LINES - 14, FIRST_LINES - 2, FIRST_LINES - 1, FIRST_LINES, 2 * FIRST_LINES] {
            check(&format!("{}fn f() {{\n{code}}}\n", "/// Doc.\n".repeat(count)), count);
            check(&format!("def f(a):\n    \"\"\"Doc.\n{}    \"\"\"\n\n{code}", "    More.\n".repeat(count)), count + 4);
            check(&format!("fn f(\n{}) {{\n{code}}}\n", "    a: A,\n".repeat(count)), 0);
        }
    }

    #[test]
    fn words_are_found_whatever_form_they_have() {
        let words: Stems = ["proxies"].map(stem).into_iter().collect();
        assert!(words.any_in("a = proxy_of(b)") && !words.any_in("a = b"));
    }

    #[test]
    fn a_use_is_shown_with_the_head_of_its_block() {
        let check = |text: &str, line: usize, expected: usize| assert_eq!(block(text, line), expected, "{text}");
        check("a();\nit('b', () => {\n  c();\n\n  d();\n});\n", 4, 1);
        check("a();\nb();\n", 1, 1);
        check("FLAGS = [\n  a,\n  b,\n]\n", 2, 0);
        check("int a;\nvoid f(\n    int b,\n    int c)\n{\n    d();\n}\n", 5, 1);
        check("  int a;\n\n  if (b)\n  {\n    d();\n  }\n", 4, 2);
        check("a:\n  {\n    d();\n  }\n", 2, 1);
    }

    #[test]
    fn a_use_in_a_short_callback_is_shown_with_all_of_it() {
        let text = "describe('a', () => {\n  it('b', (done) => {\n    app.use(function () {\n      c();\n    });\n\n    get('/')\n    .expect(d)\n    .end(done);\n  })\n\n  it('e', () => {\n    f();\n  })\n";
        assert_eq!(callback(text, 3), Some(1..10));
        assert_eq!(callback(text, 12), Some(11..14));
        assert_eq!(callback(&format!("{text}}})\n"), 3), Some(0..15));
        let long = text.replace("      c();\n", &"      c();\n".repeat(20));
        assert_eq!((callback(&long, 3), callback(&long, 22)), (None, None));
        assert_eq!(callback("if (a) {\n  b();\n}\n", 1), None);
        assert_eq!(callback(text, 99), None);
    }

    #[test]
    fn what_is_said_of_a_definition_is_shown_with_it() {
        let check = |text: &str, lines: usize, expected: usize| assert_eq!(before(text, lines), expected, "{text}");
        check("a = 1\nb = 2\nc = 3\n", 2, 2);
        check("a = 1\n\n// why\n// so\nc = 3\n", 4, 2);
        check("a = 1\nconst (\n\t// one\n\tb = 1\n)\n", 3, 1);
        check("c = 3\n", 0, 0);
    }
}
