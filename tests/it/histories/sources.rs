//! Random source files of several languages that name each other a great deal.

use fastrand::Rng;

use super::others;

/// Languages of a generated repository: `(folder, files)`.
pub const SLOTS: &[(&str, &[&str])] = &[
    (
        "rust",
        &[
            "ra/src/lib.rs",
            "ra/src/m0.rs",
            "ra/src/m1.rs",
            "ra/src/m1/deep.rs",
            "ra/src/m2/mod.rs",
            "ra/src/main.rs",
            "rb/src/lib.rs",
            "rb/tests/t.rs",
        ],
    ),
    ("cargo", &["ra/Cargo.toml", "rb/Cargo.toml"]),
    ("python", &["py/p/__init__.py", "py/p/a.py", "py/p/b.py", "py/p/c.py", "py/p/sub/__init__.py", "py/p/sub/d.py", "py/test_p.py", "py/ns/e.py"]),
    ("pyproject", &["py/pyproject.toml"]),
    ("go", &["go/a/x.go", "go/a/y.go", "go/a/y_test.go", "go/b/z.go", "go/main.go"]),
    ("gomod", &["go/go.mod"]),
    ("c", &["c/one.h", "c/one.c", "c/two.c", "c/include/three.h", "c/four.cpp"]),
    ("java", &["jv/src/main/java/p/A.java", "jv/src/main/java/p/B.java", "jv/src/main/java/q/C.java"]),
    ("typescript", &["ts/src/a.ts", "ts/src/b.ts", "ts/src/index.ts", "ts/src/c.tsx", "ts/lib/d.js", "ts/lib/e.js"]),
    ("npm", &["ts/package.json", "ts/lib/package.json"]),
    ("tsconfig", &["ts/tsconfig.json"]),
    ("ruby", &["rb/lib/a.rb", "rb/lib/b.rb", "rb/c.rb"]),
    ("php", &["php/a.php", "php/b.php", "php/sub/c.php"]),
    ("csharp", &["cs/A.cs", "cs/B.cs", "cs/C.cs", "cs/p/D.cs"]),
    ("csproj", &["cs/p/p.csproj"]),
    ("dart", &["da/lib/a.dart", "da/lib/b.dart", "da/lib/src/c.dart", "da/test/d.dart", "db/lib/a.dart"]),
    ("pubspec", &["da/pubspec.yaml", "db/pubspec.yaml"]),
    ("swift", &["sw/Sources/A/a.swift", "sw/Sources/B/b.swift", "sw/Tests/T/t.swift"]),
    ("swiftpm", &["sw/Package.swift"]),
    ("elixir", &["el/a.ex", "el/b.ex"]),
    ("kotlin", &["kt/a.kt", "kt/b.kt", "kt/c.kt"]),
    ("owners", &[".github/CODEOWNERS", "CODEOWNERS"]),
    ("prose", &["docs/guide.md", "README.md", "data.bin"]),
];

pub(super) fn pick<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.usize(..words.len())]
}

pub(super) fn number(rng: &mut Rng) -> usize {
    rng.usize(..4)
}

