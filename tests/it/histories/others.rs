//! Random source files of languages whose modules are libraries, targets and namespaces that any file opens.

use fastrand::Rng;

use super::sources::{number, pick};

pub(super) fn dart(rng: &mut Rng) -> String {
    let mut text = String::new();
    let libraries = ["a.dart", "b.dart", "src/c.dart", "../a.dart", "package:da/a.dart", "package:db/a.dart", "package:da/src/c.dart", "dart:async"];
    for _ in 0..rng.usize(..4) {
        let library = pick(rng, &libraries);
        text += &match rng.usize(..6) {
            0 => format!("export '{library}';\n"),
            1 => format!("export '{library}' show K{};\n", number(rng)),
            2 => format!("import '{library}' show K{}, f{};\n", number(rng), number(rng)),
            3 => format!("import '{library}' as al;\n"),
            4 => format!("import '{library}' hide K{};\n", number(rng)),
            _ => format!("import '{library}';\n"),
        };
    }
    text += pick(rng, &["", "", "part 'b.dart';\n", "part 'src/c.dart';\n", "part of '../a.dart';\n", "part of a;\n"]);
    for _ in 0..=rng.usize(..3) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..5) {
            0 => format!("class K{a} extends K{b} {{ K{d} v; K{e} g{a}(K{b} x) {{ v.g{d}(x); f{e}(); return al.K{b}(); }} }}\n"),
            1 => format!("K{a} f{b}() {{ K{d}().g{e}(_h{a}()); return K{a}(); }}\n"),
            2 => format!("K{a} _h{b}() => K{d}();\n"),
            3 => format!("extension E{a} on K{b} {{ void x{d}() {{ g{e}(this); }} }}\n"),
            _ => format!("final v{a} = K{b}().x{d}();\n"),
        };
    }
    text
}

pub(super) fn swift(rng: &mut Rng) -> String {
    let mut text = format!("import {}\n", pick(rng, &["A", "B", "T", "Foundation", "struct A.S1"]));
    for _ in 0..=rng.usize(..3) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        text += &match rng.usize(..4) {
            0 => format!("struct S{a}: P{b} {{\n  var v: S{d}\n  func g{e}(_ x: S{b}) -> S{d} {{ x.g{a}(v); return A.f{d}() }}\n}}\n"),
            1 => format!("func f{a}() -> S{b} {{\n  B.S{d}().g{e}(f{b}())\n  return S{b}()\n}}\n"),
            2 => format!("protocol P{a} {{\n  func g{b}(_ x: S{d}) -> S{e}\n}}\n"),
            _ => format!("extension S{a}: P{b} {{\n  func h{d}() {{ g{e}(self); f{a}() }}\n}}\n"),
        };
    }
    text
}

pub(super) fn elixir(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..=rng.usize(..2) {
        let (a, b, d, e) = (number(rng), number(rng), number(rng), number(rng));
        let import = pick(rng, &["import N.M1", "alias N.M2", "alias N.{M0, M3}", "import N.M0, only: [g1: 1]"]);
        text += &format!(
            "defmodule N.M{a} do\n  {import}\n  def g{b}(x) do\n    g{d}(x) |> M{e}.g{a}()\n    h{d}(x.v)\n  end\n  defp h{e}(x), do: g{a}(x)\nend\n"
        );
    }
    text
}
