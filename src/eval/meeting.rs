//! An index and a compiler's data of the same files, brought together: which definition a compiler's symbol is, which site it speaks of, and what a use
//! stands in. Both sides are counted by the same definitions.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::caps;
use crate::reader::error::ReadError;
use crate::reader::ids::{FileId, SymbolId};
use crate::reader::index::Index;
use crate::reader::sites::Site;
use crate::scip::references::{Compiler, Meaning, Mention, Said, Standing};

/// Kinds that a use is counted to, whole: the outermost of them around it.
const FUNCTIONS: &[&str] = &["function", "method", "constructor", "macro"];
/// Kinds that a use is counted to where no function is around it.
const TYPES: &[&str] = &["class", "struct", "enum", "union", "trait", "interface"];
/// Kinds that are no targets: compilers and readers differ too much on what a use of them is.
const PARTS: &[&str] = &["field", "variant", "property", "associatedType"];
/// Languages whose macros are no targets: their compilers see only what is left of them.
const WITHOUT_MACROS: &[&str] = &["c", "cpp"];

/// Bytes by which the place of a name may be off where a line holds more than ASCII.
const WIDEST: i64 = 32;

/// What a use leads to, or starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    File(FileId),
    /// The first of the definitions that count as one.
    Symbol(SymbolId),
    /// A definition that only the compiler lists: index into [`Compiler::meanings`].
    Unlisted(u32),
}

/// What a compiler's symbol is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    Target(End),
    /// A field, a variant, a parameter, a local variable.
    OutOfScope,
    /// Of a package that no document defines anything of.
    Outside,
    /// Known to one document or to a package that documents define, and defined in none, or what an import binds, which is no definition here: where it
    /// leads, the compiler does not say.
    Unsaid,
}

/// Both sides together.
pub struct Meeting<'a> {
    pub index: &'a Index,
    compiler: &'a Compiler,
    /// Documents that are of an indexed text.
    pub files: BTreeMap<FileId, &'a Said>,
    /// Paths of documents that are of another text, sorted.
    pub refused: Vec<String>,
    /// Documents of files that the index does not have.
    pub foreign: u64,
    /// By symbol of the compiler.
    meant: Vec<Meant>,
    /// The file of the first definition of each, where it has one.
    home: Vec<Option<FileId>>,
    /// By symbol of the index: another one that counts as the same, or itself.
    same: Vec<u32>,
    /// Symbols of the index that the compiler lists.
    listed: BTreeSet<SymbolId>,
    /// What each line of each file is counted to; by file, then by line.
    owners: Vec<Vec<Owner>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Owner {
    function: Option<SymbolId>,
    class: Option<SymbolId>,
}

