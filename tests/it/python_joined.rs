//! What names mean in Python behind branches that give them a value, behind imports that stand in for others, and what `super()` gives.

use crate::scoping::{calls, sure};

const CLASSES: &str = "from foreign import Foreign\nclass Base:\n    def go(self): ...\n    def stay(self): ...\nclass Derived(Base):\n    def go(self): ...\nclass Other(Base):\n    def go(self): ...\nclass \
                       K:\n    c: Base | None\n    def set(self): ...\n";

/// Where the calls of `go` in `run` lead, the likeliest first.
fn goes(text: &str) -> Vec<(String, bool)> {
    let lib = format!("{CLASSES}{text}");
    let mut found = calls(&[("lib.py", lib.as_str())], "run(");
    found.retain(|(to, _)| to.contains("#go("));
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    let class = |to: &str| to.rsplit('/').next().unwrap().split('#').next().unwrap().to_owned();
    found.iter().map(|(to, confidence)| (class(to), *confidence >= 0.9)).collect()
}

fn first(text: &str, wanted: &str, then: &[&str]) {
    let found = goes(text);
    let rest: Vec<&str> = found.iter().skip(1).map(|it| it.0.as_str()).collect();
    assert!(found.first().is_some_and(|it| it.0 == wanted && it.1 == then.is_empty()) && rest == then, "{text}: {found:?}");
}

#[test]
fn behind_branches_a_name_is_what_the_first_of_them_gives_or_what_it_was() {
    let given = "def run(c: Base | None = None):\n    if c is None:\n        c = Derived()\n    c.go()\n";
    first(given, "Derived", &["Base"]);
    first(
        "def run(c: Base | None = None):\n    if c is not None:\n        c.stay()\n    else:\n        c = Derived()\n    c.go()\n",
        "Base",
        &["Derived"],
    );
    first(
        "def run(c: Base, x):\n    if x:\n        c = Derived()\n    elif x > 1:\n        c = Derived()\n    else:\n        return\n    c.go()\n",
        "Derived",
        &[],
    );
    first("def run(c: Base, x):\n    if x:\n        c = Derived()\n        return\n    c.go()\n", "Base", &[]);
    // A member that no class declares anew is the same one.
    let lib = format!("{CLASSES}{}", given.replace("c.go()", "c.stay()"));
    sure(&[("lib.py", lib.as_str())], "/run(", &["Base#stay(", "Derived#"]);
}

#[test]
fn behind_branches_a_member_is_what_the_first_of_them_gives_or_what_it_was() {
    let method = "class L(K):\n    def run(self, x):\n        if self.c is None:\n            self.c = Derived()\n        self.c.go()\n";
    first(method, "Derived", &["Base"]);
    let nested = "class L(K):\n    def run(self, x):\n        if self.c is None:\n            if x:\n                self.c = Derived()\n            else:\n                self.c = Other()\n        self.c.go()\n";
    let found = goes(nested);
    assert_eq!(found.first().map(|it| it.0.as_str()), Some("Derived"), "{found:?}");
    first(
        "class L(K):\n    def run(self, x):\n        if x:\n            self.c = Derived()\n        else:\n            self.c = Derived()\n        self.c.go()\n",
        "Derived",
        &[],
    );
}

#[test]
fn a_value_of_the_repository_is_what_a_name_of_a_type_from_outside_holds() {
    for body in [
        "def run(c: Foreign | None = None):\n    c = Derived()\n    c.go()\n",
        "def run(c: Foreign | None = None):\n    if c is None:\n        c = Derived()\n    c.go()\n",
        "def run():\n    c: Foreign = Derived()\n    c.go()\n",
    ] {
        first(body, "Derived", &[]);
    }
}

#[test]
fn what_stands_above_a_class_is_called_on_the_class_of_what_it_is_called_on() {
    let lib = "class A:\n    @classmethod\n    def make(cls): return cls()\n    def clone(self): return self\nclass B(A):\n    @classmethod\n    def make(cls):\n        it = super().make()\n        return it\n    \
               def up(self): return super().clone()\n    def go(self): ...\nclass C(B):\n    def own(self): ...\ndef one():\n    C.make().own()\ndef two():\n    C().up().own()\ndef three():\n    B.make().own()\n";
    sure(&[("lib.py", lib)], "/one(", &["B#make(", "C#own("]);
    sure(&[("lib.py", lib)], "/two(", &["C#", "B#up(", "C#own("]);
    sure(&[("lib.py", lib)], "/three(", &["B#make("]);
    let outside = "class S:\n    def go(self): ...\nclass T(S):\n    def go(self): ...\ndef run(o):\n    super(T, o).go()\ndef none(o):\n    super(S, o).go()\n";
    sure(&[("lib.py", outside)], "/run(", &["S#go("]);
    sure(&[("lib.py", outside)], "/none(", &[]);
}

#[test]
fn an_import_that_stands_in_for_another_is_not_meant_beside_it() {
    let thing = "class T:\n    def go(self): ...\n";
    let failing = "try:\n    from .a import T\nexcept ImportError:\n    from .b import T\ndef run():\n    T().go()\n";
    let otherwise = "try:\n    import far\nexcept Exception:\n    from .b import T\nelse:\n    from .a import T\ndef run():\n    T().go()\n";
    for text in [failing, otherwise] {
        let files = [
            ("p/__init__.py", ""),
            ("p/a.py", thing),
            ("p/b.py", thing),
            ("p/c.py", text),
            ("use.py", "from p.c import T\ndef use():\n    T().go()\n"),
        ];
        sure(&files, "/run(", &["`a.py`/T#", "`a.py`/T#go("]);
        sure(&files, "/use(", &["`a.py`/T#", "`a.py`/T#go("]);
    }
    // Where the other one leads out of the repository, or nowhere, it is.
    let outside = "try:\n    from far import T\nexcept ImportError:\n    from .b import T\ndef run():\n    T().go()\n";
    let files = [("p/__init__.py", ""), ("p/b.py", thing), ("p/c.py", outside)];
    assert!(calls(&files, "/run(").iter().any(|(to, _)| to.contains("`b.py`/T#go(")));
}

#[test]
fn a_variable_of_another_system_is_not_the_one_that_is_meant() {
    let lib = "import sys\ndef slow(): ...\ndef fast(): ...\nif sys.platform == 'win32':\n    clock = fast\nelse:\n    clock = slow\ndef run():\n    clock()\n";
    let found = calls(&[("lib.py", lib)], "/run(");
    let likely: Vec<&str> = found.iter().filter(|(_, confidence)| *confidence > 0.9).map(|(to, _)| to.as_str()).collect();
    assert!(likely.len() == 1 && likely[0].contains("clock+1"), "{found:?}");
}
