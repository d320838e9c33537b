//! What Python's own words say of types: `Self`, `super()`, `with`, a name that stands in for a failed import, another name for a foreign type.

use crate::scoping::{calls, sure};
use crate::support::Repo;

#[test]
fn self_of_a_module_of_types_is_the_class_that_is_called_on() {
    let lib = "import typing as t\nif t.TYPE_CHECKING:\n    import typing_extensions as te\nclass Base:\n    @classmethod\n    def make(cls) -> te.Self: ...\n    def \
               more(self) -> t.Self: ...\nclass Derived(Base):\n    def only(self): pass\nclass Other:\n    def only(self): pass\ndef run():\n    \
               Derived.make().more().only()\n";
    sure(&[("lib.py", lib)], "/run(", &["Base#make(", "Base#more(", "Derived#only("]);
}

#[test]
fn super_looks_in_the_order_of_the_class_that_it_is_asked_from_or_that_is_named() {
    let lib = "import abc\nclass Top(abc.ABC):\n    def collect(self): pass\nclass File(Top, abc.ABC):\n    def other(self): pass\nclass Mixin(Top):\n    def \
               collect(self): pass\nclass Module(File, Mixin):\n    def collect(self):\n        super().collect()\n    def beyond(self):\n        super(Mixin, \
               self).collect()\n";
    sure(&[("lib.py", lib)], "Module#collect(", &["Mixin#collect("]);
    sure(&[("lib.py", lib)], "Module#beyond(", &["Top#collect("]);
}

#[test]
fn what_with_binds_is_what_is_entered_and_what_is_handed_to_it_where_that_closes() {
    let lib = "import abc\nfrom contextlib import closing\nclass Trace:\n    def cut(self): pass\nclass Info:\n    @property\n    def trace(self) -> Trace: ...\nclass \
               Raises(abc.ABC):\n    def __enter__(self) -> Info: ...\nclass Stream:\n    def read(self): pass\nclass Other:\n    def cut(self): pass\n    def \
               read(self): pass\ndef entered():\n    with Raises() as info:\n        info.trace.cut()\ndef closed():\n    with closing(Stream()) as stream:\n        \
               stream.read()\n";
    sure(&[("lib.py", lib)], "/entered(", &["/Raises#", "Trace#cut("]);
    sure(&[("lib.py", lib)], "/closed(", &["/Stream#", "Stream#read("]);
}

#[test]
fn a_name_that_stands_in_for_a_failed_import_is_what_the_import_brings() {
    let lib = "try:\n    from outside import thing\nexcept ImportError:\n    thing = None\ntry:\n    from . import own\nexcept ImportError:\n    own = None\ndef \
               run():\n    thing()\n    own.go()\n";
    let files = [
        ("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"outside\"]\n"),
        ("q/__init__.py", ""),
        ("q/own.py", "def go(): pass\n"),
        ("q/lib.py", lib),
    ];
    sure(&files, "/run(", &["/go("]);
    let repo = Repo::built(&files);
    let of = |name: &str| -> Vec<String> {
        let sites = repo.rows("sites").into_iter().filter(|row| row["name"] == name && row["role"] != "import");
        sites.map(|row| format!("{} {}", row["role"].as_str().unwrap(), row["outcome"].as_str().unwrap())).collect()
    };
    assert_eq!(of("thing"), ["call external"]);
    assert!(repo.rows("edges_usage").iter().all(|row| !row["to"].as_str().unwrap().ends_with("/own.")));
}

#[test]
fn another_name_for_a_type_of_a_package_takes_its_arguments() {
    let lib = "import asyncio\nFuture = asyncio.Future\n";
    let uses = "from lib import Future\nclass Response:\n    def close(self): pass\nclass Other:\n    def close(self): pass\nclass Client:\n    def fetch(self) -> \
                \"Future[Response]\": ...\nasync def run(client: Client):\n    response = await client.fetch()\n    response.close()\n";
    let files = [("lib.py", lib), ("uses.py", uses)];
    sure(&files, "/run(", &["Client#fetch(", "Response#close("]);
    assert!(calls(&files, "/run(").iter().all(|(to, _)| !to.contains("Other#")));
}

