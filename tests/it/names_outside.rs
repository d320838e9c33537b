//! What a name alone says where the file calls it on values from outside too.

use crate::scoping::calls;

#[test]
fn a_name_that_the_file_calls_on_values_from_outside_tells_of_no_other() {
    let lib = "class Lines:\n    def dropna(self): ...\n    def redraw(self): ...\n";
    let uses = "import pandas\ndef run(a, b):\n    pandas.DataFrame().dropna()\n    a.dropna()\n    b.redraw()\n";
    let files = [("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"pandas\"]\n"), ("lib.py", lib), ("uses.py", uses)];
    let found = calls(&files, "/run(");
    let of = |name: &str| found.iter().find(|(to, _)| to.contains(name)).map(|(_, confidence)| *confidence);
    assert!(of("Lines#dropna(").is_some_and(|it| it < 0.5), "{found:?}");
    assert!(of("Lines#redraw(").is_some_and(|it| it >= 0.5), "{found:?}");
}
