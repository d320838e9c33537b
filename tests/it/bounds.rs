//! Code that is right and monstrous: cycles, thousands of namesakes, depths. Each costs a bounded number of steps, is answered or reported, and leaves its
//! neighbours as they are.

use std::fmt::Write as _;

use serde_json::Value;
use smalti::base::caps::{MAX_NAMESAKES, MAX_OVERLOADS, MAX_OWNER_RULES};

use crate::support::Repo;

/// Builds, and gives the sites of one role and name as `(outcome, reason)`.
fn outcomes(repo: &Repo, role: &str, name: &str) -> Vec<(String, String)> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let rows = repo.rows("sites").into_iter().filter(|row| row["role"] == role && row["name"] == name);
    rows.map(|row| (text(&row, "outcome"), text(&row, "reason"))).collect()
}

fn built(files: &[(&str, String)]) -> Repo {
    let repo = Repo::new();
    files.iter().for_each(|(path, text)| repo.write(path, text));
    repo.build();
    repo
}

#[test]
fn types_above_each_other_end_and_keep_their_own_members() {
    let repo = built(&[
        ("cycle.py", "class A(B):\n    def a(self): self.b(); self.none()\nclass B(A):\n    def b(self): self.a()\nclass C(C):\n    def c(self): self.c()\n".to_owned()),
        ("Cycle.java", "class A extends B { void a() { b(); } }\nclass B extends A { void b() { a(); } }\ninterface I extends I { }\n".to_owned()),
        ("cycle.ts", "class A extends B { a() { this.b() } }\nclass B extends A { b() { this.a() } }\ninterface I extends J {}\ninterface J extends I {}\nfunction f(i: I) { i.none() }\n".to_owned()),
        ("cycle.cc", "struct B;\nstruct A : B { void a() { b(); } };\nstruct B : A { void b() { a(); } };\n".to_owned()),
        ("cycle.go", "package p\n\ntype A struct{ *B }\ntype B struct{ *A }\n\nfunc (a *A) one() { a.two() }\nfunc (b *B) two() { b.one() }\n".to_owned()),
        ("cycle.rs", "trait A: B { fn a(&self) { self.b() } }\ntrait B: A { fn b(&self) { self.a() } }\n".to_owned()),
    ]);
    let calls = repo.rows("edges_call");
    for (path, from, to) in [
        ("cycle.py", "A#a().", "B#b()."),
        ("cycle.py", "B#b().", "A#a()."),
        ("cycle.py", "C#c().", "C#c()."),
        ("Cycle.java", "A#a(", "B#b("),
        ("cycle.ts", "A#a().", "B#b()."),
        ("cycle.go", "A#one().", "B#two()."),
        ("cycle.rs", "A#a().", "B#b()."),
    ] {
        let is = |row: &Value| row["path"] == path && row["from"].as_str().unwrap().contains(from) && row["to"].as_str().unwrap().contains(to);
        assert!(calls.iter().any(is), "{path}: {from} -> {to} in {calls:#?}");
    }
}

/// A member of the first of `count` types, each above the next, is asked of the last.
fn climbed(count: usize) -> Repo {
    let above = |head: &str, link: &dyn Fn(usize) -> String| (1..count).fold(head.to_owned(), |text, at| text + &link(at));
    let python = above("class C0:\n    def m(self): pass\n", &|at| format!("class C{at}(C{}): pass\n", at - 1));
    let java = above("class C0 { void m() {} }\n", &|at| format!("class C{at} extends C{} {{}}\n", at - 1));
    let last = count - 1;
    built(&[
        ("deep.py", format!("{python}def u(x: C{last}):\n    x.m()\n    x.none()\n")),
        ("Deep.java", format!("{java}class U {{ void u(C{last} x) {{ x.m(); x.none(); }} }}\n")),
    ])
}

#[test]
fn what_lies_higher_than_types_are_climbed_is_not_said_to_be_missing() {
    let near = climbed(30);
    assert!(outcomes(&near, "call", "m").iter().all(|(outcome, _)| outcome == "resolved"));
    assert!(outcomes(&near, "call", "none").iter().all(|(_, reason)| reason == "no-such-member"));
    let far = climbed(400);
    for name in ["m", "none"] {
        assert_eq!(outcomes(&far, "call", name), vec![("unresolved".to_owned(), "step-limit".to_owned()); 2], "{name}");
    }
    assert_eq!(far.rows("problems").iter().filter(|row| row["code"] == "SMALTI_P_LINK_BOUND").count(), 2);
}

