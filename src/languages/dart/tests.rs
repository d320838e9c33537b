//! Dart as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "class User extends Base {
  final Repo repo;
  static const int a = 1;
  User(this.repo);
  User.named(String a) : repo = Repo(a);
  factory User.make() => User(Repo());
  int get size => 1;
  Baz go(Foo f) { var x = 1; return x; }
}
mixin M {}
enum E { a, b }
extension Ext on String { int ext() => 1; }
typedef F = int Function(int);
int top() => 1;
const g = 1;
abstract class Named { void m(); }
";
    tests::symbols(&LANGUAGE, text, "");
}

#[test]
fn uses_keep_their_receivers() {
    let text = "import 'foo/bar.dart' as b;
import 'baz.dart';
class User extends Base with M implements Named {
  Repo repo;
  Baz go(Foo f) {
    var x = Foo(f);
    final z = new Bar();
    x.bar(1).baz;
    for (var i in x.items) { i.go(); }
    repo.find(z);
    super.go(f);
    this.name = x;
    return b.make(x);
  }
}
";
    tests::sites(&LANGUAGE, text, "");
}
