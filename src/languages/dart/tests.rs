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
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class User
        field User.repo
        constant User.a
        constructor User.User
        constructor User.named
        constructor User.make
        method User.size
        method User.go
        trait M
        enum E
        variant E.a
        variant E.b
        method String.ext
        typeAlias F
        function top
        constant g
        class Named
        method Named.m
    ",
    );
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
    tests::sites(
        &LANGUAGE,
        text,
        "
        import foo/bar.dart = Import(foo/bar.dart)
        import baz.dart = Import(baz.dart:*)
        extends Base = Base
        extends M = M
        implements Named = Named
        type Repo = Repo
        type Baz = Baz
        type Foo = Foo
        call Foo = Foo
        read f = Local(f)
        call Bar = Bar
        read x = Local(x)
        call bar = Local(x).bar
        read baz = Local(x).bar().baz
        read x = Local(x)
        read items = Local(x).items
        read i = Local(i)
        call go = Local(i).go
        read repo = Symbol(User.repo)
        call find = Symbol(User.repo).find
        read z = Local(z)
        call go = Local(super).go
        read f = Local(f)
        write name = Local(this).name
        read x = Local(x)
        read b = Import(foo/bar.dart)
        call make = Import(foo/bar.dart).make
        read x = Local(x)
    ",
    );
}
