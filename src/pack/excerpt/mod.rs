//! Cuts a text that is too long where a statement, a block or the head of a definition ends. Works on lines and their indentation: a reader has no trees.

pub(super) mod clip;
pub mod imports;
pub mod lines;
pub(super) mod opening;
pub mod passage;
pub mod texts;

use crate::base::terms;
use crate::base::words::words;
use lines::Kind;
use passage::Passage;

/// Lines of a head that are looked through for the name of what it defines.
pub(super) const MAX_BEFORE_NAME: usize = 12;

/// A list of more lines than this is long.
const LONG_LIST: usize = 48;
/// Lines of a long list that are shown.
const LISTED: usize = 24;

/// What a text may measure. All must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub bytes: u64,
    pub chars: u64,
    pub tokens: u64,
    /// Lines from the first; the rest is shown elsewhere.
    pub lines: usize,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form<'a> {
    Prose,
    /// Code, with the name of what it defines; empty where that is nothing.
    Code(&'a str),
    /// The same of what is not asked for by itself: of a long list its first entries say what it is.
    Aside(&'a str),
}

/// What was kept of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Whole lines from the first.
    pub text: String,
    pub lines: usize,
    pub chars: u64,
    pub tokens: u64,
    /// What it ends at; `None` for a whole text.
    pub end: Option<End>,
}

/// Where and why a text was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub boundary: Boundary,
    pub reason: Reason,
}

words! {
    /// What a cut text ends at.
    pub enum Boundary {
        /// A statement of the body, a paragraph of prose.
        Statement = "statement",
        /// A statement inside a block of the body.
        Block = "block",
        /// A link of a chain of calls.
        Link = "link",
        /// The head of a definition.
        Signature = "signature",
        /// A line of something that is neither.
        Line = "line",
        /// Not even the first line fits.
        Nothing = "nothing",
    }
}

words! {
    /// What made a text too long.
    pub enum Reason {
        ItemBytes = "maxBytesPerItem",
        TotalChars = "maxTotalChars",
        TotalTokens = "maxTotalTokens",
        Overlap = "overlap",
        LongList = "longList",
    }
}

/// The whole text where it fits, else its longest part from the start that fits and ends at a boundary.
pub fn cut(passage: &Passage, form: Form<'_>, allowance: &Allowance) -> Cut {
    let is_list = matches!(form, Form::Aside(_)) && passage.len() > LONG_LIST && lines::is_list(passage.text(), passage.len());
    let most = if is_list { allowance.lines.min(LISTED) } else { allowance.lines };
    let Some((count, reason)) = fitting(passage, &Allowance { lines: most, ..*allowance }) else { return kept(passage, passage.len(), None) };
    let reason = if reason == Reason::Overlap && most < allowance.lines { Reason::LongList } else { reason };
    // Boundaries look no further than to the next line that is not blank.
    let mut lines = Vec::with_capacity(count + 1);
    for line in passage.text().lines() {
        let is_last = lines.len() >= count && !line.trim().is_empty();
        lines.push(line);
        if is_last {
            break;
        }
    }
    let (lines, boundary) = boundary(&lines, count, form);
    kept(passage, lines, Some(End { boundary, reason }))
}

fn kept(passage: &Passage, lines: usize, end: Option<End>) -> Cut {
    let text = passage.first(lines).to_owned();
    Cut { lines, chars: chars(&text), tokens: passage.tokens(lines), text, end }
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

/// How many lines fit and what the next one would exceed; `None` where all fit.
fn fitting(passage: &Passage, allowance: &Allowance) -> Option<(usize, Reason)> {
    let all = passage.len();
    let mut fits = (all, None);
    if allowance.lines < all {
        fits = (allowance.lines, Some(Reason::Overlap));
    }
    // A text has at most as many characters and tokens as bytes, so one of few bytes needs no count.
    let mut hold = |reason: Reason, limit: u64, measure: &dyn Fn(usize) -> u64| {
        if passage.first(fits.0).len() as u64 > limit && measure(fits.0) > limit {
            fits = (most(fits.0, |lines| measure(lines) <= limit), Some(reason));
        }
    };
    hold(Reason::ItemBytes, allowance.bytes, &|lines| passage.first(lines).len() as u64);
    hold(Reason::TotalChars, allowance.chars, &|lines| chars(passage.first(lines)));
    hold(Reason::TotalTokens, allowance.tokens, &|lines| passage.tokens(lines));
    fits.1.map(|reason| (fits.0, reason))
}

/// The most lines that fit. A line more never makes fewer tokens by more than the joint it closes, so the count is found by halving and then checked
/// downward.
fn most(lines: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, lines);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    while low > 0 && !fits(low) {
        low -= 1;
    }
    low
}

