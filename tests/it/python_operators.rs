//! What operators of Python give, and names of its library that a file defines itself.

use crate::scoping::calls;

const HEAD: &str = "class V:\n    def go(self): pass\nclass P:\n    def __neg__(self): return V()\n    def __pos__(self) -> V: ...\n    def __invert__(self): return V()\n    def __isub__(self, o): \
                    return V()\n    def __sub__(self, o): return P()\n    def __add__(self, o): return V()\n    def go(self): pass\nclass N:\n    def go(self): pass\n";

/// Where `.go()` leads surely in a function with this body.
fn goes(head: &str, body: &str) -> Vec<String> {
    let lib = format!("{head}def run(p: P, n: N):\n    {body}\n");
    let found = calls(&[("lib.py", &lib)], "/run(").into_iter().filter(|(to, at)| to.contains("#go(") && *at >= 0.5);
    found.map(|(to, _)| to.rsplit('/').next().unwrap().replace("#go().", "")).collect()
}

#[test]
fn an_operator_in_front_gives_what_its_method_does() {
    for body in ["(-p).go()", "(+p).go()", "(~p).go()", "x = -p; x.go()"] {
        assert_eq!(goes(HEAD, body), ["V"], "{body}");
    }
    assert_eq!(goes(HEAD, "(-n).go()"), [""; 0]);
}

#[test]
fn a_name_that_an_operator_updates_is_what_its_method_gives() {
    assert_eq!(goes(HEAD, "r = P()\n    r -= 1\n    r.go()"), ["V"]);
    assert_eq!(goes(HEAD, "r = P()\n    r += 1\n    r.go()"), ["V"]);
    assert_eq!(goes(HEAD, "r = P()\n    r.go()\n    r -= 1"), ["P"]);
    assert_eq!(goes(HEAD, "r = N()\n    r += 1\n    r.go()"), [""; 0]);
}

#[test]
fn what_a_file_defines_itself_is_meant_by_names_of_the_library() {
    let own = format!(
        "{HEAD}def sorted(x) -> list[V]: ...\ndef next(x) -> V: ...\ndef cast(t, x) -> V: ...\nclass Optional(list):\n    def __class_getitem__(cls, t): return cls\n    def go(self): pass\n"
    );
    for (body, expected) in [("sorted([p])[0].go()", "V"), ("next([p]).go()", "V"), ("cast(P, 3).go()", "V"), ("def f(o: Optional[P]): o.go()", "")] {
        let found = goes(&own, body);
        assert!(if expected.is_empty() { !found.contains(&"P".to_owned()) } else { found == [expected] }, "{body} {found:?}");
    }
    let plain = format!("from typing import cast\n{HEAD}");
    for body in ["sorted([p])[0].go()", "next([p]).go()", "cast(P, 3).go()"] {
        assert_eq!(goes(&plain, body), ["P"], "{body}");
    }
    assert_eq!(goes(HEAD, "def inner(next): next([p]).go()"), [""; 0]);
}
