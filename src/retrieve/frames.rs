//! Frames of stack traces: which function a line, or the line above or below it, says the place is in.

use super::frame_forms;

/// The function of the frame whose place stands in `line`: `at org.acme.Main.run(Main.java:7)`, `at async Api.handle (…)`, `#1 0x0 in uv_run (…) at …`,
/// `core.c:7: uv_run: Assertion …`, `base.rb:7:in 'Api#call!'`. Traces of Go and Rust name it in the line `above`,
/// those of PHP in the one `below`.
pub(super) fn called(line: &str, above: &str, below: &str) -> Option<String> {
    let indented = line.starts_with(char::is_whitespace);
    if frame_forms::is_named_below(line) {
        return frame_forms::called_below(below);
    }
    if let Some(function) = frame_forms::function(line) {
        return Some(function);
    }
    let line = line.trim_start();
    if let Some(function) = of_line(line).or_else(|| of_assertion(line)).or_else(|| of_ruby(line)) {
        return Some(function);
    }
    let place_alone = line.starts_with("at ") || indented;
    if place_alone { of_rust(above.trim()).or_else(|| of_go(above)) } else { None }
}

/// `#1 0x0 in f (…) at …`, `at a.b.Class.method(…)`
pub(super) fn of_line(line: &str) -> Option<String> {
    let rest = if line.starts_with('#') { line.split_once(" in ")?.1 } else { line.strip_prefix("at ")? };
    let name = rest.split_once('(')?.0;
    // `Layer.handle [as handle_request]`
    let name = name.split_once(" [as ").map_or(name, |(name, _)| name);
    if let Some(written) = frame_forms::of_dotnet(name) {
        return qualified_name(&written);
    }
    // Java: `org.acme.Main$Loop.<init>` is the constructor, `org.acme.Main.lambda$run$0` what stands in `run`.
    if let Some(built) = name.strip_suffix(".<init>") {
        return qualified_name(built).map(|built| format!("{built}.{}", built.rsplit('.').next().unwrap_or_default()));
    }
    match name.rsplit_once(".lambda$") {
        Some((class, rest)) => qualified_name(&format!("{class}.{}", rest.rsplit_once('$').map_or(rest, |(method, _)| method))),
        None => qualified_name(name),
    }
}

/// Whether a part of a path is the hash that the compiler of Rust puts behind the name of a function.
pub(super) fn is_hash(part: &str) -> bool {
    part.len() == 17 && part.strip_prefix('h').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The function of `./program(function+0x1b)`, as the C library prints a frame; any other text as it is.
pub(super) fn in_object(text: &str) -> &str {
    let function = text.split_once('(').and_then(|(_, rest)| rest.split_once("+0x")).map(|(function, _)| function);
    function.filter(|it| !it.is_empty()).unwrap_or(text)
}

/// The test of a name that Go prints of a part of it, `TestParse` of `TestParse/empty_input`; any other text as it is.
pub(super) fn without_subtest(text: &str) -> &str {
    let Some((test, _)) = text.split_once('/') else { return text };
    let is_named = |kind: &&str| test.strip_prefix(*kind).is_some_and(|rest| !rest.starts_with(char::is_lowercase));
    let is_name = test.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_name && ["Test", "Benchmark", "Fuzz", "Example"].iter().any(is_named) { test } else { text }
}

/// `program: src/core.c:7: uv_run: Assertion …`
fn of_assertion(line: &str) -> Option<String> {
    let (before, _) = line.split_once(": Assertion ")?;
    let name = before.rsplit_once(": ")?.1;
    qualified_name(name.split_once('(').map_or(name, |(head, _)| head))
}

/// `base.rb:7:in 'call!'`; with an older quote, the end of `block in Api#call!`.
fn of_ruby(line: &str) -> Option<String> {
    let name = line.split_once(":in ")?.1.strip_prefix(['`', '\''])?.split_once('\'')?.0;
    qualified_name(name.rsplit_once(" in ").map_or(name, |(_, name)| name))
}

/// `  12: 0x55d0 - app::net::Server<T>::start::{{closure}}`
pub(super) fn of_rust(above: &str) -> Option<String> {
    let (number, rest) = above.split_once(": ")?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("0x").and_then(|rest| rest.split_once(" - ")).map_or(rest, |(_, name)| name);
    let mut depth = 0_u32;
    let mut name = String::new();
    for letter in rest.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => name.push(letter),
            _ => {}
        }
    }
    // The hash of the compiler and closures are no names of the source.
    let is_own = |part: &&str| !(part.is_empty() || part.starts_with("{{") || is_hash(part));
    let parts: Vec<&str> = name.split("::").filter(is_own).collect();
    qualified_name(&parts.join("::"))
}

/// `github.com/acme/app.(*Server).start(0xc000, {0x1, 0x2})`, `created by main.run in goroutine 1`
fn of_go(above: &str) -> Option<String> {
    let name = match above.strip_prefix("created by ") {
        Some(rest) => rest.split_once(" in goroutine").map_or(rest, |(name, _)| name),
        None => before_arguments(above)?,
    };
    let plain: String = name.chars().filter(|letter| !matches!(letter, '(' | ')' | '*')).collect();
    // Functions without a name are counted within the one around them.
    let mut named = plain.as_str();
    while let Some((outer, last)) = named.rsplit_once('.') {
        let count = last.strip_prefix("func").unwrap_or(last);
        if !count.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        named = outer;
    }
    if named.contains('.') { qualified_name(named) } else { None }
}

