//! Scala as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "package com.foo
class User[T](val name: String) extends Base {
  private val repo: Repo = new Repo
  type X = Int
  def go(f: Foo): Baz = { val x = 1; def inner = x; inner }
}
object User { val A = 1 }
trait Named { def m: Int }
case class P(x: Int)
enum Color { case Red, Green }
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class User
        field User.name
        field User.repo
        typeAlias User.X
        method User.go
        function User.go.inner
        class User
        field User.A
        trait Named
        method Named.m
        class P
        field P.x
        enum Color
        variant Color.Red
        variant Color.Green
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "package com.foo
import a.b.C
import a.b.{D, E => F}
import x.y._
class User extends Base with Named {
  val repo: Repo = new Repo(1)
  def go(f: Foo): Baz = {
    val x = new Foo(f)
    x.bar(1).baz { y => y.go }
    for (i <- x.items) yield i.go()
    this.repo.find(f)
    super.go(f)
    f match { case b: Bar => b.run }
    F.make(C)
  }
}
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import C = import a.b:C
        import D = import a.b:D
        import E = import a.b:E
        import y = import x.y:*
        extends Base = ?Base
        implements Named = ?Named
        type Repo = ?Repo
        call Repo = ?Repo
        type Foo = ?Foo
        type Baz = ?Baz
        call Foo = ?Foo
        read f = local f
        read x = local x
        call bar = local x.bar
        call baz = local x.bar().baz
        read y = local y
        read go = local y.go
        read x = local x
        read items = local x.items
        read i = local i
        call go = local i.go
        read repo = local this.repo
        call find = local this.repo.find
        read f = local f
        call go = local super.go
        read f = local f
        read f = local f
        type Bar = ?Bar
        read b = local b
        read run = local b.run
        read F = import a.b:E
        call make = import a.b:E.make
        read C = import a.b:C
    ",
    );
}
