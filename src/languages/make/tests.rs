//! Make as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "CC = gcc
all: build
	$(CC) x.c
build:
	echo
define run
echo
endef
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        variable CC
        function all
        function build
        macro run
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "include rules.mk
CC = gcc
all: build $(DEPS)
	$(CC) x.c
build:
	echo
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import rules.mk = Import(rules.mk:*)
        read build = Symbol(build)
        read DEPS = DEPS
        read CC = Symbol(CC)
    ",
    );
}