impl<'a> Meeting<'a> {
    /// Brings both together.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn new(index: &'a Index, compiler: &'a Compiler) -> Result<Self, ReadError> {
        let mut meeting = Self {
            index,
            compiler,
            files: BTreeMap::new(),
            refused: Vec::new(),
            foreign: 0,
            meant: vec![Meant::Outside; compiler.meanings.len()],
            home: vec![None; compiler.meanings.len()],
            same: (0u32..).take(index.symbol_count()).collect(),
            listed: BTreeSet::new(),
            owners: Vec::new(),
        };
        for (path, said) in &compiler.documents {
            match index.find_file(path).filter(|file| index.file(*file).in_graph) {
                Some(file) if meeting.is_of(file, said) => {
                    meeting.files.insert(file, said);
                }
                Some(_) => meeting.refused.push(path.clone()),
                None => meeting.foreign += 1,
            }
        }
        meeting.owners = (0u32..).take(index.file_count()).map(|file| owners(index, FileId(file))).collect();
        let bound = meeting.bound_by_imports()?;
        meeting.define(&bound);
        Ok(meeting)
    }

    /// Lines of imports, by file.
    fn bound_by_imports(&self) -> Result<BTreeSet<(FileId, u32)>, ReadError> {
        let mut bound = BTreeSet::new();
        for file in self.files.keys().copied() {
            let sites = self.index.sites_of(file, |_| true)?;
            bound.extend(sites.iter().filter(|it| it.role == "import").map(|it| (file, it.lines.start)));
        }
        Ok(bound)
    }

    /// Whether a document is of the indexed text: by the digest of its text, or, where it carries none, because most names that the index knows in the
    /// file stand on the lines where the document has them.
    fn is_of(&self, file: FileId, said: &Said) -> bool {
        if let Some(text) = &said.text {
            return text == self.index.file(file).source_hash;
        }
        let mut lines: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        for symbol in self.index.symbols_of(file) {
            lines.entry(symbol.name).or_default().insert(symbol.name_line);
        }
        let (mut known, mut placed) = (0, 0);
        for mention in said.mentions.iter().filter(|it| it.defines) {
            let name = self.compiler.meanings.get(mention.symbol as usize).map_or("", |it| it.name.as_str());
            if let Some(lines) = lines.get(name) {
                known += 1;
                placed += usize::from(lines.contains(&mention.line));
            }
        }
        placed * 2 >= known
    }

    /// Finds the definition of every symbol, and which definitions count as one.
    fn define(&mut self, bound: &BTreeSet<(FileId, u32)>) {
        let mut matched: Vec<Vec<SymbolId>> = vec![Vec::new(); self.meant.len()];
        let mut defined: Vec<Option<FileId>> = vec![None; self.meant.len()];
        let mut imported = vec![false; self.meant.len()];
        for (file, said) in &self.files {
            for mention in said.mentions.iter().filter(|it| it.defines) {
                let at = mention.symbol as usize;
                defined[at] = defined[at].or(Some(*file));
                imported[at] |= bound.contains(&(*file, mention.line));
                matched[at].extend(self.definition(*file, mention));
            }
        }
        for ids in &matched {
            if let [first, rest @ ..] = ids.as_slice() {
                rest.iter().for_each(|other| join(&mut self.same, *first, *other));
            }
            self.listed.extend(ids.iter().copied());
        }
        self.join_overloads();
        let packages: BTreeSet<&(String, String)> =
            self.compiler.meanings.iter().zip(&defined).filter(|(_, home)| home.is_some()).map(|(meaning, _)| &meaning.package).collect();
        let others = self.other_names();
        for at in 0..matched.len() {
            let mut said = at;
            // What is a target here itself is no mere name of another.
            let is_target = |at: usize| matched[at].first().is_some_and(|id| self.target(*id).is_some());
            for _ in 0..caps::MAX_HOPS {
                match others[said].filter(|_| !is_target(said)) {
                    Some(other) => said = other as usize,
                    None => break,
                }
            }
            let Meaning { standing, package, .. } = &self.compiler.meanings[said];
            self.home[at] = defined[said];
            self.meant[at] = match (matched[said].first(), defined[said], *standing) {
                (Some(id), _, _) => self.target(*id).map_or(Meant::OutOfScope, Meant::Target),
                (None, Some(_), Standing::Target | Standing::Local) if imported[said] => Meant::Unsaid,
                (None, None, _) if *standing == Standing::Local || packages.contains(package) => Meant::Unsaid,
                (None, None, _) => Meant::Outside,
                (None, Some(file), Standing::Module) => Meant::Target(End::File(file)),
                (None, Some(_), Standing::Target) => Meant::Target(End::Unlisted(u32::try_from(said).unwrap_or(u32::MAX))),
                (None, Some(_), Standing::Part | Standing::Local) => Meant::OutOfScope,
            };
        }
    }

    /// What each symbol is another name of, by index: the only one that is referred to right where it is defined. Of a member of a type that is its type
    /// (an embedded field of Go).
    fn other_names(&self) -> Vec<Option<u32>> {
        let meanings = &self.compiler.meanings;
        let mut others = vec![None; meanings.len()];
        for said in self.files.values() {
            for here in said.mentions.chunk_by(|lhs, rhs| (lhs.line, lhs.column, lhs.width) == (rhs.line, rhs.column, rhs.width)) {
                let mut referred = here.iter().filter(|it| !it.defines);
                let (Some(other), None) = (referred.next(), referred.next()) else { continue };
                for own in here.iter().filter(|it| it.defines && it.width > 0) {
                    let (own, other) = (own.symbol as usize, other.symbol);
                    let names = [&meanings[own].name, &meanings[other as usize].name];
                    // The word that stands there is the name of both, where both have one that is known.
                    let alike = names[0] == names[1] || names.iter().any(|name| name.is_empty());
                    if alike && meanings[own].standing != Standing::Part && others[own].is_none() && own != other as usize {
                        others[own] = Some(other);
                    }
                }
            }
        }
        others
    }

    /// The symbol of the index whose name stands where the compiler defines one: of the same name, or a constructor where the compiler's name is made up.
    fn definition(&self, file: FileId, mention: &Mention) -> Option<SymbolId> {
        let name = self.compiler.meanings[mention.symbol as usize].name.as_str();
        let on_line = || self.index.symbols_of(file).filter(|it| it.name_line == mention.line);
        let named = on_line().find(|it| it.name == name && !name.is_empty());
        let made_up = name.starts_with('<') || name == "constructor";
        named.or_else(|| on_line().find(|it| made_up && it.kind == "constructor")).map(|it| it.id)
    }

    /// Functions of one name in one type count as one, and a constructor counts as its class.
    fn join_overloads(&mut self) {
        let mut first: BTreeMap<(u32, &str), SymbolId> = BTreeMap::new();
        let mut constructors = Vec::new();
        for id in (0u32..).take(self.same.len()).map(SymbolId) {
            let symbol = self.index.symbol(id);
            let Some(container) = symbol.container.filter(|it| TYPES.contains(&self.index.symbol(*it).kind)) else { continue };
            if symbol.kind == "constructor" || (symbol.kind == "method" && symbol.name == "__init__") {
                constructors.push((id, container));
            } else if FUNCTIONS.contains(&symbol.kind) {
                let other = *first.entry((root(&self.same, container.0), symbol.name)).or_insert(id);
                join(&mut self.same, other, id);
            }
        }
        for (id, class) in constructors {
            let (id, class) = (root(&self.same, id.0), root(&self.same, class.0));
            self.same[id as usize] = class;
        }
    }

    /// The one that stands for all that count as the same.
    pub fn one(&self, id: SymbolId) -> SymbolId {
        SymbolId(root(&self.same, id.0))
    }

    /// A symbol of the index as a target; `None` for what is out of scope.
    pub fn target(&self, id: SymbolId) -> Option<End> {
        let one = self.one(id);
        let symbol = self.index.symbol(one);
        let is_foreign_macro = symbol.kind == "macro" && self.index.files().language(symbol.file).is_some_and(|it| WITHOUT_MACROS.contains(&it));
        if PARTS.contains(&symbol.kind) || is_foreign_macro { None } else { Some(End::Symbol(one)) }
    }

    /// Whether the compiler defines this symbol, or one that counts as the same.
    pub fn is_listed(&self, id: SymbolId) -> bool {
        self.listed.contains(&id) || self.listed.contains(&self.one(id))
    }

    /// What a mention means here.
    pub fn meant(&self, mention: &Mention) -> Meant {
        self.meant[mention.symbol as usize]
    }

    /// The file of a target.
    pub fn file_of(&self, end: End) -> Option<FileId> {
        match end {
            End::File(file) => Some(file),
            End::Symbol(id) => Some(self.index.symbol(id).file),
            End::Unlisted(at) => self.home[at as usize],
        }
    }

    /// Whether a target is a type.
    pub fn is_type(&self, end: End) -> bool {
        matches!(end, End::Symbol(id) if TYPES.contains(&self.index.symbol(id).kind))
    }

    /// Whether a use is counted to a function.
    pub fn is_function(&self, end: End) -> bool {
        matches!(end, End::Symbol(id) if FUNCTIONS.contains(&self.index.symbol(id).kind))
    }

    /// What a use on a line is counted to: the outermost function around it, else the innermost type, else the file.
    pub fn container(&self, file: FileId, line: u32) -> End {
        let owner = self.owner(file, line);
        owner.function.or(owner.class).map_or(End::File(file), |id| End::Symbol(self.one(id)))
    }

    /// The innermost type around a line, else the file.
    pub fn type_around(&self, file: FileId, line: u32) -> End {
        self.owner(file, line).class.map_or(End::File(file), |id| End::Symbol(self.one(id)))
    }

    fn owner(&self, file: FileId, line: u32) -> Owner {
        self.owners[file.index()].get(line as usize).copied().unwrap_or_default()
    }

    /// The uses that the compiler knows in a file, each with the position in `sites` of the one that it speaks of.
    pub fn uses(&self, file: FileId, sites: &[Site<'_>]) -> Vec<(Mention, Option<usize>)> {
        let Some(said) = self.files.get(&file) else { return Vec::new() };
        let mut by_line: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, site) in sites.iter().enumerate() {
            by_line.entry(site.lines.start).or_default().push(at);
        }
        let uses: Vec<Mention> = said.mentions.iter().filter(|it| !it.defines).copied().collect();
        let mut paired = Vec::with_capacity(uses.len());
        for of_line in uses.chunk_by(|lhs, rhs| lhs.line == rhs.line) {
            let none = Vec::new();
            let on_line = by_line.get(&of_line[0].line).unwrap_or(&none);
            let pairs = self.pair(of_line, on_line, sites);
            paired.extend(of_line.iter().copied().zip(pairs));
        }
        paired
    }

    /// The site of each mention of one line. Columns count in units that only the text could turn into bytes, so names tell: that of a name is the site of
    /// it that lies where most names of the line agree that the line starts, else the n-th mention of a name is the n-th site of it. What has another name
    /// there (an alias, a path in quotes) is found by its distance from one that a name told.
    fn pair(&self, mentions: &[Mention], on_line: &[usize], sites: &[Site<'_>]) -> Vec<Option<usize>> {
        let name = |mention: &Mention| self.compiler.meanings[mention.symbol as usize].name.as_str();
        let start = |at: usize, mention: &Mention| i64::from(sites[at].span.start) - i64::from(mention.column);
        let agreed = agreed(mentions.iter().flat_map(|mention| {
            let named = on_line.iter().copied().filter(move |at| sites[*at].name == name(mention));
            named.map(move |at| start(at, mention))
        }));
        let mut pairs: Vec<Option<usize>> = vec![None; mentions.len()];
        let mut taken: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        let mut offset = agreed;
        for (mention, pair) in mentions.iter().zip(&mut pairs) {
            let columns = taken.entry(name(mention)).or_default();
            if columns.last() != Some(&mention.column) {
                columns.push(mention.column);
            }
            let mut named = on_line.iter().copied().filter(|at| sites[*at].name == name(mention));
            let placed = agreed.and_then(|agreed| named.clone().find(|at| start(*at, mention) == agreed));
            let counted = || named.nth(columns.len() - 1).filter(|at| agreed.is_none_or(|agreed| (start(*at, mention) - agreed).abs() <= WIDEST));
            *pair = placed.or_else(counted);
            offset = offset.or(pair.map(|at| start(at, mention)));
        }
        // A parameter, a local: whoever uses it writes its name.
        let may_differ = |(mention, pair): &(&Mention, &mut Option<usize>)| pair.is_none() && self.meant(mention) != Meant::OutOfScope;
        for (mention, pair) in mentions.iter().zip(&mut pairs).filter(may_differ) {
            let wide = |at: &usize| sites[*at].span.end - sites[*at].span.start == mention.width;
            let mut same = on_line.iter().copied().filter(wide);
            *pair = match offset {
                Some(offset) => same.find(|at| start(*at, mention) == offset),
                None => same.next().filter(|_| same.next().is_none()),
            };
        }
        pairs
    }
}

