//! CMake: functions, macros, targets, variables.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")], Manner::PLAIN);

static MODULES: Modules = Modules {
    habits: &Habits { builtins: &[COMMANDS], ..Habits::PLAIN },
    files: Files {
        separator: "",
        endings: &["/CMakeLists.txt", ".cmake", ""],
        relative: true,
        roots: &["cmake", ""],
        outermost: false,
        packages: false,
    },
    spaces: Spaces::Own,
};

/// Commands of CMake 3.28 and of the modules that it brings along, sorted by bytes. Case does not count; those in capitals are what old files write.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "ADD_CUSTOM_COMMAND", "ADD_CUSTOM_TARGET", "ADD_DEFINITIONS", "ADD_EXECUTABLE", "ADD_LIBRARY", "ADD_SUBDIRECTORY", "ADD_TEST",
    "CHECK_C_SOURCE_COMPILES", "CHECK_FUNCTION_EXISTS", "CHECK_INCLUDE_FILE", "CHECK_INCLUDE_FILES", "CHECK_LIBRARY_EXISTS",
    "CHECK_STRUCT_HAS_MEMBER", "CHECK_SYMBOL_EXISTS", "CHECK_TYPE_SIZE", "CMAKE_MINIMUM_REQUIRED", "CONFIGURE_FILE", "ENABLE_TESTING",
    "EXECUTE_PROCESS", "ExternalProject_Add", "ExternalProject_Add_Step", "ExternalProject_Get_Property", "FILE", "FIND_LIBRARY", "FIND_PACKAGE",
    "FIND_PATH", "FIND_PROGRAM", "FetchContent_Declare", "FetchContent_GetProperties", "FetchContent_MakeAvailable", "FetchContent_Populate",
    "INCLUDE", "INCLUDE_DIRECTORIES", "INSTALL", "LINK_DIRECTORIES", "LIST", "MARK_AS_ADVANCED", "MATH", "MESSAGE", "OPTION", "PROJECT", "RETURN",
    "SET", "SET_TARGET_PROPERTIES", "STRING", "TARGET_LINK_LIBRARIES", "UNSET", "add_compile_definitions", "add_compile_options",
    "add_custom_command", "add_custom_target", "add_definitions", "add_dependencies", "add_executable", "add_library", "add_link_options",
    "add_subdirectory", "add_test", "aux_source_directory", "block", "break", "build_command", "check_c_compiler_flag", "check_c_source_compiles",
    "check_c_source_runs", "check_cxx_compiler_flag", "check_cxx_source_compiles", "check_cxx_source_runs", "check_cxx_symbol_exists",
    "check_function_exists", "check_include_file", "check_include_file_cxx", "check_include_files", "check_ipo_supported", "check_language",
    "check_library_exists", "check_prototype_definition", "check_struct_has_member", "check_symbol_exists", "check_type_size",
    "check_variable_exists", "cmake_dependent_option", "cmake_host_system_information", "cmake_language", "cmake_minimum_required",
    "cmake_parse_arguments", "cmake_path", "cmake_policy", "cmake_pop_check_state", "cmake_push_check_state", "configure_file",
    "configure_package_config_file", "continue", "create_test_sourcelist", "ctest_build", "ctest_configure", "ctest_coverage",
    "ctest_empty_binary_directory", "ctest_memcheck", "ctest_read_custom_files", "ctest_run_script", "ctest_sleep", "ctest_start", "ctest_submit",
    "ctest_test", "ctest_update", "ctest_upload", "define_property", "enable_language", "enable_testing", "endblock", "exec_program",
    "execute_process", "export", "externalproject_add", "feature_summary", "fetchcontent_declare", "fetchcontent_getproperties",
    "fetchcontent_makeavailable", "fetchcontent_populate", "file", "find_file", "find_library", "find_package", "find_package_handle_standard_args",
    "find_path", "find_program", "fltk_wrap_ui", "function", "generate_export_header", "get_cmake_property", "get_directory_property",
    "get_filename_component", "get_property", "get_source_file_property", "get_target_property", "get_test_property", "gtest_add_tests",
    "gtest_discover_tests", "include", "include_directories", "include_external_msproject", "include_guard", "include_regular_expression", "install",
    "link_directories", "link_libraries", "list", "load_cache", "load_command", "macro", "mark_as_advanced", "math", "message", "option",
    "pkg_check_modules", "pkg_search_module", "project", "qt_wrap_cpp", "qt_wrap_ui", "remove_definitions", "return", "separate_arguments", "set",
    "set_directory_properties", "set_package_properties", "set_property", "set_source_files_properties", "set_target_properties",
    "set_tests_properties", "site_name", "source_group", "string", "target_compile_definitions", "target_compile_features", "target_compile_options",
    "target_include_directories", "target_link_directories", "target_link_libraries", "target_link_options", "target_precompile_headers",
    "target_sources", "test_big_endian", "try_compile", "try_run", "unset", "variable_watch", "write_basic_package_version_file",
];

/// CMake.
pub static LANGUAGE: Language = Language {
    id: "cmake",
    name: "CMake",
    tier: Tier::C,
    family: "cmake",
    extensions: &["cmake"],
    file_names: &["CMakeLists.txt"],
    interpreters: &[],
    grammar: Some(|| tree_sitter_cmake::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
