//! What values are that pass through the standard library, records, classes as values, unions and doc comments (Python, TypeScript, JavaScript).

use crate::scoping::{calls, sure};
use crate::support::Repo;

const SHOP: (&str, &str) =
    ("shop.py", "class Box:\n    def open(self): ...\nclass Lid:\n    def open(self): ...\nclass Rim:\n    def open(self): ...\n");

/// The sure calls of `run` in a Python file after `head`, whose body is `body`.
fn python(head: &str, body: &str, expected: &[&str]) {
    let text = format!("from __future__ import annotations\nfrom shop import Box, Lid, Rim\n{head}\n{body}\n");
    sure(&[SHOP, ("use.py", text.as_str())], "run(", expected);
}

#[test]
fn a_loop_over_a_map_takes_its_keys() {
    python("", "def run(d: dict[Box, Lid]):\n    for x in d: x.open()", &["Box#open("]);
    python("", "def run(d: dict[Box, Lid]):\n    [x.open() for x in d.keys()]", &["Box#open("]);
    python("", "def run(d: dict[Box, Lid]):\n    for x in d.values(): x.open()", &["Lid#open("]);
    python("", "def run(d: dict[Box, Lid]):\n    for k, x in d.items(): x.open()", &["Lid#open("]);
    python("", "def run(d: dict[Box, Lid], k):\n    d[k].open()", &["Lid#open("]);
}

#[test]
fn a_loop_asks_the_iterator_and_an_index_the_item_method() {
    let head = "from typing import Iterator\nclass Both:\n    def __iter__(self) -> Iterator[Box]: ...\n    def __getitem__(self, i) -> Lid: ...\n\
                class Own:\n    def __iter__(self): return self\n    def __next__(self) -> Rim: ...\n";
    python(head, "def run(b: Both):\n    for x in b: x.open()", &["Box#open("]);
    python(head, "def run(b: Both):\n    b[0].open()", &["Lid#open("]);
    python(head, "def run(o: Own):\n    for x in o: x.open()", &["Rim#open("]);
}

#[test]
fn records_and_enumerations_are_known_by_place() {
    let head = "from enum import Enum\nfrom typing import NamedTuple, TypedDict\nclass Pair(NamedTuple):\n    a: Box\n    b: Lid\nclass Row(TypedDict):\n    \
                box: Box\n    lid: Lid\nclass Kind(Enum):\n    ONE = 1\n    def open(self): ...\n";
    python(head, "def run(p: Pair):\n    p[1].open()", &["Lid#open("]);
    python(head, "def run(p: Pair):\n    a, b = p\n    b.open()", &["Lid#open("]);
    python(head, "def run(r: Row):\n    r[\"lid\"].open()", &["Lid#open("]);
    python(head, "def run(p: tuple[Box, Lid]):\n    p[1].open()", &["Lid#open("]);
    python(head, "def run():\n    for k in Kind: k.open()", &["Kind#open("]);
    python(head, "def run():\n    Kind[\"ONE\"].open()", &["Kind#open("]);
}

#[test]
fn what_asyncio_is_handed_comes_back() {
    let head = "import asyncio\nfrom asyncio import gather\nasync def box() -> Box: ...\nasync def lid() -> Lid: ...\n";
    python(head, "def run():\n    asyncio.run(box()).open()", &["box(", "Box#open("]);
    python(head, "async def run():\n    a, b = await gather(box(), lid())\n    b.open()", &["box(", "lid(", "Lid#open("]);
    python(
        head,
        "async def run():\n    t = asyncio.create_task(box())\n    (await t).open()\n    t.result().open()",
        &["box(", "Box#open(", "Box#open("],
    );
    python(head, "def run(loop):\n    loop.run_until_complete(box()).open()", &["box(", "Box#open("]);
    let own = "from typing import Any, Generator\nclass Soon:\n    def __await__(self) -> Generator[Any, None, Box]: ...\n";
    python(own, "async def run(s: Soon):\n    (await s).open()", &["Box#open("]);
    let other = "def gather(x) -> Rim: ...\n";
    python(other, "def run(b: Box):\n    gather(b).open()", &["gather(", "Rim#open("]);
}

