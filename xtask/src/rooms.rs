//! `cargo xtask rooms`: every import against the table in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use crate::architecture::{self, Home, Room};
use crate::code::{self, CodePath};
use crate::tree::{self, File};
use crate::{Call, Finding, Report};

/// Rooms that must work from committed files alone.
const READERS: &[&str] = &["reader", "retrieve", "pack", "meaning"];
/// Rooms that only a build may reach.
const WRITERS: &[&str] = &["source", "shard", "languages", "link", "queries", "pipeline"];

/// Runs the check; it never changes anything.
///
/// # Errors
/// What the disk refused.
pub fn run(root: &Path, _: &Call) -> io::Result<Report> {
    let page = std::fs::read_to_string(root.join(architecture::PATH))?;
    Ok(Report { notes: Vec::new(), findings: check(&page, &tree::files(root)?) })
}

/// All that is wrong with `files` by the tables of `page`.
pub fn check(page: &str, files: &[File]) -> Vec<Finding> {
    let rooms = architecture::rooms(page);
    let homes = architecture::homes(page);
    let mut findings = table(&rooms);
    if rooms.is_empty() {
        findings.push(Finding::new(architecture::PATH, 0, "holds no table whose header starts with `room`"));
    }
    findings.extend(tree_against_table(&rooms, files));
    let mut edges: BTreeMap<String, BTreeSet<String>> =
        rooms.iter().map(|room| (room.name.clone(), room.imports.iter().cloned().collect())).collect();
    // By whom, of whom: rooms and dependencies.
    let mut used = BTreeSet::new();
    for file in files.iter().filter(|file| file.is_rust() && !file.is_test()) {
        let Some((from, depth)) = place(&file.path) else { continue };
        let code = code::without_tests(&code::strip(&file.text));
        for path in code::paths(&code) {
            if let Some(to) = imported(&path, depth) {
                findings.extend(edge(&rooms, file, from, to, path.line));
                edges.entry(from.to_owned()).or_default().insert(to.to_owned());
                used.insert((from.to_owned(), to.to_owned()));
            }
            if let Some(home) = home_of(&homes, &path) {
                findings.extend(away_from_home(home, file, from, &path));
                used.insert((from.to_owned(), home.dependency.clone()));
            }
        }
    }
    findings.extend(unused(&rooms, &homes, &used));
    findings.extend(wall(&edges));
    findings.sort();
    findings.dedup();
    findings
}

/// The room of a file and how many modules deep it stands; `None` outside rooms.
fn place(path: &str) -> Option<(&str, usize)> {
    let below = path.strip_prefix("src/")?;
    let (room, rest) = below.split_once('/')?;
    let segments = rest.split('/').count();
    Some((room, if rest.ends_with("mod.rs") { segments } else { segments + 1 }))
}

/// The name at the top of the crate that a path leads to.
fn imported(path: &CodePath, depth: usize) -> Option<&str> {
    let first = path.segments.first()?;
    if first == "crate" {
        return path.segments.get(1).map(String::as_str);
    }
    let climbs = path.segments.iter().take_while(|segment| *segment == "super").count();
    (climbs > 0 && climbs >= depth).then(|| path.segments.get(climbs).map(String::as_str))?
}

/// The table itself: imports only go up.
fn table(rooms: &[Room]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, room) in rooms.iter().enumerate() {
        for import in &room.imports {
            if !rooms[..index].iter().any(|above| above.name == *import) {
                let message = format!("room `{}` imports `{import}`, which is no row above it", room.name);
                findings.push(Finding::new(architecture::PATH, room.line, message));
            }
        }
    }
    findings
}