#[test]
fn a_function_that_may_stand_in_for_a_declared_parameter_is_one_of_what_it_may_hold() {
    let lib = "import typing as t\ndef run(log: t.Optional[t.Callable] = None):\n    if log is None:\n        def log(text): pass\n    log('x')\ndef plain(log=None):\n    \
               def log(text): pass\n    log('x')\n";
    sure(&[("lib.py", lib)], "/run(", &[]);
    assert_eq!(calls(&[("lib.py", lib)], "/run(").len(), 1, "a candidate");
    sure(&[("lib.py", lib)], "/plain(", &["log("]);
}

/// How the sites of a name end: `role end`, with what the end leads to outside.
pub fn ends(files: &[(&str, &str)], name: &str) -> Vec<String> {
    let sites = Repo::built(files).rows("sites").into_iter().filter(|row| row["name"] == name);
    sites
        .map(|row| format!("{} {} {}", row["role"].as_str().unwrap(), row["outcome"].as_str().unwrap(), row["reason"].as_str().unwrap_or("")))
        .collect()
}

#[test]
fn what_every_value_and_every_property_has_is_of_the_language() {
    let lib = "class A:\n    @property\n    def v(self) -> 'A': return self\n    @v.setter\n    def v(self, x): pass\n    def n(self): return \
               self.__class__.__name__, self.__dict__\ndef run(it): return A.__module__, it.__doc__, it.nothing_of_that_name\n";
    let files = [("lib.py", lib)];
    assert_eq!(ends(&files, "setter"), ["decorator external builtin"]);
    for name in ["__class__", "__name__", "__dict__", "__module__", "__doc__"] {
        assert_eq!(ends(&files, name), ["read external builtin"], "{name}");
    }
    let own = "class Row:\n    __doc__ = None\ndef run(): return Row.__doc__, Row.gone\n";
    assert!(ends(&[("own.py", own)], "__doc__").contains(&"read resolved ".to_owned()));
    assert_eq!(ends(&[("own.py", own)], "gone"), ["read unresolved no-such-member"]);
}

#[test]
fn what_is_sent_into_a_generator_gives_what_it_yields() {
    let lib = "from typing import Generator\nclass Box:\n    def open(self): pass\nclass Lid:\n    def open(self): pass\ndef flow(b: Box) -> Generator[Box, Lid, None]:\n    \
               yield b\ndef run(b: Box):\n    flow(b).send(None).open()\n";
    sure(&[("lib.py", lib)], "/run(", &["/flow(", "Box#open("]);
}

#[test]
fn a_field_of_a_test_or_of_what_outsiders_gave_is_a_candidate() {
    let test = "class TestIO:\n    def setup(self):\n        self.dtype = 1\ndef test_it(it):\n    return it.dtype\n";
    let lib = "class Table:\n    def __init__(self):\n        self.width = 1\ndef known(it): return it.width\ndef given(f):\n    it = f()\n    return it.width\n";
    let files = [("tests/test_io.py", test), ("lib.py", lib)];
    let repo = Repo::built(&files);
    let usages = repo.rows("edges_usage");
    let of = |from: &str| -> Vec<bool> {
        let rows = usages.iter().filter(|row| row["from"].as_str().unwrap().contains(from));
        rows.map(|row| row["confidence"].as_f64().unwrap() >= 0.5).collect()
    };
    assert_eq!(of("/test_it("), [false]);
    assert_eq!(of("/given("), [false]);
    assert_eq!(of("/known("), [true]);
}

#[test]
fn what_is_put_on_the_class_of_a_value_names_no_type() {
    let lib = "class A:\n    count = 0\n    def set(self):\n        type(self).count = 1\n        self.set()\nclass B:\n    count = 0\ndef make(protocol: A):\n    type(protocol).count = \
               A()\n    protocol.set()\ntype Alias = A\ntype Pair[T] = tuple[T, A]\ndef run(it: Alias, pair: Pair[int]):\n    it.set()\n";
    let files = [("lib.py", lib)];
    sure(&files, "A#set(", &["A#set("]);
    sure(&files, "/make(", &["/A#", "A#set("]);
    sure(&files, "/run(", &["A#set("]);
    assert_eq!(ends(&files, "count"), ["write resolved ", "write resolved "]);
    let repo = Repo::built(&files);
    let names: Vec<String> = repo.rows("symbols").iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
    assert!(!names.contains(&"protocol".to_owned()) && !names.contains(&"self".to_owned()), "{names:?}");
}

