//! Types as a head states them: of parameters, of a field, of what is returned. A head is text of one of many languages; what it says is told by where the
//! name stands, so nothing here asks which language it is. What cannot be told is not there.

/// Words in front of a name that are no type.
const MODIFIERS: &[&str] = &[
    "abstract",
    "async",
    "const",
    "constexpr",
    "constinit",
    "consteval",
    "constructor",
    "declare",
    "def",
    "default",
    "explicit",
    "export",
    "extern",
    "final",
    "fn",
    "friend",
    "fun",
    "func",
    "function",
    "get",
    "inline",
    "internal",
    "let",
    "mut",
    "mutable",
    "native",
    "open",
    "operator",
    "override",
    "partial",
    "private",
    "protected",
    "pub",
    "public",
    "readonly",
    "sealed",
    "set",
    "static",
    "strictfp",
    "synchronized",
    "transient",
    "unsafe",
    "val",
    "var",
    "virtual",
    "volatile",
];
/// Words that introduce a definition whose result, if it is stated, stands behind the parameters.
const INTRODUCING: &[&str] = &["def", "fn", "fun", "func", "function"];
/// Words behind the parameters, or behind the result, that are no part of a type.
const TRAILING: &[&str] = &["where", "throws", "const", "noexcept", "override", "final", "requires", "try", "rethrows", "default", "delete"];

/// The type of each parameter, in their order.
pub fn parameters<'n>(head: &str, name: &str, names: impl Iterator<Item = &'n str>) -> Vec<Option<String>> {
    let parts = list(head, name).map(|(from, to)| split(&head[from..to])).unwrap_or_default();
    let mut typed = Vec::new();
    let mut at = 0;
    for wanted in names {
        let found = (at..parts.len()).find(|index| word(parts[*index], wanted).is_some());
        typed.push(found.and_then(|index| {
            at = index + 1;
            // `a, b int`: the type of the last is that of those in front of it.
            let bare = |index: &usize| parts[*index].chars().all(|c| c.is_alphanumeric() || c == '_');
            let stated = (index..parts.len()).find(|index| !bare(index))?;
            if stated == index { of_part(parts[index], wanted) } else { behind(parts[stated]) }
        }));
    }
    typed
}

/// The type of a field or a variable whose head this is.
pub fn variable(head: &str, name: &str) -> Option<String> {
    of_part(head.trim_end_matches([';', ',']), name)
}

/// What a function is said to return.
pub fn returned(head: &str, name: &str) -> Option<String> {
    let (from, to) = list(head, name)?;
    let introduced = head[..from].split_whitespace().any(|it| INTRODUCING.contains(&it));
    let rest = head[to..].strip_prefix(')').map_or("", str::trim);
    let rest = rest.trim_end_matches(['{', ';', ' ']).trim_end_matches("=>").trim_end();
    let at = |pattern: &str| top_level(rest).into_iter().find(|at| rest[*at..].starts_with(pattern));
    if let Some(arrow) = at("->") {
        return clean(rest[arrow + 2..].trim_end_matches(':'));
    }
    if let Some(stated) = rest.strip_prefix(':') {
        return clean(stated);
    }
    if introduced {
        return if rest.is_empty() || head.trim_start().starts_with("def") { None } else { clean(rest) };
    }
    let start = word(&head[..from], name)?;
    in_front(&head[..start])
}

/// `name: T`, `T name`, or `name T`; a default value and modifiers left out.
fn of_part(part: &str, name: &str) -> Option<String> {
    let end = top_level(part).into_iter().find(|at| is_assignment(part, *at)).unwrap_or(part.len());
    let part = part[..end].trim().trim_end_matches(':').trim();
    let at = word(part, name)?;
    let after = part[at + name.len()..].trim_start_matches(['?', '!']).trim_start();
    if let Some(stated) = after.strip_prefix(':').filter(|it| !it.starts_with(':')) {
        return clean(stated);
    }
    let front = part[..at].trim();
    match in_front(front) {
        // An array or a function pointer closes around its name: `char *argv[]`, `int (*f)(int)`.
        Some(stated) => clean(&format!("{stated} {after}")),
        None if after.is_empty() || after.starts_with(['(', '{']) => None,
        None => clean(after),
    }
}

/// The type behind a name: `b int`, `b: int`.
fn behind(part: &str) -> Option<String> {
    let length = part.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    if part[length..].starts_with(' ') { clean(&part[length..]) } else { None }
}

