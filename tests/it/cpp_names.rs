//! Names of C++ that namespaces around, directives before them, members of templates and letters tell.

use crate::left_out::check;
use crate::scoping::sure;

#[test]
fn a_directive_may_name_a_namespace_that_one_before_it_opens() {
    let header = "namespace lib { namespace v2 { class Frame { public: int size() const; int k(int it); }; namespace deep { int far(); } } }\n";
    let source = "#include \"frame.h\"\nusing namespace lib;\nusing namespace v2;\nusing namespace deep;\nint Frame::k(int it) { return size(); }\nint f(const Frame &f) { return f.size() + \
                  far(); }\n";
    let files = [("frame.h", header), ("frame.cpp", source)];
    sure(&files, "/f(", &["Frame#size(", "/far("]);
    sure(&files, "k(", &["Frame#size("]);
    // Another file that names the same without what stands before it sees nothing of it.
    let other = "#include \"frame.h\"\nusing namespace v2;\nint g(const Frame &f) { return f.size(); }\n";
    let files = [("frame.h", header), ("a.cpp", source), ("b.cpp", other)];
    sure(&files, "/f(", &["Frame#size(", "/far("]);
    check(&files, "b.cpp", &[("v2", "unresolved", "no-such-module")]);
}

#[test]
fn a_file_that_is_included_for_templates_is_of_the_language() {
    let header = "template <class T> class List { public: int size() const; };\n#include \"list.tcc\"\n";
    let body = "template <class T> int List<T>::size() const { return 0; }\n";
    sure(&[("list.h", header), ("list.tcc", body), ("a.cpp", "#include \"list.h\"\nint f(List<int> it) { return it.size(); }\n")], "/f(", &["size("]);
}
