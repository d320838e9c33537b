//! What must hold of every language: broken, cut and deep input costs its own file alone, within bounded counts; its tables can be searched.

use super::extract::extract;
use super::testing::on_a_worker;
use super::{LANGUAGES, Language, find};
use crate::base::{caps, codes};

/// A piece of each language, for cutting at every place.
const PIECES: &[(&str, &str)] = &[
    ("rust", "use a::B;\nimpl<T> A for B<T> { fn f(&self, x: u8) -> T { m!(x); self.g(\"é\") } }\n"),
    ("cargo-manifest", "[package]\nname = \"a\"\n[dependencies]\nb = { path = \"../b\" }\n"),
    ("python", "from .a import b as c\n@d\nclass A(B):\n    def f(self, x: int = 1) -> 'C':\n        return [y for y in f'{x}é']\n"),
    ("restructuredtext", "====\né\n====\n\nSee :class:`~a.B`, ``c()`` and `d <e.F>`.\n\n.. autoclass:: a.B\n\nUse\n---\n"),
    ("asciidoc", "= É\n\n== Use `it`\n\n----\n== no\n----\n"),
    ("text", "Title é\n=======\n\nSee `a.b()`.\n"),
    ("python-manifest", "[project]\nname = \"a\"\ndependencies = [\"b>=1\"]\n"),
    ("typescript", "import { a as b } from './a';\nexport class A<T> extends B { f(x: T): C { return `${x}é` as any; } }\n"),
    ("tsx", "export const A = ({ x }: P) => <B a={x}>é</B>;\n"),
    ("javascript", "const { a } = require('./a');\nmodule.exports = { f(x) { return /é/.test(x); } };\n"),
    ("npm-manifest", "{\"name\": \"a\", \"exports\": {\".\": {\"import\": \"./a.js\"}}}"),
    ("tsconfig", "{\"compilerOptions\": {\"paths\": {\"@/*\": [\"src/*\"]}}, // é\n}"),
    ("go", "package a\nimport b \"c/d\"\ntype A struct{ b.B }\nfunc (a *A) F(x int) (y string, err error) { go a.G(`é`); return }\n"),
    ("go-manifest", "module a.b/c\nrequire (\n\td.e/f v1.0.0\n)\nreplace d.e/f => ./f\n"),
    ("go-work", "go 1.22\nuse (\n\t./a\n)\n"),
    ("java", "package a;\nimport b.C;\nclass A<T> extends B implements C { @D int f(T x) { return x.g(\"é\", y -> y); } }\n"),
    ("maven-manifest", "<project><artifactId>a</artifactId><modules><module>é</module></modules></project>"),
    ("gradle-manifest", "plugins { id 'java' }\ninclude ':a'\ndependencies { implementation project(':b') }\n"),
    ("c", "#include \"a.h\"\n#define M(x) (x)\nstatic int f(struct A *a) { return M(a->b[1]) + 'c'; }\n"),
    ("cpp", "namespace a { template <class T> class A : public B<T> { int f() const { return [&](auto x) { return x; }(1); } }; }\n"),
    ("compile-commands", "[{\"directory\": \"/a\", \"command\": \"cc -Ib -c c.c\", \"file\": \"c.c\"}]"),
    ("csharp", "using A;\nnamespace B;\nclass C<T> : D { E F(G g) => g.H($\"é{1}\"); }\n"),
    (
        "csharp-project",
        "<Project><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup><!-- é --><Using Include=\"A.B\" /></Project>",
    ),
    ("ruby", "require 'a'\nmodule A\n  class B < C\n    def f(x, *y) = x.g { |z| \"#{z}é\" }\n  end\nend\n"),
    ("php", "<?php\nnamespace A;\nuse B\\C as D;\nclass E extends D { function f(?G $g) { return $g->h(\"é{$g}\"); } }\n"),
    ("kotlin", "package a\nimport b.C as D\nclass A(val x: D) : B() { fun f(g: G?): H = g?.h { \"é$x\" } ?: i }\n"),
    ("scala", "package a\nimport b.{C => D}\nclass A(x: D) extends B with E { def f(g: G): H = g match { case I(j) => s\"é$j\" } }\n"),
    ("swift", "import A\nextension B: C { func f(_ x: D?) throws -> E { guard let y = x else { return \"é\\(1)\" }; return y.g() } }\n"),
    ("bash", "source ./a.sh\nf() { local x=$1; if [ -z \"$x\" ]; then g \"é${x}\" <<EOF\nh\nEOF\nfi; }\n"),
    ("lua", "local a = require('b.c')\nfunction a.f(x) return a:g('é', function(y) end) end\n"),
    ("elixir", "defmodule A.B do\n  alias C.D\n  def f(x) when x > 1, do: x |> D.g(\"é#{x}\")\nend\n"),
    ("zig", "const a = @import(\"a.zig\");\npub fn f(x: u8) !a.B { for (x) |y| try g(\"é\", y); }\n"),
    ("dart", "import 'a.dart' as b;\nclass A<T> extends B with C { A.d(this.x); T f(T y) => b.g('é$y')..h(); }\n"),
    ("dart-manifest", "name: a # é\ndependencies:\n  b:\n    path: ../b\nworkspace: [\n- c\n"),
    ("markdown", "# A `b`\n\n> - c ``d``\n\n```rust\nfn\n```\n\n| é |\n|---|\n"),
    ("codeowners", "# é\n[A b] @c/d\n/x\\ y/*.rs @é a@b.c # d\n!e\n"),
    ("json", "{\"a\": [1, {\"é\": null}], // b\n}"),
    ("yaml", "a: &x\n  - b: 'é'\n  - |\n    c\n---\n? d\n: [e, {f: *x}]\n"),
    ("toml", "a = \"\"\"é\n\"\"\"\n[b.c]\nd = { e = 1 }\n[[f]]\n"),
    ("html", "<html><body><main a=\"é\"><script>f()</script><br></main></body></html>"),
    ("css", "@media print { .a > #b::before { content: \"é\"; } }\n"),
    ("sql", "CREATE TABLE a (b INT REFERENCES c (d));\nSELECT e('é') FROM a f WHERE f.b = $$g$$;\n"),
    ("proto", "syntax = \"proto3\";\npackage a;\nmessage B { map<string, C> d = 1; }\nservice E { rpc F (B) returns (stream B); }\n"),
    ("graphql", "type A implements B @c { d(e: F = \"é\"): [G!] }\nquery { ...H }\nfragment H on A { d }\n"),
    ("hcl", "resource \"a\" \"b\" { c = \"${var.d}é\" }\nlocals { e = <<EOF\nf\nEOF\n}\n"),
    ("dockerfile", "FROM a:1 AS b\nARG C=d\nRUN <<EOF\necho é $C\nEOF\nCOPY --from=b /e /f\n"),
    ("make", "include a.mk\nB := $(shell c)\nd: e | f\n\t@echo é $(B)\ndefine g\nendef\n"),
    ("cmake", "include(a.cmake)\nfunction(b c)\n  set(D \"é${c}\" PARENT_SCOPE) # [[e\nendfunction()\n"),
    ("vue", "<template><a :b=\"c\">é</a></template>\n<script setup lang=\"ts\">\nimport d from './d';\nd<E>(`f`);\n</script>\n"),
    ("svelte", "<script lang=\"ts\">import a from './a';</script>\n{#if b}<c on:d={a}>é</c>{/if}\n"),
];

