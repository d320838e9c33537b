//! Bash as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "FOO=1
declare -r BAR=2
function go() { local x=$1; FOO=2; }
helper() { go; }
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        variable FOO
        variable BAR
        function go
        function helper
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"source ./lib.sh
. "$DIR/other.sh"
FOO=1
go() { local x=$1; helper "$x" && other; }
helper() { echo "$FOO"; }
trap helper EXIT
go "${FOO}"
"#;
    tests::sites(
        &LANGUAGE,
        text,
        "
        import ./lib.sh = Import(./lib.sh:*)
        import /other.sh = Import(/other.sh:*)
        read 1 = 1
        call helper = Symbol(helper)
        read x = Local(x)
        call other = other
        call echo = echo
        read FOO = Symbol(FOO)
        call trap = trap
        read helper = Symbol(helper)
        read EXIT = EXIT
        call go = Symbol(go)
        read FOO = Symbol(FOO)
    ",
    );
}