/// What a row allows and no file of the room needs, between rooms that are both there.
fn unused(rooms: &[Room], homes: &[Home], used: &BTreeSet<(String, String)>) -> Vec<Finding> {
    let is_there = |name: &str| rooms.iter().any(|room| room.name == name && !room.to_come);
    let imports = rooms.iter().flat_map(|room| room.imports.iter().map(move |import| (room.line, &room.name, import)));
    let imports = imports.filter(|(_, _, import)| is_there(import));
    let homes = homes.iter().flat_map(|home| home.rooms.iter().map(move |room| (home.line, room, &home.dependency)));
    imports
        .chain(homes)
        .filter(|(_, room, what)| is_there(room) && !used.contains(&((*room).clone(), (*what).clone())))
        .map(|(line, room, what)| {
            Finding::new(architecture::PATH, line, format!("room `{room}` may import `{what}` and never does: take it out of the row"))
        })
        .collect()
}

/// `src/lib.rs` and the folders hold the rows that are there, in their order.
fn tree_against_table(rooms: &[Room], files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let folders: BTreeSet<&str> = files.iter().filter_map(|file| place(&file.path)).map(|(room, _)| room).collect();
    for folder in &folders {
        match rooms.iter().find(|room| room.name == *folder) {
            None => findings.push(Finding::new(&format!("src/{folder}"), 0, "is a room without a row in ARCHITECTURE.md")),
            Some(room) if room.to_come => {
                let message = format!("room `{folder}` is there: take `(to come)` out of its row");
                findings.push(Finding::new(architecture::PATH, room.line, message));
            }
            Some(_) => {}
        }
    }
    for room in rooms.iter().filter(|room| !room.to_come && !folders.contains(room.name.as_str())) {
        findings.push(Finding::new(architecture::PATH, room.line, format!("room `{}` has no folder: mark its row `(to come)`", room.name)));
    }
    let Some(lib) = files.iter().find(|file| file.path == "src/lib.rs") else { return findings };
    let listed: Vec<(usize, &str)> =
        lib.text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, line.strip_prefix("pub mod ")?.strip_suffix(';')?))).collect();
    let position = |name: &str| rooms.iter().position(|room| room.name == name);
    for pair in listed.windows(2) {
        if let [(_, one), (line, other)] = pair
            && position(one) > position(other)
        {
            findings.push(Finding::new(&lib.path, *line, format!("`{other}` stands before `{one}` in ARCHITECTURE.md: keep that order")));
        }
    }
    findings
}

fn edge(rooms: &[Room], file: &File, from: &str, to: &str, line: usize) -> Option<Finding> {
    let room = rooms.iter().find(|room| room.name == from)?;
    let message = if from == to || room.imports.iter().any(|import| import == to) {
        return None;
    } else if rooms.iter().any(|room| room.name == to) {
        format!("room `{from}` may not import `{to}`; its row allows: {}", room.imports.join(" "))
    } else {
        format!("`crate::{to}` is no room")
    };
    Some(Finding::new(&file.path, line, message))
}

/// The row of the dependency that a path names.
fn home_of<'homes>(homes: &'homes [Home], path: &CodePath) -> Option<&'homes Home> {
    homes.iter().find(|home| {
        let parts: Vec<&str> = home.dependency.split("::").collect();
        path.segments.len() >= parts.len()
            && parts.iter().zip(&path.segments).all(|(part, segment)| match part.strip_suffix('*') {
                Some(start) => segment.starts_with(start),
                None => part == segment,
            })
    })
}

fn away_from_home(home: &Home, file: &File, from: &str, path: &CodePath) -> Option<Finding> {
    if home.rooms.iter().any(|room| room == from) {
        return None;
    }
    let message = format!("`{}` lives in {} alone, not in `{from}`", home.dependency, home.rooms.join(" and "));
    Some(Finding::new(&file.path, path.line, message))
}

