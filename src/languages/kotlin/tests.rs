//! Kotlin as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = r#"package com.foo
class User(val name: String, age: Int) : Base() {
  companion object Made { const val A = 1 }
  constructor() : this("a")
  private val repo: Repo? = Repo()
  fun go(f: Foo): Baz { val x = 1; return x }
}
interface Named {}
object Single {
  fun s() {}
}
typealias T = Foo
fun String.ext(a: Int): Int = a
val top = 1
enum class E { A, B }
"#;
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class User
        property User.name
        class User.Made
        constant User.Made.A
        constructor User.constructor
        property User.repo
        method User.go
        interface Named
        class Single
        method Single.s
        typeAlias T
        method String.ext
        property top
        enum E
        variant E.A
        variant E.B
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "package com.foo
import com.bar.Baz
import com.bar.*
import com.bar.X as Y
@Ann class User : Base(), Named {
  val repo: Repo = Repo()
  fun go(f: Foo): Baz? {
    val x = Foo(1)
    x.bar(1) { it.baz() }.qux
    for (i in x.items) { i.go() }
    this.repo.find(f)!!.run()
    super.go()
    go(f)
    f.name = Y.make()
    return x as Baz
  }
}
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import Baz = Import(com.bar:Baz)
        import com.bar = Import(com.bar:*)
        import X = Import(com.bar:X)
        decorator Ann = Ann
        extends Base = Base
        implements Named = Named
        type Repo = Repo
        call Repo = Repo
        type Foo = Foo
        type Baz = Import(com.bar:Baz)
        call Foo = Foo
        read x = Local(x)
        call bar = Local(x).bar
        call baz = ?.baz
        read qux = Local(x).bar().qux
        read x = Local(x)
        read items = Local(x).items
        read i = Local(i)
        call go = Local(i).go
        read repo = Local(this).repo
        call find = Local(this).repo.find
        read f = Local(f)
        call run = Local(this).repo.find().run
        call go = Local(super).go
        call go = Symbol(User.go)
        read f = Local(f)
        read f = Local(f)
        write name = Local(f).name
        read Y = Import(com.bar:X)
        call make = Import(com.bar:X).make
        read x = Local(x)
        type Baz = Import(com.bar:Baz)
    ",
    );
}

#[test]
fn a_head_goes_from_behind_its_annotations_to_its_body() {
    let text = r#"@Suppress("NOTHING_TO_INLINE")
internal inline fun commonUtf8(
  buffer: Buffer,
  mark: String = "({",
): String {
  return ""
}
@Deprecated(
  message = "no",
)
class A<T>(val a: () -> Unit) : B<T>() {
}
fun short() = 1
"#;
    let heads = r#"
        internal inline fun commonUtf8( buffer: Buffer, mark: String = "({", ): String
        class A<T>(val a: () -> Unit) : B<T>()
        val a: () -> Unit
        fun short() = 1
    "#;
    tests::signatures(&LANGUAGE, text, heads);
    tests::signatures(&LANGUAGE, "fun f(mark: String = \"(\") {\n}\n", "fun f(mark: String = \"(\")");
}
