//! Names that belong to the language, its usual surroundings, or a module as a whole: where the repository ends.

use crate::left_out::check;
use crate::scoping::sure;

#[test]
fn members_of_an_object_that_stands_for_a_whole_module_are_taken_apart_by_its_importers() {
    let api = "const api = { ERR: make(), run: function () {}, go() {} }\nfunction extra() {}\nmodule.exports = api\nmodule.exports.extra = extra\n";
    let uses = "const { ERR, run, go: start, extra, nope } = require('./api')\nconst whole = require('./api')\nfunction one() { run(); start(); extra() \
                }\nfunction two() { whole.run(); whole.extra() }\nfunction three() { new ERR(); nope(); whole.gone() }\n";
    let other = ("other.js", "class Other { run() {} go() {} gone() {} nope() {} }\n");
    let files = [("api.js", api), ("use.js", uses), other];
    sure(&files, "/one(", &["api.run().", "api.go().", "/extra()."]);
    sure(&files, "/two(", &["api.run().", "/extra()."]);
    sure(&files, "/three(", &["api.ERR."]);
}

#[test]
fn names_of_test_runners_are_external_unless_something_binds_them() {
    let text = "describe('a', () => { it('b', () => { expect(1).toBe(1); gone() }) })\n";
    let expected = [("describe", "external", "builtin"), ("it", "external", "builtin"), ("expect", "external", "builtin")];
    check(&[("a.test.js", text)], "a.test.js", &expected);
    check(&[("a.test.js", text)], "a.test.js", &[("gone", "unresolved", "unbound-name")]);
    let bound = "import { expect } from './own'\nexport const x = function it(n) { it(n - 1); expect(n) }\n";
    sure(&[("own.js", "export function expect() {}\n"), ("b.js", bound)], "/x(", &["/expect().", "/x()."]);
}

#[test]
fn what_a_repository_adds_to_a_namespace_of_the_language_hides_nothing_of_it() {
    let text = "struct Mine {};\nnamespace std { template <> struct hash<Mine> { int operator()(int) const; }; int ours(); }\nint f() { std::string s; \
                std::move(s); return std::ours(); }\n";
    check(&[("a.cpp", text)], "a.cpp", &[("string", "external", "builtin"), ("move", "external", "builtin")]);
    sure(&[("a.cpp", text)], "f(", &["std/ours("]);
}

#[test]
fn a_header_of_another_folder_is_included_where_it_is_the_only_one_that_fits() {
    let files =
        [("lib/include/x/api.h", "struct Api { void go(); };\n"), ("app/main.cc", "#include \"x/api.h\"\nvoid run(Api& api) { api.go(); }\n")];
    sure(&files, "run(", &["Api#go("]);
    let twins = [files[0], files[1], ("old/include/x/api.h", "struct Api { void go(); };\n")];
    check(&twins, "app/main.cc", &[("x/api.h", "unresolved", "no-such-module")]);
}