#[test]
fn what_new_is_asked_for_is_an_instance_of_the_class_that_it_is_handed() {
    let lib = "class P:\n    def __new__(cls, *a):\n        self = super().__new__(cls)\n        self.use()\n        return self\n    def child(self):\n        one = \
               object.__new__(self.__class__)\n        one.use()\n        two = self.__class__.__new__(type(self))\n        two.use()\n        return one\n    @classmethod\n    def \
               alt(cls):\n        return cls.__new__(cls)\n    def use(self): ...\nclass Sub(P):\n    def only(self): ...\nclass Rival:\n    def use(self): ...\n    def only(self): \
               ...\ndef run(other: P):\n    P.__new__(P).use()\n    object.__new__(type(other)).use()\n    Sub.alt().only()\n    other.child().use()\n";
    let files = [("lib.py", lib)];
    sure(&files, "P#__new__(", &["P#use("]);
    sure(&files, "P#child(", &["P#__new__(", "P#use(", "P#use("]);
    let found = calls(&files, "/run(");
    let of = |name: &str| -> Vec<&str> {
        found.iter().filter(|(to, confidence)| to.contains(name) && *confidence >= 0.5).map(|(to, _)| to.as_str()).collect()
    };
    assert!(of("#use(").len() == 3 && of("#use(").iter().all(|to| to.contains("P#")), "{found:?}");
    assert!(of("#only(").len() == 1 && of("#only(")[0].contains("Sub#"), "{found:?}");
}

#[test]
fn what_the_other_branch_imports_from_outside_comes_before_what_stands_in_for_it() {
    let lib = "import sys\nfrom typing import TYPE_CHECKING, Any\nif sys.version_info >= (3, 11):\n    from tempfile import Spooled\nelse:\n    class Spooled:\n        def close(self): \
               ...\nif sys.version_info < (3, 9):\n    class Late: ...\nelse:\n    from tempfile import Late\ntry:\n    from ssl import Context\nexcept ImportError:\n    Context = \
               object\nif TYPE_CHECKING:\n    from typing import Held\nelse:\n    Held = Any\ntry:\n    import simple as notation\nexcept ImportError:\n    class notation:\n        \
               @staticmethod\n        def dumps(o): ...\ndef run(y: Context, z: Held):\n    Spooled().close()\n    Late()\n    notation.dumps(1)\n";
    let uses = "from lib import Spooled, notation\ndef use():\n    Spooled().close()\n    notation.dumps(1)\n";
    let files = [("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"simple\"]\n"), ("lib.py", lib), ("uses.py", uses)];
    for from in ["/run(", "/use("] {
        let found = calls(&files, from);
        assert!(found.is_empty(), "{found:?}");
    }
    for name in ["Context", "Held"] {
        let found = ends(&files, name);
        assert!(found.iter().any(|it| it.starts_with("type external")), "{found:?}");
    }
}

#[test]
fn of_branches_by_version_system_and_checker_the_one_that_is_checked_today_is_meant() {
    let lib = "import sys, os\nfrom typing import TYPE_CHECKING\nclass New:\n    def go(self): ...\nclass Old:\n    def go(self): ...\nif sys.version_info >= (3, 9):\n    def \
               ver() -> New: ...\nelse:\n    def ver() -> Old: ...\nif sys.version_info < (3, 9):\n    stamp = print\nelse:\n    def stamp() -> New: ...\nif sys.platform == 'win32':\n    \
               def plat() -> Old: ...\nelse:\n    def plat() -> New: ...\nif os.name != 'nt':\n    def named() -> New: ...\nelse:\n    def named() -> Old: ...\nclass K:\n    if \
               TYPE_CHECKING:\n        def m(self) -> New: ...\n    else:\n        def m(self): return Old()\n";
    let uses = "from lib import ver, stamp, plat, named, K\ndef use(k: K):\n    ver().go()\n    stamp().go()\n    plat().go()\n    named().go()\n    k.m().go()\n";
    let found = calls(&[("lib.py", lib), ("uses.py", uses)], "/use(");
    let sure: Vec<&str> = found.iter().filter(|(to, confidence)| to.contains("#go()") && *confidence >= 0.5).map(|(to, _)| to.as_str()).collect();
    assert!(sure.len() == 5 && sure.iter().all(|to| to.contains("New#")), "{found:?}");
    assert!(found.iter().filter(|(to, confidence)| !to.contains("#go()") && *confidence >= 0.5).count() == 5, "{found:?}");
}

