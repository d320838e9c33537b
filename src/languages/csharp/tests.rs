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
        class User
        field User._repo
        field User._x
        constant User.A
        property User.Changed
        property User.Name
        typeAlias User.D
        constructor User.User
        method User.Go
        function User.Go.Local
        struct User.P
        field User.P.x
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
        import Foo.Bar = import Foo.Bar:*
        import Baz = import Foo:Baz
        decorator Serializable = ?Serializable
        extends Base = ?Base
        implements IUser = ?IUser
        type Repo = ?Repo
        type Foo = ?Foo
        type Foo = ?Foo
        call Foo = ?Foo
        read f = local f
        read x = local x
        call Run = local x.Run
        call Stop = local x.Run().Stop
        type Bar = ?Bar
        read x = local x
        read Items = local x.Items
        read b = local b
        call Go = local b.Go
        call Go = local this.Go
        read f = local f
        read _repo = `User._repo`
        call Get = `User._repo`.Get
        type Foo = ?Foo
        read x = local x
        read X = import Foo:Baz
        call Make = import Foo:Baz.Make
        read Other = ?Other
    ",
    );
}
