//! Elixir as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "defmodule A.B do
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
    tests::symbols(&LANGUAGE, text, "");
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
    tests::sites(&LANGUAGE, text, "");
}