#[test]
fn what_is_defined_where_nothing_else_is_tried_first_is_meant_beside_an_import() {
    let lib = "import sys\nFAST = True\nif FAST:\n    from outside import quick\nelse:\n    def quick(): ...\ntry:\n    def slow(): ...\nexcept ImportError:\n    from outside import \
               slow\ntry:\n    from .near import close\nexcept ImportError:\n    def close(): ...\ndef run():\n    quick()\n    slow()\n    close()\n";
    let files = [
        ("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"outside\"]\n"),
        ("q/__init__.py", ""),
        ("q/near.py", "def close(): ...\n"),
        ("q/lib.py", lib),
    ];
    let found = calls(&files, "/run(");
    for part in ["lib.py`/quick(", "lib.py`/slow(", "lib.py`/close(", "near.py`/close("] {
        assert!(found.iter().any(|(to, _)| to.contains(part)), "{part}: {found:?}");
    }
}

#[test]
fn what_is_called_above_gives_what_is_of_the_class_below() {
    let lib = "from typing import Generic, TypeVar\nfrom typing_extensions import Self\nT = TypeVar('T', bound='Base')\nV = TypeVar('V')\nclass Base(Generic[V]):\n    @classmethod\n    def \
               make(cls) -> Self:\n        return cls()\n    @classmethod\n    def bound(cls: type[T]) -> T:\n        return cls()\n    @classmethod\n    def plain(cls):\n        return \
               cls()\n    def copy(self) -> Self:\n        return self\n    def held(self) -> V: ...\nclass Mixin: ...\nclass Value:\n    def own(self): ...\nclass Sub(Base[Value]):\n    \
               @classmethod\n    def make(cls) -> Self:\n        one = super().make()\n        one.only()\n        two = super().bound()\n        two.only()\n        three = \
               super().plain()\n        three.only()\n        return one\n    def copy(self) -> Self:\n        it = super().copy()\n        it.only()\n        \
               super().held().own()\n        return it\n    def only(self): ...\nclass Both(Mixin, Sub):\n    def copy(self) -> Self:\n        super().copy().last()\n    def last(self): ...\nclass \
               Other:\n    def only(self): ...\n    def own(self): ...\n    def last(self): ...\n";
    let files = [("lib.py", lib)];
    sure(&files, "Sub#make(", &["Base#make(", "Base#bound(", "Base#plain(", "Sub#only(", "Sub#only(", "Sub#only("]);
    sure(&files, "Sub#copy(", &["Base#copy(", "Sub#only(", "Base#held(", "Value#own("]);
    sure(&files, "Both#copy(", &["Sub#copy(", "Both#last("]);
}

#[test]
fn what_a_method_above_gives_is_of_the_class_below_also_where_it_stands_for_itself_alone() {
    let lib = "class Base:\n    @classmethod\n    def make(cls):\n        return cls()\n    def me(self):\n        return self\n    def two(self):\n        return self.me()\nclass Sub(Base):\n    @classmethod\n    \
               def make(cls):\n        it = super().make()\n        it.only()\n        return it\n    def me(self):\n        return super().me()\n    def two(self):\n        super().two().only()\n    def \
               only(self): ...\nclass Other:\n    def only(self): ...\ndef run():\n    Sub.make().only()\n    Sub().me().only()\n";
    let files = [("lib.py", lib)];
    sure(&files, "Sub#make(", &["Base#make(", "Sub#only("]);
    sure(&files, "Sub#two(", &["Base#two(", "Sub#only("]);
    sure(&files, "/run(", &["Sub#make(", "Sub#only(", "Sub#", "Sub#me(", "Sub#only("]);
}

#[test]
fn super_is_of_the_base_that_is_written_whatever_it_may_be() {
    let lib = "class Plain:\n    def open(self): ...\nclass Other:\n    def open(self): ...\ndef make(cls=None):\n    if cls is None:\n        cls = Plain\n    class Conn(cls):\n        def \
               open(self):\n            super().open()\n    return Conn\n";
    sure(&[("lib.py", lib)], "Conn#open(", &["Plain#open("]);
}

