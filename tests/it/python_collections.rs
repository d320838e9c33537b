//! What collections of Python hold: maps that are taken by loops, what is put into what is written out, what is left of it.

use crate::scoping::{calls, sure};

const HEAD: &str = "from collections import OrderedDict, defaultdict\nfrom typing import Iterator, Mapping, TypeVar\nclass K:\n    def hit(self): pass\nclass V:\n    def hit(self): pass\nT = \
                    TypeVar('T')\nclass D(dict[K, V]): pass\nclass O(OrderedDict[K, V]): pass\nclass G(dict[K, T]): pass\nclass Got(dict[K, V]):\n    def __getitem__(self, k) -> V: ...\n    def \
                    own(self):\n        for k in self: k.hit()\nclass Read(Mapping[K, V]):\n    def __init__(self): self.d: dict[K, V] = {}\n    def __iter__(self): return iter(self.d)\nclass \
                    Looped(dict[K, V]):\n    def __iter__(self) -> Iterator[K]: ...\nclass L(list[K]):\n    def __getitem__(self, i) -> V: ...\n";

/// Where `.hit()` leads in a function with these parameters and this body.
fn hits(parameters: &str, body: &str) -> Vec<String> {
    let lib = format!("{HEAD}def run({parameters}):\n    {body}\n");
    let mut found: Vec<String> = calls(&[("lib.py", &lib)], "/run(").into_iter().filter(|(to, _)| to.contains("#hit(")).map(|(to, _)| to).collect();
    found.iter_mut().for_each(|to| *to = to.rsplit('/').next().unwrap().replace("#hit().", ""));
    found
}

#[test]
fn a_loop_over_a_map_takes_its_keys_however_it_is_one() {
    for map in ["dict[K, V]", "D", "O", "G[V]", "Got", "Read", "Looped", "Mapping[K, V]", "defaultdict[K, V]"] {
        for body in [
            "for k in m: k.hit()",
            "[k.hit() for k in m]",
            "list(m)[0].hit()",
            "sorted(m)[0].hit()",
            "next(iter(m)).hit()",
            "max(m).hit()",
            "for k in list(m): k.hit()",
            "for i, k in enumerate(sorted(m)): k.hit()",
        ] {
            assert_eq!(hits(&format!("m: {map}"), body), ["K"], "{map} {body}");
        }
    }
    let lib = format!("{HEAD}def run(): pass\n");
    let own: Vec<_> = calls(&[("lib.py", &lib)], "Got#own(").into_iter().map(|it| it.0).collect();
    assert!(own.len() == 1 && own[0].contains("/K#"), "{own:?}");
}

#[test]
fn what_is_asked_for_by_a_key_is_a_value_of_a_map() {
    for map in ["dict[K, V]", "D", "O", "G[V]", "Got", "Looped"] {
        for body in ["m[x].hit()", "m.get(x).hit()", "for v in m.values(): v.hit()", "list(m.values())[0].hit()", "for k, v in m.items(): v.hit()"] {
            assert_eq!(hits(&format!("m: {map}, x"), body), ["V"], "{map} {body}");
        }
        for body in ["for k in m.keys(): k.hit()", "for k, v in m.items(): k.hit()"] {
            assert_eq!(hits(&format!("m: {map}"), body), ["K"], "{map} {body}");
        }
    }
}

#[test]
fn a_list_gives_loops_what_it_holds_and_indexing_what_its_own_method_gives() {
    assert_eq!(hits("l: L", "for k in l: k.hit()"), ["K"]);
    assert_eq!(hits("l: L", "l[0].hit()"), ["V"]);
}

#[test]
fn what_is_made_of_a_collection_holds_what_it_does() {
    for body in ["list(l)[0].hit()", "a, b = sorted(l); b.hit()", "tuple(set(l))[1].hit()", "for k in reversed(l): k.hit()"] {
        assert_eq!(hits("l: list[K]", body), ["K"], "{body}");
    }
}

#[test]
fn what_is_put_into_what_is_written_out_is_held_too() {
    for body in [
        "t = [K()]; t += [V()]\n    for w in t: w.hit()",
        "t = [K()]; t.append(V())\n    for w in t: w.hit()",
        "d = {'a': K()}; d['b'] = V()\n    for w in d.values(): w.hit()",
        "t = [K()] + [V()]\n    t[0].hit()",
        "for w in a + b: w.hit()",
    ] {
        assert_eq!(hits("a: list[K], b: list[V]", body), ["K", "V"], "{body}");
    }
    for body in
        ["t = [K()]; t += [K()]\n    for w in t: w.hit()", "t = [K()]; t.append(x)\n    t[0].hit()", "t = [K()]\n    for w in t + [K()]: w.hit()"]
    {
        assert_eq!(hits("x", body), ["K"], "{body}");
    }
}

