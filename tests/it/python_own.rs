//! What Python methods make of what they are called on, and what is told of it.

use crate::python_types::ends;
use crate::scoping::sure;

const CLASSES: &str = "import copy\n\n\nclass A:\n    def go1(self): ...\n    def m(self):\n";
const BELOW: &str = "\n\nclass B(A):\n    def go1(self): ...\n\n\ndef run(b: B):\n    b.m().go1()\n";

#[test]
fn what_a_method_makes_of_its_own_class_is_of_the_class_it_is_called_on() {
    for body in [
        "return self.__class__.__new__(self.__class__)",
        "o = type(self).__new__(type(self))\n        o.x = 1\n        return o",
        "return object.__new__(type(self))",
        "return copy.copy(self)",
        "klass = type(self)\n        return klass()",
        "klass = self.__class__\n        return klass()",
    ] {
        sure(&[("lib.py", &format!("{CLASSES}        {body}\n{BELOW}"))], "/run(", &["A#m(", "B#go1("]);
    }
    // Another class is what it is.
    sure(
        &[(
            "lib.py",
            &format!("{CLASSES}        klass = A\n        klass = C\n        return klass()\n{BELOW}\n\nclass C:\n    def go1(self): ...\n"),
        )],
        "/run(",
        &["A#m(", "C#go1("],
    );
}

#[test]
fn what_a_method_is_called_on_is_another_value_only_behind_its_assignment() {
    let text = "from typing import cast\n\n\nclass Base:\n    def send1(self): ...\n    def sub(self) -> \"Sub\": ...\n    def one(self, v):\n        self.send1()\n        if v:\n            self = cast(Sub, self)\n    def two(self, v):\n        if v:\n            self = cast(Sub, self)\n            self.send1()\n    def three(self):\n        self = self.sub()\n        self.send1()\n\n\nclass Sub(Base):\n    def send1(self): ...\n";
    sure(&[("lib.py", text)], "#one(", &["Base#send1("]);
    sure(&[("lib.py", text)], "#two(", &["Sub#send1("]);
    sure(&[("lib.py", text)], "#three(", &["Base#sub(", "Sub#send1("]);
}

#[test]
fn a_test_for_a_class_that_is_no_relative_leaves_both() {
    let text = "class Mix:\n    def mix1(self): ...\n\n\nclass Own:\n    def own1(self): ...\n    def one(self):\n        if isinstance(self, Mix):\n            self.own1()\n            self.mix1()\n\n\ndef two(x: Own):\n    assert isinstance(x, Mix)\n    x.own1()\n    x.mix1()\n";
    sure(&[("lib.py", text)], "#one(", &["Mix#mix1(", "Own#own1("]);
    sure(&[("lib.py", text)], "/two(", &["Mix#mix1(", "Own#own1("]);
}

#[test]
fn a_number_in_front_of_an_operator_is_answered_by_what_stands_behind_it() {
    let text = "class Quantity:\n    def to1(self): ...\n\n\nclass Unit:\n    def __mul__(self, o) -> Quantity: ...\n    __rmul__ = __mul__\n    def __radd__(self, o) -> Quantity: ...\n    def run(self):\n        (1 * self).to1()\n        (2 * 3 * self).to1()\n        (1.5 + self).to1()\n";
    sure(&[("lib.py", text)], "#run(", &["Quantity#to1("; 3]);
}

#[test]
fn a_class_answers_for_members_that_it_has_none_of() {
    let text = "class Ex:\n    def alias1(self): ...\n\n\nclass Other:\n    def alias1(self): ...\n\n\nclass Fn:\n    def __init__(self, n): ...\n    def __getattr__(self, name): return Fn(name)\n    def __call__(self, *a): return Ex()\n\n\ndef run(fn: Fn):\n    fn.COUNT(1).alias1()\n";
    sure(&[("lib.py", text)], "/run(", &["Ex#alias1("]);
}

#[test]
fn a_class_may_bear_the_name_of_a_class_of_the_module() {
    let text = "from typing import TypeAlias\n\n\nclass Quantity:\n    def to1(self): ...\n\n\nclass Registry:\n    Quantity: TypeAlias = Quantity\n\n\nclass Other:\n    def to1(self): ...\n\n\ndef run(r: Registry):\n    r.Quantity(1).to1()\n";
    sure(&[("lib.py", text)], "/run(", &["Quantity#to1(", "Quantity"]);
}

