//! Names that Python's code binds as it runs: twins in a row, twins in arms, accessors of a property.

use crate::scoping::{calls, sure};
use crate::support::Repo;

/// The lines of the definitions that sites of a role and a name at a line lead to, with confidences in thousandths; twins are told apart.
fn uses(repo: &Repo, name: &str, role: &str) -> Vec<(u64, Vec<(u64, u64)>)> {
    let symbols = repo.rows("symbols");
    let edges: Vec<_> = ["edges_call", "edges_usage", "edges_import", "edges_structure"].iter().flat_map(|table| repo.rows(table)).collect();
    let mut found = Vec::new();
    for site in repo.rows("sites").into_iter().filter(|it| it["name"] == name && it["role"] == role) {
        let mut targets = Vec::new();
        for edge in edges.iter().filter(|it| it["evidenceId"] == site["evidenceId"]) {
            let lines = symbols.iter().filter(|it| it["symbolId"] == edge["to"]).map(|it| it["nameLine"].as_u64().unwrap());
            let confidence: u64 = format!("{:.0}", edge["confidence"].as_f64().unwrap() * 1_000_000.0).parse().unwrap();
            targets.extend(lines.map(|line| (line, confidence / 1_000)));
        }
        targets.sort_unstable();
        targets.dedup();
        found.push((site["lines"]["start"].as_u64().unwrap(), targets));
    }
    found.sort_unstable();
    found
}

/// The same without confidences, which have to be sure.
fn surely(repo: &Repo, name: &str, role: &str) -> Vec<(u64, u64)> {
    let found = uses(repo, name, role).into_iter();
    found
        .map(|(at, targets)| match targets.as_slice() {
            [(line, confidence)] if *confidence > 500 => (at, *line),
            other => panic!("{name} at {at} leads to {other:?}"),
        })
        .collect()
}

#[test]
fn a_use_in_a_row_takes_the_last_definition_above_it_and_a_body_the_last_of_all() {
    let lib = "def make():\n    return 1\nfirst = make()\ndef early():\n    return make()\ndef make():\n    return 2\nsecond = make()\ndef run():\n    class C:\n        \
               a = 1\n    x = C()\n    class C:\n        b = 2\n    return x.a + C().b\n";
    let repo = Repo::built(&[("lib.py", lib), ("use.py", "from lib import make\nmake()\n")]);
    assert_eq!(surely(&repo, "make", "call"), [(2, 6), (3, 1), (5, 6), (8, 6)]);
    assert_eq!(surely(&repo, "C", "call"), [(12, 10), (15, 13)]);
    assert_eq!(surely(&repo, "a", "read"), [(15, 11)]);
    assert_eq!(surely(&repo, "b", "read"), [(15, 14)]);
}

#[test]
fn the_head_of_a_class_names_what_stands_above_it() {
    let lib =
        "class D:\n    def one(self): pass\nOriginal = D\nclass D(Original):\n    def two(self): pass\ndef run():\n    D().two()\n    D().one()\n";
    let repo = Repo::built(&[("lib.py", lib)]);
    assert_eq!(surely(&repo, "D", "read"), [(3, 1)]);
    assert_eq!(surely(&repo, "D", "call"), [(7, 4), (8, 4)]);
    assert_eq!(surely(&repo, "one", "call"), [(8, 2)]);
}

#[test]
fn twins_in_arms_are_candidates_and_so_is_what_a_variable_or_parameter_may_hide() {
    let lib = "import flags\nif flags.old:\n    def notes(it): pass\nelse:\n    def notes(it): pass\ndef bucket(key):\n    if key:\n        chosen = key\n    \
               else:\n        def chosen(it): pass\n    return chosen(1)\ndef sep(post=None):\n    if post is None:\n        def post(it): pass\n        post(0)\n    \
               return post(1)\ndef run():\n    notes(1)\ntry:\n    def late(): pass\nexcept ValueError:\n    def late(): pass\nlate()\ndef late(): pass\nlate()\n";
    let repo = Repo::built(&[("lib.py", lib), ("use.py", "from lib import notes\nnotes(1)\n")]);
    let twins = vec![(3, 550), (5, 450)];
    assert_eq!(uses(&repo, "notes", "call"), [(2, twins.clone()), (18, twins)]);
    assert_eq!(uses(&repo, "chosen", "call"), [(11, vec![(10, 499)])]);
    assert_eq!(uses(&repo, "post", "call"), [(15, vec![(14, 998)]), (16, vec![(14, 499)])]);
    assert!(uses(&repo, "post", "read").is_empty());
    assert_eq!(uses(&repo, "late", "call"), [(23, vec![(20, 550), (22, 450)]), (25, vec![(24, 998)])]);
}