#[test]
fn a_class_has_the_methods_of_its_metaclass_after_those_of_its_bases() {
    let lib = "import abc\nclass Top(abc.ABCMeta):\n    def create(cls): ...\nclass Meta(Top):\n    def __new__(mcs, *a): ...\n    def both(cls): ...\nclass Other(type):\n    \
               def more(cls): ...\nclass Node(abc.ABC, metaclass=Meta):\n    @classmethod\n    def build(cls):\n        cls.create()\n        cls.__new__(cls)\n    @classmethod\n    def both(cls): ...\nclass Sub(Node): ...\nclass Made(with_metaclass(Other, \
               Sub)): ...\nclass Rival:\n    def create(self): ...\n    def more(self): ...\ndef run(it: Sub):\n    Node.create()\n    Sub.create()\n    Sub.both()\n    \
               Made.more()\ndef of_instance(it: Sub):\n    it.create()\n";
    let files = [("lib.py", lib)];
    sure(&files, "Node#build(", &["Top#create("]);
    sure(&files, "/run(", &["Top#create(", "Top#create(", "Node#both(", "Other#more("]);
    sure(&files, "/of_instance(", &[]);
}

#[test]
fn a_value_that_is_declared_to_be_anything_is_of_no_package() {
    let lib = "import typing as t\nfrom typing import Any\ndef one(x: Any, y: t.Any):\n    x.nowhere()\n    y.nowhere()\n";
    let repo = Repo::built(&[("lib.py", lib)]);
    let sites = repo.rows("sites");
    let calls: Vec<_> = sites.iter().filter(|row| row["name"] == "nowhere").collect();
    assert!(calls.len() == 2 && calls.iter().all(|row| row["reason"] == "receiver-unknown"), "{calls:#?}");
}

#[test]
fn a_parameter_of_a_test_is_what_the_function_that_fills_it_gives() {
    let shared = "import pytest\nfrom typing import Iterator\nfrom lib import App, Client\n@pytest.fixture\ndef app():\n    app = App()\n    yield \
                  app\n@pytest.fixture(scope='module')\ndef client(app):\n    return app.client()\n@pytest.fixture\ndef other() -> Iterator[App]:\n    yield App()\n";
    let lib = "from outside import Base\nclass Client(Base):\n    def own(self): pass\nclass App:\n    def client(self) -> Client: ...\n    def post(self, rule): \
               pass\nclass Wrong:\n    def own(self): pass\n";
    let test = "import pytest\nfrom lib import App\n@pytest.fixture\ndef app(app):\n    app.post('/')\n    return app\ndef test_it(app, client):\n    client.own()\n    \
                client.post('/')\n    app.client()\ndef test_other(other):\n    other.client().own()\ndef helper(client):\n    client.own()\n";
    let files = [
        ("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"outside\"]\n"),
        ("lib.py", lib),
        ("tests/conftest.py", shared),
        ("tests/unit/test_it.py", test),
    ];
    sure(&files, "/test_it(", &["Client#own(", "App#client("]);
    sure(&files, "/test_other(", &["App#client(", "Client#own("]);
    sure(&files, "test_it.py`/app(", &["App#post("]);
    assert!(calls(&files, "/helper(").iter().all(|(_, confidence)| *confidence < 0.5), "a helper is filled by nobody");
}

#[test]
fn an_alias_of_classes_takes_a_class() {
    let lib = "from __future__ import annotations\nfrom typing import TYPE_CHECKING, Type, Union\nclass One:\n    def open(self): pass\n    def only(self): pass\nclass Two:\n    def open(self): \
               pass\nclass Other:\n    def open(self): pass\nif TYPE_CHECKING:\n    Quoted: TypeAlias = \"type[One]\"\nPlain = Type[One]\nEither: \"TypeAlias\" = \"type[One | Two]\"\ndef \
               quoted(cls: Quoted):\n    cls().open()\ndef plain(cls: Plain):\n    cls().open()\ndef held(all: dict[str, type[One]]):\n    all['x']().open()\ndef either(cls: Either):\n    \
               cls().only()\n";
    sure(&[("lib.py", lib)], "/quoted(", &["One#open("]);
    sure(&[("lib.py", lib)], "/plain(", &["One#open("]);
    sure(&[("lib.py", lib)], "/held(", &["One#open("]);
    let found = calls(&[("lib.py", lib)], "/either(");
    assert!(found.iter().any(|(to, confidence)| to.contains("One#only(") && *confidence >= 0.5), "{found:?}");
}