/// A type in front of a name, without the modifiers, attributes and qualifiers that stand there too.
fn in_front(front: &str) -> Option<String> {
    let mut rest = front.trim();
    // A member is given a value.
    if rest.ends_with('.') && !rest.ends_with("...") {
        return None;
    }
    loop {
        // The scope of a member that is defined out of line.
        if let Some(scope) = rest.strip_suffix("::") {
            let from = scope.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':'))).map_or(0, |at| at + 1);
            rest = scope[..from].trim_end();
            continue;
        }
        let first = rest.split_whitespace().next()?;
        if let Some(inner) = rest.strip_prefix("[[") {
            rest = inner.split_once("]]")?.1.trim_start();
        } else if first.starts_with('@') || first.starts_with("template") || first.starts_with('<') {
            rest = after_brackets(rest)?;
        } else if is_modifier(first, rest) {
            rest = rest[first.len()..].trim_start();
        } else {
            return clean(rest);
        }
    }
}

/// Whether a word says something else than a type. `const` in front of a type is part of it.
fn is_modifier(word: &str, text: &str) -> bool {
    let stands_alone = || text.split_whitespace().all(|it| MODIFIERS.contains(&it));
    let is_mark = word.starts_with("pub(") || word.starts_with("...") || matches!(word, "*" | "**");
    is_mark || MODIFIERS.contains(&word) && (word != "const" || stands_alone())
}

/// What stands behind the first word and the brackets that belong to it: `@A(b) T`, `template <class U> T`, `<T> T`.
fn after_brackets(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'<' | b'[' => depth += 1,
            b')' | b'>' | b']' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 && !text[at..].trim_start().starts_with(['(', '<']) => return Some(text[at..].trim_start()),
            _ => {}
        }
    }
    None
}

/// A type that stands alone, or nothing where the text is none.
fn clean(text: &str) -> Option<String> {
    let mut end = text.len();
    for at in top_level(text) {
        let starts_word = at == 0 || text.as_bytes()[at - 1] == b' ';
        // `const` starts types too.
        let mut trailing = TRAILING.iter().filter(|it| at > 0 || **it != "const");
        if starts_word && trailing.any(|it| text[at..].strip_prefix(it).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '(']))) {
            end = at;
            break;
        }
        if text.as_bytes()[at] == b'{' && !text[..at].trim().is_empty() || is_assignment(text, at) {
            end = at;
            break;
        }
    }
    let text = text[..end].trim().trim_end_matches([',', ';']).trim_end();
    let is_type = text.chars().any(|c| c.is_alphanumeric() || matches!(c, '_' | '!' | '(' | '[' | '{')) && !TRAILING.contains(&text);
    is_type.then(|| text.to_owned())
}

/// The span between the parentheses of the parameters: those behind the name, and behind the name's own type parameters.
fn list(head: &str, name: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = word(&head[from..], name).map(|at| from + at) {
        from = at + name.len();
        let mut rest = head[from..].trim_start();
        // `const f = async function <T>(…)`
        if let Some(value) = rest.strip_prefix("= ") {
            rest = value.trim_start();
            for word in ["async", "function"] {
                rest = rest.strip_prefix(word).map_or(rest, str::trim_start);
            }
        }
        let open = if rest.starts_with(['<', '[']) { closing(rest).map(|close| rest[close + 1..].trim_start()) } else { Some(rest) };
        if let Some(open) = open.filter(|it| it.starts_with('(')) {
            let start = head.len() - open.len();
            // Of a head that was cut, what stands before its last comma is whole.
            let cut = || top_level(&open[1..]).into_iter().rfind(|at| open[1 + at..].starts_with(',')).map(|at| at + 1);
            return closing(open).or_else(cut).map(|end| (start + 1, start + end));
        }
    }
    None
}