#[test]
fn what_is_left_of_what_is_written_out_is_what_stands_there() {
    assert_eq!(hits("", "first, *rest = (K(), V(), V()); rest[0].hit()"), ["V"]);
    assert_eq!(hits("", "first, *rest, last = [V(), K(), K(), V()]; rest[1].hit()"), ["K"]);
    assert_eq!(hits("", "first, *rest = (K(), V()); first.hit()"), ["K"]);
}

/// A module with classes of which each has a method `go`.
fn with(rest: &str) -> String {
    let class = |name: &str| format!("class {name}:\n    def go(self): pass\n    def {}(self): pass\n", name.to_lowercase());
    format!(
        "import asyncio, itertools\nfrom itertools import chain\nfrom typing import Generic, TypeVar\nT = TypeVar('T')\n{}{}{rest}",
        class("Send"),
        class("Recv")
    )
}

#[test]
fn what_itertools_gives_is_made_of_what_it_is_handed() {
    for body in [
        "for a, b in itertools.combinations(xs, 2): b.go()",
        "for a in chain.from_iterable([xs, xs]): a.go()",
        "for a in itertools.chain.from_iterable([xs, xs]): a.go()",
        "for a in itertools.islice(xs, 2): a.go()",
        "for a in itertools.takewhile(bool, xs): a.go()",
        "for k, group in itertools.groupby(xs):\n        for a in group: a.go()",
        "for n, a in itertools.product([1], xs): a.go()",
        "for a in itertools.repeat(xs[0], 2): a.go()",
        "one, two = itertools.tee(xs)\n    for a in two: a.go()",
    ] {
        let lib = with(&format!("def run(xs: list[Send]):\n    {body}\n"));
        sure(&[("lib.py", &lib)], "/run(", &["Send#go("]);
    }
    let lib = with("async def run(loop: asyncio.AbstractEventLoop):\n    _, p = await loop.create_connection(Send, 'h', 1)\n    p.go()\n");
    sure(&[("lib.py", &lib)], "/run(", &["Send#go("]);
}

#[test]
fn a_class_above_which_is_a_tuple_keeps_its_places() {
    let lib = with(
        "class pair(tuple[Send, Recv]):\n    def __new__(cls, n: int = 0) -> tuple[Send, Recv]:\n        return (Send(), Recv())\nclass Plain(tuple[Send, Recv]):\n    pass\nclass \
         Other:\n    def __new__(cls) -> Send: return Send()\nclass Same:\n    def __new__(cls) -> 'Same': return object.__new__(cls)\n    def own(self): pass\ndef f():\n    s, r = \
         pair(3)\n    r.go()\n    s.send()\ndef g(p: Plain):\n    s, r = p\n    r.go()\ndef h():\n    Other().go()\n    Same().own()\ndef k():\n    s, r = pair[int](3)\n    r.recv()\n",
    );
    sure(&[("lib.py", &lib)], "/f(", &["/pair#", "Recv#go(", "Send#send("]);
    sure(&[("lib.py", &lib)], "/g(", &["Recv#go("]);
    sure(&[("lib.py", &lib)], "/h(", &["/Other#", "Send#go(", "/Same#", "Same#own("]);
    sure(&[("lib.py", &lib)], "/k(", &["Recv#recv("]);
}

#[test]
fn a_class_is_called_behind_its_arguments() {
    let lib = with(
        "class Box(Generic[T]):\n    def __init__(self): pass\n    def open(self): pass\n    def got(self) -> T: ...\ndef f():\n    Box[int]().open()\n    x = Box[Send]()\n    \
                    x.got().go()\nclass low(Generic[T]):\n    def open(self): pass\ndef g():\n    low[int]().open()\n",
    );
    sure(&[("lib.py", &lib)], "/f(", &["Box#__init__(", "Box#__init__(", "Box#open(", "Box#got(", "Send#go("]);
    sure(&[("lib.py", &lib)], "/g(", &["low#open("]);
}

#[test]
fn a_comment_says_the_type_of_what_is_assigned() {
    let lib = with(
        "class K:\n    opts = None  # type: Send\n    none = None\n    rest = []  # type: ignore\n    def run(self):\n        self.opts.go()\n    def open(self):\n        \
                    self.none.go()\n",
    );
    sure(&[("lib.py", &lib)], "K#run(", &["Send#go("]);
    sure(&[("lib.py", &lib)], "K#open(", &[]);
}

#[test]
fn what_is_assigned_narrows_a_type_from_outside() {
    let lib = with(
        "import optparse\nclass Opt(optparse.OptionParser):\n    def ok(self): pass\ndef f():\n    p: optparse.OptionParser = Opt()\n    p.ok()\ndef g():\n    p: \
                    optparse.Values = Opt()\n    p.go()\n",
    );
    sure(&[("lib.py", &lib)], "/f(", &["/Opt#", "Opt#ok("]);
}