fn within_bounds(language: &Language, text: &str) {
    let shard = extract(language, text);
    let inside = |start: u32, end: u32| text.get(start as usize..end as usize).is_some();
    let body = &shard.body;
    assert!(body.sites.len() <= text.len() && shard.facts.symbols.len() <= text.len(), "{} of {text:.80}", language.id);
    assert!(body.problems.len() <= 2 * caps::MAX_SYNTAX_PROBLEMS, "{} of {text:.80}: {}", language.id, body.problems.len());
    assert!(body.sites.iter().all(|it| inside(it.span.start, it.span.end)), "{} of {text:.80}", language.id);
    assert!(body.chunks.iter().all(|it| inside(it.span.start, it.span.end)), "{} of {text:.80}", language.id);
    assert!(body.mentions.iter().all(|it| inside(it.span.start, it.span.end)), "{} of {text:.80}", language.id);
}

/// Why the parser gave a text up, if it did.
fn bound(id: &str, text: &str) -> Option<String> {
    let shard = extract(find(id).expect("is listed"), text);
    shard.body.problems.into_iter().find(|it| it.code == codes::P_PARSE_BOUND.name).map(|it| it.message)
}

#[test]
fn every_language_has_a_piece() {
    let ids = LANGUAGES.iter().map(|language| language.id);
    let missing: Vec<&str> = ids.filter(|id| !PIECES.iter().any(|(piece, _)| piece == id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn text_that_ends_anywhere_is_read() {
    on_a_worker(|| {
        for (id, piece) in PIECES {
            let language = find(id).expect("is listed");
            for (at, _) in piece.char_indices() {
                within_bounds(language, &piece[..at]);
            }
            // The rest of a cut text is garbage too.
            for (at, _) in piece.char_indices().step_by(5) {
                within_bounds(language, &piece[at..]);
            }
        }
    });
}

#[test]
fn garbage_is_read() {
    on_a_worker(|| {
        let noise: String =
            (0..4_000u32).map(|n| char::from(b"(){}[]<>|&:;,.#!'\"azAZ_ \n=*-`$%"[(n.wrapping_mul(2_654_435_761) >> 16) as usize % 31])).collect();
        let garbage =
            ["\u{0}\u{1}}}}){{{[", "`'\"\"\"<<<\\", "\u{feff}é😀 class def fn {{ ( [ < ? : ;", "%%%%\n====\n----\n\t\t#", "\r\n\r\r", &noise];
        for language in LANGUAGES {
            for text in garbage {
                within_bounds(language, text);
            }
        }
    });
}

#[test]
fn deep_nesting_is_read() {
    on_a_worker(|| {
        for language in LANGUAGES {
            for opening in ["(", "[", "{", "f(", "class A {", "- ", "> ", "? ", "<a>", "a: ", "if x:\n "] {
                within_bounds(language, &opening.repeat(1_000));
            }
            let steps = (0..600).fold(String::new(), |text, at| text + &" ".repeat(at) + "if x:\n");
            within_bounds(language, &steps);
        }
    });
}

#[test]
fn a_parse_that_never_ends_is_given_up_after_steps_that_its_size_allows() {
    // Recovery runs in a circle on this; without the bound the test would not end.
    let circle = "([[;2]c[c [/>}\n=|/|>a*)cg:: 2d+&>}";
    on_a_worker(move || {
        for kib in [0, 64] {
            let said = bound("tsx", &format!("{circle}{}", "\n".repeat(kib * 1024)));
            assert_eq!(said, Some(format!("gave up after {} parser steps", 6_000 + 40 * kib)));
        }
    });
}

#[test]
fn a_parser_that_is_lost_in_garbage_gives_up_and_one_that_met_an_error_does_not() {
    on_a_worker(|| {
        let bound = |text: &str| bound("hcl", text);
        let mut state = 1u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Without line ends a comment would swallow it all.
            char::from_u32(32 + (state >> 16) % 96).filter(char::is_ascii_graphic).unwrap_or('\n')
        };
        let garbage: String = (0..512 << 10).map(|_| noise()).collect();
        // In a text block that never ends each letter is a token with a state of its own.
        assert_eq!(bound(&format!("<<E\n{garbage}")).as_deref(), Some("found no way out of an error within 500 parser steps"));
        let right = "resource \"kind\" \"name\" {\n  list = [1, 2, \"a-${var.b}\"]\n}\n\n".repeat(8_000);
        assert_eq!(bound(&format!("{{{{ if x }}}}\n{right}")), None);
    });
}

#[test]
fn a_scanner_that_looks_through_the_whole_text_at_every_token_is_given_up() {
    on_a_worker(|| {
        let bound = |text: &str| bound("lua", text);
        // Each mark opens a text block whose end is looked for up to the end of the file.
        let open = "[[\n".repeat(64 << 10);
        let allowed = caps::PARSE_READ_BASE + caps::PARSE_READ_PER_BYTE * open.len();
        assert_eq!(bound(&open), Some(format!("gave up after the parser had read on for {allowed} bytes")));
        assert_eq!(bound(&"x = [[é\n]]\n".repeat(32 << 10)), None);
        assert_eq!(bound(&format!("x = [[{}]]\n", "é\n".repeat(256 << 10))), None);
    });
}

#[test]
fn a_function_that_somebody_has_commented_out_is_read_over() {
    on_a_worker(|| {
        let lines = "    # total = compute(alpha, beta, gamma)\n".repeat(1_200);
        let shard = extract(find("python").expect("is listed"), &format!("def f():\n    return 1\n{lines}    g()\n\n\ndef g():\n    pass\n"));
        assert_eq!((shard.facts.symbols.len(), shard.body.problems.len()), (2, 0));
    });
}

#[test]
fn a_broken_line_that_repeats_is_refused_before_it_takes_the_square_of_its_length() {
    // Each of these took gigabytes; a test that parsed them would be stopped by the machine.
    let runaways = [("python", "/*\n"), ("c", "() =>\n"), ("typescript", "A<B,\n"), ("typescript", "A<B,"), ("java", "A<\n")];
    let tables = [("python", "    (0x1F600, 'a'),\n"), ("c", "  { 0x00, 1 },\n"), ("typescript", "  [1, 'é'],\n"), ("java", "  f(1, \"a\");\n")];
    on_a_worker(move || {
        for (id, line) in runaways {
            let said = bound(id, &line.repeat(8_000));
            assert!(said.as_ref().is_some_and(|it| it.ends_with("repeat what the grammar cannot read")), "{id} {line:?}: {said:?}");
        }
        for (id, line) in tables {
            assert_eq!(bound(id, &line.repeat(2_000)), None, "{id} {line:?}");
        }
    });
}

#[test]
fn tables_of_names_that_are_searched_are_sorted_and_hold_nothing_twice() {
    for language in LANGUAGES {
        let habits = language.semantics.habits();
        for table in habits
            .builtins
            .iter()
            .copied()
            .chain([habits.foreign_members, habits.holding.element_types, habits.fixtures.1])
            .chain(habits.interface_members.iter().map(|it| it.1))
        {
            let wrong = table.windows(2).find(|pair| pair[0] >= pair[1]);
            assert_eq!(wrong, None, "{}", language.id);
        }
    }
}
