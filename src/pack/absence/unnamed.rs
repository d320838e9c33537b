//! Who may run a definition without a site that names it: the language, a base or an interface that is not of this tree, what stands at it.

use std::collections::BTreeSet;

use super::{others, proof};
use crate::base::caps::MAX_SUPERTYPES;
use crate::manifest::error::IndexError;
use crate::pack::seeds::meant::{self, TYPES};
use crate::reader::edges::Table;
use crate::reader::ids::{Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::sites::{Fate, Glimpse, Site};
use crate::reader::symbols::Symbol;

/// Edges of one definition that are looked at.
const MAX_EDGES: usize = 2_000;
/// Rows of one definition that are looked at.
const MAX_ROWS: usize = 16;
/// Definitions of one file of which is asked whether others import them.
const MAX_OF_FILE: usize = 2_000;

/// Names that a language, or what comes with it, runs where they are not written. A `*` stands for any part.
const RUN_BY_NAME: &[(&[&str], &[&str])] = &[
    (&["python"], &["__*__", "pytest_*", "load_tests", "setup_class", "setup_function", "setup_method", "setup_module", "teardown_*"]),
    (&["go"], &["init", "main"]),
    (
        &["java", "kotlin", "scala"],
        &[
            "clone",
            "equals",
            "finalize",
            "hashCode",
            "main",
            "readObject*",
            "readResolve",
            "serialVersionUID",
            "toString",
            "writeObject",
            "writeReplace",
        ],
    ),
    (&["scala"], &["apply", "flatMap", "foreach", "map", "unapply*", "update", "withFilter"]),
    (
        &["javascript", "svelte", "tsx", "typescript", "vue"],
        &["[*", "connectedCallback", "handleEvent", "next", "return", "then", "throw", "toJSON", "toLocaleString", "toString", "valueOf"],
    ),
    (&["c", "cpp"], &["DllMain", "JNI_On*", "Java_*", "LLVMFuzzer*", "PyInit_*", "WinMain", "_start", "main", "wWinMain", "wmain"]),
    (
        &["cpp"],
        &[
            "~*",
            "PrintTo",
            "await_*",
            "begin",
            "end",
            "*_suspend",
            "get_return_object",
            "hash_value",
            "return_value",
            "return_void",
            "swap",
            "unhandled_exception",
            "yield_value",
        ],
    ),
    (&["csharp"], &["~*", "Dispose*", "Equals", "Finalize", "GetEnumerator", "GetHashCode", "Main", "ToString"]),
    (&["php"], &["__*"]),
    (
        &["ruby"],
        &[
            "coerce",
            "const_missing",
            "each",
            "eql?",
            "extended",
            "hash",
            "included",
            "inherited",
            "initialize*",
            "inspect",
            "method_added",
            "method_missing",
            "prepended",
            "respond_to_missing?",
            "to_*",
        ],
    ),
    (&["lua"], &["__*"]),
    (&["swift"], &["deinit", "init", "subscript"]),
    (&["elixir"], &["__*__", "child_spec", "code_change", "handle_*", "init", "start", "terminate"]),
    (&["zig"], &["format", "main", "panic"]),
    (&["dart"], &["call", "main", "noSuchMethod", "toString"]),
    (&["bash"], &["command_not_found_handle"]),
];
/// Kinds of definitions that are run.
const CALLABLE: [&str; 3] = ["constructor", "function", "method"];
/// Attributes in the head of a function of C that have it run or kept for others.
const RUN_BY_ATTRIBUTE: [&str; 8] = ["constructor", "destructor", "ifunc", "interrupt", "section", "used", "visibility", "weak"];
/// Bases of which no member is called that is not named.
const QUIET_BASES: [&str; 9] = ["ABC", "Cloneable", "Generic", "NamedTuple", "Object", "Protocol", "Serializable", "TypedDict", "object"];
/// Attributes of a language that have something run, or let others find it.
const LOUD_BUILTINS: [&str; 6] = ["IBAction", "NSApplicationMain", "UIApplicationMain", "_cdecl", "main", "objc"];
/// Packages whose decorators and annotations hand a function to nobody, and what is below them.
const QUIET_PACKAGES: [&str; 10] = [
    "abc",
    "com.google.errorprone",
    "contextlib",
    "dataclasses",
    "functools",
    "org.checkerframework",
    "org.jetbrains.annotations",
    "org.jspecify",
    "typing",
    "typing_extensions",
];
/// Languages in which also a private or static member may take the place of another.
const OPEN: [&str; 3] = ["cpp", "python", "ruby"];
/// Languages in which no program can ask for all types below another.
const NOT_LISTING: [&str; 5] = ["c", "cpp", "go", "rust", "zig"];
const ECMASCRIPT: [&str; 5] = ["javascript", "svelte", "tsx", "typescript", "vue"];

/// One definition, its twins and where it stands.
struct Asked<'a> {
    index: &'a Index,
    symbol: Symbol<'a>,
    language: &'a str,
    /// Declarations and definitions of it, itself among them.
    twins: Vec<Symbol<'a>>,
}

