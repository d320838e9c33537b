//! Python: other names for types that take arguments, and tests of what a class is.

use crate::scoping::sure;
use crate::support::Repo;

const CLASSES: &str = "from typing import Annotated, Callable, Dict, Generic, List, Optional, Type, TypeVar, Union\nimport inspect\nT = TypeVar(\"T\")\nclass V:\n    def \
                       go(self): ...\n    @classmethod\n    def mk(cls): ...\nclass W:\n    def go(self): ...\n    @classmethod\n    def mk(cls): ...\n";

fn leads(more: &str, from: &str, expected: &[&str]) {
    sure(&[("lib.py", format!("{CLASSES}{more}").as_str())], from, expected);
}

#[test]
fn another_name_for_a_type_takes_what_stands_behind_it() {
    let aliases = "Opt = Optional[T]\nUn = Union[T, None]\nBoth = Union[T, List[T]]\nL = List[T]\nD = Dict[str, T]\nCb = Callable[[], T]\nAn = Annotated[T, 1]\nPipe = T | \
                   None\n";
    for (name, used) in [
        ("Opt", "x.go()"),
        ("Un", "x.go()"),
        ("Both", "x.go()"),
        ("An", "x.go()"),
        ("Pipe", "x.go()"),
        ("L", "x[0].go()"),
        ("D", "x['a'].go()"),
        ("Cb", "x().go()"),
    ] {
        leads(&format!("{aliases}def run(x: {name}[V]):\n    {used}\n"), "/run(", &["V#go("]);
    }
    leads(
        &format!("{aliases}class Box(Generic[T]):\n    def opt(self) -> Opt[T]: ...\ndef run(x: Box[V]):\n    x.opt().go()\n"),
        "/run(",
        &["Box#opt(", "V#go("],
    );
    // In the order in which they first come, texts among them; without arguments it is what bounds say.
    let bound = "M = TypeVar('M', bound='V')\nclass Sub(V):\n    def only(self): ...\nRel = Union['List[M]', M]\nTwo = Dict[T, M]\n";
    leads(&format!("{bound}def run(x: Rel[Sub], y: Two[int, Sub]):\n    x.only()\n    y[1].only()\n"), "/run(", &["Sub#only(", "Sub#only("]);
    leads(&format!("{bound}def run(x: Rel):\n    x.go()\n"), "/run(", &["V#go("]);
}

#[test]
fn a_class_that_was_tested_for_being_below_another_is_one() {
    leads("def run(it):\n    if issubclass(it, V): it.mk()\n", "/run(", &["V#mk("]);
    leads(
        "def run(it: object):\n    if isinstance(it, type) and issubclass(it, V):\n        it.mk()\n        it().go()\n",
        "/run(",
        &["V#mk(", "V#go("],
    );
    leads("def run(it):\n    if not inspect.isclass(it) or not issubclass(it, V): return\n    it.mk()\n", "/run(", &["V#mk("]);
    leads(
        "def run(mod):\n    for n, it in inspect.getmembers(mod, inspect.isclass):\n        if issubclass(it, V) and it is not V: it.mk()\n",
        "/run(",
        &["V#mk("],
    );
    leads("def run(it: Type[W]):\n    if issubclass(it, V): return\n    it.mk()\n", "/run(", &["W#mk("]);
}

#[test]
fn a_class_has_more_than_its_metaclass_tells() {
    let lib = "class M(type):\n    def reg(cls): return cls.mk()\nclass K(metaclass=M):\n    @classmethod\n    def mk(cls): ...\nclass Plain:\n    def reg(self): return self.mk()\n";
    let rows = Repo::built(&[("lib.py", lib)]).rows("sites");
    let reasons: Vec<&str> = rows.iter().filter(|row| row["name"] == "mk").filter_map(|row| row["reason"].as_str()).collect();
    assert_eq!(reasons, ["receiver-unknown", "no-such-member"]);
}

#[test]
fn a_program_that_nobody_installs_imports_what_lies_beside_it() {
    let files = [
        ("pyproject.toml", "[project]\nname = \"pkg\"\ndependencies = [\"redis\"]\n"),
        ("pkg/__init__.py", ""),
        ("pkg/redis.py", "import redis\ndef own(): redis.own()\n"),
        ("pkg/yaml.py", "def own(): ...\n"),
        ("pkg/load.py", "import yaml\ndef load(): yaml.own()\n"),
        ("examples/aio/__init__.py", ""),
        ("examples/aio/models.py", "class Users:\n    def go(self): ...\n"),
        ("examples/aio/main.py", "from models import Users\ndef main(): Users().go()\n"),
        ("examples/aio/redis.py", "import redis\ndef run(): redis.run()\n"),
    ];
    sure(&files, "/main(", &["/Users#", "Users#go("]);
    // What an installed package names counts from the roots alone, what is declared is that, and no file imports itself.
    sure(&files, "/load(", &[]);
    sure(&files, "/own(", &[]);
    sure(&files, "/run(", &[]);
}

#[test]
fn a_function_without_a_name_takes_what_the_place_wants_that_takes_it() {
    let takers = "from typing import Any\nR = TypeVar('R')\ndef f1(f: Callable[[V], Any]): ...\ndef f2(f: Optional[Callable[[V], Any]] = None): ...\ndef f3(x: T, f: Callable[[T], R]) -> R: ...\ndef f4(n: int, *, f: Callable[[List[V]], Any]): ...\ndef f5(*fs: Callable[[V], Any]): ...\nCb = Callable[[V], Any]\ndef f6(f: Cb): ...\ndef untold(f, x): ...\nclass C(Generic[T]):\n    v: T\n    def m1(self, f: Callable[[T], Any]): ...\n    @classmethod\n    def c(cls, f: Callable[[V], Any]): ...\nclass K:\n    def __init__(self, f: Callable[[V], Any]): ...\n";
    for used in [
        "f1(lambda it: it.go())",
        "f1(f=lambda it: it.go())",
        "f2(lambda it: it.go())",
        "f3(V(), lambda it: it.go())",
        "f4(1, f=lambda all: all[0].go())",
        "f5(f1, lambda it: it.go())",
        "f6(lambda it: it.go())",
        "C.c(lambda it: it.go())",
        "c.m1(lambda it: it.go())",
        "K(lambda it: it.go())",
        "h: Callable[[V], Any] = lambda it: it.go()",
    ] {
        let lib = format!("{CLASSES}{takers}def run(c: C[V]):\n    {used}\n");
        let found = crate::scoping::calls(&[("lib.py", lib.as_str())], "/run(");
        assert!(found.iter().any(|(to, confidence)| to.contains("V#go(") && *confidence >= 0.9), "{used}: {found:?}");
        assert!(!found.iter().any(|(to, _)| to.contains("W#go(")), "{used}: {found:?}");
    }
    leads(&format!("{takers}def run() -> Callable[[V], Any]:\n    return lambda it: it.go()\n"), "/run(", &["V#go("]);
    let lib = format!("{CLASSES}{takers}def run():\n    untold(lambda it: it.go(), 1)\n");
    assert!(crate::scoping::calls(&[("lib.py", lib.as_str())], "/run(").iter().all(|(to, confidence)| !to.contains("#go(") || *confidence < 0.5));
}