/// What stands in front of the last pair of parentheses of a line that they end.
fn before_arguments(line: &str) -> Option<&str> {
    let call = line.trim_end().strip_suffix(')').filter(|_| !line.starts_with(char::is_whitespace))?;
    let mut depth = 0_u32;
    for (at, letter) in call.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth == 0 => return Some(&call[..at]),
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The names of `a.b.Class.method`, `async handle`, `ns::f`, `call!` with dots between them; `None` for `<module>` and the like.
pub(super) fn qualified_name(text: &str) -> Option<String> {
    let bare = |name: &str| name.strip_suffix(['!', '?', '=']).unwrap_or(name).to_owned();
    let is_name = |name: &&str| bare(name).chars().all(|c| c.is_alphanumeric() || c == '_') && name.chars().any(char::is_alphabetic);
    let parts = text.split_whitespace().last()?.rsplit(['.', ':', '#', '/', '$']).filter(|part| !part.is_empty());
    let mut names: Vec<&str> = parts.take_while(is_name).collect();
    names.reverse();
    if names.is_empty() { None } else { Some(names.join(".")) }
}

#[cfg(test)]
mod tests {
    use super::super::mentions::PlaceName;
    use super::super::query::Query;

    #[test]
    fn frames_of_stack_traces_are_places() {
        let check = |line: &str, path: &str, number: u32, function: &str| {
            let function = Some(function.to_owned()).filter(|it| !it.is_empty());
            let expected = PlaceName { path: path.to_owned(), line: Some(number), function };
            assert!(Query::parse(line).unwrap().places.contains(&expected), "{line}: {:?}", Query::parse(line).unwrap().places);
        };
        check("  File \"/usr/lib/app/web/views.py\", line 12, in get", "usr/lib/app/web/views.py", 12, "get");
        check("\tat org.acme.Main$Loop.<init>(Main.java:7)", "Main.java", 7, "org.acme.Main.Loop.Loop");
        check("\tat org.acme.Main.lambda$run$0(Main.java:7)", "Main.java", 7, "org.acme.Main.run");
        check("\tat org.acme.Main$Loop.run(Main.java:7)", "Main.java", 7, "org.acme.Main.Loop.run");
        check("    at Layer.handle [as handle_request] (/srv/app/layer.js:9:5)", "srv/app/layer.js", 9, "Layer.handle");
        check("    at handle (/srv/app/src/api.ts:10:5)", "srv/app/src/api.ts", 10, "handle");
        check("    at async Object.<anonymous> (/srv/app/src/api.ts:10:5)", "srv/app/src/api.ts", 10, "");
        check("    at async Api.load (/srv/app/src/api.ts:12:5)", "srv/app/src/api.ts", 12, "Api.load");
        check("  File \"app.py\", line 3, in <module>", "app.py", 3, "");
        check("             at ./src/lib.rs:88:9", "src/lib.rs", 88, "");
        check("\t/home/me/go/x/server.go:99 +0x1d", "home/me/go/x/server.go", 99, "");
        check("  12: 0x55d0 - app::net::Server<T>::start::{{closure}}\n             at ./src/net.rs:88:9", "src/net.rs", 88, "app.net.Server.start");
        check("   4: <app::Map as app::Find>::find::h0123456789abcdef\n      at src/map.rs:3:1", "src/map.rs", 3, "find");
        check("acme/app.(*node).insert(0xc0, {0x1})\n\t/home/me/app/tree.go:265 +0x1d", "home/me/app/tree.go", 265, "acme.app.node.insert");
        check("created by main.run.func1 in goroutine 1\n\t/srv/main.go:7 +0x2", "srv/main.go", 7, "main.run");
        check("a.out: src/core.c:579: uv_run: Assertion `x' failed.", "src/core.c", 579, "uv_run");
        check("base.rb:1064:in 'call!'", "base.rb", 1064, "call!");
        check("\tfrom lib/base.rb:9:in `block (2 levels) in Api#call!'", "lib/base.rb", 9, "Api.call!");
        check("#0 /srv/app/Bar.php(10): Foo->baz()", "srv/app/Bar.php", 10, "");
        check("PHP Fatal error: no in /srv/app/Bar.php on line 10", "srv/app/Bar.php", 10, "");
        check("src/web.ts(6,10): error TS2322: Type", "src/web.ts", 6, "");
        check("   at Acme.Foo.Bar(String a) in C:\\src\\Foo.cs:line 12", "src/Foo.cs", 12, "Acme.Foo.Bar");
        check("   at Acme.Foo`1.Bar[T](T a) in C:\\src\\Foo.cs:line 12", "src/Foo.cs", 12, "Acme.Foo.Bar");
        check("   at Acme.Foo.<Bar>d__5.MoveNext() in C:\\src\\Foo.cs:line 12", "src/Foo.cs", 12, "Acme.Foo.Bar");
        check("two@http://localhost:8080/src/web.ts:6:10", "src/web.ts", 6, "two");
        check("    at two (webpack-internal:///./src/web.ts:6:10)", "src/web.ts", 6, "two");
        check("    at run (file:///srv/app/src/api.mjs:10:5)", "srv/app/src/api.mjs", 10, "run");
        check("it fails in completions.go, line 320", "completions.go", 320, "");
        check("see line 3 of src/core.c.", "src/core.c", 3, "");
        check("src/a.rs:0", "src/a.rs", 0, "");
        check("src/a.rs:99999999999", "src/a.rs", u32::MAX, "");
        check("see https://host.example/o/n/blob/main/src/a.rs#L3-L9", "src/a.rs", 3, "");
        check("in src/a.rs#L12 or x.h:L4", "x.h", 4, "");
        check("#1 0x0 in uv_run (loop=0x1) at src/unix/core.c:411", "src/unix/core.c", 411, "uv_run");
    }
}
