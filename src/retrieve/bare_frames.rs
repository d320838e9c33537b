//! Frames of stack traces that tell a function and no line: of programs without debug information, and as profilers and crash reporters print them.

use super::frames;

/// Fewer names under each other are no trace.
const LEAST_NAMES: usize = 2;

/// What stands in parentheses behind a function whose place is not known: Java, JavaScript.
const NOWHERE: [&str; 4] = ["<anonymous>", "Native Method", "Unknown Source", "native"];

/// The functions that a line tells as frames do, each with its qualifiers: `#1 0x55 in f ()`, `1  tmux  0x0104 f + 44`, `by 0x10: f (in /bin/tmux)`,
/// `55d1 f+0x1b (/bin/tmux)`, `tmux(f+0x1b)[0x55]`, `"symbol":"f"`, `at Ns.Class.Method(String a)`, `#1 [internal function]: A->b()`.
pub(super) fn functions(line: &str) -> Vec<String> {
    let line = line.trim();
    let symbols: Vec<String> = line.split("\"symbol\"").skip(1).filter_map(of_json).collect();
    if !symbols.is_empty() {
        return symbols;
    }
    let one = of_debugger(line).or_else(|| of_listed(line)).or_else(|| of_checker(line)).or_else(|| of_offset(line)).or_else(|| of_runtime(line));
    one.or_else(|| frames::of_rust(line).filter(|_| line.contains("::"))).into_iter().collect()
}

/// The names of a text that stand alone on lines, one under the other, as a reporter that knows nothing else lists its frames; only those in code style.
pub(super) fn listed<'a>(lines: impl Iterator<Item = &'a str>, is_code: impl Fn(&str) -> bool) -> Vec<String> {
    let (mut all, mut run) = (Vec::new(), Vec::new());
    for line in lines.map(str::trim).chain([""]) {
        let name = line.strip_suffix("()").unwrap_or(line);
        if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.chars().any(char::is_alphabetic) {
            run.push(name);
        } else if run.len() >= LEAST_NAMES {
            all.extend(run.drain(..).filter(|name| is_code(name)).map(str::to_owned));
        } else {
            run.clear();
        }
    }
    all
}

/// `#1  0x0000555a in f () from /lib/x.so`, `#1 [internal function]: A->b(Object(X))`; lldb has a backtick between the program and the function.
fn of_debugger(line: &str) -> Option<String> {
    if let Some((_, rest)) = line.strip_prefix("frame #").or_else(|| line.strip_prefix("* frame #")).and_then(|it| it.split_once(": 0x")) {
        let name = rest.split_once('`')?.1;
        return frames::qualified_name(name.split(['(', ' ']).next()?);
    }
    let (number, rest) = line.strip_prefix('#')?.split_once(char::is_whitespace)?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest = rest.trim_start();
    let name = match rest.strip_prefix("[internal function]: ") {
        Some(call) => call,
        None => rest.strip_prefix("0x")?.split_once(" in ")?.1,
    };
    frames::qualified_name(&name.split_once('(')?.0.trim_end().replace("->", ".").replace('\\', "."))
}

/// `1   tmux   0x0000000104 f + 44`
fn of_listed(line: &str) -> Option<String> {
    let (number, rest) = line.split_once(char::is_whitespace)?;
    let (_, behind) = rest.split_once(" 0x").or_else(|| rest.split_once("\t0x"))?;
    let (address, rest) = behind.split_once(char::is_whitespace)?;
    let (name, offset) = rest.trim().rsplit_once(" + ")?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_frame = is_number(number) && is_number(offset.split(' ').next()?) && address.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_frame { frames::qualified_name(name.split('(').next()?) } else { None }
}

/// `==123==    by 0x10: f (in /usr/bin/tmux)`
fn of_checker(line: &str) -> Option<String> {
    let line = line.strip_prefix("==").and_then(|it| it.split_once("==")).map_or(line, |(_, rest)| rest.trim_start());
    let (address, rest) = line.strip_prefix("at 0x").or_else(|| line.strip_prefix("by 0x"))?.split_once(": ")?;
    let name = rest.split_once('(')?.0.trim_end();
    if address.bytes().all(|byte| byte.is_ascii_hexdigit()) { frames::qualified_name(name) } else { None }
}