/// The best boundary at or before `count` lines.
fn boundary(lines: &[&str], count: usize, form: Form<'_>) -> (usize, Boundary) {
    if count == 0 {
        return (0, Boundary::Nothing);
    }
    let (Form::Code(name) | Form::Aside(name)) = form else {
        let paragraph = (1..=count).rev().find(|at| lines::ends_paragraph(lines, *at));
        return paragraph.map_or((count, Boundary::Line), |at| (at, Boundary::Statement));
    };
    let kinds = lines::kinds(lines);
    let (head, open) = (head(lines, &kinds, name), open(lines, &kinds));
    let (at, boundary) = of_code(lines, count, (&kinds, &open, head));
    // A statement may be one chain of calls that is as long as all else: an end within it is better than to leave out half of what would fit.
    let next = |at: usize| lines[at..].iter().find(|line| !line.trim().is_empty());
    let is_link = |at: usize| next(at).is_some_and(|next| links(next) && indent(next) <= indent(lines[at - 1]));
    let link = (head + 1..=count).rev().find(|at| kinds[at - 1] == Kind::Code && !open[at - 1] && is_link(*at));
    let (kept, linked) = (at.saturating_sub(head), link.map_or(0, |link| link - head));
    match link {
        Some(link) if kept * 2 < linked || (boundary == Boundary::Line && linked * 2 >= kept) => (link, Boundary::Link),
        _ => (at, boundary),
    }
}

/// The best boundary in code that is no link of a chain. `kinds` and `open` are of the lines, of which the first `head` are the head.
fn of_code(lines: &[&str], count: usize, (kinds, open, head): (&[Kind], &[bool], usize)) -> (usize, Boundary) {
    // A comment ends a paragraph where its next line has no word.
    let ends_comment =
        |at: &usize| kinds[at - 1] == Kind::Comment && lines::has_word(lines[at - 1]) && lines.get(*at).is_some_and(|it| !lines::has_word(it));
    if count < head {
        // Whole paragraphs of a doc comment and whole lines of a long parameter list still say what it is.
        return ((count / 2 + 1..=count).rev().find(ends_comment).unwrap_or(count), Boundary::Line);
    }
    let written = |from: usize| lines[from..].iter().find(|line| !line.trim().is_empty());
    let body = written(head).map_or(0, |line| indent(line));
    let ends = |at: usize, deepest: usize| {
        kinds[at - 1] == Kind::Code
            && !open[at - 1]
            && written(at).is_none_or(|next| {
                // What stands further out than the body closes the whole definition, unless the text starts deeper inside than it goes on.
                (indent(next) < body && !joins(next)) || (indent(next) <= deepest.min(indent(lines[at - 1])) && !continues(next))
            })
    };
    // Within a literal or a pattern a comma ends a part of it; it ends an arm, and what the definition itself lists.
    let is_part = |at: usize| {
        let line = lines[at - 1].trim_end();
        line.ends_with(',') && !line.contains("=>") && indent(line) > body
    };
    let longest = |deepest: usize| (head + 1..=count).rev().find(|at| ends(*at, deepest));
    let whole = (head + 1..=count).rev().find(|at| ends(*at, usize::MAX) && !is_part(*at));
    let deep = match (whole, longest(usize::MAX)) {
        (Some(whole), Some(part)) if (whole - head) * 2 < part - head => Some(part),
        (whole, part) => whole.or(part),
    };
    match (longest(body), deep) {
        // A statement of the body is the better end, but not at the price of half of what would fit.
        (Some(statement), Some(block)) if (statement - head) * 2 < block - head => return (block, Boundary::Block),
        (Some(statement), _) => return (statement, Boundary::Statement),
        (None, Some(block)) => return (block, Boundary::Block),
        (None, None) if ends(head, body) => return (head, Boundary::Statement),
        (None, None) => {}
    }
    // Where the documentation behind the head is all that fits, its paragraphs say more than the head alone.
    let is_documented = written(head).is_some_and(|line| lines::opens_string(line));
    if let Some(at) = (head + 1..=count).rev().find(ends_comment).filter(|_| is_documented) {
        return (at, Boundary::Line);
    }
    if matches!(kinds[head - 1], Kind::Code | Kind::Opens) && !lines[head..].iter().any(|line| joins(line)) {
        return (head, Boundary::Signature);
    }
    (count, Boundary::Line)
}

