//! C# as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_their_types() {
    let text = "namespace App.Core;\npublic class User<T> : Base {\n  private readonly Repo _repo, _x;\n  const int A = 1;\n  event Handler Changed;\n  public string Name { get; set; }\n  delegate void D(int x);\n  public User(Repo repo) {}\n  static Foo Go(Foo f) { var x = 1; void Local() {} return f; }\n  struct P { int x; }\n}\ninterface IUser { void M(); }\nenum E { A, B }\nrecord R(int X);\n";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class User`1
        field User`1._repo
        field User`1._x
        constant User`1.A
        property User`1.Changed
        property User`1.Name
        typeAlias User`1.D
        constructor User`1.User`1
        method User`1.Go
        function User`1.Go.Local
        struct User`1.P
        field User`1.P.x
        interface IUser
        method IUser.M
        enum E
        variant E.A
        variant E.B
        class R
        property R.X
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "using Foo.Bar;\nusing X = Foo.Baz;\nnamespace App { [Serializable] class User : Base<int>, IUser {\n  Repo _repo;\n  Foo Go(Foo f) {\n    var x = new Foo(f);\n    x.Run().Stop(1);\n    foreach (Bar b in x.Items) { b.Go(); }\n    this.Go(f);\n    _repo?.Get<Foo>(x);\n    return X.Make(Other);\n  }\n} }\n";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import Foo.Bar = Import(Foo.Bar:*)
        import Baz = Import(Foo:Baz)
        decorator Serializable = Serializable
        extends Base = Base`1
        implements IUser = IUser
        type Repo = Repo
        type Foo = Foo
        type Foo = Foo
        call Foo = Foo
        read f = Local(f)
        read x = Local(x)
        call Run = Local(x).Run
        call Stop = Local(x).Run().Stop
        type Bar = Bar
        read x = Local(x)
        read Items = Local(x).Items
        read b = Local(b)
        call Go = Local(b).Go
        call Go = Local(this).Go
        read f = Local(f)
        read _repo = Symbol(User._repo)
        call Get = Symbol(User._repo).Get
        type Foo = Foo
        read x = Local(x)
        read X = Import(Foo:Baz)
        call Make = Import(Foo:Baz).Make
        read Other = Other
    ",
    );
}

#[test]
fn a_conditional_inside_of_a_member_makes_up_nothing() {
    let text = "namespace A;\npublic interface ILog {\n  void A(int x)\n#if F\n    => B(x)\n#else\n    => C(x)\n#endif\n  ;\n  void B(int x);\n}\n#if G\nclass G {}\n#else\nclass H {}\n#endif\n";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        interface ILog
        method ILog.A
        method ILog.B
        class G
        class H
    ",
    );
}

#[test]
fn what_names_an_argument_of_an_attribute_is_no_use() {
    tests::sites(&LANGUAGE, "[Attr(Name = Limit)] class A { }\n", "decorator Attr = Attr\nread Limit = Limit");
}

#[test]
fn lines_for_the_preprocessor_are_no_part_of_a_head() {
    let text = "#if !NETCOREAPP\n[Serializable]\n#endif\npublic class Broken : Error\n{\n    public void Read(\n#if NET\n        int most,\n#endif\n        string text)\n    {\n    }\n}\n";
    tests::signatures(&LANGUAGE, text, "[Serializable] public class Broken : Error\npublic void Read( int most, string text)");
}