#[test]
fn a_receiver_is_of_the_type_that_the_method_declares_of_it() {
    let lib = "from typing import Any, Generic, Protocol, TypeVar\nT = TypeVar('T')\nclass Server(Protocol):\n    def serve(self): ...\nclass Base: pass\nclass Mixin(Base, Generic[T]):\n    def enter(self: \
               Server):\n        self.serve()\n    def above(self: Base):\n        self.serve()\n    def own(self: 'Mixin[int]'):\n        self.serve()\n    def any(self: Any):\n        self.serve()\n    def same(self: T) -> T:\n        \
               self.serve()\n    def serve(self): pass\n";
    let files = [("lib.py", lib)];
    sure(&files, "Mixin#enter(", &["Server#serve("]);
    for from in ["Mixin#above(", "Mixin#own(", "Mixin#any(", "Mixin#same("] {
        sure(&files, from, &["Mixin#serve("]);
    }
}

#[test]
fn a_map_that_keeps_its_keys_weakly_gives_its_values() {
    let lib = "from weakref import WeakKeyDictionary\nclass State:\n    def go(self): pass\nclass Other:\n    def go(self): pass\nstates: WeakKeyDictionary[object, State] = \
               WeakKeyDictionary()\ndef run(task):\n    states[task].go()\n    states.get(task).go()\n";
    sure(&[("lib.py", lib)], "/run(", &["State#go(", "State#go("]);
}