/// `55d1 f+0x1b (/usr/bin/tmux)`, `tmux(f+0x1b) [0x55d]`, `f+0x1b/0x30 [module]`
fn of_offset(line: &str) -> Option<String> {
    let (before, behind) = line.split_once("+0x")?;
    let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '~')).len();
    let name = &before[start..];
    let is_file = name.contains('.') && behind.ends_with(')') && before[..start].ends_with('(');
    if name.is_empty() || is_file { None } else { frames::qualified_name(name) }
}

/// `at Ns.Class.Method(String a)`, `at org.acme.Main.run(Unknown Source)`, `at load (<anonymous>)`
fn of_runtime(line: &str) -> Option<String> {
    let inside = line.strip_prefix("at ")?.strip_suffix(')')?.split_once('(')?.1;
    frames::of_line(line).filter(|function| function.contains('.') || NOWHERE.contains(&inside))
}

/// What stands behind `"symbol"` in a report: `:"f","symbolLocation":44`
fn of_json(rest: &str) -> Option<String> {
    let name = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?.split_once('"')?.0;
    frames::qualified_name(name.split('(').next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_without_places_tell_their_functions() {
        let check = |line: &str, expected: &[&str]| assert_eq!(functions(line), expected, "{line}");
        check("#1  0x0000555a12 in screen_reinit () from /usr/bin/tmux", &["screen_reinit"]);
        check("    #3 0x4c3 in ns::Class::run(int) (/usr/bin/app+0x4c3)", &["ns.Class.run"]);
        check("  * frame #0: 0x0000000104 tmux`screen_reinit + 44", &["screen_reinit"]);
        check("frame #1: 0x0104 tmux`main(argc=1) + 4", &["main"]);
        check("1   tmux   0x0000000104 screen_reinit + 44", &["screen_reinit"]);
        check("==42==    by 0x10F3: screen_reinit (in /usr/bin/tmux)", &["screen_reinit"]);
        check("    55d1 screen_reinit+0x1b (/usr/bin/tmux)", &["screen_reinit"]);
        check("tmux(screen_reinit+0x1b)[0x55d]", &["screen_reinit"]);
        check(" do_exit+0x2d/0xb0 [kernel]", &["do_exit"]);
        check("crash at \u{2192}screen_reinit+0x1b", &["screen_reinit"]);
        check("{\"symbol\":\"one\",\"symbolLocation\":4},{\"symbol\" : \"two\"}", &["one", "two"]);
        check("   at Acme.Foo.Bar(String a)", &["Acme.Foo.Bar"]);
        check("   at Acme.Foo`1.Bar[T](T a)", &["Acme.Foo.Bar"]);
        check("   at Acme.Foo.<>c__DisplayClass1_0.<Bar>b__0(Int32 a)", &["Acme.Foo.Bar"]);
        check("   at Acme.Foo.<Bar>g__Inner|3_0(Int32 a)", &["Acme.Foo.Inner"]);
        check("\tat org.acme.Main.run(Unknown Source)", &["org.acme.Main.run"]);
        check("    at load (<anonymous>)", &["load"]);
        check("#1 [internal function]: Acme\\A->b(Object(X))", &["Acme.A.b"]);
        check("   4: app::net::start", &["app.net.start"]);
        for line in
            ["at least (two)", "#12 fix (this)", "see #1 in main (or not)", "1: a list", "/src/x.go:9 +0x1d", "2 x 0xff is 1 + 1 (ok)", "#0 {main}"]
        {
            check(line, &[]);
        }
        let all = "one_two\nThree\nfour_five()\n\nlone_one\n\nnot a name\n";
        assert_eq!(listed(all.lines(), |name| name.contains('_')), ["one_two", "four_five"]);
    }
}
