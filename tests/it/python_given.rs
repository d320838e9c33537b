//! What calls give in Python: signatures that decorators mark, classes that packages give methods, functions without a name in literals.

use crate::scoping::calls;

const LIB: &str = "import attr, attrs\nfrom typing import Any, Callable, Generic, NamedTuple, NewType, TypeVar, overload\nfrom pydantic import BaseModel\nclass V:\n    def go(self): ...\nclass W:\n    def go(self): ...\n";

/// What `go` is in the function `run` of some text, with how sure that is.
fn went(text: &str) -> Vec<(String, bool)> {
    let lib = format!("{LIB}{text}");
    let manifest = "[project]\nname = \"q\"\ndependencies = [\"attrs\", \"pydantic\"]\n";
    let found = calls(&[("pyproject.toml", manifest), ("lib.py", lib.as_str())], "/run(");
    let mut went: Vec<(String, bool)> = found
        .into_iter()
        .filter(|(to, _)| to.contains("#go("))
        .filter_map(|(to, confidence)| Some((to.rsplit('/').next()?.split('#').next()?.to_owned(), confidence >= 0.9)))
        .collect();
    went.sort();
    went.dedup();
    went
}

fn surely(text: &str, wanted: &str) {
    assert_eq!(went(text), [(wanted.to_owned(), true)], "{text}");
}

#[test]
fn of_several_signatures_the_arguments_tell_which_is_meant() {
    let signed = "@overload\ndef o(k: int) -> V: ...\n@overload\ndef o(k: str) -> W: ...\ndef o(k): return k\n@overload\ndef p(k: V) -> V: ...\n@overload\ndef p(k: W) -> W: ...\ndef p(k): ...\nclass C:\n    @overload\n    def m(self, k: int) -> V: ...\n    @overload\n    def m(self, k: str) -> W: ...\n    def m(self, k): ...\n";
    for (used, wanted) in
        [("o('x')", "W"), ("o(1)", "V"), ("o(s)", "W"), ("p(V())", "V"), ("p(w)", "W"), ("C().m('x')", "W"), ("C().m(s)", "W"), ("C().m(2)", "V")]
    {
        surely(&format!("{signed}def run(s: str, w: W):\n    {used}.go()\n"), wanted);
    }
    // What nothing is known of, and what says which parameter it is for, may be of each.
    for used in ["o(u)", "o(k='x')"] {
        let all = went(&format!("{signed}def run(u):\n    {used}.go()\n"));
        assert_eq!(all, [("V".to_owned(), false), ("W".to_owned(), false)], "{used}");
    }
    let written = "from typing import Literal\n@overload\ndef l(k: Literal['a']) -> V: ...\n@overload\ndef l(k: Literal['b']) -> W: ...\ndef l(k): ...\ndef run():\n    l('b').go()\n";
    assert!(went(written).iter().all(|(_, sure)| !sure));
}

#[test]
fn what_a_base_from_outside_gives_of_the_class_itself_is_of_that_class() {
    surely("class P(NamedTuple):\n    v: V\n    w: W\ndef run(p: P):\n    p._replace(v=V()).v.go()\n    P._make([1]).v.go()\n", "V");
    surely("class M(BaseModel):\n    v: V\nclass N(M): ...\ndef run(m: N):\n    m.model_copy().v.go()\n    N.model_validate({}).v.go()\n", "V");
    surely("U = NewType('U', V)\ndef run():\n    U(V()).go()\n", "V");
}

#[test]
fn fields_that_attrs_describes_hold_what_the_description_makes() {
    let class = "@attr.s\nclass A:\n    d = attr.ib(factory=V)\n    e = attr.ib(type=V)\n    f = attr.ib(default=attr.Factory(V))\n@attrs.define\nclass B:\n    x = attrs.field(factory=V)\n";
    for used in ["a.d", "a.e", "a.f", "b.x"] {
        surely(&format!("{class}def run(a: A, b: B):\n    {used}.go()\n"), "V");
    }
}

#[test]
fn functions_without_a_name_in_literals_and_fields_take_what_the_place_wants() {
    for text in [
        "def run():\n    h: dict[str, Callable[[V], Any]] = {'a': lambda it: it.go()}\n",
        "def run():\n    h: list[Callable[[V], Any]] = [lambda it: it.go()]\n",
        "class F:\n    hook: Callable[[V], Any]\ndef run(f: F):\n    f.hook = lambda it: it.go()\n",
        "def run():\n    for c in V.__subclasses__():\n        c().go()\n",
        "class Pt(NamedTuple):\n    v: V\n    w: W\ndef run(p: object):\n    match p:\n        case Pt(a, b): a.go()\n",
    ] {
        surely(text, "V");
    }
}

#[test]
fn a_function_that_a_class_takes_as_it_stands_gives_what_it_gives() {
    let class = "def make(**kw): return V()\nclass A:\n    mk = staticmethod(make)\n    of = staticmethod(V)\n";
    for used in ["a.mk()", "a.of()", "A.mk()", "a.__class__.mk(k=1)"] {
        surely(&format!("{class}def run(a: A):\n    {used}.go()\n"), "V");
    }
}

#[test]
fn what_reduce_comes_to_is_more_of_what_it_begins_with_or_not_known() {
    let head = "import functools, operator\nfrom functools import reduce\n";
    for used in ["reduce(operator.or_, vs, V())", "functools.reduce(lambda a, b: a, vs, V())"] {
        surely(&format!("{head}def run(vs: list[V]):\n    {used}.go()\n"), "V");
    }
    assert!(went(&format!("{head}def run(vs: list[V], f):\n    reduce(f, vs).go()\n")).iter().all(|(_, sure)| !sure));
    let looped = "class D:\n    def __get__(self, obj, type=None): return reduce(f, [], obj)\nclass A:\n    parts = D()\n    def all(self):\n        for it in self.parts: it.go()\n";
    let repo = crate::support::Repo::built(&[("lib.py", format!("{LIB}{head}{looped}").as_str())]);
    let site = repo.rows("sites").into_iter().find(|row| row["name"] == "go").unwrap();
    assert_ne!(site["outcome"], "external", "{site}");
}