#[test]
fn names_that_only_lead_to_each_other_lead_nowhere() {
    let repo = built(&[
        ("alias.ts", "type A = B\ntype B = C\ntype C = A\nfunction f(a: A) { a.go() }\nconst x = y\nconst y = x\nx.go()\n".to_owned()),
        ("alias.rs", "type A = B;\ntype B = A;\nfn f(a: A) { a.go() }\n".to_owned()),
        ("alias.h", "typedef struct a a;\ntypedef b c;\ntypedef c b;\nvoid f(b x) { x.go(); }\n".to_owned()),
        ("p/one.py", "from p.two import thing\nfrom p.two import *\nthing()\nother()\n".to_owned()),
        ("p/two.py", "from p.one import thing\nfrom p.one import *\n".to_owned()),
        ("p/__init__.py", String::new()),
        ("m/a.ts", "export * from './b'\nexport { gone } from './b'\n".to_owned()),
        ("m/b.ts", "export * from './a'\nexport { gone } from './a'\n".to_owned()),
        ("m/use.ts", "import { gone, kept } from './a'\ngone()\nkept()\n".to_owned()),
        ("h/a.h", "#include \"b.h\"\nint of_a(void) { return of_b(); }\n".to_owned()),
        ("h/b.h", "#include \"a.h\"\nint of_b(void) { return of_a(); }\n".to_owned()),
    ]);
    for name in ["go", "thing", "gone", "kept"] {
        let outcomes = outcomes(&repo, "call", name);
        assert!(
            !outcomes.is_empty() && outcomes.iter().all(|(outcome, _)| !matches!(outcome.as_str(), "resolved" | "candidates")),
            "{name}: {outcomes:?}"
        );
    }
    for name in ["of_a", "of_b"] {
        assert_eq!(outcomes(&repo, "call", name), [("resolved".to_owned(), String::new())], "{name}");
    }
}

/// A type with `count` overloads of `put`, and as many calls as `calls` of it.
fn overloads(count: usize, calls: usize) -> String {
    let mut text = String::from("class T0 {};\nclass Sink {\n");
    for number in 0..count {
        let _ = writeln!(text, "    void put(T{number} it) {{}}");
    }
    text.push_str("    void only() {}\n    void use(Sink sink, T0 it) {\n");
    for _ in 0..calls {
        text.push_str("        sink.put(it);\n        sink.only();\n");
    }
    text + "    }\n}\n"
}

/// How the calls of an overloaded method, and of one that is not, end.
fn check(repo: &Repo, calls: usize, named: bool) {
    for (name, named) in [("put", named), ("only", true)] {
        let outcomes = outcomes(repo, "call", name);
        let expected = if named { ("resolved", "") } else { ("unresolved", "too-many-candidates") };
        assert!(
            outcomes.len() == calls && outcomes.iter().all(|(outcome, reason)| (outcome.as_str(), reason.as_str()) == expected),
            "{name}: {outcomes:?}"
        );
    }
}

#[test]
fn ten_thousand_overloads_of_one_name_are_too_many_to_choose_from_and_leave_others_alone() {
    let header = overloads(10_000, 100).replace("Sink sink", "Sink* sink").replace("sink.", "sink->");
    check(&built(&[("Sink.java", overloads(10_000, 100)), ("sink.h", header + ";\n")]), 200, false);
    for (count, named) in [(MAX_OVERLOADS - 1, true), (MAX_OVERLOADS, false), (MAX_OVERLOADS + 1, false)] {
        check(&built(&[("Sink.java", overloads(count, 1))]), 1, named);
    }
}

#[test]
fn a_class_of_five_thousand_methods_is_linked_whole() {
    let count = 5_000;
    let mut python = String::from("class Big:\n");
    let mut java = String::from("class Big {\n");
    for number in 0..count {
        let next = (number + 1) % count;
        let _ = write!(python, "    def m{number}(self):\n        self.m{next}()\n");
        let _ = writeln!(java, "    void m{number}() {{ m{next}(); }}");
    }
    let repo = built(&[("big.py", python), ("Big.java", java + "}\n")]);
    let calls = repo.rows("edges_call");
    for path in ["big.py", "Big.java"] {
        assert_eq!(calls.iter().filter(|row| row["path"] == path).count(), count, "{path}");
    }
}

