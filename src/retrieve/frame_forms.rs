//! Frames of stack traces in the forms of debuggers, checkers, test runners and languages whose line says the function beside the place.

use super::frames::qualified_name;
use super::mentions::has_ending;

/// What draws boxes around a trace, and points at a line of it.
const DRAWN: [char; 6] = ['\u{2502}', '\u{2503}', '|', '>', '*', '\u{2192}'];

/// Words of Lua in front of the name of a function.
const LUA_KINDS: [&str; 6] = ["field ", "function ", "global ", "local ", "method ", "upvalue "];

/// The function that a line says beside its place, where it is in one of these forms.
pub(super) fn function(line: &str) -> Option<String> {
    let line = line.trim().trim_matches(|c: char| c.is_whitespace() || DRAWN.contains(&c));
    let name = of_debugger(line).or_else(|| of_program(line)).or_else(|| of_checker(line)).or_else(|| of_sanitizer(line));
    let name = name.or_else(|| of_lua(line)).or_else(|| of_runner(line)).or_else(|| of_elixir(line)).or_else(|| of_swift(line))?;
    qualified_name(name)
}

/// What the source calls the function that .NET's runtime prints with the names of its compiler: ``Foo`1.Bar[T]``, `Foo.<Bar>d__5.MoveNext` of what waits,
/// `Foo.<>c.<Bar>b__0_1` of what stands in `Bar` without a name, `Foo.<Bar>g__Inner|3_0` of a function in it, `Outer+Inner.Bar`. `None` where it is as written.
pub(super) fn of_dotnet(name: &str) -> Option<String> {
    let plain = name.strip_suffix(']').and_then(|name| name.split_once('[')).map_or(name, |(name, _)| name);
    let mut parts: Vec<&str> = Vec::new();
    for part in plain.split(['.', '+']) {
        let made = part.strip_prefix('<').and_then(|part| part.split_once('>')).filter(|(_, behind)| behind.contains("__") || *behind == "c");
        match made {
            Some(("", _)) => {}
            Some((around, behind)) => {
                parts.push(behind.strip_prefix("g__").and_then(|inner| inner.split('|').next()).unwrap_or(around));
                break;
            }
            None => parts.push(part.split_once('`').filter(|(_, count)| is_number(count)).map_or(part, |(part, _)| part)),
        }
    }
    let written = parts.join(".");
    (written != name).then_some(written)
}

/// gdb: `0x41 in f (x=1) at x.c:7`, `#0  f (x=1) at x.c:7`, `Breakpoint 1, f (x=1) at x.c:7`, `Thread 1 "x" hit Breakpoint 1, f (…) at x.c:7`.
fn of_debugger(line: &str) -> Option<&str> {
    let numbered = line.strip_prefix('#').and_then(|rest| rest.split_once(char::is_whitespace)).filter(|(number, _)| is_number(number));
    let stopped = line.split_once(", ").filter(|(before, _)| {
        let mut words = before.rsplit(' ');
        words.next().is_some_and(is_number) && words.next().is_some_and(|word| word.to_ascii_lowercase().ends_with("point"))
    });
    let rest = numbered.or(stopped).map(|(_, rest)| rest.trim_start());
    let addressed = rest.unwrap_or(line).strip_prefix("0x").and_then(|rest| rest.split_once(" in ")).map(|(_, rest)| rest);
    let call = addressed.or(rest)?;
    let (name, behind) = call.split_once(" (")?;
    behind.contains(") at ").then_some(name)
}

/// lldb: ``frame #0: 0x1 prog`f(x=1) at x.c:7:5``
fn of_program(line: &str) -> Option<&str> {
    let (_, name) = line.split_once("frame #")?.1.split_once('`')?;
    name.split(['(', ' ']).next()
}

/// valgrind: `==12==    at 0x41: f (x.c:7)`, `by 0x41: ns::f(int) (x.cc:7)`
fn of_checker(line: &str) -> Option<&str> {
    let line = line.strip_prefix("==").and_then(|it| it.split_once("==")).map_or(line, |(_, rest)| rest.trim_start());
    let (address, rest) = line.strip_prefix("at 0x").or_else(|| line.strip_prefix("by 0x"))?.split_once(": ")?;
    let name = rest.split_once('(')?.0.trim_end();
    address.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(name)
}

/// Sanitizers: `#0 0x7f01 in f /src/x.c:7:12`, `#1 0x7f01 in ns::f(int) /src/x.cc:7`
fn of_sanitizer(line: &str) -> Option<&str> {
    let (head, rest) = line.strip_prefix('#')?.split_once(" in ")?;
    let (name, place) = rest.split_once(char::is_whitespace)?;
    (head.contains(" 0x") && place.contains(':')).then(|| name.split('(').next().unwrap_or(name))
}

/// `x.py:7: in f` (pytest), `/src/x.py:7 in f` (rich, cleo), `x.zig:7:5: 0x1 in f (main)`
fn of_runner(line: &str) -> Option<&str> {
    let (before, name) = line.rsplit_once(" in ")?;
    let before = before.rsplit_once(": 0x").map_or(before, |(before, _)| before).trim_end_matches(':');
    let place = before.split_whitespace().last()?;
    let mut parts = place.split(':');
    let is_place = parts.next().is_some_and(has_ending) && place.contains(':') && parts.all(is_number);
    let name = name.split(" (").next().unwrap_or(name).trim();
    (is_place && !name.contains(char::is_whitespace)).then_some(name)
}

/// `x.lua:7: in function 'M.f'`, `in method 'f'`, `in upvalue 'f'`
fn of_lua(line: &str) -> Option<&str> {
    let (_, behind) = line.split_once(": in ")?;
    let name = LUA_KINDS.iter().find_map(|kind| behind.strip_prefix(kind))?;
    let (name, _) = name.strip_prefix(['\'', '`'])?.split_once('\'')?;
    Some(name)
}

