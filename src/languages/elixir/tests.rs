//! Elixir as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "defmodule A.B do
  defstruct [:a, b: 1]
  def go(a) when a > 1, do: a
  def go(b), do: b
  defp helper, do: 1
  defmacro mac(x) do
    x
  end
  defmodule Inner do
    def run(), do: 2
  end
end
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        module A.B
        field A.B.a
        field A.B.b
        function A.B.go
        function A.B.go
        function A.B.helper
        macro A.B.mac
        module A.B.Inner
        function A.B.Inner.run
    ",
    );
}

#[test]
fn what_implements_a_protocol_stands_in_its_own_module() {
    let text = "defimpl Inspect, for: A.B do\n  def inspect(it, opts), do: it\nend\n";
    tests::symbols(&LANGUAGE, text, "\n        module Inspect\n        function Inspect.inspect\n    ");
}

#[test]
fn uses_keep_their_receivers() {
    let text = "defmodule A.B do
  alias Foo.Bar
  import Foo.Baz
  def go(a) do
    x = Bar.run(a)
    x |> helper(1) |> Y.z()
    helper(x, 2)
    %Bar{}
  end
  defp helper(x, y), do: x
end
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import Foo.Bar = Import(:Foo.Bar)
        import Foo.Baz = Import(Foo.Baz:*)
        read Bar = Import(:Foo.Bar)
        call run = Import(:Foo.Bar).run
        call helper = Symbol(A.B.helper)
        read Y = Y
        call z = Y.z
        call helper = Symbol(A.B.helper)
        type Bar = Import(:Foo.Bar)
    ",
    );
}

#[test]
fn a_head_holds_its_patterns() {
    let text =
        "defmodule A do\n  def read(%Conn{} = conn, [a | _]) do\n    conn\n  end\n  def put(\n        conn,\n        key\n      ), do: conn\nend\n";
    tests::signatures(&LANGUAGE, text, "defmodule A do\ndef read(%Conn{} = conn, [a | _]) do\ndef put( conn, key ), do: conn");
}