/// Where the bracket that a text starts with closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if is_arrow(text, at) => {}
            b')' | b']' | b'}' | b'>' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Parts between the commas of a list.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in top_level(text) {
        if text.as_bytes()[at] == b',' {
            parts.push(text[start..at].trim());
            start = at + 1;
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Offsets of the ASCII characters outside of brackets, opening ones among them.
fn top_level(text: &str) -> Vec<usize> {
    let mut depth = 0usize;
    let mut offsets = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        if matches!(byte, b')' | b']' | b'}') || byte == b'>' && !is_arrow(text, at) {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && byte.is_ascii() {
            offsets.push(at);
        }
        if matches!(byte, b'(' | b'[' | b'{' | b'<') {
            depth += 1;
        }
    }
    offsets
}

fn is_arrow(text: &str, at: usize) -> bool {
    at > 0 && matches!(text.as_bytes()[at - 1], b'-' | b'=')
}

/// Whether a byte is an `=` that gives a value, and no part of another operator.
pub(super) fn is_assignment(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'=' && !matches!(bytes.get(at + 1), Some(b'=' | b'>')) && (at == 0 || !matches!(bytes[at - 1], b'=' | b'!' | b'<' | b'>'))
}

/// Where a text has a name as a whole word.
fn word(text: &str, name: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut from = 0;
    while let Some(at) = text[from..].find(name).filter(|_| !name.is_empty()).map(|at| from + at) {
        let end = at + name.len();
        if !text[..at].ends_with(is_part) && !text[end..].starts_with(is_part) {
            return Some(at);
        }
        from = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, name: &str, names: &[&str], expected: &[&str], result: &str) {
        let types = parameters(head, name, names.iter().copied());
        let shown: Vec<&str> = types.iter().map(|it| it.as_deref().unwrap_or("-")).collect();
        assert_eq!(shown, expected, "{head}");
        assert_eq!(returned(head, name).as_deref().unwrap_or("-"), result, "{head}");
    }

    #[test]
    fn types_behind_a_colon() {
        let result = "Result<Self, UserError>";
        check("pub fn new(name: String, mut email: &'a str) -> Result<Self, UserError>", "new", &["name", "email"], &["String", "&'a str"], result);
        check("fn each<F: Fn(u8) -> bool>(&self, f: F) where F: Send", "each", &["f"], &["F"], "-");
        check(
            "unsafe fn f(m: HashMap<K, (A, B)>, (a, b): Pair) -> impl Iterator<Item = u8> + '_ where K: Eq",
            "f",
            &["m", "(a, b)"],
            &["HashMap<K, (A, B)>", "Pair"],
            "impl Iterator<Item = u8> + '_",
        );
        check("def f(self, a, b: int = 3, *args: str, **kw) -> list[int]:", "f", &["a", "b", "args", "kw"], &["-", "int", "str", "-"], "list[int]");
        check("async function f(a?: string, b = 1, ...c: T[]): Promise<void> {", "f", &["a", "b", "c"], &["string", "-", "T[]"], "Promise<void>");
        check("export const f = async <T>(x: T, y = { a: 1 }): Promise<T> => {", "f", &["x", "y"], &["T", "-"], "Promise<T>");
        check("const f = (x) =>", "f", &["x"], &["-"], "-");
        check("function f(a, b)", "f", &["a", "b"], &["-", "-"], "-");
        check("run(cb: (x: number) => void): { a: string }", "run", &["cb"], &["(x: number) => void"], "{ a: string }");
        check("constructor(private readonly name: string)", "constructor", &["name"], &["string"], "-");
    }

    #[test]
    fn types_in_front_of_a_name() {
        check(
            "public static <T> List<T> of(final Map<K, T> map, int... rest) throws IOException",
            "of",
            &["map", "rest"],
            &["Map<K, T>", "int..."],
            "List<T>",
        );
        check("@Override(x) protected void run(String[] args)", "run", &["args"], &["String[]"], "void");
        check(
            "static inline const std::string& Name::get(const char *key, int n = 3) const noexcept",
            "get",
            &["key", "n"],
            &["const char *", "int"],
            "const std::string&",
        );
        check("template <class U> auto f(U&& u) -> decltype(u.x())", "f", &["u"], &["U&&"], "decltype(u.x())");
        check("int main(int argc, char *argv[])", "main", &["argc", "argv"], &["int", "char * []"], "int");
        check("User(String name)", "User", &["name"], &["String"], "-");
    }

    #[test]
    fn types_behind_a_name() {
        check(
            "func (r *Router) Get(a, b int, c map[string]int, h ...func(int) error) (*Route, error)",
            "Get",
            &["a", "b", "c", "h"],
            &["int", "int", "map[string]int", "...func(int) error"],
            "(*Route, error)",
        );
        check("func New[T any](v T) *Box[T]", "New", &["v"], &["T"], "*Box[T]");
        check("func run()", "run", &[], &[], "-");
    }

    #[test]
    fn fields_state_theirs() {
        for (head, name, expected) in [
            ("pub id: Uuid,", "id", "Uuid"),
            ("private final Map<String, Integer> counts = new HashMap<>();", "counts", "Map<String, Integer>"),
            ("Name string", "Name", "string"),
            ("const char* name_ = nullptr;", "name_", "const char*"),
            ("x: int = 3", "x", "int"),
            ("self.x = 3", "x", "-"),
            ("x = 3", "x", "-"),
            ("readonly map?: Map<string, () => void>;", "map", "Map<string, () => void>"),
        ] {
            assert_eq!(variable(head, name).as_deref().unwrap_or("-"), expected, "{head}");
        }
    }

    #[test]
    fn a_head_that_was_cut_states_what_is_whole() {
        check("def f(self, a: int, b: list[str] = (1, 2), c: di…", "f", &["a", "b", "c"], &["int", "list[str]", "-"], "-");
        check("void f(const std::map<int, X>& m, std::vector<…", "f", &["m", "v"], &["const std::map<int, X>&", "-"], "void");
    }

    #[test]
    fn broken_heads_say_nothing() {
        for head in ["", "f(", "f)", "<<<", "fn f", "f(a: ", "éf(é)", "f = => (", "f>(a)"] {
            let _ = (parameters(head, "f", ["a", "é"].into_iter()), returned(head, "f"), variable(head, "f"));
        }
    }
}
