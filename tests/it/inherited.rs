//! What a type has from those above it, what takes the place of it, and what only looks alike.

use crate::left_out::check;
use crate::receivers::implementers;
use crate::scoping::sure;
use crate::support::Repo;

#[test]
fn a_static_import_of_everything_brings_what_the_class_inherits_and_a_call_means_no_field() {
    let files = [
        ("p/N.java", "package p;\npublic class N { public static int any() { return 1; } }\n"),
        ("p/M.java", "package p;\npublic class M extends N { public static Object mock(int i) { return null; } }\n"),
        (
            "q/T.java",
            "package q;\nimport static p.M.*;\nclass T { Object mock; void t() { mock(1); any(); } }\nclass Outer { Object sub(int i) { return null; } \
             class In { Object sub; void u() { sub = sub(1); } } }\n",
        ),
    ];
    sure(&files, "T#t(", &["M#mock(", "N#any("]);
    sure(&files, "In#u(", &["Outer#sub("]);
}

#[test]
fn a_read_means_the_inherited_field_and_a_member_without_receiver_has_what_is_given_for_type_parameters() {
    let files = [
        ("A.java", "class A { int next; }\n"),
        ("B.java", "class B extends A { int next() { return this.next; } }\n"),
        ("Maker.java", "class Maker { void create() {} }\n"),
        ("FastMaker.java", "class FastMaker extends Maker { void create() {} }\n"),
        ("Abs.java", "class Abs<M extends Maker> { M maker; M get() { return maker; } }\n"),
        ("Use.java", "class Use extends Abs<FastMaker> { void run() { maker.create(); get().create(); } }\n"),
    ];
    let repo = Repo::built(&files);
    let reads: Vec<String> = (repo.rows("edges_usage").iter())
        .filter(|row| row["from"].as_str().unwrap().contains("B#next("))
        .map(|row| row["to"].as_str().unwrap().to_owned())
        .collect();
    assert!(reads.len() == 1 && reads[0].ends_with("A#next."), "{reads:?}");
    sure(&files, "Use#run(", &["FastMaker#create(", "FastMaker#create(", "Abs#get("]);
}

#[test]
fn an_overload_of_a_class_hides_no_inherited_one_that_alone_fits() {
    let files = [
        ("A.java", "class A { void error(String m) {} boolean remove(Object o) { return true; } }\n"),
        (
            "B.java",
            "class B extends A { enum State { X }\n void error(State s) {}\n B remove(int i) { return this; }\n void one() { error(\"text\"); }\n void \
             two(Object o) { remove(o); }\n void three() { error(State.X); remove(1); } }\n",
        ),
    ];
    sure(&files, "B#one(", &["A#error("]);
    sure(&files, "B#two(", &["A#remove("]);
    sure(&files, "B#three(", &["B#error(", "B#remove("]);
}

#[test]
fn what_a_class_implements_gives_it_no_members_and_this_is_the_class_that_is_called_on() {
    let events = "import { Duplex } from 'node:stream';\nexport interface Events { on(n: string): void; once(n: string): void }\nexport class Req extends \
                  Duplex implements Events { init() { this.on('pipe'); } }\n";
    let chain = "class Base { test(): this { return this; } plain() { return this; } }\nexport class Str extends Base { max() { return this.test(); } \
                 }\nclass Other { max() {} }\nfunction run() { new Str().test().max(); new Str().plain().max(); }\n";
    let package = r#"{"name":"x","dependencies":{"@types/node":"1"}}"#;
    let files = [("package.json", package), ("req.ts", events), ("chain.ts", chain)];
    sure(&files, "Req#init(", &[]);
    sure(&files, "/run(", &["Base#plain().", "Base#test().", "Str#", "Str#", "Str#max().", "Str#max()."]);
}

#[test]
fn functions_of_one_name_in_unnamed_functions_are_told_apart() {
    let text = "function make() { return 0; }\ntest('one', () => { function make() { return 1; } make(); });\ntest('two', () => { function make() { \
                return 2; } make(); });\nmake();\n";
    let repo = Repo::built(&[("a.ts", text)]);
    let symbols = repo.rows("symbols");
    let ids: std::collections::BTreeSet<&str> =
        symbols.iter().filter(|row| row["name"] == "make").map(|row| row["symbolId"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 3, "{ids:?}");
    let line = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).unwrap()["nameLine"].as_u64().unwrap();
    let mut calls: Vec<(u64, u64)> =
        repo.rows("edges_call").iter().map(|row| (row["byteStart"].as_u64().unwrap(), line(row["to"].as_str().unwrap()))).collect();
    calls.sort_unstable();
    assert_eq!(calls.iter().map(|it| it.1).collect::<Vec<_>>(), [2, 3, 1]);
    let stores = "test('one', () => { class Store { add() {} } const it = new Store(); it.add(); });\ntest('two', () => { class Store { add() {} } const it = \
                  new Store(); it.add(); });\n";
    let repo = Repo::built(&[("b.js", stores)]);
    let adds: Vec<serde_json::Value> =
        repo.rows("edges_call").into_iter().filter(|row| row["to"].as_str().unwrap().ends_with("Store#add().")).collect();
    let targets: std::collections::BTreeSet<&str> = adds.iter().map(|row| row["to"].as_str().unwrap()).collect();
    assert_eq!((adds.len(), targets.len()), (2, 2), "{adds:?}");
}

