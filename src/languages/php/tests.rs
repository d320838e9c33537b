//! PHP as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_their_types() {
    let text = "<?php\nnamespace App;\nconst Q = 1;\nabstract class User extends Model {\n  const A = 1, B = 2;\n  private ?Foo $x;\n  public function __construct(private Repo $repo) { $y = 1; }\n  function go() {}\n}\nenum Suit { case Hearts; }\ntrait T {}\nfunction top() {}\n$z = 1;\n$z = 2;\n";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        constant Q
        class User
        constant User.A
        constant User.B
        property User.x
        constructor User.__construct
        property User.repo
        method User.go
        enum Suit
        variant Suit.Hearts
        trait T
        function top
        variable z
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "<?php\nuse Foo\\Bar;\nuse Foo\\{A, B as C};\nrequire __DIR__ . '/x.php';\nclass User extends Model implements Named {\n  use Soft;\n  function go(Repo $r, Bar $b) {\n    $x = new Bar($b);\n    $x->run()->stop();\n    $this->go($r, $x);\n    parent::go();\n    C::make(self::Q);\n    return helper($r->list);\n  }\n}\n";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import Bar = Import(Foo:Bar)
        import A = Import(Foo:A)
        import B = Import(Foo:B)
        import /x.php = Import(/x.php:*)
        extends Model = Model
        implements Named = Named
        extends Soft = Soft
        type Repo = Repo
        type Bar = Import(Foo:Bar)
        call Bar = Import(Foo:Bar)
        read b = Local(b)
        read x = Local(x)
        call run = Local(x).run
        call stop = Local(x).run().stop
        read this = Local(this)
        call go = Local(this).go
        read r = Local(r)
        read x = Local(x)
        call go = Local(parent).go
        read C = Import(Foo:B)
        call make = Import(Foo:B).make
        read Q = Local(this).Q
        call helper = helper
        read r = Local(r)
        read list = Local(r).list
    ",
    );
}
