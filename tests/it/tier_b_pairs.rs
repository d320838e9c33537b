//! Definitions that several declarations make up, and names that several definitions share, in languages whose names are read by queries.

use crate::support::Repo;
use crate::tier_b::{check, edit};

#[test]
fn a_class_of_ruby_is_one_whether_a_path_or_a_module_opens_it() {
    let repo = Repo::built(&[
        ("lib/a.rb", "module A\n  class B\n    def one; end\n  end\n  LIMIT = 1\nend\n"),
        ("lib/b.rb", "class A::B\n  def two\n    one\n    LIMIT\n  end\nend\nclass A::C\n  def three; end\nend\n"),
        ("lib/d.rb", "module X\n  module Y\n  end\nend\nclass X::Y::D\n  def four; end\nend\n"),
        ("lib/limit.rb", "LIMIT = 2\n"),
        ("lib/use.rb", "A::B.new.one\nA::B.new.two\nA::C.new.three\nX::Y::D.new.four\n"),
        ("lib/alone.rb", "C.new\n"),
    ]);
    check(&repo, "lib/use.rb", &[("one", "`a.rb`/A#B#one"), ("two", "`b.rb`/A#B#two"), ("three", "`b.rb`/A#C#three"), ("four", "`d.rb`/Y#D#four")]);
    check(&repo, "lib/alone.rb", &[("C", "unresolved:unbound-name")]);
    // From inside of what a path opens, nothing is seen of what the path leads to.
    check(&repo, "lib/b.rb", &[("one", "`a.rb`/A#B#one"), ("LIMIT", "`limit.rb`/LIMIT")]);
    edit(&repo, "lib/b.rb", &["class A::B\n  def one; end\nend\n", "class A::E\nend\n", "class A::B\n  def two\n    one\n  end\nend\n"]);
    edit(&repo, "lib/a.rb", &["module A\nend\n", "module A\n  class B\n    def one; end\n  end\nend\n"]);
}

#[test]
fn a_property_of_dart_is_read_by_its_getter_and_written_by_its_setter() {
    let repo = Repo::built(&[
        (
            "a.dart",
            "class A {\n  set size(int x) {}\n  int get size => 1;\n  int get kind => 2;\n}\nclass B extends A {\n  set kind(int x) {}\n}\nset top(int x) {}\nint get top => 3;\n",
        ),
        ("r.dart", "import 'a.dart';\nint read(B b) { return b.size + b.kind + top; }\n"),
        ("w.dart", "import 'a.dart';\nvoid write(B b) { b.size = 1; b.kind = 2; }\n"),
    ]);
    check(&repo, "r.dart", &[("size", "A#size."), ("kind", "A#kind."), ("top", "top.")]);
    check(&repo, "w.dart", &[("size", "A#size+1."), ("kind", "B#kind.")]);
    edit(
        &repo,
        "a.dart",
        &["class A { int get size => 1; int get kind => 2; }\nclass B extends A {}\n", "class A { set size(int x) {} }\nclass B extends A {}\n"],
    );
}

#[test]
fn a_value_of_c_sharp_that_may_be_missing_has_members_of_its_own() {
    let repo = Repo::built(&[
        ("A.cs", "namespace N;\npublic struct S { public int W; }\npublic enum E { X }\npublic record struct R(int V);\n"),
        (
            "U.cs",
            "namespace N;\npublic class U {\n  byte[] Bytes { get; }\n  void F(S? s, E? e, R? r) { s.HasValue(); e.Value(); r.GetValueOrDefault(); s.Nothing(); var n = Bytes.Length; }\n}\n",
        ),
    ]);
    check(
        &repo,
        "U.cs",
        &[
            ("HasValue", "external:builtin"),
            ("Value", "external:builtin"),
            ("GetValueOrDefault", "external:builtin"),
            ("Nothing", "unresolved:no-such-member"),
        ],
    );
    check(&repo, "U.cs", &[("Length", "external:builtin")]);
}