/// The text of a file of a kind.
pub fn text(kind: &str, rng: &mut Rng) -> String {
    match kind {
        "rust" => rust(rng),
        "cargo" => cargo(rng),
        "python" => python(rng),
        "pyproject" => format!(
            "[project]\nname = \"{}\"\n[tool.setuptools.packages.find]\nwhere = [\"{}\"]\n",
            pick(rng, &["p", "other"]),
            pick(rng, &[".", "src"])
        ),
        "go" => go(rng),
        "owners" => format!("* @a\n/{}/ @b\n", pick(rng, &["ra", "py", "go", "*", "ts/lib"])),
        "gomod" => format!("module example.com/{}\n\ngo 1.22\n", pick(rng, &["m", "n"])),
        "c" => c(rng),
        "java" => java(rng),
        "typescript" => typescript(rng),
        "npm" => format!(
            "{{\"name\": \"{}\", \"main\": \"{}\", \"dependencies\": {{\"lib\": \"*\"}}}}",
            pick(rng, &["lib", "app"]),
            pick(rng, &["d.js", "e.js", "src/index.ts"])
        ),
        "tsconfig" => format!("{{\"compilerOptions\": {{\"baseUrl\": \".\", \"paths\": {{\"@/*\": [\"{}/*\"]}}}}}}", pick(rng, &["src", "lib"])),
        "ruby" => ruby(rng),
        "php" => php(rng),
        "csharp" => csharp(rng),
        "kotlin" => kotlin(rng),
        "csproj" => {
            pick(rng, &["<Project />\n", "<Project><Using Include=\"N\" /></Project>\n", "<Project><Using Include=\"O\" /></Project>\n"]).to_owned()
        }
        "pubspec" => format!("name: {}\ndependencies:\n  {}:\n    path: ../da\n", pick(rng, &["da", "db"]), pick(rng, &["da", "db"])),
        "swiftpm" => format!(
            "import PackageDescription\nlet package = Package(name: \"P\", targets: [.target(name: \"{}\"), .target(name: \"B\", path: \"Sources/{}\")])\n",
            pick(rng, &["A", "B", "T"]),
            pick(rng, &["A", "B"])
        ),
        "dart" => others::dart(rng),
        "swift" => others::swift(rng),
        "elixir" => others::elixir(rng),
        "prose" => format!("# Notes {}\n\nSee `f{}`, `T{}.g{}` and `C{}`.\n", rng.u8(..), number(rng), number(rng), number(rng), number(rng)),
        _ => format!("# Notes {}\n\nSee `f{}`.\n", rng.u8(..), number(rng)),
    }
}

fn cargo(rng: &mut Rng) -> String {
    let name = pick(rng, &["ra", "rb", "rc"]);
    let dependency =
        pick(rng, &["ra = { path = \"../ra\" }", "al = { package = \"ra\", path = \"../ra\" }", "serde = \"1\"", "rb = { path = \"../rb\" }"]);
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n[dependencies]\n{dependency}\n")
}

fn rust(rng: &mut Rng) -> String {
    let mut text = String::new();
    let modules = ["m0", "m1", "m2", "deep"];
    for _ in 0..rng.usize(..5) {
        let (module, other, item) = (pick(rng, &modules), pick(rng, &modules), number(rng));
        text += &match rng.usize(..8) {
            0 => format!("pub mod {module};\n"),
            1 => format!("pub use crate::{module}::*;\n"),
            2 => format!("use crate::{module}::f{item};\n"),
            3 => format!("use super::{module}::T{item};\n"),
            4 => format!("pub use {}::{module}::T{item} as T{};\n", pick(rng, &["ra", "al", "rb", "self"]), number(rng)),
            5 => format!("use {}::f{item};\n", pick(rng, &["ra", "al", "rb"])),
            6 => format!("mod {module} {{ use super::*; pub fn f{item}() {{ {other}::f{item}(); }} }}\n"),
            _ => format!("pub use self::{module}::P{item};\n"),
        };
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        let module = pick(rng, &modules);
        text += &match rng.usize(..7) {
            0 => format!("pub struct T{a} {{ pub v: T{b} }}\n"),
            1 => format!(
                "impl T{a} {{ pub fn new() -> Self {{ f{b}() }} pub fn g{d}(&self) -> T{b} {{ self.g{e}(); self.v.g{b}(); self.h{a}() }} }}\n"
            ),
            2 => format!("pub trait P{a} {{ fn h{b}(&self) {{ self.g{d}(); }} }}\n"),
            3 => format!("impl P{a} for T{b} {{ fn h{d}(&self) {{ self.v.h{e}(); }} }}\n"),
            4 => format!("impl P{a} for {module}::T{b} {{}}\n"),
            5 => format!(
                "/// See `f{b}`.\npub fn f{a}(x: &T{b}) -> T{d} {{ x.g{d}().g{e}(); let y = f{e}(x); y.h{a}(); unknown().g{b}(); T{d}::new() }}\n"
            ),
            _ => format!("#[test]\nfn t{a}() {{ crate::{module}::f{b}(T{d}::new()); f{e}(f{b}()); }}\n"),
        };
    }
    text
}

