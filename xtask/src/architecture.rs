//! The two tables of ARCHITECTURE.md that are checked: rooms with what they may import, and dependencies with their homes.

/// The page.
pub const PATH: &str = "ARCHITECTURE.md";

/// One room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub name: String,
    /// Rooms it may import; only rooms above it.
    pub imports: Vec<String>,
    /// It is planned and has no folder yet.
    pub to_come: bool,
    /// Line of the table, from 1.
    pub line: usize,
}

/// A crate or standard module that only some rooms may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// `salsa`, `std::fs`, `tree_sitter*`.
    pub dependency: String,
    pub rooms: Vec<String>,
    pub line: usize,
}

/// The rooms, in table order.
pub fn rooms(page: &str) -> Vec<Room> {
    let row = |line: usize, cells: &[&str]| {
        let imports = words(cells.last().unwrap_or(&""));
        let to_come = cells.iter().any(|cell| cell.contains("(to come)"));
        Room { name: cells.first().unwrap_or(&"").trim_matches('`').to_owned(), imports, to_come, line }
    };
    rows(page, "room").map(|(line, cells)| row(line, &cells)).collect()
}

/// The homes, in table order.
pub fn homes(page: &str) -> Vec<Home> {
    rows(page, "dependency")
        .map(|(line, cells)| Home {
            dependency: cells.first().unwrap_or(&"").trim_matches('`').to_owned(),
            rooms: words(cells.get(1).unwrap_or(&"")),
            line,
        })
        .collect()
}

fn words(cell: &str) -> Vec<String> {
    cell.split([' ', ',']).filter(|word| !word.is_empty() && *word != "-").map(str::to_owned).collect()
}

/// The body rows of the table whose header starts with `head`.
fn rows<'a>(page: &'a str, head: &'a str) -> impl Iterator<Item = (usize, Vec<&'a str>)> {
    let cells = |line: &'a str| -> Vec<&'a str> { line.trim().trim_matches('|').split('|').map(str::trim).collect() };
    page.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .skip_while(move |(_, line)| !line.starts_with('|') || cells(line).first() != Some(&head))
        .take_while(|(_, line)| line.starts_with('|'))
        .skip(2)
        .map(move |(line, text)| (line, cells(text)))
}
