//! What functions and members without a written result give, where it is of a type parameter: of the receiver, of a type below, or told by the arguments.

use crate::scoping::sure;

const BOX: &str = "class V { go() {} }\nclass W { go() {} }\nclass Box<T> {\n  arr: T[] = []; v!: T; m = new Map<string, T>();\n  one(): T { return this.v; }\n  b() { return this.v; }\n  a() { return this.arr[0]; }\n  c() { return this.m.get('x'); }\n  e() { return [this.v]; }\n  g() { return { v: this.v }; }\n  h() { return this.one(); }\n  async i() { return this.v; }\n  get j() { return this.v; }\n  l = () => this.v;\n  n() { return new Box<T>(); }\n  o() { return this; }\n  *r() { yield this.v; }\n}\nclass Sub extends Box<V> {}\n";

#[test]
fn a_result_that_is_not_written_has_what_the_receiver_gives_its_type() {
    for used in
        ["x.b()", "x.a()", "x.c()", "x.e()[0]", "x.g().v", "x.h()", "(await x.i())", "x.j", "x.l()", "x.n().one()", "x.o().b()", "[...x.r()][0]"]
    {
        for receiver in ["Box<V>", "Sub"] {
            let lib = format!("{BOX}async function run(x: {receiver}) {{\n  const y = {used};\n  y.go();\n}}\n");
            let found = crate::scoping::calls(&[("a.ts", lib.as_str())], "/run(");
            assert!(found.iter().any(|(to, confidence)| to.contains("V#go(") && *confidence >= 0.9), "{used} of {receiver}: {found:?}");
            assert!(!found.iter().any(|(to, _)| to.contains("W#go(")), "{used} of {receiver}: {found:?}");
        }
    }
    // Of whom nothing is known nothing is said.
    sure(&[("a.ts", format!("{BOX}function run<T>(x: Box<T>) {{ x.b().go(); }}\n").as_str())], "/run(", &["Box#b("]);
}

#[test]
fn within_a_type_below_its_own_value_has_the_arguments_that_are_written_there() {
    let lib = format!("{BOX}class Own extends Box<V> {{ t() {{ this.a().go(); this.j.go(); }} }}\n");
    sure(&[("a.ts", lib.as_str())], "Own#t(", &["Box#a(", "V#go(", "V#go("]);
}

#[test]
fn the_arguments_of_a_call_tell_what_is_given_without_a_word() {
    let of = |function: &str, call: &str| {
        let lib = format!("{BOX}{function}\nfunction run(b: Box<V>) {{ {call}.go(); }}\n");
        let found = crate::scoping::calls(&[("a.ts", lib.as_str())], "/run(");
        assert!(found.iter().any(|(to, confidence)| to.contains("V#go(") && *confidence >= 0.9), "{call}: {found:?}");
    };
    of("function f<T>(x: T[]) { return x[0]; }", "f([new V()])");
    of("function f<T>(x: Map<string, T>) { return x.get('a'); }", "f(new Map<string, V>())");
    of("function f<T>(x: T) { return { x }; }", "f(new V()).x");
    of("function f<T>(x: Box<T>) { return x.one(); }", "f(b)");
    of("const f = <T,>(x: T) => [x];", "f(new V())[0]");
}

#[test]
fn so_it_is_in_python() {
    let lib = "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass V:\n    def go(self): ...\nclass W:\n    def go(self): ...\nclass Box(Generic[T]):\n    def __init__(self, v: T, arr: list[T]):\n        self.v = v\n        self.arr: list[T] = arr\n    def one(self) -> T: ...\n    def a(self): return self.arr[0]\n    def c(self): return [self.v]\n    def e(self): return self.one()\n    def f(self):\n        x = self.v\n        return x\n    @property\n    def j(self): return self.v\n    def __iter__(self): return iter(self.arr)\n    def __enter__(self): return self.v\nclass Sub(Box[V]):\n    def own(self):\n        self.a().go()\n        self.j.go()\n        super().a().go()\ndef first(x: list[T]): return x[0]\ndef same(x: T): return x\n";
    let of = |used: &str, from: &str| {
        let source = format!("{lib}def run(b: Box[V], s: Sub):\n    {used}\n");
        let found = crate::scoping::calls(&[("lib.py", source.as_str())], from);
        assert!(found.iter().any(|(to, confidence)| to.contains("V#go(") && *confidence >= 0.9), "{used}: {found:?}");
        assert!(!found.iter().any(|(to, _)| to.contains("W#go(")), "{used}: {found:?}");
    };
    for receiver in ["b", "s"] {
        for used in [".a().go()", ".c()[0].go()", ".e().go()", ".f().go()", ".j.go()"] {
            of(&format!("{receiver}{used}"), "/run(");
        }
        of(&format!("for x in {receiver}: x.go()"), "/run(");
        of(&format!("with {receiver} as y: y.go()"), "/run(");
    }
    of("first([V()]).go()", "/run(");
    of("same(V()).go()", "/run(");
    of("pass", "Sub#own(");
}

#[test]
fn what_hands_on_its_own_value_gives_the_type_that_it_is_called_on() {
    let typescript = "class F {\n  f(): this { return this; }\n  g() { return this; }\n  h() { return this.f(); }\n  i() { return this.g(); }\n  get q() { return this.f(); }\n  k() { const x = this.g(); return x; }\n  m() { return [this.f()]; }\n  async n() { return this.f(); }\n  o(c: boolean) { return c ? this.f() : this; }\n  other(x: F) { return x; }\n  go() {}\n}\nclass S extends F { go() {} }\n";
    for (used, expected) in [
        ("s.h()", "S#go("),
        ("s.i()", "S#go("),
        ("s.q", "S#go("),
        ("s.k()", "S#go("),
        ("s.m()[0]", "S#go("),
        ("(await s.n())", "S#go("),
        ("s.o(true)", "S#go("),
        ("s.other(s)", "F#go("),
    ] {
        let lib = format!("{typescript}async function run(s: S) {{ {used}.go(); }}\n");
        let found = crate::scoping::calls(&[("a.ts", lib.as_str())], "/run(");
        let gone: Vec<_> = found.iter().filter(|(to, confidence)| to.contains("#go(") && *confidence >= 0.5).collect();
        assert!(gone.len() == 1 && gone[0].0.contains(expected), "{used}: {found:?}");
    }
    let python = "class F:\n    def g(self): return self\n    def i(self): return self.g()\n    @property\n    def q(self): return self.g()\n    def copy(self): return type(self)()\n    def s3(self):\n        new = self.copy()\n        new.x = 1\n        return new\n    @classmethod\n    def e(cls): return cls()\n    @classmethod\n    def e2(cls): return cls.e().g()\n    def other(self, x: 'F'): return x\n    def go(self): ...\nclass D(F):\n    def go(self): ...\n";
    for (used, expected) in [("d.i()", "D#go("), ("d.q", "D#go("), ("d.s3()", "D#go("), ("D.e2()", "D#go("), ("d.other(d)", "F#go(")] {
        let lib = format!("{python}def run(d: D):\n    {used}.go()\n");
        let found = crate::scoping::calls(&[("lib.py", lib.as_str())], "/run(");
        let gone: Vec<_> = found.iter().filter(|(to, confidence)| to.contains("#go(") && *confidence >= 0.5).collect();
        assert!(gone.len() == 1 && gone[0].0.contains(expected), "{used}: {found:?}");
    }
}
