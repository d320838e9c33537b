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
        import Bar = import Foo:Bar
        import A = import Foo:A
        import B = import Foo:B
        import /x.php = import /x.php:*
        extends Model = ?Model
        implements Named = ?Named
        extends Soft = ?Soft
        type Repo = ?Repo
        type Bar = import Foo:Bar
        call Bar = import Foo:Bar
        read b = local b
        read x = local x
        call run = local x.run
        call stop = local x.run().stop
        read this = local this
        call go = local this.go
        read r = local r
        read x = local x
        call go = local parent.go
        read C = import Foo:B
        call make = import Foo:B.make
        read Q = local this.Q
        call helper = ?helper
        read r = local r
        read list = local r.list
    ",
    );
}