fn python(rng: &mut Rng) -> String {
    let mut text = String::new();
    let modules = ["a", "b", "c", "sub", "sub.d"];
    for _ in 0..rng.usize(..5) {
        let (module, item) = (pick(rng, &modules), number(rng));
        text += &match rng.usize(..9) {
            0 => format!("from .{module} import f{item}\n"),
            1 => format!("from .{module} import *\n"),
            2 => format!("from p.{module} import C{item}\n"),
            3 => format!("import p.{module} as m\n"),
            4 => format!("from . import {}\n", pick(rng, &["a", "b", "sub"])),
            5 => format!("from ..{} import C{item}, f{}\n", pick(rng, &["a", "b"]), number(rng)),
            6 => "import os, ns.e\n".to_owned(),
            7 => format!("from ns import e\nfrom ns.e import C{item}\n"),
            _ => "import p\n".to_owned(),
        };
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..6) {
            0 => format!(
                "class C{a}(C{b}):\n    k: C{d}\n    def __init__(self):\n        self.v = C{b}()\n    def g{d}(self):\n        self.v.g{e}()\n        return self.g{a}()\n"
            ),
            1 => format!("def f{a}():\n    return f{b}()\n"),
            2 => format!("def f{a}(x: C{b}) -> C{d}:\n    y = f{e}()\n    y.g{d}()\n    x.g{a}().g{b}()\n    return C{d}()\n"),
            3 => format!("def f{a}(q):\n    q.g{b}()\n    m.f{d}(f{e}(q))\n    a.f{b}()\n    p.a.f{d}()\n    ns.e.f{a}()\n    return p.C{b}()\n"),
            4 => format!("V{a} = f{b}()\nV{d}.g{e}()\n"),
            _ => format!("def test_t{a}():\n    f{b}(); C{d}().g{e}()\n"),
        };
    }
    text
}

fn go(rng: &mut Rng) -> String {
    let mut text = format!("package {}\n\n", pick(rng, &["a", "b", "main", "a_test"]));
    for _ in 0..rng.usize(..3) {
        text += &format!("import {}\"example.com/{}/{}\"\n", pick(rng, &["", "al ", ". "]), pick(rng, &["m", "n"]), pick(rng, &["a", "b"]));
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        let package = pick(rng, &["a", "b", "al"]);
        text += &match rng.usize(..5) {
            0 => format!("type T{a} struct {{ T{b}; v *T{d} }}\n"),
            1 => format!("func (t *T{a}) G{b}() *T{d} {{ t.G{e}(); return t.v.G{a}() }}\n"),
            2 => format!("func F{a}(x T{b}) (*T{d}, error) {{ y, err := F{e}(x); y.G{a}(); return {package}.F{b}(x), err }}\n"),
            3 => format!("type I{a} interface {{ I{b}; G{d}() *T{e} }}\n"),
            _ => format!("func F{a}(i I{b}) {{ i.G{d}(); {package}.F{e}({package}.T{b}{{}}); unknown.G{d}() }}\n"),
        };
    }
    text
}

fn c(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.usize(..3) {
        text += &format!("#include {}\n", pick(rng, &["\"one.h\"", "\"include/three.h\"", "<three.h>", "<stdio.h>"]));
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..6) {
            0 => format!("struct S{a} {{ struct S{b} *next; int v{d}; }};\n"),
            1 => format!("int f{a}(struct S{b} *s);\n"),
            2 => format!("int f{a}(struct S{b} *s) {{ s->next->v{d} = f{e}(s); return f{d}(s->next); }}\n"),
            3 => format!("static int f{a}(void) {{ return M{b}(f{d}(0)); }}\n"),
            4 => format!("#define M{a}(x) f{b}(x)\n"),
            _ => format!("int (*table{a}[])(void) = {{ f{b}, f{d} }};\n"),
        };
    }
    text
}

