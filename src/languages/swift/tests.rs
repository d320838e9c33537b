//! Swift as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "public class User: Base {
  private var repo: Repo = Repo(1)
  init(name: String) {}
  static func go(with f: Foo) -> Baz { let x = 1 }
  enum E { case a, b }
  struct P { let x: Int }
}
protocol Named { func m() -> Int }
extension User { func ext() {} }
func top() {}
let g = 1
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class User
        property User.repo
        constructor User.init
        method User.go
        enum User.E
        variant User.E.a
        variant User.E.b
        struct User.P
        property User.P.x
        interface Named
        method Named.m
        method User.ext
        function top
        property g
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "import Foundation
class User: Base {
  var repo: Repo
  func go(with f: Foo) -> Baz? {
    let x = Foo(a: f)
    x.bar(1).baz { y in y.go() }
    for i in x.items { i.go() }
    if let b = x as? Bar { b.run() }
    self.repo?.find(f)!.run()
    helper(x)
    f.name = x
    return f
  }
}
extension User: Other { func ext() { go() } }
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import Foundation = Import(Foundation:*)
        extends Base = Base
        type Repo = Repo
        type Foo = Foo
        type Baz = Baz
        call Foo = Foo
        read f = Local(f)
        read x = Local(x)
        call bar = Local(x).bar
        call baz = Local(x).bar().baz
        read y = Local(y)
        call go = Local(y).go
        read x = Local(x)
        read items = Local(x).items
        read i = Local(i)
        call go = Local(i).go
        read x = Local(x)
        type Bar = Bar
        read b = Local(b)
        call run = Local(b).run
        read repo = Local(self).repo
        call find = Local(self).repo.find
        read f = Local(f)
        call run = Local(self).repo.find().run
        call helper = helper
        read x = Local(x)
        read f = Local(f)
        write name = Local(f).name
        read x = Local(x)
        read f = Local(f)
        type User = Symbol(User)
        extends Other = Other
        call go = go
    ",
    );
}

#[test]
fn what_the_condition_of_a_loop_binds_is_a_variable() {
    tests::sites(
        &LANGUAGE,
        "func f(x: Foo) {\n  while let b = x.next() { b.run() }\n}\n",
        "
        type Foo = Foo
        read x = Local(x)
        call next = Local(x).next
        read b = Local(b)
        call run = Local(b).run
    ",
    );
}

#[test]
fn labels_of_a_tuple_are_no_uses() {
    tests::sites(&LANGUAGE, "let t = (x: a, y: b)\n", "read a = a\nread b = b");
}