#[test]
fn an_alias_of_elixir_leads_to_the_module_whatever_file_it_stands_in() {
    let repo = Repo::built(&[
        (
            "lib/conn.ex",
            "defmodule Plug.Conn do\n  @type t :: %__MODULE__{}\n  @spec go(t, opts :: keyword) :: t\n  def go(%Conn{} = conn, [first | rest]), do: {conn, first, rest}\n  defmodule Inner do\n    def run(<<h, t::binary>>), do: {h, t}\n  end\nend\n",
        ),
        (
            "lib/use.ex",
            "defmodule B do\n  alias Plug.Conn\n  alias Plug.Conn.{Inner, Gone}\n  alias Far.Away\n  @spec f(Conn.t()) :: any\n  def f(a), do: Conn.go(a)\n  def g, do: Inner.run(1)\n  def h, do: Away.other(1)\nend\n",
        ),
        ("lib/other.ex", "defmodule C do\n  import Plug.Conn\n  def f, do: go(t())\nend\n"),
    ]);
    check(&repo, "lib/use.ex", &[("Conn", "Plug.Conn"), ("go", "`Plug.Conn`/go("), ("run", "Inner/run("), ("t", "`Plug.Conn`/t#")]);
    check(&repo, "lib/other.ex", &[("go", "`Plug.Conn`/go("), ("t", "unresolved:unbound-name")]);
    edit(&repo, "lib/conn.ex", &["defmodule Plug.Other do\nend\n", "defmodule Plug.Conn do\n  def go(a), do: a\nend\n"]);
}

#[test]
fn a_namespace_that_packages_share_is_outside_where_the_tree_declares_nothing_of_it() {
    let repo = Repo::built(&[
        (
            "src/Client.php",
            "<?php\nnamespace Acme;\nuse Acme\\Psr7\\Response;\nuse Acme\\Own\\Kept;\nclass Client { function f() { return [new Response(), new Kept()]; } }\n",
        ),
        ("src/Own/Kept.php", "<?php\nnamespace Acme\\Own;\nclass Kept {}\n"),
        ("U.cs", "namespace Acme.Core;\nusing Acme.Far;\nclass U { void F() { new Near(); } }\n"),
        ("N.cs", "namespace Acme;\nclass Near { }\n"),
    ]);
    check(&repo, "src/Client.php", &[("Response", "external:Acme\\Psr7"), ("Kept", "Kept#")]);
    check(&repo, "U.cs", &[("Near", "Near#")]);
    edit(&repo, "src/Own/Kept.php", &["<?php\nnamespace Acme\\Psr7;\nclass Response {}\n", "<?php\nnamespace Acme\\Own;\nclass Kept {}\n"]);
}

#[test]
fn a_value_and_a_function_of_one_name_are_told_apart_by_what_is_called() {
    let repo = Repo::built(&[
        ("A.kt", "package a\nclass Buffer { fun go() {} }\nclass Sink {\n  val buffer: Buffer = Buffer()\n  fun buffer(): Sink = this\n}\n"),
        ("Read.kt", "package a\nfun read(s: Sink) { s.buffer.go() }\n"),
        ("Call.kt", "package a\nfun call(s: Sink) { s.buffer() }\n"),
        (
            "A.php",
            "<?php\nclass A { public int $size = 1; function size(): int { return $this->size; } function twice(): int { return $this->size(); } }\n",
        ),
    ]);
    check(&repo, "Read.kt", &[("buffer", "Sink#buffer."), ("go", "Buffer#go(")]);
    check(&repo, "Call.kt", &[("buffer", "Sink#buffer(")]);
    let mut ends = crate::tier_b::ends(&repo, "A.php", "size");
    ends.sort();
    assert!(ends.len() == 2 && ends[0].ends_with("A#size().") && ends[1].ends_with("A#size."), "{ends:?}");
    edit(&repo, "A.kt", &["package a\nclass Sink {\n  fun buffer(): Sink = this\n}\n", "package a\nclass Sink {\n  val buffer = 1\n}\n"]);
}