#[test]
fn of_a_function_that_the_branches_of_a_module_define_the_first_is_the_likelier() {
    let text = "FLAG = len('x')\nif FLAG:\n    def paths1(x): return 1\nelse:\n    def paths1(x): return 2\n\n\ndef run():\n    return paths1(1)\n";
    sure(&[("lib.py", text)], "/run(", &["paths1()."]);
}

#[test]
fn below_a_base_that_nothing_is_known_of_a_member_may_be_anywhere() {
    let text = "from outside import make\n\n\ndef build(base):\n    class Under(base):\n        def run(self): self.nope1()\n    return Under\n\n\nclass Known:\n    def run(self): self.nope2()\n";
    assert_eq!(ends(&[("lib.py", text)], "nope1"), ["call unresolved receiver-unknown"]);
    assert_eq!(ends(&[("lib.py", text)], "nope2"), ["call unresolved no-such-member"]);
}

#[test]
fn a_function_gives_what_its_variable_was_given_and_not_what_it_may_hold() {
    let text = "class Base:\n    def send1(self): ...\n\n\nclass Resp(Base):\n    def send1(self): ...\n    def eof1(self): ...\n\n\ndef one(r: Base):\n    r = Resp()\n    return r\n\n\ndef two():\n    x: Base = Resp()\n    return x\n\n\ndef three(unknown):\n    x: Base = unknown()\n    return x\n\n\ndef run():\n    one(Base()).eof1()\n    two().send1()\n    three(1).send1()\n";
    sure(&[("lib.py", text)], "/run(", &["/one(", "/two(", "/three(", "Base#", "Resp#eof1(", "Resp#send1(", "Base#send1("]);
}

#[test]
fn what_the_library_picks_and_maps_is_what_it_was_handed() {
    let text = "import heapq\nimport random\n\n\nclass V:\n    def hit1(self): ...\n\n\nclass W:\n    def hit1(self): ...\n\n\ndef make(i) -> V: ...\n\n\ndef run(vs: list[V]):\n    heapq.heappop(vs).hit1()\n    heapq.nlargest(2, vs)[0].hit1()\n    random.choice(vs).hit1()\n    list(map(make, [1]))[0].hit1()\n    for v in map(lambda v: v, vs):\n        v.hit1()\n";
    sure(&[("lib.py", text)], "/run(", &["V#hit1("; 5]);
}

#[test]
fn a_value_of_the_class_of_another_one_is_of_that_class() {
    let text = "class V:\n    def up(self): ...\n    def one(self, other):\n        if not isinstance(other, type(self)):\n            return NotImplemented\n        \
                other.up()\n    def two(self, other):\n        if type(other) is not type(self):\n            return\n        other.up()\n\n\nclass W:\n    def up(self): \
                ...\n\n\ndef three(x):\n    v = V()\n    assert isinstance(x, type(v))\n    x.up()\ndef four(x):\n    if x.__class__ is V:\n        x.up()\ndef five(x):\n    \
                if type(x) != W:\n        return\n    x.up()\n";
    let files = [("a.py", text)];
    for (from, expected) in [("/V#one(", "/V#up()."), ("/V#two(", "/V#up()."), ("/four(", "/V#up()."), ("/five(", "/W#up().")] {
        sure(&files, from, &[expected]);
    }
    sure(&files, "/three(", &["/V#", "/V#up()."]);
}

#[test]
fn the_fixtures_of_listed_modules_fill_parameters_as_those_of_the_folder_do() {
    let fix = "import pytest\nclass V:\n    def go(self): ...\n@pytest.fixture\ndef plug() -> V: ...\ndef plain() -> V: ...\n";
    let test = "def test_a(plug): plug.go()\ndef test_b(plain): plain.go()\n";
    for list in ["pytest_plugins = [\"pkg.fix\"]\n", "pytest_plugins = \"pkg.fix\"\n", "pytest_plugins = (\"other\", \"pkg.fix\")\n"] {
        let files = [
            ("pkg/__init__.py", ""),
            ("pkg/fix.py", fix),
            ("pkg/more.py", "class W:\n    def go(self): ...\n"),
            ("tests/conftest.py", list),
            ("tests/test_a.py", test),
        ];
        sure(&files, "/test_a(", &["V#go("]);
        sure(&files, "/test_b(", &[]);
        let imports = crate::support::Repo::built(&files).rows("edges_import");
        assert!(imports.iter().any(|row| row["from"] == "file:tests/conftest.py" && row["to"] == "file:pkg/fix.py"), "{imports:#?}");
    }
}
