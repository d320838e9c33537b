//! Where the chunks of code files start and end, in languages that write definitions in different ways.

use super::Language;
use super::extract::extract;

/// Compares the texts of the chunks of `text`.
fn check(language: &Language, text: &str, expected: &[&str]) {
    let shard = extract(language, text);
    let shown: Vec<&str> = shard.body.chunks.iter().map(|it| it.span.text(text)).collect();
    assert_eq!(shown, expected, "\n{}\n", shown.join("\n----\n"));
}

#[test]
fn chunks_are_whole_lines() {
    let js = &super::ecmascript::JAVASCRIPT;
    check(js, "res.a = function () {\n  b();\n}; // of it\n\nx = 1;\n", &["res.a = function () {\n  b();\n}; // of it", "x = 1;"]);
    check(
        js,
        "module.exports = {\n  a() {\n  },\n\n  b: 1,\n  c() {\n  },\n};\n",
        &["module.exports = {", "  a() {\n  },", "  b: 1,", "  c() {\n  },"],
    );
    let cpp = &super::c::CPP;
    check(
        cpp,
        "struct a { int b; };\nclass c { void d() {} int e() { return 1; } };\n",
        &["struct a { int b; };", "class c { void d() {} int e() { return 1; } };", "void d() {}", "int e() { return 1; }"],
    );
    check(cpp, "typedef struct {\n  int b;\n} a_t;\nint x;\n", &["typedef struct {\n  int b;\n} a_t;", "int x;"]);
    check(cpp, "typedef struct b_ {\n  int b;\n} b_t;\nint x;\n", &["typedef struct b_ {\n  int b;\n} b_t;", "int x;"]);
    let rust = &super::rust::LANGUAGE;
    check(rust, "mod a { fn b() {} fn c() {} }\nfn d() {} fn e() {}\n", &["mod a { fn b() {}", "fn c() {} }", "fn d() {}", "fn e() {}"]);
}

#[test]
fn lines_of_minified_code_are_no_chunks() {
    let long = format!("{}function a() {{}}{}\n", "b();".repeat(200), "c();".repeat(200));
    let shard = extract(&super::ecmascript::JAVASCRIPT, &long);
    assert!(shard.body.chunks.iter().any(|it| it.span.text(&long) == "function a() {}"), "{:?}", shard.body.chunks);
}

#[test]
fn macros_and_comments_in_front_are_of_what_follows() {
    let cpp = &super::c::CPP;
    let start = "int a() { return 1; }\n\n";
    check(
        cpp,
        &format!("{start}// of it\nA_EXPORT\nA_NODISCARD int b() {{\n  return 2;\n}}\n"),
        &["int a() { return 1; }", "// of it\nA_EXPORT\nA_NODISCARD int b() {\n  return 2;\n}"],
    );
    let js = &super::ecmascript::JAVASCRIPT;
    check(js, "x = 1;\n\n/** Of it. */\n\nfunction a() {}\n", &["x = 1;", "/** Of it. */\n\nfunction a() {}"]);
    check(js, "/** @typedef {string} b */\n\nfunction a() {}\n", &["/** @typedef {string} b */", "function a() {}"]);
    check(js, "// of nothing\n\nfunction a() {}\n", &["// of nothing", "function a() {}"]);
}

#[test]
fn types_hold_what_has_no_body() {
    let ts = &super::ecmascript::TYPESCRIPT;
    check(
        ts,
        "interface A {\n  b(): void;\n  c?: (d: string) => void;\n  e: number;\n}\n",
        &["interface A {\n  b(): void;\n  c?: (d: string) => void;\n  e: number;\n}"],
    );
    let members = |count: usize| (0..count).map(|n| format!("  b{n}(c: string, d: string): void;\n")).collect::<Vec<_>>().concat();
    let shard = extract(ts, &format!("interface A {{\n{}}}\n", members(200)));
    assert_eq!(shard.body.chunks.len(), 201, "a type that is too large to be shown whole");
    let cpp = &super::c::CPP;
    check(
        cpp,
        "class A {\n public:\n  virtual ~A();\n\n  virtual int b() = 0;\n};\n",
        &["class A {\n public:\n  virtual ~A();\n\n  virtual int b() = 0;\n};"],
    );
    let class = format!("class A {{\n{} public:\n  int b();\n  int c() {{ return 1; }}\n  int d();\n}};\nint e();\n", "  int f;\n".repeat(100));
    let shard = extract(cpp, &class);
    let shown: Vec<&str> = shard.body.chunks.iter().map(|it| it.span.text(&class)).collect();
    assert_eq!(shown[1..], ["  int c() { return 1; }", "  int d();", "int e();"]);
    assert!(shown[0].ends_with("  int b();\n"), "{}", shown[0]);
}