/// No way leads from a reader to a writer, however long.
fn wall(edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for reader in READERS {
        let mut ways = vec![vec![*reader]];
        let mut seen = BTreeSet::from([*reader]);
        while let Some(way) = ways.pop() {
            let last = way.last().copied().unwrap_or(reader);
            for next in edges.get(last).into_iter().flatten() {
                if seen.insert(next) {
                    let longer: Vec<&str> = way.iter().copied().chain([next.as_str()]).collect();
                    if WRITERS.contains(&next.as_str()) {
                        findings.push(Finding::new(architecture::PATH, 0, format!("the wall is broken: {}", longer.join(" -> "))));
                    }
                    ways.push(longer);
                }
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
| room | owns | may import |
|---|---|---|
| base | ids | - |
| host | disk | base |
| shard | facts | base |
| reader | index | base host |
| meaning | (to come) | base |

| dependency | home | why |
|---|---|---|
| `std::fs` | host | faults |
| `tree_sitter*` | shard | - |
";

    /// What each row of the page allows is used once.
    const USES: [(&str, &str); 4] = [
        ("base", ""),
        ("host", "use crate::base;\nuse std::fs;"),
        ("reader", "use crate::{base, host};"),
        ("shard", "use crate::base;\nuse tree_sitter::Node;"),
    ];

    fn check(path: &str, text: &str, expected: &[&str]) {
        let mut files: Vec<File> = USES.map(|(room, text)| File { path: format!("src/{room}/mod.rs"), text: text.to_owned() }).into();
        files.push(File { path: path.to_owned(), text: text.to_owned() });
        let found: Vec<String> = super::check(PAGE, &files).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_allowed_import_is_silent_however_it_is_written() {
        check("src/reader/a.rs", "use crate::{base::path, host};\nfn f() { crate::base::x(); super::y(); }", &[]);
        check("src/host/a.rs", "use std::{fs, io};", &[]);
    }

    #[test]
    fn a_forbidden_import_names_both_rooms_and_the_way_through_the_wall() {
        let wall = "ARCHITECTURE.md: the wall is broken: reader -> shard";
        check(
            "src/reader/a.rs",
            "//! x\nuse crate::{base, shard::Shard};",
            &[wall, "src/reader/a.rs:2: room `reader` may not import `shard`; its row allows: base host"],
        );
        check(
            "src/reader/a.rs",
            "use super::super::shard;",
            &[wall, "src/reader/a.rs:1: room `reader` may not import `shard`; its row allows: base host"],
        );
    }

    #[test]
    fn what_is_not_code_imports_nothing() {
        check("src/reader/a.rs", "// crate::shard\nconst A: &str = \"crate::shard\";\n#[cfg(test)]\nmod tests { use crate::shard; }", &[]);
        check("src/reader/tests.rs", "use crate::shard;", &[]);
    }

    #[test]
    fn unknown_rooms_and_strayed_dependencies_are_found() {
        check("src/reader/a.rs", "use crate::elsewhere::X;", &["src/reader/a.rs:1: `crate::elsewhere` is no room"]);
        check("src/new/mod.rs", "", &["src/new: is a room without a row in ARCHITECTURE.md"]);
        check("src/base/a.rs", "use std::{fs::File, io};", &["src/base/a.rs:1: `std::fs` lives in host alone, not in `base`"]);
        check("src/base/a.rs", "tree_sitter_c::x();", &["src/base/a.rs:1: `tree_sitter*` lives in shard alone, not in `base`"]);
    }

    #[test]
    fn what_a_row_allows_is_used_between_rooms_that_are_there() {
        let files =
            USES.map(|(room, text)| File { path: format!("src/{room}/mod.rs"), text: text.replace("std::fs", "std::io").replace(", host", "") });
        let found: Vec<String> = super::check(PAGE, &files).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "ARCHITECTURE.md:6: room `reader` may import `host` and never does: take it out of the row",
                "ARCHITECTURE.md:11: room `host` may import `std::fs` and never does: take it out of the row"
            ]
        );
    }

    #[test]
    fn rows_import_only_rows_above() {
        let page = "| room | owns | may import |\n|-|-|-|\n| base | x | host |\n| host | (to come) | - |\n";
        let found: Vec<String> = super::check(page, &[]).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "ARCHITECTURE.md:3: room `base` has no folder: mark its row `(to come)`",
                "ARCHITECTURE.md:3: room `base` imports `host`, which is no row above it"
            ]
        );
    }
}