/// Why a definition that no site names may be what a section lacks; `None` where nothing speaks for it.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn doubt(index: &Index, id: SymbolId, section: &str, is_of_test: &dyn Fn(Node<'_>) -> bool) -> Result<Option<String>, IndexError> {
    let of_tests = section == "tests";
    if section == "usages" {
        let of_value = of_value(index, id)?;
        return if of_value.is_some() { Ok(of_value) } else { Asked::new(index, id).by_parameters() };
    }
    if let Some(doubt) = example(index, id).filter(|_| of_tests) {
        return Ok(Some(doubt));
    }
    // A test is no test of itself.
    if section != "callers" && !(of_tests && has_tests(index) && !is_of_test(Node::Symbol(id))) {
        return Ok(None);
    }
    let wanted = |from: Node<'_>| !of_tests || is_of_test(from);
    Ok(match of(index, id)? {
        Some(doubt) => Some(doubt),
        None => others::through(index, id, &wanted)?.or(others::chosen(index, id, &wanted)?),
    })
}

/// Who may run or build a definition without naming it, and why; `None` where nothing is known to.
fn of(index: &Index, id: SymbolId) -> Result<Option<String>, IndexError> {
    let asked = Asked::new(index, id);
    let is_callable = CALLABLE.contains(&asked.symbol.kind);
    if asked.is_value() {
        return Ok(None);
    }
    let reason = match asked.by_what_it_is(is_callable)? {
        Some(reason) => Some(reason),
        None => asked.by_what_stands_at_it()?,
    };
    Ok(match reason {
        Some(reason) => Some(reason),
        None => asked.by_what_is_above(is_callable)?,
    }
    .map(|reason| format!("{reason}, without naming it")))
}

/// Who may read or write a definition that nobody calls without naming it, and why; `None` where nothing is known to.
fn of_value(index: &Index, id: SymbolId) -> Result<Option<String>, IndexError> {
    let asked = Asked::new(index, id);
    let name = asked.symbol.name;
    if !asked.is_value() {
        return Ok(None);
    }
    let reason = match asked.by_what_stands_at_it()? {
        Some(reason) => Some(reason),
        None if is_run_by_name(asked.language, name) => Some(format!("the language uses `{name}`")),
        // What a tag says of a field is read by who looks into values.
        None if asked.language == "go" && asked.symbol.signature.contains('`') => Some(format!("what reads the tag of `{name}` may use it")),
        None => asked.by_what_holds_it()?,
    };
    Ok(reason.map(|reason| format!("{reason}, without naming it")))
}

impl<'a> Asked<'a> {
    fn new(index: &'a Index, id: SymbolId) -> Self {
        let symbol = index.symbol(id);
        let language = index.files().language(symbol.file).unwrap_or("");
        let twins = index.definitions(id).take(MAX_ROWS).chain(others::twins(index, &symbol)).collect();
        Self { index, symbol, language, twins }
    }