fn java(rng: &mut Rng) -> String {
    let mut text = format!("package {};\n", pick(rng, &["p", "q"]));
    for _ in 0..rng.usize(..3) {
        text += &format!("import {}.{};\n", pick(rng, &["p", "q"]), pick(rng, &["A", "B", "C", "*"]));
    }
    let (class, base) = (pick(rng, &["A", "B", "C"]), pick(rng, &["A", "B", "C"]));
    text += &format!("public class {class} extends {base} {{\n");
    for _ in 0..=rng.usize(..4) {
        let (a, b, d) = (number(rng), number(rng), number(rng));
        let other = pick(rng, &["A", "B", "C"]);
        text += &match rng.usize(..4) {
            0 => format!("  {other} v{a};\n"),
            1 => format!("  public {other} g{a}({base} x) {{ x.g{b}(this); return g{d}(v{a}); }}\n"),
            2 => format!("  static void f{a}() {{ new {other}().g{b}(null); {other}.f{d}(); f{b}(); }}\n"),
            _ => format!("  {class}() {{ super(); var y = new {other}(); y.v{a}.g{b}(y); }}\n"),
        };
    }
    text.push_str("}\n");
    text
}

fn typescript(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.usize(..4) {
        let (module, item) = (pick(rng, &["./a", "./b", "./index", "@/a", "@/d", "lib", "../lib/e", "react"]), number(rng));
        text += &match rng.usize(..7) {
            0 => format!("import {{ f{item}, C{} as C{} }} from '{module}';\n", number(rng), number(rng)),
            1 => format!("import * as m from '{module}';\n"),
            2 => format!("import d{item} from '{module}';\n"),
            3 => format!("export * from '{module}';\n"),
            4 => format!("export {{ f{item} as f{} }} from '{module}';\n", number(rng)),
            5 => format!("const r = require('{module}');\n"),
            _ => format!("export {{ default }} from '{module}';\n"),
        };
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..9) {
            0 => format!("export class C{a} extends C{b} {{ v = new C{d}(); g{e}() {{ return this.v.g{a}(); }} }}\n"),
            1 => format!("export function f{a}() {{ return f{b}(); }}\n"),
            2 => format!("export function f{a}(x) {{ const y = f{e}(); y.g{d}(); m.f{b}(f{d}(x)); r.f{e}(); return new C{b}(); }}\n"),
            3 => format!("export default class C{a} {{ g{b}() {{ f{d}(); }} }}\n"),
            4 => format!("exports.f{a} = function () {{ d{b}.g{d}(); }};\n"),
            5 => format!("export type C{a} = C{b} {} {};\n", pick(rng, &["|", "&"]), pick(rng, &["{}", "{ g0(): void }", "C1", "{ v: C2 }"])),
            6 => format!("export function f{a}(x: C{b}, y: {{ v: C{d} }}): C{e} {{ x.g{d}(); y.v.g{b}(); return f{d}() as C{e}; }}\n"),
            7 => format!("export interface C{a} {} {{ v: C{b}; g{d}(): C{e}; }}\n", pick(rng, &["", "extends C3"])),
            _ => format!("const o{a} = {{ g{b}() {{ f{d}(); }} }};\no{a}.g{e}();\n"),
        };
    }
    text
}

fn ruby(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.usize(..3) {
        text += &format!("{} '{}'\n", pick(rng, &["require", "require_relative"]), pick(rng, &["a", "b", "lib/a", "../c", "json"]));
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..7) {
            5 => format!("module M{a}\n  class K{b}\n    def self.h{d}\n      K{e}.h{a}\n    end\n  end\n  V{e} = 1\nend\n"),
            6 => format!("M{a}::K{b}.h{d}\nM{a}::K{b}.new.g{e}(M{b}::V{a})\n"),
            0 => format!("module M{a}\n  def h{b}\n    g{d}\n  end\nend\n"),
            1 => format!(
                "class K{a} < K{b}\n  include M{d}\n  attr_reader :v{e}\n  def g{d}(x)\n    y = K{e}.new\n    y.g{a}(x)\n    h{b}\n  end\nend\n"
            ),
            2 => format!("class K{a}\n  def self.make\n    K{b}.make.g{d}(1)\n  end\nend\n"),
            3 => format!("# See `K{b}.g{d}`.\ndef f{a}(x)\n  f{d}(x)\n  K{e}.make\nend\n"),
            _ => format!("V{a} = K{b}.new\nV{d}.g{e}(f{a}(1))\n"),
        };
    }
    text
}