#[test]
fn functions_that_give_back_what_they_are_handed_keep_its_type() {
    let head = "import copy, dataclasses, functools\nfrom collections import defaultdict\n";
    python(head, "def run(b: Box):\n    dataclasses.replace(b).open()", &["Box#open("]);
    python(head, "def run(bs: list[Box]):\n    next((b for b in bs), None).open()", &["Box#open("]);
    python(head, "def run(b: Box):\n    type(b)().open()", &["Box#open("]);
    python(head, "def run(b: Box):\n    [*[b]][0].open()", &["Box#open("]);
    python(head, "def run(k):\n    d = defaultdict(Box)\n    d[k].open()", &["Box#open("]);
    python(head, "def run(bs: list[Box]):\n    sorted(bs, key=lambda it: it.open())", &["Box#open("]);
    python(head, "def run(bs: list[Box]):\n    list(map(lambda it: it.open(), bs))", &["Box#open("]);
    python(head, "def run(bs: list[Box]):\n    bs.sort(key=lambda it: it.open())", &["Box#open("]);
}

#[test]
fn a_class_that_an_assigned_call_is_handed_tells_what_the_attribute_is() {
    let head = "from typing import Callable, Iterable, TypeVar\nT = TypeVar(\"T\")\ndef build(c: type[T]) -> T: ...\ndef made(c: Callable[..., T]) -> T: ...\n\
                def first(xs: Iterable[T]) -> T: ...\n";
    let class = |value: &str| {
        format!("{head}class Holder:\n    def __init__(self, x):\n        self.it = {value}\n    def run(self):\n        self.it.open()\n")
    };
    python(&class("build(Lid)"), "", &["Lid#open("]);
    python(&class("made(Lid)"), "", &["Lid#open("]);
    python(head, "def run(bs: list[Lid]):\n    first(bs).open()", &["first(", "Lid#open("]);
}

#[test]
fn a_method_that_gives_its_receiver_gives_one_of_the_class_it_is_called_on() {
    let head = "from typing import Self\nclass Top:\n    def me(self): return self\n    def typed(self) -> Self: ...\n    @classmethod\n    def make(cls): return \
                cls()\n    def open(self): ...\nclass Sub(Top):\n    def open(self): ...\n    def only(self): ...\n";
    python(head, "def run(s: Sub):\n    s.me().only()", &["Top#me(", "Sub#only("]);
    python(head, "def run(s: Sub):\n    s.typed().open()", &["Top#typed(", "Sub#open("]);
    python(head, "def run():\n    Sub.make().open()", &["Top#make(", "Sub#open("]);
}

#[test]
fn in_front_of_a_method_its_name_means_what_it_does_outside() {
    let head = "class Keeper:\n    def list(self) -> list[Box]: ...\n";
    python(head, "def run(k: Keeper):\n    for b in k.list(): b.open()", &["Keeper#list(", "Box#open("]);
}

#[test]
fn of_a_union_the_first_type_is_meant_in_python_and_each_in_typescript() {
    let text = "from shop import Box, Lid\ndef run(b: Lid | Box):\n    b.open()\n";
    let found = calls(&[SHOP, ("use.py", text)], "run(");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(to, confidence)| (*confidence >= 0.5) == to.contains("Lid#")), "{found:?}");
    let text = "class Box { open() {} }\nclass Lid { open() {} }\nclass Other { open() {} }\nfunction run(b: Lid | Box) { b.open() }\n";
    sure(&[("use.ts", text)], "run(", &["Box#open(", "Lid#open("]);
}

const NODE: (&str, &str) =
    ("node.ts", "export class Node { go() {} nxt(): Node { return this } }\nexport class Other { go() {} }\nexport class Third { go() {} }\n");