#[test]
fn what_a_call_makes_of_a_definition_is_that_and_what_takes_its_place_is_not() {
    let lib = "import deco\ndef run():\n    class C:\n        def one(self): pass\n    C = deco.plain(C)\n    C = deco.made(it=1)(C)\n    C().one()\n    \
               def f(): pass\n    f = deco.both(deco.plain(f))\n    f()\n    def g(): pass\n    if C:\n        g = deco.plain(g)\n    g()\n    def h(): pass\n    \
               h()\n    h = deco.other()\n    h()\n    def w(): pass\n    w = deco.Kept(w)\n    def w(): pass\n    w()\n";
    let repo = Repo::built(&[("lib.py", lib)]);
    assert_eq!(surely(&repo, "C", "call"), [(7, 3)]);
    assert_eq!(surely(&repo, "one", "call"), [(7, 4)]);
    assert_eq!(surely(&repo, "f", "call"), [(10, 8)]);
    assert_eq!(surely(&repo, "g", "call"), [(14, 11)]);
    assert_eq!(uses(&repo, "h", "call"), [(16, vec![(15, 998)]), (18, vec![])]);
    assert_eq!(surely(&repo, "w", "call"), [(22, 21)]);
}

#[test]
fn a_property_is_read_by_its_getter_and_written_and_deleted_by_what_says_so() {
    let lib = "class Url:\n    @property\n    def path(self): return 1\n    @path.setter\n    def path(self, value): pass\n    @path.deleter\n    def path(self): pass\n\
               def run(it: Url):\n    it.path\n    it.path = 2\n    del it.path\n";
    let repo = Repo::built(&[("lib.py", lib), ("use.py", "from lib import Url\nclass Below(Url): pass\nBelow().path\n")]);
    assert_eq!(surely(&repo, "path", "read"), [(3, 3), (4, 3), (6, 3), (9, 3)]);
    assert_eq!(surely(&repo, "path", "write"), [(10, 5), (11, 7)]);
    // So it is where only the name tells.
    let lib = "class Channel:\n    @property\n    def agreed_ciphers(self): return 1\n    @agreed_ciphers.setter\n    def agreed_ciphers(self, value): pass\n";
    let repo = Repo::built(&[("lib.py", lib), ("use.py", "from lib import Channel\ndef agree(it):\n    it.agreed_ciphers = 2\n")]);
    assert_eq!(uses(&repo, "agreed_ciphers", "write").iter().map(|(_, to)| to.iter().map(|it| it.0).collect()).collect::<Vec<Vec<u64>>>(), [[5]]);
}

#[test]
fn overloads_stay_one_definition() {
    let lib = "from typing import overload\nclass A:\n    def go(self): pass\n@overload\ndef make(it: int) -> A: ...\n@overload\ndef make(it: str) -> A: ...\n\
               def make(it): return unknown(it)\ndef run():\n    make(1).go()\n";
    sure(&[("lib.py", lib)], "/run(", &["/make().", "A#go("]);
}

#[test]
fn a_class_method_that_gives_what_it_built_by_a_variable_gives_the_class_that_it_is_called_on() {
    let lib = "class Key:\n    @classmethod\n    def load(cls, name):\n        key = cls(name)\n        return key\n    def data(self): pass\n    def bits(self): pass\n\
               class Rsa(Key):\n    def data(self): pass\ndef run():\n    key = Rsa.load('x')\n    key.data()\n    key.bits()\ndef base():\n    Key.load('x').data()\n";
    sure(&[("lib.py", lib)], "/run(", &["Key#load(", "Rsa#data(", "Key#bits("]);
    sure(&[("lib.py", lib)], "/base(", &["Key#load(", "Key#data("]);
    assert!(calls(&[("lib.py", lib)], "/base(").iter().all(|(to, _)| !to.contains("Rsa#data")));
}