#[test]
fn a_type_is_no_value() {
    let ts = "type Error = NodeJS.ErrnoException;\nexport function f() { throw new Error('x'); }\n";
    sure(&[("a.ts", ts)], "/f(", &[]);
}

#[test]
fn a_parameter_takes_the_type_that_the_method_above_declares_and_no_class_stands_above_itself() {
    let lib = "class Context:\n    def fail(self): pass\nclass Other:\n    def fail(self): pass\nclass Command:\n    def parse(self, ctx: Context, args): \
               pass\nclass Sub(Command):\n    def parse(self, ctx, args):\n        ctx.fail()\n";
    sure(&[("lib.py", lib)], "Sub#parse(", &["Context#fail()."]);
    let own = "class Plain:\n    def close(self): pass\ncls = Plain\nclass Conn(cls):\n    def close(self):\n        super().close()\ncls = Conn\n";
    sure(&[("own.py", own)], "Conn#close(", &["Plain#close()."]);
    let named = "class QoS:\n    def ack(self): pass\nclass Channel:\n    QoS = QoS\n    def m(self):\n        self.QoS().ack()\n";
    sure(&[("named.py", named)], "Channel#m(", &["Channel#QoS.", "QoS#ack()."]);
}

#[test]
fn interfaces_of_the_library_ask_for_their_methods_and_results_count() {
    let text = "package q\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"sync\"\n)\ntype Coder interface {\n\terror\n\tCode() int\n}\ntype exit struct{}\nfunc (e \
                *exit) Error() string { return \"\" }\nfunc (e *exit) Code() int { return 1 }\ntype none struct{}\nfunc (n *none) Code() int { return 1 \
                }\ntype Source interface {\n\tfmt.Stringer\n\tLookup() int\n}\ntype src struct{}\nfunc (s src) String() string { return \"\" }\nfunc (s \
                src) Lookup() int { return 1 }\ntype Sync interface {\n\tio.Writer\n\tSync() error\n}\ntype lock struct{ sync.Mutex }\nfunc (l *lock) \
                Sync() error { return nil }\ntype One interface{ Gather() ([]int, error) }\ntype Two interface{ Gather() ([]int, func(), error) }\ntype \
                one struct{}\nfunc (one) Gather() ([]int, error) { return nil, nil }\n";
    let repo = Repo::built(&[("go.mod", "module example.com/q\n"), ("a.go", text)]);
    assert_eq!(implementers(&repo), ["exit# -> Coder#", "one# -> One#", "src# -> Source#"]);
}

#[test]
fn what_a_test_framework_fills_a_parameter_with_has_no_members_of_the_repository() {
    let lib = "class Patcher:\n    def setattr_all(self, name): pass\n";
    let test = "def test_one(monkeypatch):\n    monkeypatch.setattr_all('a')\ndef beside(thing):\n    thing.setattr_all('b')\n";
    let helper = "def helper(thing):\n    thing.setattr_all('b')\n";
    let files = [("lib.py", lib), ("tests/test_lib.py", test), ("tests/helper.py", helper)];
    sure(&files, "/test_one(", &[]);
    // The file calls the name on what the framework fills in: it tells of no only member there.
    sure(&files, "/beside(", &[]);
    sure(&files, "/helper(", &["Patcher#setattr_all()."]);
}

#[test]
fn a_value_that_a_class_gives_itself_has_what_the_declared_type_of_it_lacks() {
    let module = "class Base:\n    @classmethod\n    def make(cls): ...\n\n\nclass Derived(Base):\n    @classmethod\n    def only(cls): ...\n\n\nclass Other:\n    @classmethod\n    \
                  def only(cls): ...\n\n\nclass Case:\n    @property\n    def factory(self) -> type[Base]: ...\n\n\nclass Mine(Case):\n    factory = Derived\n\n    def \
                  run(self):\n        self.factory.only()\n        self.factory.make()\n\n\nclass Plain(Case):\n    def stay(self):\n        self.factory.only()\n";
    sure(&[("a.py", module)], "Mine#run(", &["Derived#only(", "Base#make("]);
    sure(&[("a.py", module)], "Plain#stay(", &[]);
}

#[test]
fn members_are_found_however_many_types_stand_between() {
    let mut java = String::from("class Other { void go() {} }\nclass C0 { void go() {} }\n");
    for level in 1..=40 {
        let above = level - 1;
        java += &format!("class C{level} extends C{above} {{}}\n");
    }
    java.push_str("class Use { void run(C40 c) { c.go(); } }\n");
    sure(&[("Use.java", java.as_str())], "Use#run(", &["C0#go("]);
}

#[test]
fn what_a_type_has_from_one_of_the_language_alone_lies_outside() {
    let cpp = "#include <map>\nstruct Table : public std::map<int, int> { void own(); };\nstruct Below : Table {};\nint run(Table t, Below b) { t.own(); return t.size() + b.empty(); }\n";
    check(&[("a.cc", cpp)], "a.cc", &[("size", "external", "builtin"), ("empty", "external", "builtin"), ("own", "resolved", "")]);
}