/// `(app 0.1.0) lib/x.ex:7: App.X.f/1`, `lib/x.ex:7: anonymous fn/1 in App.X.f/2`
fn of_elixir(line: &str) -> Option<&str> {
    let (place, name) = line.split_once(": ")?;
    let (path, number) = place.split_whitespace().last()?.rsplit_once(':')?;
    let (name, arity) = name.split_whitespace().last()?.rsplit_once('/')?;
    ((path.ends_with(".ex") || path.ends_with(".exs")) && is_number(number) && is_number(arity)).then_some(name)
}

/// `3 X.f(_:) at /app/x.swift:7:12`, `3 [async] 0x01 X.f(_:) + 8 in app at /app/x.swift:7:12`
fn of_swift(line: &str) -> Option<&str> {
    let (before, place) = line.rsplit_once(" at ")?;
    let name = before.split('(').next()?.split_whitespace().last()?;
    (place.contains(".swift:") && before.contains('(')).then_some(name)
}

/// The function that a frame of PHP calls, which is the one around the place of the frame above: `#1 /srv/x.php(7): A->f()`, `A->f() at /srv/x.php:7`.
pub(super) fn called_below(below: &str) -> Option<String> {
    let below = below.trim();
    let numbered = below.strip_prefix('#').and_then(|rest| rest.split_once(' ')).filter(|(number, _)| is_number(number));
    let call = match numbered {
        Some((_, rest)) => rest.split_once("): ")?.1,
        None => below.split_once("() at ").filter(|(_, place)| place.contains(".php:"))?.0,
    };
    qualified_name(&call.split('(').next()?.replace("->", ".").replace('\\', "."))
}

/// Whether a line stands for a frame of PHP with a place, or says where it failed: the frame below names the function around that.
pub(super) fn is_named_below(line: &str) -> bool {
    line.contains(".php(") || line.contains(".php:") || line.contains(".php on line ")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::query::Query;
    use super::function;

    #[test]
    fn each_form_says_its_function() {
        let check = |line: &str, expected: &str| assert_eq!(function(line).unwrap_or_default(), expected, "{line}");
        check("0x0000416372 in con_focus (con=0x7a) at ../src/con.c:7", "con_focus");
        check("#0  con_focus (con=0x7a) at ../src/con.c:7", "con_focus");
        check("#12 0x41 in con_focus (con=0x7a) at ../src/con.c:7", "con_focus");
        check("Breakpoint 1, con_focus (con=0x7a) at ../src/con.c:7", "con_focus");
        check("Thread 1 \"i3\" hit Breakpoint 2, con_focus (con=0x7a) at con.c:7", "con_focus");
        check("  * frame #0: 0x0100 i3`con_focus(con=0x0) at con.c:7:5", "con_focus");
        check("==12==    at 0x416372: con_focus (con.c:7)", "con_focus");
        check("==12==    by 0x416372: ns::Tree::walk(int) (tree.cc:7)", "ns.Tree.walk");
        check("    #0 0x7f01 in con_focus /home/me/src/con.c:7:12", "con_focus");
        check("    #1 0x7f01 in ns::Tree::walk(int, char*) /src/tree.cc:7:12", "ns.Tree.walk");
        check("tests/test_a.py:7: in test_it", "test_it");
        check("\u{2502} /usr/lib/site-packages/app/lock.py:7 in read      \u{2502}", "read");
        check("  at ~/site-packages/app/lock.py:7 in read", "read");
        check("  30  ~/site-packages/app/lock.py:7 in read", "read");
        check("src/main.zig:7:5: 0x1038f in walk (main)", "walk");
        check("\ta.lua:8: in function 'M.walk'", "M.walk");
        check("\ta.lua:8: in upvalue 'walk'", "walk");
        check("\ta.lua:8: in function <a.lua:5>", "");
        check("    (app 0.1.0) lib/app/tree.ex:8: App.Tree.walk!/2", "App.Tree.walk!");
        check("    lib/app/tree.ex:8: anonymous fn/1 in App.Tree.walk/2", "App.Tree.walk");
        check("3 Tree.walk(_:) at /app/Sources/tree.swift:8:12", "Tree.walk");
        check("src/a.py:3 and x.py:4 in the middle", "");
        check("it is in src/x.c:7", "");
        check("see x.c:7 in a (b)", "a");
        check("Point 1, f (x) at x.c", "f");
        check("version 1, f (x) at x.c", "");
    }

    #[test]
    fn the_frame_below_a_place_of_php_names_the_function_around_it() {
        let functions = |text: &str| -> Vec<(String, String)> {
            let places = Query::parse(text).unwrap().places;
            places.into_iter().map(|place| (place.path, place.function.unwrap_or_default())).collect()
        };
        let of = |path: &str, function: &str| (path.to_owned(), function.to_owned());
        let trace = "PHP Fatal error:  Uncaught X: no in /srv/zip.php:3\nStack trace:\n#0 /srv/a.php(7): App\\Zip->open()\n#1 /srv/b.php(9): App\\A->run()\n#2 {main}\n  \
                     thrown in /srv/zip.php on line 3";
        assert_eq!(functions(trace)[..3], [of("srv/zip.php", "App.Zip.open"), of("srv/a.php", "App.A.run"), of("srv/b.php", "")]);
        let symfony = " App\\Zip->open() at /srv/zip.php:3\n App\\A->run() at /srv/a.php:7\n";
        assert_eq!(functions(symfony)[..2], [of("srv/zip.php", "App.A.run"), of("srv/a.php", "")]);
    }
}
