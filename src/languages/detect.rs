//! The language of a file: by its whole name, then its extension, then its `#!` line. Where other texts have the same extension, the text decides.

use super::{Language, all, bash, c};
use crate::base::path;

/// Lines at the start of a script in which it may hand itself over to another interpreter.
const HEAD_LINES: usize = 20;

/// The language of a file. `head` is the start of its text.
pub fn detect(path: &str, head: &str) -> Option<&'static Language> {
    let name = path::file_name(path);
    let found = match all().find(|language| language.file_names.contains(&name)) {
        Some(language) => return Some(language),
        None => match name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
            Some((_, extension)) => by_extension(&extension.to_ascii_lowercase(), head)?,
            None => by_interpreter(last_word(head.strip_prefix("#!")?.lines().next()?)?)?,
        },
    };
    if found.id != bash::LANGUAGE.id {
        return Some(found);
    }
    match handed_over(head) {
        Some(interpreter) => by_interpreter(interpreter),
        None => Some(found),
    }
}

fn by_extension(extension: &str, head: &str) -> Option<&'static Language> {
    match extension {
        "h" if is_objective_c(head) => return all().find(|language| language.id == "objective-c"),
        "h" if c::looks_like_cpp(head) => return Some(&c::CPP),
        "def" | "inc" | "tbl" if c::reads_as_c(head) => return Some(if c::looks_like_cpp(head) { &c::CPP } else { &c::C }),
        // Fragments of assembler and much else are called so too.
        "inc" if !head.contains("<?") => return None,
        // A program for Rack, and any text in Russian.
        "ru" if !head.lines().any(|line| ["map ", "require", "run ", "use "].iter().any(|word| line.trim_start().starts_with(word))) => return None,
        _ => {}
    }
    all().find(|language| language.extensions.contains(&extension))
}

/// Whether a header is of no use to C: it imports or declares what only Objective-C has, and not just where that is what reads it.
fn is_objective_c(head: &str) -> bool {
    const OPENINGS: [&str; 7] = ["#import ", "@class ", "@end", "@import ", "@interface ", "@protocol ", "NS_ASSUME_NONNULL_BEGIN"];
    !head.contains("__OBJC__") && head.lines().any(|line| OPENINGS.iter().any(|it| line.starts_with(it)))
}

fn by_interpreter(word: &str) -> Option<&'static Language> {
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    all().find(|language| language.interpreters.contains(&word))
}

/// The program of a command line, or the one that `env` runs for it.
fn last_word(command: &str) -> Option<&str> {
    command.split(['/', ' ']).rfind(|word| !word.is_empty() && !word.starts_with('-'))
}

/// The interpreter that a shell script runs itself with: `exec wish "$0" "$@"`. To the shell the rest is no text.
fn handed_over(head: &str) -> Option<&str> {
    head.lines().take(HEAD_LINES).find_map(|line| {
        let (program, rest) = line.trim_start().strip_prefix("exec ")?.split_once(['"', '$'])?;
        let itself = ["0\"", "0 ", "$0\"", "argv0\"", "$argv0\""].iter().any(|it| rest.starts_with(it)) || rest == "0";
        last_word(program).filter(|word| itself && !bash::LANGUAGE.interpreters.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(path: &str, head: &str) -> Option<&'static str> {
        detect(path, head).map(|language| language.id)
    }

    #[test]
    fn a_text_decides_where_its_name_does_not() {
        let objective = "// A stub.\n#import <Foundation/Foundation.h>\n\n@interface Stub : NSObject\n- (void)start;\n@end\n";
        assert_eq!(id("Stub.h", objective), Some("objective-c"));
        assert_eq!(id("both.h", "#ifdef __OBJC__\n@class Stub;\n#endif\nint start(void);\n"), Some("c"));
        assert_eq!(id("doc.h", "/**\n * @class Stub\n */\nint start(void);\n"), Some("c"));
        let rack = "# This file is used by Rack.\nrequire_relative 'config/environment'\nrun App\n";
        assert_eq!(id("config.ru", rack), Some("ruby"));
        assert_eq!(id("tutor1.ru", "ГЛАВА ПЕРВАЯ\n\n  run\n"), None);
        assert_eq!(id("a.inc", "<?php\nf();\n"), Some("php"));
        assert_eq!(id("a.inc", "{ 0x23, 0x00a3 },\n"), None);
        let table = "/* Made by a tool. */\n\n#define MAX 3\nstatic const uint32_t table[MAX] = {\n  0x228000,\n};\n";
        for path in ["a.inc", "a.def", "a.tbl"] {
            assert_eq!(id(path, table), Some("c"), "{path}");
        }
        assert_eq!(id("a.def", "#ifndef ITEM\n#define ITEM(x)\n#endif\n"), Some("c"));
        assert_eq!(id("a.inc", &table.replace("uint32_t", "std::array<int, 3>")), Some("cpp"));
        for other in [
            "EXPORTS\n    json_delete\n",
            "# define what is common\nSRCS = a.c\n",
            "#define A 1\n.macro foo\n mov r0, r1\n.endm\n",
            "; constants\nX equ 1\n",
            "%define X 1\nstruc a\n",
            "const\n  x = 5;\nprocedure f;\nbegin\n  y := 1;\nend;\n",
            "#include \"a.inc\"\n#declare X = 1;\nunion { box { 1 } }\n",
            "SUMMARY = \"x\"\nstatic int = 1\n",
            "PATH=/bin\nfail()\n{\n\techo x;\n}\n",
            "",
        ] {
            assert_eq!(id("a.inc", other), None, "{other}");
        }
        assert_eq!(id("a.h", "namespace a { class B; }\n"), Some("cpp"));
        assert_eq!(id("a", "#!/usr/bin/env -S python3.12 -u\n"), Some("python"));
        assert_eq!(id("a", "plain\n"), None);
    }

    #[test]
    fn a_script_that_hands_itself_over_is_read_as_what_runs_it() {
        let tcl = "#!/bin/sh\n# Tcl ignores the next line -*- tcl -*- \\\nexec wish \"$0\" -- \"$@\"\n";
        assert_eq!(id("gitk", tcl), Some("tcl"));
        assert_eq!(id("git-gui.sh", &tcl.replace("$0", "$argv0").replace("exec", " exec")), Some("tcl"));
        assert_eq!(id("a", "#!/bin/sh\n':' //; exec /usr/bin/env node \"$0\" \"$@\"\n"), Some("bash"), "only a command of its own hands over");
        assert_eq!(id("a", "#!/bin/sh\n\"exec\" \"python3\"\nexec /usr/bin/env python3 $0\n"), Some("python"));
        for stays in ["exec bash \"$0\" again\n", "exec python3 \"$0.py\"\n", "exec java -jar app.jar \"$@\"\n", "exec $0\n"] {
            assert_eq!(id("a.sh", &format!("#!/bin/sh\n{stays}")), Some("bash"), "{stays}");
        }
    }
}