fn php(rng: &mut Rng) -> String {
    let mut text = format!("<?php\nnamespace {};\n", pick(rng, &["N", "N\\Sub", "O"]));
    for _ in 0..rng.usize(..3) {
        text += &match rng.usize(..3) {
            0 => format!("use {}\\K{}{};\n", pick(rng, &["N", "N\\Sub", "O"]), number(rng), pick(rng, &["", " as Al"])),
            1 => format!("use function N\\f{};\n", number(rng)),
            _ => format!("require __DIR__ . '/{}';\n", pick(rng, &["a.php", "b.php", "sub/c.php", "../a.php"])),
        };
    }
    for _ in 0..=rng.usize(..3) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..4) {
            0 => format!(
                "class K{a} extends K{b} {{\n  use R{d};\n  private ?K{e} $v;\n  function g{d}(K{b} $x) {{ $y = new K{e}(); $y->g{a}($x); $this->v->g{b}(); return parent::g{d}($x); }}\n}}\n"
            ),
            1 => format!("trait R{a} {{ static function h{b}() {{ Al::h{d}(); return self::h{e}(); }} }}\n"),
            2 => format!("function f{a}(K{b} $x): K{d} {{ $x->g{e}($x); return f{d}($x); }}\n"),
            _ => format!("f{a}(new K{b}())->g{d}(K{e}::h{a}());\n"),
        };
    }
    text
}

fn csharp(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.usize(..3) {
        text += pick(
            rng,
            &[
                "global using O;\n",
                "global using Al = N.K2;\n",
                "using N;\n",
                "using N.Sub;\n",
                "using O;\n",
                "using Al = N.K1;\n",
                "using System;\n",
            ],
        );
    }
    text += &format!("namespace {};\n", pick(rng, &["N", "N.Sub", "O"]));
    for _ in 0..=rng.usize(..3) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..3) {
            0 => format!(
                "class K{a} : K{b}, IK{d} {{\n  K{e} v;\n  public K{b} G{d}(K{e} x) {{ var y = new K{a}(); y.G{b}(x); v.G{d}(this); return G{e}(x); }}\n}}\n"
            ),
            1 => format!("interface IK{a} : IK{b} {{ K{d} G{e}(K{a} x); }}\n"),
            _ => format!("partial class K{a} {{\n  static void H{b}(int q) {{ Al.H{d}(1); K{e}.H{b}(q); H{a}(q); Unknown().G{d}(); }}\n}}\n"),
        };
    }
    text
}

fn kotlin(rng: &mut Rng) -> String {
    let mut text = format!("package {}\n\n", pick(rng, &["n", "n.sub", "o"]));
    for _ in 0..rng.usize(..3) {
        text += &format!("import {}.{}\n", pick(rng, &["n", "n.sub", "o"]), pick(rng, &["K0", "K1", "f2", "*", "K3 as Al"]));
    }
    for _ in 0..=rng.usize(..4) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..4) {
            0 => format!("open class K{a} : K{b}() {{ val v = K{d}()\n  fun g{e}(x: K{b}): K{d} {{ x.g{a}(this); return v.g{b}(x) }} }}\n"),
            1 => format!("fun K{a}.g{b}(x: K{d}): K{e} = x.g{e}(this)\n"),
            2 => format!("fun f{a}(x: K{b}) {{ x.g{d}(x).g{e}(x); f{d}(Al()) }}\n"),
            _ => format!("interface K{a} {{ fun g{b}(x: K{d}): K{e} }}\n"),
        };
    }
    text
}