#[test]
fn a_stub_knows_the_names_that_stand_in_the_stub_beside_the_source() {
    let files = [
        ("pkg/__init__.py", "from ._make import Attr\n"),
        ("pkg/_make.py", "class Attr:\n    def hi(self): pass\n"),
        ("pkg/__init__.pyi", "class Attr:\n    def hi(self) -> int: ...\nclass Only:\n    def hi(self) -> int: ...\n"),
        ("pkg/filters.pyi", "from . import Attr, Only\ndef include(x: Attr) -> Only: ...\n"),
        ("pkg/filters.py", "from . import Attr\ndef include(x: Attr): pass\n"),
    ];
    let repo = Repo::built(&files);
    let types = |from: &str| -> Vec<String> {
        let rows = repo.rows("edges_usage").into_iter().filter(|row| row["type"] == "usage" && row["path"] == from);
        rows.map(|row| row["to"].as_str().unwrap().rsplit(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(types("pkg/filters.pyi"), ["pkg/`__init__.pyi`/Attr#", "pkg/`__init__.pyi`/Only#"]);
    assert_eq!(types("pkg/filters.py"), ["pkg/`_make.py`/Attr#"]);
}

#[test]
fn stacks_of_managers_and_chains_give_what_their_argument_does() {
    let lib = "import itertools\nfrom contextlib import ExitStack, AsyncExitStack\nclass Bean:\n    def hit(self): pass\n    def __enter__(self): return self\n    async def __aenter__(self): \
               return self\nclass Other:\n    def hit(self): pass\ndef entered():\n    with ExitStack() as stack:\n        stack.enter_context(Bean()).hit()\nasync def later():\n    \
               async with AsyncExitStack() as stack:\n        bean = await stack.enter_async_context(Bean())\n        bean.hit()\ndef chained(beans: list[Bean]):\n    for bean in \
               itertools.chain(beans, beans): bean.hit()\n";
    sure(&[("lib.py", lib)], "/entered(", &["/Bean#", "Bean#hit("]);
    sure(&[("lib.py", lib)], "/later(", &["/Bean#", "Bean#hit("]);
    sure(&[("lib.py", lib)], "/chained(", &["Bean#hit("]);
}

#[test]
fn a_fixture_fills_the_parameters_of_the_name_that_it_is_given() {
    let conftest =
        "import pytest\nclass Client:\n    def get(self): pass\n@pytest.fixture(name=\"client\")\ndef _make_client():\n    yield Client()\n";
    let test = "class Other:\n    def get(self): pass\ndef test_get(client):\n    client.get()\n";
    sure(&[("tests/conftest.py", conftest), ("tests/test_a.py", test)], "/test_get(", &["Client#get("]);
}

#[test]
fn what_is_left_of_a_list_has_its_elements() {
    let lib = "class Bean:\n    def hit(self): pass\nclass Other:\n    def hit(self): pass\ndef run(beans: list[Bean]):\n    first, *rest = beans\n    first.hit()\n    rest[0].hit()\n    for \
               bean in rest: bean.hit()\n";
    sure(&[("lib.py", lib)], "/run(", &["Bean#hit(", "Bean#hit(", "Bean#hit("]);
}

#[test]
fn each_branch_knows_that_no_condition_before_it_holds() {
    let lib = "class Base: ...\nclass Route(Base):\n    flag: bool\n    def ep(self): ...\nclass Host(Base):\n    def ep(self): ...\ndef loop(routes: list[Base]):\n    for r in \
               routes:\n        if isinstance(r, Host):\n            pass\n        elif not isinstance(r, Route) or not r.flag:\n            continue\n        elif r.ep():\n            \
               pass\ndef after(r: Base):\n    if r is None:\n        pass\n    elif not isinstance(r, Route):\n        return\n    r.ep()\ndef other(r: Base):\n    if r is \
               None:\n        pass\n    elif not isinstance(r, Route):\n        return\n    else:\n        r.ep()\ndef left(r: Route | Host):\n    if isinstance(r, Route):\n        \
               return\n    elif r is None:\n        pass\n    r.ep()\n";
    let files = [("lib.py", lib)];
    for from in ["/loop(", "/after(", "/other("] {
        sure(&files, from, &["Route#ep("]);
    }
    sure(&files, "/left(", &["Host#ep("]);
}

#[test]
fn what_is_asked_for_with_a_default_is_the_default_where_nothing_else_is_known() {
    let lib = "class Meta:\n    def add(self): ...\n    def only(self): ...\nclass Other:\n    def add(self): ...\nclass Own:\n    def get(self, key, default): ...\n    def pop(self, key, default) -> Other: \
               ...\nclass Held:\n    kind: Other\ndef got():\n    options = {}\n    kind = options.get('k', Meta)\n    kind(1).add()\ndef popped(kw):\n    kw.pop('x', \
               Meta()).add()\ndef attribute(o):\n    getattr(o, 'kind', Meta)().add()\ndef known(o: Held):\n    getattr(o, 'kind', Meta()).add()\ndef typed(d: dict[str, Other]):\n    \
               d.get('x', Meta()).add()\ndef own(o: Own):\n    o.pop('x', Meta()).add()\ndef unsaid(o: Own):\n    o.get('x', Meta()).add()\ndef none(o):\n    getattr(o, 'kind', None).only()\n";
    let files = [("lib.py", lib)];
    sure(&files, "/none(", &["Meta#only("]);
    let adds = |from: &str| -> Vec<(String, f64)> { calls(&files, from).into_iter().filter(|(to, at)| to.contains("#add(") && *at >= 0.5).collect() };
    for (from, to) in [
        ("/got(", "Meta#add("),
        ("/popped(", "Meta#add("),
        ("/attribute(", "Meta#add("),
        ("/known(", "Other#add("),
        ("/typed(", "Other#add("),
        ("/own(", "Other#add("),
    ] {
        let found = adds(from);
        assert!(found.len() == 1 && found[0].0.contains(to), "{from} {found:?}");
    }
    assert_eq!(adds("/unsaid("), []);
}

#[test]
fn a_loop_over_a_value_whose_iterator_yields_takes_what_it_yields() {
    let source = "class Model:\n    def save(self): pass\nclass Other:\n    def save(self): pass\nclass Query:\n    def __iter__(self):\n        yield Model()\ndef loop():\n    for it in Query():\n        it.save()\n";
    sure(&[("m.py", source)], "/loop(", &["Model#save(", "Query#"]);
}

#[test]
fn an_element_of_a_container_of_unions_is_of_each_of_them() {
    let source = "from typing import Union\nclass A:\n    def go(self): pass\nclass B:\n    def go(self): pass\nAB = Union[A, B]\ndef listed(a: list[A | B]):\n    for x in a:\n        x.go()\ndef keyed(b: dict[str, Union[A, B]]):\n    b['x'].go()\ndef \
                  alias(c: list[AB]):\n    c[0].go()\ndef plain(d: AB):\n    d.go()\n";
    let files = [("m.py", source)];
    let plain = calls(&files, "/plain(");
    assert_eq!(plain.len(), 2, "{plain:?}");
    for from in ["/listed(", "/keyed(", "/alias("] {
        assert_eq!(calls(&files, from), plain, "{from}");
    }
}

#[test]
fn a_method_that_the_parts_of_a_union_inherit_gives_each_of_them() {
    let text = "from typing import Self\n\n\nclass Res:\n    def __enter__(self) -> Self: return self\n    def __exit__(self, a, b, c) -> None: ...\n\n\nclass Sock(Res):\n    def send(self): ...\n\n\nclass Tls(Res):\n    def send(self): ...\n\n\ndef conn() -> Sock | Tls: ...\n\n\ndef use():\n    with conn() as s:\n        s.send()\n";
    let found = calls(&[("lib.py", text)], "/use(");
    let sends: Vec<f64> = found.iter().filter(|(to, _)| to.ends_with("#send().")).map(|it| it.1).collect();
    assert!(sends.len() == 2 && sends.iter().all(|it| *it < 0.9), "{found:?}");
}

#[test]
fn what_a_value_holds_itself_is_not_read_through_its_method() {
    let text = "class Bound:\n    def info(self): ...\n\n\nclass Desc:\n    def __get__(self, obj, owner=None) -> Bound: ...\n    def info(self): ...\n\n\nclass Holder:\n    on_class = Desc()\n\n    def __init__(self, d: Desc):\n        self.own = d\n\n    def run(self):\n        self.own.info()\n\n    def more(self):\n        self.on_class.info()\n";
    sure(&[("lib.py", text)], "#run(", &["Desc#info("]);
    sure(&[("lib.py", text)], "#more(", &["Bound#info("]);
}

#[test]
fn what_is_typed_by_what_entering_or_waiting_gives_gives_that() {
    let text = "from contextlib import AbstractContextManager, AbstractAsyncContextManager\nfrom collections.abc import Awaitable\nfrom typing import TypeVar\n\nT = TypeVar(\"T\")\n\n\nclass Scope:\n    def stop(self): ...\n\n\nclass Other:\n    def stop(self): ...\n\n\nclass Form(Awaitable[T]): ...\n\n\ndef entered() -> AbstractContextManager[Scope]: ...\ndef later() -> AbstractAsyncContextManager[Scope]: ...\ndef form() -> Form[Scope]: ...\n\n\ndef first():\n    with entered() as it:\n        it.stop()\n\n\nasync def second():\n    async with later() as it:\n        it.stop()\n\n\nasync def third():\n    it = await form()\n    it.stop()\n";
    sure(&[("lib.py", text)], "/first(", &["/entered(", "Scope#stop("]);
    sure(&[("lib.py", text)], "/second(", &["/later(", "Scope#stop("]);
    sure(&[("lib.py", text)], "/third(", &["/form(", "Scope#stop("]);
}

#[test]
fn a_field_that_is_given_what_nothing_is_known_of_is_like_a_parameter() {
    let code = "class M:\n    def fire1(self): ...\nclass A:\n    def __init__(self, m): self._m = m\n    def run1(self): self._m.fire1()\nclass B:\n    _m = None\n    def put(self, m): self._m = m\n    def run2(self):\n        it = self._m\n        it.fire1()\n";
    for from in ["A#run1(", "B#run2("] {
        sure(&[("a.py", code)], from, &["M#fire1("]);
    }
}

#[test]
fn what_extends_a_type_of_the_language_has_its_members() {
    let code = "class P(dict):\n    def a(self): return self.values()\nclass Q(P):\n    def b(self): return self.items()\nclass E(Exception):\n    def c(self): return self.with_traceback(None)\nclass O(object):\n    def d(self): return self.values()\n";
    let expected = ["call external builtin", "call external builtin", "call external builtin", "call unresolved no-such-member"];
    let found: Vec<String> = ["values", "items", "with_traceback"].into_iter().flat_map(|name| ends(&[("a.py", code)], name)).collect();
    let mut found: Vec<&str> = found.iter().map(String::as_str).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_test_is_asked_of_what_tests_in_front_of_it_have_let_through() {
    let lib = "from elsewhere import Event\nclass Env:\n    def put(self): ...\nclass Own(Env):\n    def put(self): ...\nclass Other:\n    def put(self): ...\ndef one(event: Event):\n    it = event.command\n    if not \
               isinstance(it, Env) or isinstance(it, Own):\n        return\n    it.put()\ndef two(it):\n    if isinstance(it, Env) and not isinstance(it, Own):\n        it.put()\n";
    for from in ["/one(", "/two("] {
        sure(&[("lib.py", lib)], from, &["Env#put("]);
    }
}
