//! What was just put into a member or under a key is there.

use crate::scoping::calls;

const LIB: &str = "from typing import Any\nfrom unittest import mock\nclass V:\n    x: 'V'\n    def go(self): ...\nclass W(V):\n    def go(self): ...\nclass H:\n    def go(self): ...\n    v: V\n    def plain(self): ...\n";

/// What `go` is in the function `run` of some text, where that is sure.
fn surely(text: &str) -> Vec<String> {
    let lib = format!("{LIB}{text}");
    let found = calls(&[("lib.py", lib.as_str())], "/run(");
    let mut sure: Vec<String> = found
        .into_iter()
        .filter(|(to, confidence)| to.contains("#go(") && *confidence >= 0.9)
        .filter_map(|(to, _)| Some(to.rsplit('/').next()?.split('#').next()?.to_owned()))
        .collect();
    sure.sort();
    sure.dedup();
    sure
}

#[test]
fn what_was_just_put_into_a_member_is_in_it() {
    for (text, wanted) in [
        ("def run():\n    c = mock.Mock()\n    c.p = V()\n    c.p.go()\n", &["V"][..]),
        ("def run():\n    c = mock.Mock()\n    c.q.r = W()\n    c.q.r.go()\n", &["W"]),
        ("def run():\n    d: Any = object()\n    d.x = W()\n    d.x.go()\n", &["W"]),
        ("def run(h: H):\n    h.v = W()\n    h.v.go()\n", &["W"]),
        ("def run(h: H):\n    h.v.go()\n    h.v = W()\n", &["V"]),
        ("def run(d: dict):\n    d['a'] = V()\n    d[\"a\"].go()\n", &["V"]),
        ("def run(d: dict[str, object]):\n    assert isinstance(d['a'], V)\n    d['a'].go()\n", &["V"]),
        // What comes after takes its place, and what is of something else is not it.
        ("def run(h: H):\n    h.v = W()\n    h.v = make()\n    h.v.go()\n", &["V"]),
        ("def run(h: H, o: H):\n    h.v = W()\n    h = o\n    h.v.go()\n", &["V"]),
        ("def run(h: H, o: H):\n    h.v = W()\n    def inner(h):\n        h.v.go()\n", &[]),
        ("def run(c, x):\n    c.p = V()\n    if x:\n        c.p = H()\n    c.p.go()\n", &[]),
        ("def run(c, x):\n    c.p = V()\n    if x:\n        c = x\n    c.p.go()\n", &["V"]),
    ] {
        assert_eq!(surely(text), wanted, "{text}");
    }
}

#[test]
fn what_a_property_gives_is_not_what_was_given_to_it() {
    let text = "class P:\n    @property\n    def p(self) -> V: ...\n    @p.setter\n    def p(self, value): ...\nclass D:\n    def __get__(self, o, t=None) -> V: ...\n    def __set__(self, o, v): ...\nclass Q:\n    p = D()\ndef run(a: P, b: Q):\n    a.p = H()\n    a.p.go()\n    b.p = H()\n    b.p.go()\n";
    assert_eq!(surely(text), ["V"]);
}