/// The sure calls of `run` in a TypeScript file.
fn typescript(text: &str, expected: &[&str]) {
    let text = format!("import {{ Node, Other, Third }} from './node'\n{text}\n");
    sure(&[NODE, ("use.ts", text.as_str())], "run(", expected);
}

#[test]
fn a_test_of_ones_own_tells_the_type_of_what_it_is_called_with() {
    let head = "function isNode(x: unknown): x is Node { return true }\nfunction assertNode(x: unknown): asserts x is Node {}\nfunction full(x: unknown): \
                boolean { return true }\n";
    typescript(&format!("{head}function run(u: unknown) {{ if (isNode(u)) u.go() }}"), &["isNode(", "Node#go("]);
    typescript(&format!("{head}function run(u: unknown) {{ if (!isNode(u)) return; u.go() }}"), &["isNode(", "Node#go("]);
    typescript(&format!("{head}function run(u: unknown) {{ assertNode(u); u.go() }}"), &["assertNode(", "Node#go("]);
    typescript(&format!("{head}function run(u: Other) {{ if (full(u)) u.go() }}"), &["full(", "Other#go("]);
}

#[test]
fn members_that_a_type_only_signs_for_are_what_the_signature_says() {
    let head = "interface Dict { [k: string]: Node }\ntype Alias = { [k: string]: Node }\n";
    for declared in ["Dict", "Alias", "Record<string, Node>", "{ [k: string]: Node }"] {
        typescript(&format!("{head}function run(d: {declared}) {{ d.x.go() }}"), &["Node#go("]);
        typescript(&format!("{head}function run(d: {declared}) {{ d['x'].go() }}"), &["Node#go("]);
    }
    typescript(&format!("{head}function run(d: Dict, k: string) {{ d[k].go() }}"), &["Node#go("]);
}

#[test]
fn generators_reductions_and_types_of_classes_keep_what_they_hold() {
    let head = "function* gen() { yield new Node() }\nfunction mk<T>(c: new () => T): T { return new c() }\n";
    typescript(&format!("{head}function run() {{ for (const x of gen()) x.go() }}"), &["gen(", "Node#go("]);
    typescript(&format!("{head}function run(ns: Node[]) {{ ns.reduce((a, x) => a, new Node()).go() }}"), &["Node#", "Node#go("]);
    typescript(&format!("{head}function run() {{ mk(Node).go() }}"), &["mk(", "Node#go("]);
    typescript(&format!("{head}function run(x: InstanceType<typeof Node>) {{ x.go() }}"), &["Node#go("]);
    typescript(&format!("{head}function run() {{ const fs: Array<(x: Node) => void> = [x => x.go()] }}"), &["Node#go("]);
    typescript("class Keep { constructor(private o = new Node()) {} run() { this.o.go() } }", &["Node#go("]);
}

#[test]
fn doc_comments_tell_the_members_of_objects() {
    let head = "class Node { go() {} }\nclass Other { go() {} }\nclass Third { go() {} }\n";
    let js = |text: &str, expected: &[&str]| {
        let text = format!("{head}{text}\n");
        sure(&[("use.js", text.as_str())], "run(", expected);
    };
    js("/** @param {object} o\n * @param {Node} o.n text */\nfunction run(o) { o.n.go() }", &["Node#go("]);
    js("/** @param {object} o\n * @param {Node} o.n text */\nfunction run(o) { const { n } = o; n.go() }", &["Node#go("]);
    js("/** @param {object} options\n * @param {Node} options.n text */\nfunction run({ n }) { n.go() }", &["Node#go("]);
    js("/** @param {{ n: Node, m?: Other }} o */\nfunction run(o) { o.m.go() }", &["Other#go("]);
    js("/** @typedef {{ n: Node }} T */\n/** @param {T} t */\nfunction run(t) { t.n.go() }", &["Node#go("]);
    js("/** @typedef {Object} T\n * @property {Node} n */\n/** @param {T} t */\nfunction run(t) { t.n.go() }", &["Node#go("]);
    js("/** @param {() => Node} cb */\nfunction run(cb) { cb().go() }", &["Node#go("]);
    js("/** @callback Make\n * @returns {Node} */\n/** @param {Make} cb */\nfunction run(cb) { cb().go() }", &["Node#go("]);
    js("/** @param {object} o\n * @param {Node} o.n */\nfunction run(o) { return (o) => o.n.go() }", &[]);
}