#[test]
fn generics_of_any_depth_are_read_as_deep_as_types_are_followed() {
    let nested = |depth: usize, inner: &str| format!("{}{inner}{}", "List<".repeat(depth), ">".repeat(depth));
    let repo = built(&[
        (
            "Deep.java",
            format!(
                "import java.util.List;\nclass Item {{ void go() {{}} }}\nclass Deep {{ {} deep; void f({} one) {{ one.get(0).go(); }} }}\n",
                nested(400, "Item"),
                nested(1, "Item")
            ),
        ),
        ("deep.ts", format!("class Item {{ go() {{}} }}\ntype List<T> = T[]\nlet deep: {}\nlet one: Item\none.go()\n", nested(400, "Item"))),
        (
            "deep.rs",
            format!("struct Item;\nimpl Item {{ fn go(&self) {{}} }}\ntype Deep = {};\nfn f(item: Item) {{ item.go() }}\n", nested(400, "Item")),
        ),
        (
            "deep.cc",
            format!(
                "struct Item {{ void go(); }};\ntemplate <class T> struct List {{}};\n{} deep;\nvoid f(Item* item) {{ item->go(); }}\n",
                nested(400, "Item")
            ),
        ),
    ]);
    for (path, from) in [("Deep.java", "Deep#f("), ("deep.rs", "f()."), ("deep.cc", "f(")] {
        let calls = repo.rows("edges_call");
        let is = |row: &Value| row["path"] == path && row["from"].as_str().unwrap().contains(from) && row["to"].as_str().unwrap().contains("go(");
        assert!(calls.iter().any(is), "{path}: {calls:#?}");
    }
    assert_eq!(outcomes(&repo, "call", "go").len(), 4);
}

#[test]
fn types_that_double_with_every_call_are_told_in_part() {
    let chain = ".next()".repeat(40);
    let repo = built(&[
        ("P.java", format!("class P<A, B> {{\n  P<P<A, B>, P<B, A>> next() {{ return null; }}\n  void f(P<String, String> p) {{ p{chain}; }}\n}}\n")),
        (
            "p.rs",
            format!(
                "struct P<A, B>(A, B);\nimpl<A, B> P<A, B> {{ fn next(self) -> P<P<A, B>, P<B, A>> {{ loop {{}} }} }}\nfn f(p: P<u8, i8>) {{ p{chain}; }}\n"
            ),
        ),
        ("p.ts", format!("class P<A, B> {{ next(): P<P<A, B>, P<B, A>> {{ throw 1 }} }}\nfunction f(p: P<string, number>) {{ p{chain} }}\n")),
    ]);
    let found = outcomes(&repo, "call", "next");
    assert!(found.len() == 120 && found.iter().all(|(outcome, _)| outcome == "resolved"), "{found:?}");
}

#[test]
fn a_name_of_many_namespaces_is_looked_up_in_the_one_that_is_meant() {
    let repo = Repo::new();
    for number in 0..200 {
        repo.write(&format!("n{number}.h"), format!("namespace n{number} {{\nstruct Status {{ int ok(); }};\nint open(int it);\n}}\n"));
        repo.write(
            &format!("n{number}.cc"),
            format!("#include \"n{number}.h\"\nnamespace n{number} {{\nint both(Status* it) {{ return open(it->ok()); }}\n}}\n"),
        );
    }
    repo.build();
    let calls = repo.rows("edges_call");
    assert_eq!(calls.len(), 400);
    for row in &calls {
        let namespace = row["path"].as_str().unwrap().trim_end_matches(".cc").to_owned();
        assert!(row["to"].as_str().unwrap().contains(&format!("/{namespace}/")), "{row}");
    }
}

