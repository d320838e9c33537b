//! What calls give in Python: signatures that decorators mark.

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