/// What occurs more often than anything else; `None` where nothing does.
fn agreed(starts: impl Iterator<Item = i64>) -> Option<i64> {
    let mut votes: BTreeMap<i64, u32> = BTreeMap::new();
    starts.for_each(|start| *votes.entry(start).or_default() += 1);
    let most = votes.values().copied().max()?;
    let mut first = votes.into_iter().filter(|(_, count)| *count == most);
    first.next().filter(|_| first.next().is_none()).map(|(start, _)| start)
}

/// What each line of a file is counted to.
fn owners(index: &Index, file: FileId) -> Vec<Owner> {
    let is_one = |kind: &str| FUNCTIONS.contains(&kind) || TYPES.contains(&kind);
    let mut symbols: Vec<_> = index.symbols_of(file).filter(|it| is_one(it.kind)).collect();
    symbols.sort_by_key(|it| (it.lines.start, std::cmp::Reverse(it.lines.end)));
    let last = symbols.iter().map(|it| it.lines.end).max().map_or(0, |it| it as usize + 1);
    let mut owners = vec![Owner::default(); last];
    for symbol in symbols {
        for owner in owners.iter_mut().take(symbol.lines.end as usize + 1).skip(symbol.lines.start as usize) {
            if TYPES.contains(&symbol.kind) {
                owner.class = Some(symbol.id);
            } else {
                owner.function = owner.function.or(Some(symbol.id));
            }
        }
    }
    owners
}

fn root(same: &[u32], mut at: u32) -> u32 {
    while same[at as usize] != at {
        at = same[at as usize];
    }
    at
}

/// Lets two count as one; the first of the two lots stands for both.
fn join(same: &mut [u32], lhs: SymbolId, rhs: SymbolId) {
    let (lhs, rhs) = (root(same, lhs.0), root(same, rhs.0));
    let (first, other) = (lhs.min(rhs), lhs.max(rhs));
    same[other as usize] = first;
}