/// Each file that links would look into each that defines the name: the square of the files.
#[test]
fn a_name_that_very_many_files_define_for_everybody_is_none_but_where_it_is_included() {
    let many = MAX_NAMESAKES + 1;
    let mut files = vec![
        ("user.ts".to_owned(), "everywhere()\n".to_owned()),
        ("user.c".to_owned(), "#include \"near.h\"\nvoid use(void) { everywhere(); }\n".to_owned()),
        ("far.c".to_owned(), "void far(void) { everywhere(); }\n".to_owned()),
        ("near.h".to_owned(), "static inline int everywhere(void) { return 0; }\n".to_owned()),
    ];
    files.extend((0..many).map(|at| (format!("s{at}.ts"), "function everywhere() {}\n".to_owned())));
    files.extend((0..many).map(|at| (format!("s{at}.c"), "int everywhere(void) { return 1; }\n".to_owned())));
    let repo = Repo::new();
    files.iter().for_each(|(path, text)| repo.write(path, text));
    repo.build();
    let sites = repo.rows("sites");
    let of = |path: &str| {
        let found = sites.iter().find(|row| row["path"] == path && row["role"] == "call").unwrap();
        (found["outcome"].as_str().unwrap().to_owned(), found["reason"].as_str().unwrap_or_default().to_owned())
    };
    let unknown = ("unresolved".to_owned(), "too-many-candidates".to_owned());
    assert_eq!((of("user.ts"), of("far.c"), of("user.c").0.as_str()), (unknown.clone(), unknown, "resolved"));
    repo.check_clean();
    // Now so few are left that they are looked into.
    (0..many / 2).for_each(|at| repo.remove(&format!("s{at}.c")));
    repo.build();
    repo.check_clean();
}

#[test]
fn of_too_many_rules_about_owners_the_last_are_told() {
    for (count, expected) in [(MAX_OWNER_RULES - 1, 1), (MAX_OWNER_RULES, 1), (MAX_OWNER_RULES + 1, 2)] {
        let rules = (1..=count).map(|at| format!("*.x{at} @a")).collect::<Vec<_>>().join("\n");
        let repo = built(&[("CODEOWNERS", rules), ("package.json", "{\"name\": \"a\"}".to_owned())]);
        let owners = repo.rows("packages")[0]["owners"].as_array().unwrap().clone();
        assert_eq!(owners.len(), count.min(MAX_OWNER_RULES));
        assert_eq!((&owners[0]["pattern"], &owners[owners.len() - 1]["pattern"]), (&format!("*.x{expected}").into(), &format!("*.x{count}").into()));
    }
}

#[test]
fn a_variable_that_long_chains_of_its_own_value_are_put_into_is_typed() {
    let chain = ".replace(\"a\", \"b\")".repeat(12);
    let own = format!(
        "class Line {{ replace(a, b) {{ return new Line() }} cut() {{}} }}\nfunction f() {{\n  let x = new Line();\n  x = x{chain};\n  x = x{chain};\n  x.cut();\n}}\n"
    );
    let repo = built(&[
        (
            "text.ts",
            format!("export function g(c: boolean) {{\n  let x = \"a\";\n  if (c) x = x{chain};\n  x = x{chain};\n  return x.includes(\"b\");\n}}\n"),
        ),
        ("own.js", own),
    ]);
    let replaced = outcomes(&repo, "call", "replace");
    let count = |outcome: &str| replaced.iter().filter(|it| it.0 == outcome).count();
    assert_eq!((count("external"), count("resolved")), (24, 24), "{replaced:?}");
    assert_eq!(outcomes(&repo, "call", "cut"), [("resolved".to_owned(), String::new())]);
    let unknown = built(&[("a.ts", "export let it = new Unknown();\nit = it.first().second();\n".to_owned())]);
    assert_eq!(outcomes(&unknown, "call", "second"), [("unresolved".to_owned(), "receiver-unknown".to_owned())]);
}

#[test]
fn an_associated_type_that_is_written_for_another_of_its_own_interface_is_found() {
    let lib = "pub trait Pixel { type Part; }\npub trait Sealed { type X; }\npub trait Colored: Pixel + Sealed<X = <Self as Pixel>::Part> {}\n\
               pub struct Buffer<P: Pixel, C> { p: P, c: C }\nimpl<P: Pixel, C: Held<Of = [P::Part]>> Buffer<P, C> { fn width(&self) -> u32 { 1 } }\n\
               pub trait Held { type Of; }\nimpl<C, S: Pixel> Buffer<S, C> where S: Colored, C: Held<Of = [S::Part]> {\n    fn cast(&self) { self.width(); self.none(); }\n}\n";
    let repo = built(&[("Cargo.toml", "[package]\nname = \"a\"\n".to_owned()), ("src/lib.rs", lib.to_owned())]);
    assert_eq!(outcomes(&repo, "call", "width"), [("resolved".to_owned(), String::new())]);
    assert_ne!(outcomes(&repo, "call", "none")[0].1, "step-limit");
    assert!(repo.rows("problems").iter().all(|row| row["code"] != "SMALTI_P_LINK_BOUND"), "{:?}", repo.rows("problems"));
}
