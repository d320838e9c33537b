//! Dockerfile as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "ARG V=1
FROM rust:1 AS build
ENV A=1 B=2
FROM build
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        variable V
        module build
        variable A
        variable B
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "ARG V=1
FROM rust:1 AS build
RUN echo $V
FROM build
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        read build = Symbol(build)
    ",
    );
}