#[test]
fn fields_of_a_record_that_change_places_change_what_a_place_means() {
    let record = |first: &str, second: &str| {
        format!("from typing import NamedTuple\nfrom shop import Box, Lid\n\n\nclass Pair(NamedTuple):\n    {first}\n    {second}\n")
    };
    let user = ("use.py", "from pair import Pair\n\n\ndef run(pair: Pair):\n    pair[0].open()\n");
    let before = record("box: Box", "lid: Lid");
    let repo = Repo::built(&[SHOP, ("pair.py", before.as_str()), user]);
    let opened = |repo: &Repo| {
        let rows = repo.rows("edges_call");
        rows.iter().map(|row| row["to"].as_str().unwrap().to_owned()).filter(|to| to.contains("#open(")).collect::<Vec<_>>()
    };
    assert!(opened(&repo).iter().all(|to| to.contains("Box#")) && opened(&repo).len() == 1, "{:?}", opened(&repo));
    repo.write("pair.py", record("lid: Lid", "box: Box"));
    repo.build();
    assert!(opened(&repo).iter().all(|to| to.contains("Lid#")) && opened(&repo).len() == 1, "{:?}", opened(&repo));
}

#[test]
fn what_a_collection_holds_is_no_value_of_the_language_where_nobody_knows_it() {
    let module = "class One:\n    def weigh(self): ...\n\n\nclass Two:\n    def weigh(self): ...\n\n\ndef kept(hooks):\n    hooks = hooks or {}\n    made = hooks.get(1)\n    \
                  made(2).weigh()\n\n\ndef taken():\n    return [].pop().weigh()\n\n\ndef counted(words):\n    return {}.get(1, \"\").split()\n";
    let repo = Repo::built(&[("a.py", module)]);
    let sites = repo.rows("sites");
    let ends: Vec<&str> =
        sites.iter().filter(|row| row["name"] == "weigh" && row["role"] == "call").map(|row| row["outcome"].as_str().unwrap()).collect();
    assert_eq!(ends, ["candidates", "candidates"], "{sites:#?}");
}

#[test]
fn a_test_for_a_class_keeps_what_is_known_to_be_held() {
    let tests = |test: &str| format!("def run(v: Box | list[Box] | Lid | None):\n    if {test}: v[0].open()");
    python("", &tests("isinstance(v, list)"), &["Box#open("]);
    python("", &tests("type(v) is list"), &["Box#open("]);
    python(
        "",
        "def run(v: Box | list[Box]):\n    if isinstance(v, list):\n        for x in v[1:]: x.open()\n    else: v.open()",
        &["Box#open(", "Box#open("],
    );
    python("", "def run(v: Lid | dict[str, Box]):\n    if not isinstance(v, dict): v.open()", &["Lid#open("]);
}

#[test]
fn a_value_of_the_class_of_the_receiver_is_one_of_its_class() {
    let head = "import collections.abc as c\nclass All(c.MutableMapping[str, str]):\n    def copy(self): return self.__class__(self.a)\n    def open(self): ...\nclass More(All):\n    def only(self): \
                ...\nclass Other:\n    def only(self): ...\n";
    python(head, "def run(a: All):\n    a.copy().open()", &["All#copy(", "All#open("]);
    python(head, "def run(a: More):\n    a.copy().only()", &["All#copy(", "More#only("]);
    python(head, "def run(a: All | c.Iterable[int] | None):\n    a.copy().open()", &["All#copy(", "All#open("]);
}
