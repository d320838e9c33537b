//! What Python methods make of what they are called on, and what is told of it.

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
