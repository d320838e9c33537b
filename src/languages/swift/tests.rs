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
        import Foundation = import Foundation:*
        extends Base = ?Base
        type Repo = ?Repo
        type Foo = ?Foo
        type Baz = ?Baz
        call Foo = ?Foo
        read f = local f
        read x = local x
        call bar = local x.bar
        call baz = local x.bar().baz
        read y = local y
        call go = local y.go
        read x = local x
        read items = local x.items
        read i = local i
        call go = local i.go
        read x = local x
        type Bar = ?Bar
        read b = local b
        call run = local b.run
        read repo = local self.repo
        call find = local self.repo.find
        read f = local f
        call run = local self.repo.find().run
        call helper = ?helper
        read x = local x
        read f = local f
        write name = local f.name
        read x = local x
        read f = local f
        type User = `User`
        extends Other = ?Other
        call go = ?go
    ",
    );
}