/// Of each line whether a bracket is open behind it. The block of a callback is a block like others: it may stay open, with the bracket around it.
fn open(lines: &[&str], kinds: &[Kind]) -> Vec<bool> {
    let mut depth = 0i64;
    let told = lines.iter().zip(kinds).map(|(line, kind)| {
        let change = lines::balance(line);
        let of_block = if change > 0 { line.trim_end().ends_with('{') } else { line.trim_start().starts_with('}') };
        // Prose need not close what it opens, and a text may start inside of brackets.
        if *kind != Kind::Comment && !of_block {
            depth = (depth + change).max(0);
        }
        depth > 0
    });
    told.collect()
}

/// Lines of leading comments, attributes and the head of a definition, up to where its brackets are closed or the block of a callback opens, and at least to
/// where its name stands: types and parameters of templates on lines of their own tell nobody what it is.
pub(super) fn head(lines: &[&str], kinds: &[Kind], name: &str) -> usize {
    let mut at = kinds.iter().take_while(|kind| matches!(kind, Kind::Blank | Kind::Comment | Kind::Attribute)).count();
    let says = |line: &&str| !name.is_empty() && terms::words(line).any(|word| word == name);
    let named = lines.iter().skip(at).take(MAX_BEFORE_NAME).position(says).map_or(0, |behind| at + behind);
    let mut depth = 0i64;
    while at < lines.len() {
        depth += balance(lines[at]);
        let line = lines[at].trim_end();
        let opens = line.strip_suffix('{').is_some_and(|before| before.trim_end().ends_with([')', '>']));
        at += 1;
        let next = lines.get(at).map_or("", |line| line.trim());
        let goes_on = kinds[at - 1] == Kind::GoesOn || ["{", "where", "throws", "->", "=>", ":"].iter().any(|word| next.starts_with(word));
        if at > named && (opens || (depth <= 0 && !goes_on)) {
            break;
        }
    }
    at.max(1).min(lines.len())
}

/// Round and square brackets that a line opens beyond those it closes, and angle brackets that stand at its end and start: elsewhere these compare.
fn balance(line: &str) -> i64 {
    let angle = i64::from(line.trim_end().ends_with('<')) - i64::from(line.trim_start().starts_with('>'));
    angle + lines::balance(line)
}

/// Lines that call something on what stands before them; what is spread begins with dots too.
fn links(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("?.") || (line.starts_with('.') && !line.starts_with(".."))
}

/// Lines that go on with the expression before them.
fn joins(line: &str) -> bool {
    line.trim_start().starts_with(['.', '?', '&', '|'])
}