    /// A field, a constant and the like: what is neither run nor built.
    fn is_value(&self) -> bool {
        !CALLABLE.contains(&self.symbol.kind) && !TYPES.contains(&self.symbol.kind)
    }

    /// Its name, its marks and its head.
    fn by_what_it_is(&self, is_callable: bool) -> Result<Option<String>, IndexError> {
        let Symbol { name, kind, .. } = self.symbol;
        if self.symbol.has_flag("test") {
            return Ok(Some(format!("what runs tests runs `{name}`")));
        }
        if self.symbol.has_flag("entryPoint") {
            return Ok(Some(format!("what starts the program runs `{name}`")));
        }
        if is_callable && (is_run_by_name(self.language, name) || (self.language == "cpp" && (kind == "constructor" || is_operator(name)))) {
            return Ok(Some(format!("the language itself may run `{name}`")));
        }
        if !is_callable && self.language == "cpp" && !meant::constructors(self.index, self.symbol.id)?.is_empty() {
            return Ok(Some(format!("the language builds `{name}` where values of it begin")));
        }
        let says = |word: &str| self.twins.iter().any(|it| it.signature.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|it| it == word));
        let is_linked = says("__declspec") || (says("__attribute__") && RUN_BY_ATTRIBUTE.iter().any(|word| says(word)));
        if is_callable && (is_linked || self.twins.iter().any(|it| it.signature.contains("extern \""))) {
            return Ok(Some(format!("what is linked with it, or loads it, may run `{name}`")));
        }
        if is_callable && says("operator") && matches!(self.language, "csharp" | "kotlin" | "swift") {
            return Ok(Some(format!("an operator runs `{name}`")));
        }
        // An exported name alone may be asked for by an interface of another package.
        let is_open_method = self.language == "go" && kind == "method" && self.symbol.exported && !self.symbol.has_flag("declaration");
        if is_open_method {
            return Ok(Some(format!("what takes an interface of another package may run `{name}`")));
        }
        let overrides = ["override", "overrides"].iter().any(|word| says(word));
        let stands_in = is_callable && overrides && !self.replaces()?;
        Ok(stands_in.then(|| format!("`{name}` takes the place of another method, whose callers may run it")))
    }

    /// Decorators, annotations and attributes; of what is built or held with its type, also those of that.
    fn by_what_stands_at_it(&self) -> Result<Option<String>, IndexError> {
        let is_value = self.is_value();
        let is_type = |it: &Symbol<'_>| TYPES.contains(&it.kind) || it.kind == "variant";
        let of_types = self.index.containers(self.symbol.id).map(|id| self.index.symbol(id)).take_while(is_type);
        let of_types = of_types.take(if is_value { usize::MAX } else { usize::from(self.symbol.kind == "constructor") });
        // A macro that stands at a type of C says how it is laid out and linked.
        let is_of_c = |it: &Symbol<'_>| matches!(self.language, "c" | "cpp") && (TYPES.contains(&it.kind) || is_value);
        for it in std::iter::once(self.symbol).chain(of_types).filter(|it| !is_of_c(it)) {
            let start = self.index.edges(Table::Structure)?.of(self.index, Node::Symbol(it.id), Direction::In).take(MAX_EDGES);
            let named_at = start.filter(|edge| edge.file == it.file && edge.edge_type == "defines").map(|edge| edge.byte_start).next();
            let sites = self.sites(it.file, &|site| site.has_role("decorator"))?;
            // What stands behind the name is at a parameter. What Rust derives reads and writes all fields.
            let found = sites.iter().find(|site| {
                let is_own = site.fate() == Fate::Builtin && !LOUD_BUILTINS.contains(&site.name) && !(is_value && self.language == "rust");
                let is_quiet = is_own || (!is_value && site.reason.is_some_and(is_quiet_package));
                site.enclosing == Some(it.id) && named_at.is_none_or(|at| site.span.start < at) && !is_quiet
            });
            if let Some(site) = found {
                let may = if is_value { format!("use `{}`", self.symbol.name) } else { "run it".to_owned() };
                return Ok(Some(format!("`{}` stands at `{}` ({}) and may {may}", site.name, it.name, proof::place(self.index, site))));
            }
        }
        Ok(None)
    }

    /// A fixture of pytest, which tests ask for by the name of a parameter.
    fn by_parameters(&self) -> Result<Option<String>, IndexError> {
        if self.language != "python" || !CALLABLE.contains(&self.symbol.kind) {
            return Ok(None);
        }
        let sites = self.sites(self.symbol.file, &|site| site.has_role("decorator"))?;
        let is_fixture = sites.iter().any(|site| site.enclosing == Some(self.symbol.id) && site.name == "fixture");
        Ok(is_fixture.then(|| format!("a parameter of a test may ask for the fixture `{}` by its name", self.symbol.name)))
    }

    /// A file that only others load, a base that reads what is below it, and a trait that asks for a constant or a type.
    fn by_what_holds_it(&self) -> Result<Option<String>, IndexError> {
        let name = self.symbol.name;
        if let Some(unimported) = self.by_whoever_imports_it()? {
            return Ok(Some(unimported));
        }
        let container = self.container().filter(|it| TYPES.contains(&it.kind));
        let is_bare = self.symbol.visibility == "public" && !self.symbol.signature.starts_with("pub");
        if self.language == "rust" && matches!(self.symbol.kind, "associatedType" | "constant") && container.is_some() && is_bare {
            return self.of_outer_trait(container.as_ref());
        }
        let Some(of) = container.filter(|_| !NOT_LISTING.contains(&self.language) && !self.is_closed()) else { return Ok(None) };
        let base = self.outer_base(&[of.id], &|site| site.fate() != Fate::Builtin)?;
        Ok(base.map(|base| format!("`{name}` is a member of one of {base}, which may use it")))
    }

    /// What another tree may load that this one exports and never imports.
    fn by_whoever_imports_it(&self) -> Result<Option<String>, IndexError> {
        if !ECMASCRIPT.contains(&self.language) || !self.symbol.exported || self.is_imported()? {
            return Ok(None);
        }
        let Symbol { name, file, .. } = self.symbol;
        Ok(Some(format!("no file of this tree imports {}, and what loads that may use `{name}`", self.index.path(file))))
    }

    /// Types above, traits and what holds it.
    fn by_what_is_above(&self, is_callable: bool) -> Result<Option<String>, IndexError> {
        let Symbol { name, kind, .. } = self.symbol;
        let container = self.container();
        if let Some(unimported) = self.by_whoever_imports_it()? {
            return Ok(Some(unimported));
        }
        if ECMASCRIPT.contains(&self.language) && kind == "function" && self.is_expression()? {
            return Ok(Some(format!("`{name}` is a function that is handed on where it stands, and who gets it may run it")));
        }
        if !is_callable && NOT_LISTING.contains(&self.language) {
            return Ok(None);
        }
        if !is_callable {
            let base = self.outer_base(&[self.symbol.id], &|site| site.fate() != Fate::Builtin)?;
            return Ok(base.map(|base| format!("`{name}` is one of {base}, and who looks for those may build it")));
        }
        if self.language == "rust" && kind == "method" && self.symbol.visibility == "public" && !self.symbol.signature.starts_with("pub") {
            return self.of_outer_trait(container.as_ref());
        }
        if kind == "constructor" && container.is_some_and(|it| it.kind == "enum") {
            return Ok(Some(format!("the constants of `{name}` run it")));
        }
        let above: Vec<SymbolId> = self.twins.iter().filter_map(|it| it.container).collect();
        if kind == "constructor" && self.is_extended(&above)? {
            return Ok(Some(format!("what extends the type of `{name}` may run it")));
        }
        if self.is_closed() || matches!(self.language, "go" | "rust") || kind == "function" {
            return Ok(None);
        }
        // Exceptions and containers of Python run nothing of those that extend them but what its own names tell.
        let base = self.outer_base(&above, &|site| site.fate() != Fate::Builtin || self.language != "python")?;
        if let Some(base) = base {
            return Ok(Some(format!("`{name}` is a member of one of {base}, which may run it")));
        }
        let of_nameless = container.is_some_and(|it| it.name.contains('$')) && self.language == "java";
        if of_nameless && !self.replaces()? {
            return Ok(Some(format!("`{name}` is a member of a type without a name, and who is handed that may run it")));
        }
        let of_value = container.is_some_and(|it| !TYPES.contains(&it.kind)) && ECMASCRIPT.contains(&self.language);
        Ok((of_value && kind == "method").then(|| format!("`{name}` is a member of an object, and who is handed that may run it")))
    }

    /// Whether no base can ask for it.
    fn is_closed(&self) -> bool {
        (self.symbol.visibility == "private" || self.symbol.has_flag("static")) && !OPEN.contains(&self.language)
    }

    fn container(&self) -> Option<Symbol<'a>> {
        self.symbol.container.map(|id| self.index.symbol(id))
    }

    /// Whether it is a function that is a value: what is in front of it on its line takes one.
    fn is_expression(&self) -> Result<bool, IndexError> {
        let Some(chunk) = self.index.chunk_showing(&self.symbol) else { return Ok(false) };
        let above = self.symbol.name_line.saturating_sub(self.index.chunks().lines(chunk).start) as usize;
        let line = self.index.text(chunk)?.and_then(|text| text.lines().nth(above)).unwrap_or_default();
        let before =
            line.split_once(&format!(" {}", self.symbol.name)).and_then(|(head, _)| head.trim_end_matches('*').trim_end().strip_suffix("function"));
        let before = before.map_or("", |it| it.trim_end().trim_end_matches("async").trim_end());
        Ok(before.ends_with(['(', ',', '=', ':', '?', '&', '|', '!', '+', '[', '>']) || before.ends_with("return"))
    }

    /// Whether it takes the place of a method of this tree.
    fn replaces(&self) -> Result<bool, IndexError> {
        let edges = self.index.edges(Table::Structure)?;
        let mut outward = self.twins.iter().flat_map(|it| edges.of(self.index, Node::Symbol(it.id), Direction::Out).take(MAX_EDGES));
        Ok(outward.any(|edge| edge.edge_type == "overrides"))
    }

    /// A method of an `impl Trait for …`: which trait, where that is not of this tree. The sites of traits stand in front of what they bring.
    fn of_outer_trait(&self, container: Option<&Symbol<'_>>) -> Result<Option<String>, IndexError> {
        if self.replaces()? || container.is_some_and(|it| it.kind == "trait") {
            return Ok(None);
        }
        let before = self.sites(self.symbol.file, &|site| site.has_role("implements") && site.line() <= self.symbol.name_line)?;
        let of = before.last().map_or_else(String::new, |site| format!(" `{}` ({})", site.name, proof::place(self.index, site)));
        let run = if self.is_value() { "use" } else { "run" };
        Ok(Some(format!("what uses the trait{of} may {run} `{}`", self.symbol.name)))
    }

    /// A base of some types, or of those above them, that is not known to be of this tree.
    fn outer_base(&self, types: &[SymbolId], counts: &dyn Fn(&Site<'_>) -> bool) -> Result<Option<String>, IndexError> {
        let edges = self.index.edges(Table::Structure)?;
        let mut known: BTreeSet<SymbolId> = types.iter().copied().collect();
        let (mut open, mut next) = (types.to_vec(), 0);
        while let Some(id) = open.get(next).copied() {
            next += 1;
            let sites = self.sites(self.index.symbols().file_of(id), &|site| site.has_role("extends") || site.has_role("implements"))?;
            let outer = |site: &&Site<'_>| site.enclosing == Some(id) && site.fate() != Fate::Resolved && !QUIET_BASES.contains(&site.name);
            if let Some(site) = sites.iter().filter(outer).find(|site| counts(site)) {
                return Ok(Some(format!("`{}` ({})", site.name, proof::place(self.index, site))));
            }
            for edge in edges.of(self.index, Node::Symbol(id), Direction::Out).take(MAX_EDGES) {
                let Node::Symbol(above) = edge.to else { continue };
                if matches!(edge.edge_type, "extends" | "implements") && known.len() < MAX_SUPERTYPES && known.insert(above) {
                    open.push(above);
                }
            }
        }
        Ok(None)
    }

    /// Whether a type of this tree extends one of some.
    fn is_extended(&self, types: &[SymbolId]) -> Result<bool, IndexError> {
        let edges = self.index.edges(Table::Structure)?;
        let below = |id: &SymbolId| edges.of(self.index, Node::Symbol(*id), Direction::In).take(MAX_EDGES).any(|edge| edge.edge_type == "extends");
        Ok(types.iter().any(below))
    }

    /// Whether another file imports its file, or something of it.
    fn is_imported(&self) -> Result<bool, IndexError> {
        let (edges, file) = (self.index.edges(Table::Import)?, self.symbol.file);
        let nodes = std::iter::once(Node::File(file)).chain(self.index.symbols_of(file).take(MAX_OF_FILE).map(|it| Node::Symbol(it.id)));
        Ok(nodes.into_iter().any(|node| edges.degree(self.index, node, Direction::In) > 0))
    }

    fn sites(&self, file: FileId, is_wanted: &dyn Fn(&Glimpse<'_>) -> bool) -> Result<Vec<Site<'a>>, IndexError> {
        self.index.sites_of(file, is_wanted)
    }
}

fn is_run_by_name(language: &str, name: &str) -> bool {
    let fits = |pattern: &str| match pattern.split_once('*') {
        Some((start, end)) => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
        None => pattern == name,
    };
    RUN_BY_NAME.iter().any(|(languages, names)| languages.contains(&language) && names.iter().any(|pattern| fits(pattern)))
}

fn is_quiet_package(package: &str) -> bool {
    QUIET_PACKAGES.iter().any(|quiet| package.strip_prefix(quiet).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// `operator==` and `operator bool`, not `operators`.
fn is_operator(name: &str) -> bool {
    name.strip_prefix("operator").is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric() && c != '_'))
}

/// That the documentation of a definition holds an example that a test runner may run; `None` where it holds none.
fn example(index: &Index, id: SymbolId) -> Option<String> {
    let symbol = index.symbol(id);
    let mark = match index.files().language(symbol.file) {
        Some("elixir") => "iex>",
        Some("python") => ">>>",
        Some("rust") => "```",
        _ => return None,
    };
    symbol.doc.contains(mark).then(|| format!("the documentation of `{}` holds an example, which may run as a test", symbol.name))
}

/// Whether there is any test that could run something.
fn has_tests(index: &Index) -> bool {
    let is_test = index.symbols().with_flag("test");
    index.file_ids().any(|file| index.files().is_class(file, "test"))
        || (0..u32::try_from(index.symbol_count()).unwrap_or(u32::MAX)).any(|id| is_test(SymbolId(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_language_runs_are_its_own() {
        for (language, name) in [("python", "__enter__"), ("go", "init"), ("cpp", "~P"), ("java", "hashCode"), ("tsx", "toJSON")] {
            assert!(is_run_by_name(language, name), "{language} {name}");
        }
        for (language, name) in [("python", "__enter"), ("go", "toString"), ("rust", "__enter__"), ("java", "compare"), ("cpp", "operators")] {
            assert!(!is_run_by_name(language, name), "{language} {name}");
        }
        assert!(is_operator("operator==") && is_operator("operator bool") && !is_operator("operators") && !is_operator("operator"));
    }
}
