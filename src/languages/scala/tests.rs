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
        import C = Import(a.b:C)
        import D = Import(a.b:D)
        import E = Import(a.b:E)
        import y = Import(x.y:*)
        extends Base = Base
        implements Named = Named
        type Repo = Repo
        call Repo = Repo
        type Foo = Foo
        type Baz = Baz
        call Foo = Foo
        read f = Local(f)
        read x = Local(x)
        call bar = Local(x).bar
        call baz = Local(x).bar().baz
        read y = Local(y)
        read go = Local(y).go
        read x = Local(x)
        read items = Local(x).items
        read i = Local(i)
        call go = Local(i).go
        read repo = Local(this).repo
        call find = Local(this).repo.find
        read f = Local(f)
        call go = Local(super).go
        read f = Local(f)
        read f = Local(f)
        type Bar = Bar
        read b = Local(b)
        read run = Local(b).run
        read F = Import(a.b:E)
        call make = Import(a.b:E).make
        read C = Import(a.b:C)
    ",
    );
}

#[test]
fn what_names_an_argument_or_an_interpolator_is_no_use() {
    let text = "class A {\n  def f(n: Int): Unit = g(startOffset = n, text = s\"x $n ${h(n)}\")\n}\n";
    tests::sites(
        &LANGUAGE,
        text,
        "
        type Int = Int
        type Unit = Unit
        call g = g
        read n = Local(n)
        read n = Local(n)
        call h = h
        read n = Local(n)
    ",
    );
}
