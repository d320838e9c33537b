//! Languages that are read as text: their files are known by name, found by search and seen by certificates, and nothing is told of their definitions
//! and uses.

use super::semantics::NoModules;
use super::{Language, Tier};

/// The family of all of them.
pub const FAMILY: &str = "unparsed";

/// One row for each language: name, id, `[extensions]`, `[whole file names]`, `[interpreters]`.
macro_rules! unparsed {
    ($($name:literal $id:literal [$($extension:literal)*] [$($file:literal)*] [$($interpreter:literal)*];)*) => {
        /// Every language that is read as text.
        pub static UNPARSED: &[Language] = &[$(Language {
            id: $id,
            name: $name,
            tier: Tier::C,
            family: FAMILY,
            extensions: &[$($extension),*],
            file_names: &[$($file),*],
            interpreters: &[$($interpreter),*],
            grammar: None,
            extract: |_, _| {},
            semantics: &NoModules,
        }),*];
    };
}

unparsed! {
    "Ada" "ada" ["adb" "ads"] [] [];
    "ANTLR" "antlr" ["g4"] [] [];
    "Assembly" "assembly" ["asm" "nasm" "s"] [] [];
    "Astro" "astro" ["astro"] [] [];
    "Awk" "awk" ["awk"] [] ["awk" "gawk" "mawk"];
    "Batch" "batch" ["bat" "cmd"] [] [];
    "Bison" "bison" ["y" "yy"] [] [];
    "Clojure" "clojure" ["clj" "cljc" "cljs"] [] [];
    "CoffeeScript" "coffeescript" ["coffee"] [] ["coffee"];
    "Common Lisp" "common-lisp" ["lisp" "lsp"] [] ["sbcl"];
    "Crystal" "crystal" ["cr"] [] ["crystal"];
    "CUDA" "cuda" ["cu" "cuh"] [] [];
    "Cython" "cython" ["pxd" "pxi" "pyx"] [] [];
    "EJS" "ejs" ["ejs"] [] [];
    "Elm" "elm" ["elm"] [] [];
    "Emacs Lisp" "emacs-lisp" ["el"] [] ["emacs"];
    "ERB" "erb" ["erb"] [] [];
    "Erlang" "erlang" ["erl" "hrl"] ["rebar.config"] ["escript"];
    "F#" "fsharp" ["fs" "fsi" "fsx"] [] [];
    "fish" "fish" ["fish"] [] ["fish"];
    "Flex" "flex" ["l" "lex"] [] [];
    "Fortran" "fortran" ["f" "f03" "f08" "f90" "f95" "for"] [] [];
    "GDScript" "gdscript" ["gd"] [] [];
    "GLSL" "glsl" ["comp" "frag" "geom" "glsl" "tesc" "tese" "vert"] [] [];
    "Go template" "go-template" ["gotmpl" "tmpl" "tpl"] [] [];
    "Groovy" "groovy" ["gradle" "groovy" "gvy"] ["Jenkinsfile"] ["groovy"];
    "Haml" "haml" ["haml"] [] [];
    "Handlebars" "handlebars" ["handlebars" "hbs" "mustache"] [] [];
    "Haskell" "haskell" ["hs" "lhs"] [] ["runghc" "runhaskell"];
    "HLSL" "hlsl" ["hlsl"] [] [];
    "Jinja" "jinja" ["j2" "jinja" "jinja2"] [] [];
    "Julia" "julia" ["jl"] [] ["julia"];
    "Less" "less" ["less"] [] [];
    "Liquid" "liquid" ["liquid"] [] [];
    "M4" "m4" ["ac" "m4"] [] [];
    "Meson" "meson" [] ["meson.build" "meson.options" "meson_options.txt"] [];
    "Metal" "metal" ["metal"] [] [];
    "Nim" "nim" ["nim" "nims"] [] [];
    "Nix" "nix" ["nix"] [] [];
    "Objective-C" "objective-c" ["m" "mm"] [] [];
    "OCaml" "ocaml" ["ml" "mli"] [] ["ocaml"];
    "Pascal" "pascal" ["dpr" "lpr" "pas"] [] [];
    "Perl" "perl" ["pl" "pm"] [] ["perl"];
    "PowerShell" "powershell" ["ps1" "psd1" "psm1"] [] ["pwsh"];
    "Prisma" "prisma" ["prisma"] [] [];
    "Pug" "pug" ["jade" "pug"] [] [];
    "QML" "qml" ["qml"] [] [];
    "R" "r" ["r"] [] ["Rscript"];
    "Racket" "racket" ["rkt"] [] ["racket"];
    "Sass" "sass" ["sass" "scss"] [] [];
    "Scheme" "scheme" ["scm" "ss"] [] ["guile"];
    "Slim" "slim" ["slim"] [] [];
    "Solidity" "solidity" ["sol"] [] [];
    "Starlark" "starlark" ["bzl" "star"] ["BUILD" "BUILD.bazel" "MODULE.bazel" "WORKSPACE" "WORKSPACE.bazel"] [];
    "Stylus" "stylus" ["styl"] [] [];
    "Tcl" "tcl" ["tcl"] [] ["tclsh" "wish"];
    "Thrift" "thrift" ["thrift"] [] [];
    "Twig" "twig" ["twig"] [] [];
    "Verilog" "verilog" ["sv" "svh" "v" "vh"] [] [];
    "VHDL" "vhdl" ["vhd" "vhdl"] [] [];
    "Vim script" "vim-script" ["vim"] [".vimrc"] [];
    "Visual Basic" "visual-basic" ["bas" "vb" "vbs"] [] [];
    "WebAssembly text" "webassembly-text" ["wast" "wat"] [] [];
    "WGSL" "wgsl" ["wgsl"] [] [];
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{LANGUAGES, detect};
    use super::*;

    #[test]
    fn no_name_means_two_languages() {
        let all = || LANGUAGES.iter().copied().chain(UNPARSED);
        for names in [|it: &'static Language| it.extensions, |it: &'static Language| it.file_names, |it: &'static Language| it.interpreters] {
            let mut met = BTreeSet::new();
            let twice: Vec<&&str> = all().flat_map(names).filter(|name| !met.insert(**name)).collect();
            assert_eq!(twice, Vec::<&&str>::new());
        }
        assert_eq!(all().map(|it| it.id).collect::<BTreeSet<_>>().len(), all().count());
    }

    #[test]
    fn what_has_no_grammar_is_known_by_name() {
        let id = |path: &str, head: &str| detect(path, head).map(|it| it.id);
        assert_eq!(id("os/window.mm", ""), Some("objective-c"));
        assert_eq!(id("run", "#!/usr/bin/env perl\n"), Some("perl"));
        assert_eq!(id("Jenkinsfile", ""), Some("groovy"));
        assert_eq!(id("build.gradle", ""), Some("gradle-manifest"));
        assert_eq!(id("a.unheard-of", ""), None);
    }
}
