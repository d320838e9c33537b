//! What decorators make of the functions of Python, by what they declare to give back.

use crate::scoping::{calls, sure};

const HEAD: &str = "from functools import wraps\nfrom typing import Any, Awaitable, Callable, Generic, ParamSpec, TypeVar\nfrom other import W\nP = ParamSpec('P')\nR = TypeVar('R')\nF = \
                    TypeVar('F', bound=Callable[..., 'Z'])\nclass A:\n    def go(self): pass\n    def only(self): pass\nclass Z:\n    def go(self): pass\nclass Box(Generic[R]):\n    def get(self) -> R: \
                    ...\n    def go(self): pass\n";

const OTHER: &str = "from typing import Callable, TypeVar\nW = TypeVar('W', bound=Callable[..., int])\n";

/// Where `.go()` of what calls, and reads, of decorated functions give leads.
fn go(body: &str, expected: &str) {
    let lib = format!("{HEAD}{body}");
    let files = [("lib.py", lib.as_str()), ("other.py", OTHER)];
    let found: Vec<String> = calls(&files, "/run(").into_iter().filter(|(to, at)| to.contains("#go(") && *at >= 0.5).map(|(to, _)| to).collect();
    assert!(if expected.is_empty() { found.is_empty() } else { found.len() == 1 && found[0].contains(expected) }, "{body} {found:?}");
}

#[test]
fn a_function_gives_what_its_decorator_declares() {
    for (decorator, expected) in [
        ("def d(f) -> Callable[..., Z]: ...\n", "/Z#"),
        ("def d(f: Callable[P, R]) -> Callable[P, Box[R]]: ...\n", "/Box#"),
        ("def d(f: Callable[P, R]) -> Callable[P, R]: ...\n", "/A#"),
        ("def d(f: F) -> F: ...\n", "/A#"),
        ("def d(f: W) -> W: ...\n", "/A#"),
        ("def d(f: Callable[..., Any]) -> Callable[..., Any]: ...\n", "/A#"),
        ("def d(f) -> Callable: ...\n", "/A#"),
        ("def d(f):\n    @wraps(f)\n    def inner(*args) -> Z: ...\n    return inner\n", "/A#"),
        ("class d:\n    def __init__(self, f): ...\n    def __call__(self) -> Z: ...\n", "/Z#"),
        ("class D:\n    def __call__(self, f) -> Callable[..., Z]: ...\nd = D()\n", "/Z#"),
    ] {
        go(&format!("{decorator}@d\ndef f() -> A: ...\ndef run():\n    f().go()\n"), expected);
        go(&format!("{decorator}class K:\n    @d\n    def f(self): return A()\ndef run(k: K):\n    k.f().go()\n"), expected);
    }
}

#[test]
fn a_decorator_that_a_call_makes_gives_what_that_declares() {
    for (decorator, expected) in [
        ("def d(n) -> Callable[[Callable[P, R]], Callable[P, Z]]: ...\n", "/Z#"),
        ("def d(n) -> Callable[[Callable[P, R]], Callable[P, Box[R]]]: ...\n", "/Box#"),
        ("def d(n) -> Callable[[F], F]: ...\n", "/A#"),
        ("def d(n) -> Callable[[W], W]: ...\n", "/A#"),
        ("def d(n) -> Callable[[Callable[..., Any]], Box[Z]]: ...\nBox.__call__ = None\n", ""),
        ("Deco = Callable[[F], F]\ndef d(n) -> Deco: ...\n", "/A#"),
        ("Deco = Callable[[Callable[P, R]], Callable[P, Z]]\ndef d(n) -> Deco: ...\n", "/Z#"),
        ("def d(n):\n    def inner(f) -> Callable[..., Z]: ...\n    return inner\n", "/Z#"),
    ] {
        go(&format!("{decorator}@d(1)\ndef f() -> A: ...\ndef run():\n    f().go()\n"), expected);
    }
}

#[test]
fn what_a_decorator_puts_around_a_result_holds_it() {
    go("def d(f: Callable[P, R]) -> Callable[P, Box[R]]: ...\n@d\ndef f() -> A: ...\ndef run():\n    f().get().go()\n", "/A#");
    go("def d(f: Callable[P, R]) -> Callable[P, list[R]]: ...\n@d\ndef f() -> A: ...\ndef run():\n    f()[0].go()\n", "/A#");
    go("def d(n) -> Callable[[Callable[P, R]], Callable[P, Box[R]]]: ...\n@d(1)\ndef f() -> A: ...\ndef run():\n    f().get().go()\n", "/A#");
}

#[test]
fn decorators_are_applied_from_the_innermost_on() {
    let to_z =
        "def z(f) -> Callable[..., Z]: ...\ndef boxed(f: Callable[P, R]) -> Callable[P, Box[R]]: ...\ndef same(f: F) -> F: ...\nimport outside\n";
    go(&format!("{to_z}@boxed\n@z\ndef f() -> A: ...\ndef run():\n    f().get().go()\n"), "/Z#");
    go(&format!("{to_z}@z\n@boxed\ndef f() -> A: ...\ndef run():\n    f().go()\n"), "/Z#");
    go(&format!("{to_z}@same\n@boxed\ndef f() -> A: ...\ndef run():\n    f().go()\n"), "/Box#");
    go(&format!("{to_z}@outside.thing\n@boxed\ndef f() -> A: ...\ndef run():\n    f().go()\n"), "/Box#");
}

#[test]
fn a_property_gives_what_the_decorators_below_it_make_of_its_function() {
    let to_z = "def z(f) -> Callable[..., Z]: ...\n";
    go(&format!("{to_z}class K:\n    @property\n    @z\n    def p(self): return A()\ndef run(k: K):\n    k.p.go()\n"), "/Z#");
    go("class K:\n    @property\n    def p(self): return A()\ndef run(k: K):\n    k.p.go()\n", "/A#");
    let own = "class property:\n    def __init__(self, f): self.f = f\n    def __get__(self, o, t=None) -> Z: ...\n";
    go(&format!("{own}class K:\n    @property\n    def p(self): return A()\ndef run(k: K):\n    k.p.go()\n"), "/Z#");
    let lazy = "class lazy_property:\n    def __init__(self, f): self.f = f\n    def __get__(self, o, t=None):\n        if o is None: return self\n        return self.f(o)\n";
    go(&format!("{lazy}class K:\n    @lazy_property\n    def p(self): return A()\ndef run(k: K):\n    k.p.go()\n"), "/A#");
}

#[test]
fn an_awaited_function_gives_what_it_did_where_its_decorator_hands_that_on() {
    let hands_on = "def d(f: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]: ...\n@d\nasync def f() -> A: ...\n";
    go(&format!("{hands_on}async def run():\n    (await f()).go()\n"), "/A#");
    let other = "def d(f: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[Z]]: ...\n@d\nasync def f() -> A: ...\n";
    go(&format!("{other}async def run():\n    (await f()).go()\n"), "/Z#");
}

#[test]
fn what_is_called_is_the_function_itself_whatever_its_decorator_makes_of_it() {
    let lib = format!("{HEAD}def d(f) -> Callable[..., Z]: ...\n@d\ndef f() -> A: ...\ndef run():\n    f().go()\n");
    sure(&[("lib.py", &lib), ("other.py", OTHER)], "/run(", &["/f(", "Z#go("]);
}