/// Lines that belong to the statement before them.
fn continues(line: &str) -> bool {
    let word: String = line.trim_start().chars().take_while(char::is_ascii_alphabetic).collect();
    let line = line.trim_start();
    joins(line)
        // A block may open on a line of its own.
        || line.starts_with(['{', '}', ')', ']'])
        || ["+ ", "<< ", ": ", "* "].iter().any(|mark| line.starts_with(mark))
        || ["else", "elif", "except", "finally", "catch", "rescue", "ensure", "end", "and", "or"].contains(&word.as_str())
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "/// Adds.\nfn add(\n    a: u32,\n) -> u32 {\n    let b = a;\n    if b > 1 {\n        one();\n        two();\n    } else {\n        three();\n    }\n    b\n}";

    const ALL: Allowance = Allowance { bytes: u64::MAX, chars: u64::MAX, tokens: u64::MAX, lines: usize::MAX };

    fn check(allowance: Allowance, lines: usize, boundary: Boundary, reason: Reason) {
        let cut = cut(&Passage::new(CODE.to_owned()), Form::Code("add"), &allowance);
        assert_eq!((cut.lines, cut.end), (lines, Some(End { boundary, reason })), "{}", cut.text);
        assert!(CODE.starts_with(&cut.text) && (cut.text.is_empty() || CODE[cut.text.len()..].starts_with('\n')));
        assert!(cut.text.len() as u64 <= allowance.bytes && cut.chars <= allowance.chars && cut.tokens <= allowance.tokens);
    }

    /// Bytes of the first lines.
    fn bytes(lines: usize) -> u64 {
        CODE.lines().take(lines).collect::<Vec<_>>().join("\n").len() as u64
    }

    #[test]
    fn cuts_fall_on_statements_blocks_and_heads() {
        let of = |lines: usize| Allowance { bytes: bytes(lines), ..ALL };
        check(of(12), 12, Boundary::Statement, Reason::ItemBytes);
        check(of(11), 11, Boundary::Statement, Reason::ItemBytes);
        check(of(10), 7, Boundary::Block, Reason::ItemBytes);
        check(of(5), 5, Boundary::Statement, Reason::ItemBytes);
        check(of(4), 4, Boundary::Signature, Reason::ItemBytes);
        check(of(2), 2, Boundary::Line, Reason::ItemBytes);
        check(Allowance { bytes: 3, ..ALL }, 0, Boundary::Nothing, Reason::ItemBytes);
        check(Allowance { lines: 5, ..ALL }, 5, Boundary::Statement, Reason::Overlap);
    }

    #[test]
    fn a_cut_ends_behind_no_comment_and_no_attribute() {
        let cases = [
            // (text, lines that fit, lines that are kept, boundary)
            ("void f() {\n  a();\n\n  // why\n  // so\n  b();\n}", 5, 2, Boundary::Statement),
            ("class A {\n  int a;\n\n  /* b\n   * c\n   */\n  @Override\n  void b() {}\n}", 7, 2, Boundary::Statement),
            ("class A:\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    #: it\n    a = 1\n    b = 2", 7, 5, Boundary::Statement),
            ("class A:\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    a = 1", 4, 4, Boundary::Line),
            ("def f():\n    \"\"\"Doc.\n\n    More\n    words.\n    \"\"\"\n    a = 1", 4, 2, Boundary::Line),
            ("f(a) {\n  // one\n  // two\n  a();\n}", 3, 1, Boundary::Signature),
            ("f(a) {\n  x =\n  y;\n  a();\n}", 2, 1, Boundary::Signature),
            ("it('a', () => {\n  b()\n  c()\n})", 2, 2, Boundary::Statement),
            ("fn f() {\n  a();\n  b()\n    .c()\n    .d(\n      e(),\n    )\n    .g()\n}", 7, 7, Boundary::Link),
            ("fn f() {\n  a();\n  b()\n    .c()\n    .d(\n      e(),\n    )\n    .g()\n}", 6, 4, Boundary::Link),
            ("fn f() {\n  a();\n  b();\n  c();\n  d()\n    .e()\n    .g()\n}", 6, 4, Boundary::Statement),
            ("  use(() => {\n    a();\n  });\n\n  request(b)\n  .get('/')\n  .expect(c)\n  .end(d);\n});", 6, 6, Boundary::Link),
            ("fetch(a)\n  .then(b)\n  .then(c)\n  .then(d)", 3, 3, Boundary::Link),
            ("const a = 1\nlet b = {\n  c,\n}", 2, 1, Boundary::Statement),
            ("type A =\n  | 'a'\n  | 'b'\n  | 'c'", 2, 2, Boundary::Line),
            ("class A<\n  B,\n  C,\n> {\n  d = 1\n}", 3, 3, Boundary::Line),
            ("/**\n * One.\n *\n * Two\n * three.\n */\nvoid f();", 4, 4, Boundary::Line),
            ("/**\n * One.\n * Two.\n *\n * Three\n * four.\n */\nvoid f();", 5, 3, Boundary::Line),
            ("#include <a>\n#include <b>\n#include <c>", 2, 2, Boundary::Statement),
        ];
        for (text, fits, lines, boundary) in cases {
            let passage = Passage::new(text.to_owned());
            let cut = cut(&passage, Form::Code(""), &Allowance { bytes: passage.first(fits).len() as u64, ..ALL });
            assert_eq!((cut.lines, cut.end.map(|it| it.boundary)), (lines, Some(boundary)), "{text}\n---\n{}", cut.text);
        }
    }

    #[test]
    fn a_long_list_that_nobody_asks_for_is_shown_by_its_first_entries() {
        let list = |entries: usize| {
            let entries: Vec<String> = (0..entries).map(|n| format!("  | 'Accept-{n}'")).collect();
            Passage::new(format!("export type Header =\n{}", entries.join("\n")))
        };
        for (entries, form, lines) in [(47, Form::Aside("Header"), 48), (48, Form::Aside("Header"), LISTED), (48, Form::Code("Header"), 49)] {
            let cut = cut(&list(entries), form, &ALL);
            assert_eq!(cut.lines, lines, "{entries}");
            assert_eq!(cut.end.map(|it| it.reason), (lines == LISTED).then_some(Reason::LongList), "{entries}");
        }
    }

    #[test]
    fn a_cut_leaves_no_bracket_open() {
        let cases = [
            // (text, lines that fit, lines that are kept, boundary)
            ("def f():\n    a = 1\n    b = g(\n        1,\n        2,\n    )\n    c = 1", 4, 2, Boundary::Statement),
            ("def f():\n    a = 1\n    b = (x\n         and y)\n    c = 1", 3, 2, Boundary::Statement),
            ("def f():\n    a = \"(\"\n    b = '['\n    c = 1", 3, 3, Boundary::Statement),
            (
                "fn f() {\n    a();\n    b(|c| {\n        d();\n        match c {\n            E => g(),\n            F {\n                h,\n                i,\n            } => j(),\n        }\n    })\n}",
                8,
                6,
                Boundary::Block,
            ),
            ("fn f() {\n    a(|| {\n        b {\n            c,\n            d,\n            e,\n        }\n    })\n}", 5, 5, Boundary::Block),
            ("it('f', () => {\n  a(() => {\n    b()\n    c()\n  })\n})", 3, 3, Boundary::Block),
            ("int f() {\n  // a (b\n  c();\n  d();\n}", 3, 3, Boundary::Statement),
            ("int f() {\n  a();\n  b = c\n  + d;\n  e();\n}", 3, 2, Boundary::Statement),
            ("def f\n  a = 1\n  b = c and\n  d\n  e\nend", 3, 2, Boundary::Statement),
        ];
        for (text, fits, lines, boundary) in cases {
            let passage = Passage::new(text.to_owned());
            let cut = cut(&passage, Form::Code("f"), &Allowance { bytes: passage.first(fits).len() as u64, ..ALL });
            assert_eq!((cut.lines, cut.end.map(|it| it.boundary)), (lines, Some(boundary)), "{text}\n---\n{}", cut.text);
        }
    }

    #[test]
    fn a_head_runs_to_the_name() {
        let cases = [
            // (text, lines that fit, lines that are kept, boundary)
            ("static int\njv_free(jv x)\n{\n  a();\n}", 1, 1, Boundary::Line),
            ("static int\njv_free(jv x)\n{\n  a();\n}", 3, 3, Boundary::Signature),
            ("template <typename Char>\nvoid jv_free(\n    Char x) {\n  a();\n}", 1, 1, Boundary::Line),
            ("template <typename Char>\nvoid jv_free(\n    Char x) {\n  a();\n}", 3, 3, Boundary::Signature),
        ];
        for (text, fits, lines, boundary) in cases {
            let passage = Passage::new(text.to_owned());
            let cut = cut(&passage, Form::Code("jv_free"), &Allowance { bytes: passage.first(fits).len() as u64, ..ALL });
            assert_eq!((cut.lines, cut.end.map(|it| it.boundary)), (lines, Some(boundary)), "{text}\n---\n{}", cut.text);
        }
    }

    #[test]
    fn each_measure_holds_exactly_at_its_bound() {
        let passage = Passage::new(CODE.to_owned());
        let whole = cut(&passage, Form::Code("add"), &ALL);
        assert_eq!((whole.text.as_str(), whole.end), (CODE, None));
        let (size, characters, tokens) = (CODE.len() as u64, whole.chars, whole.tokens);
        let exact = Allowance { bytes: size, chars: characters, tokens, lines: 13 };
        assert_eq!(cut(&passage, Form::Code("add"), &exact).end, None);
        check(Allowance { bytes: size - 1, ..exact }, 12, Boundary::Statement, Reason::ItemBytes);
        check(Allowance { chars: characters - 1, ..exact }, 12, Boundary::Statement, Reason::TotalChars);
        check(Allowance { tokens: tokens - 1, ..exact }, 12, Boundary::Statement, Reason::TotalTokens);
    }

    #[test]
    fn prose_ends_with_a_paragraph() {
        let text = "# Title\n\nOne two\nthree.\n\nFour\nfive\nsix";
        let kept = cut(&Passage::new(text.to_owned()), Form::Prose, &Allowance { bytes: 33, ..ALL });
        assert_eq!((kept.text.as_str(), kept.lines), ("# Title\n\nOne two\nthree.", 4));
        let kept = cut(&Passage::new(text.to_owned()), Form::Prose, &Allowance { bytes: 10, ..ALL });
        assert_eq!(kept.end.map(|it| it.boundary), Some(Boundary::Line), "a heading alone is no paragraph: {}", kept.text);
    }
}
