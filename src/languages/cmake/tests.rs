//! CMake as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "set(X 1)
function(go a)
  set(Y 2)
endfunction()
macro(m)
endmacro()
add_library(lib a.c)
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        variable X
        function go
        macro m
        variable lib
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"include(cmake/util.cmake)
set(X 1)
function(go a)
  message("${X} ${a}")
endfunction()
go(1)
add_library(lib a.c)
target_link_libraries(lib PUBLIC go -lm ${CMAKE_DL_LIBS} "$<X:y>")
foreach(each ${CMAKE_CURRENT_LIST_DIR} a.c)
  message("${each}")
endforeach()
"#;
    tests::sites(
        &LANGUAGE,
        text,
        "
        import cmake/util.cmake = Import(cmake/util.cmake:*)
        call set = set
        call message = message
        read X = Symbol(X)
        read a = Local(a)
        call go = Symbol(go)
        call add_library = add_library
        call target_link_libraries = target_link_libraries
        read lib = Symbol(lib)
        read go = Symbol(go)
        call message = message
        read each = Local(each)
    ",
    );
}
