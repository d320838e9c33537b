//! Types in doc comments, which are the declared types of plain JavaScript: `@param {T} name`, `@returns {T}`, `@type {T}`.

use tree_sitter::Node;

use super::is_name_character;
use super::jsdoc_objects::{members, name_of};
use super::walk::Walk;
use crate::base::span::ByteSpan;
use crate::shard::expr::{CLASS, Expr, ExprId, FUNCTION};
use crate::shard::facts::{Import, Imported};

/// Deepest nesting of a type that is read.
const DEEPEST: u32 = 8;

/// The types that a doc comment declares.
#[derive(Debug, Default)]
pub(super) struct Documented {
    params: Vec<(String, ExprId)>,
    /// The names of the parameters, in order.
    roots: Vec<String>,
    /// Of the result or the value.
    pub ty: Option<ExprId>,
    /// Of `this`.
    pub this: Option<ExprId>,
}

impl Documented {
    /// The types of the members of the parameter, by their paths.
    pub fn members(&self, name: &str) -> Vec<(String, ExprId)> {
        let inside =
            |(path, ty): &(String, ExprId)| path.strip_prefix(name).and_then(|path| path.strip_prefix('.')).map(|path| (path.to_owned(), *ty));
        self.params.iter().filter_map(inside).collect()
    }

    /// What the comment calls the parameter of this number, which may be taken apart where it stands.
    pub fn root(&self, index: usize) -> &str {
        self.roots.get(index).map_or("", String::as_str)
    }

    /// The type of a parameter.
    pub fn param(&self, name: &str) -> Option<ExprId> {
        self.params.iter().find(|(known, _)| known == name).map(|(_, ty)| *ty)
    }
}

impl Walk<'_, '_> {
    /// Reads the types in a doc comment whose names are looked up at byte `at`.
    pub(super) fn documented(&mut self, doc: &str, at: usize) -> Documented {
        let mut documented = Documented::default();
        for (word, ty, rest) in typed_tags(doc) {
            match word {
                "param" | "arg" | "argument" => {
                    let name = name_of(rest);
                    if !name.contains('.') {
                        documented.roots.push(name.to_owned());
                    }
                    let named = self.typedefs.get(ty.trim()).map(|it| it.ty.clone());
                    for (member, ty) in members(named.as_deref().unwrap_or(ty)).unwrap_or_default() {
                        let ty = self.doc_type(ty, at, 0);
                        documented.params.extend(ty.map(|ty| (format!("{name}.{member}"), ty)));
                    }
                    if let Some(ty) = self.doc_type(ty, at, 0)
                        && documented.param(name).is_none()
                    {
                        documented.params.push((name.to_owned(), ty));
                    }
                }
                "this" => documented.this = documented.this.or_else(|| self.doc_type(ty, at, 0)),
                "return" | "returns" | "type" => documented.ty = documented.ty.or_else(|| self.doc_type(ty, at, 0)),
                _ => {}
            }
        }
        documented
    }

    /// The arguments of the type above a class that the comment of the class writes down: `@extends {Base<T>}`.
    pub(super) fn documented_above(&mut self, doc: &str, at: usize) -> Vec<ExprId> {
        let Some((_, ty, _)) = typed_tags(doc).find(|(word, ..)| matches!(*word, "extends" | "augments")) else { return Vec::new() };
        let Some(ty) = self.doc_type(ty, at, 0) else { return Vec::new() };
        if let Expr::Apply { args, .. } = self.builder.at(ty) { args.clone() } else { Vec::new() }
    }

    /// The type to which a comment right in front of brackets casts what stands in them: `/** @type {T} */ (value)`. The unknown one where that may be
    /// anything, none where nothing is cast or the type is not one that is read.
    pub(super) fn cast_by_comment(&mut self, brackets: Node<'_>) -> Option<ExprId> {
        let before = self.text.get(..brackets.start_byte())?.trim_end().strip_suffix("*/")?;
        let comment = before.get(before.rfind("/*")?..)?.strip_prefix("/**")?;
        let (_, ty, _) = typed_tags(comment).find(|(word, ..)| *word == "type")?;
        match ty.trim() {
            "const" => None,
            "any" | "unknown" | "*" => Some(self.builder.unknown()),
            ty => self.doc_type(ty, brackets.start_byte(), 0),
        }
    }

    /// `typeof a.b`: the type of the value itself, as a list of it has for its elements.
    fn doc_query(&mut self, text: &str, at: usize) -> Option<ExprId> {
        let value = if let Some(rest) = text.strip_prefix("import(") {
            let import = self.builder.import(doc_import(rest, "")?, ByteSpan::default());
            self.builder.expr(Expr::Import(import))
        } else {
            let mut parts = text.split('.').map(str::trim);
            let first = parts.next().filter(|first| is_name(first))?;
            let mut value = self.builder.name(first, at);
            for part in parts {
                if !is_name(part) {
                    return None;
                }
                value = self.builder.member(value, part);
            }
            value
        };
        let list = self.builder.expr(Expr::Tuple(vec![value]));
        Some(self.builder.expr(Expr::Element(list)))
    }

    pub(super) fn doc_type(&mut self, text: &str, at: usize, depth: u32) -> Option<ExprId> {
        // What comes any number of times is a list of it.
        if let Some(element) = text.trim().strip_prefix("...").filter(|_| depth == 0) {
            let element = self.doc_type(element, at, 1)?;
            let array = self.builder.free("Array");
            return Some(self.builder.expr(Expr::Apply { base: array, args: vec![element] }));
        }
        let text = text.trim().trim_start_matches("...").trim_start_matches(['!', '?']).trim_end_matches(['=', '!', '?']).trim();
        if depth > DEEPEST || text.is_empty() {
            return None;
        }
        if let Some(function) = self.doc_function(text, at, depth) {
            return Some(function).filter(|it| *it != self.builder.unknown());
        }
        let alternatives = split_at(text, &['|']);
        if alternatives.len() > 1 {
            let types: Vec<ExprId> = alternatives.into_iter().filter_map(|part| self.doc_type(part, at, depth + 1)).collect();
            return (!types.is_empty()).then(|| self.builder.any_known_of(types));
        }
        if let Some(element) = text.strip_suffix("[]") {
            let element = self.doc_type(element, at, depth + 1)?;
            let array = self.builder.free("Array");
            return Some(self.builder.expr(Expr::Apply { base: array, args: vec![element] }));
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            return self.doc_type(inner, at, depth + 1);
        }
        if let Some((base, args)) = text.strip_suffix('>').and_then(|it| it.split_once('<')) {
            let base = match base.trim_end_matches('.') {
                // What has members by any name.
                "Object" | "object" => self.builder.free("Record"),
                base => self.doc_type(base, at, depth + 1)?,
            };
            let args = split_at(args, &[',']).into_iter().map(|arg| self.doc_type(arg, at, depth + 1).unwrap_or(self.builder.unknown())).collect();
            return Some(self.builder.expr(Expr::Apply { base, args }));
        }
        if let Some(built) = text.strip_prefix("new ").filter(|it| it.trim_start().starts_with('(')) {
            return self.doc_construction(built.trim_start(), at, depth);
        }
        if let Some(rest) = text.strip_prefix("import(") {
            let import = self.builder.import(doc_import(rest, "")?, ByteSpan::default());
            return Some(self.builder.expr(Expr::Import(import)));
        }
        if let Some(value) = text.strip_prefix("typeof ") {
            return self.doc_query(value.trim_start(), at);
        }
        match self.typedefs.get(text).filter(|it| !it.has_members()).map(|it| it.ty.clone()) {
            Some(ty) => self.doc_type(&ty, at, depth + 1),
            None => match self.imported_in_comment(text) {
                Some(ty) => self.doc_type(&ty, at, depth + 1),
                None => self.doc_name(text, at),
            },
        }
    }

    /// `Name.Inner` as a member of what a comment imports under that name.
    fn imported_in_comment(&self, text: &str) -> Option<String> {
        let (first, rest) = text.split_once('.')?;
        let imported = self.typedefs.get(first).filter(|it| it.ty.starts_with("import(") && !it.ty.ends_with('>'))?;
        rest.split('.').all(is_name).then(|| format!("{}.{rest}", imported.ty))
    }

    /// The type of a function: `(name: A) => B`, `function(A): B`. `None` for any other type, the unknown one where it says nothing.
    fn doc_function(&mut self, text: &str, at: usize, depth: u32) -> Option<ExprId> {
        let list = text.strip_prefix("function").map_or(text, str::trim_start).strip_prefix('(')?;
        let end = closing(list, '(', ')')?;
        let (taken, result) = (&list[..end], list[end + 1..].trim_start());
        let arrow = result.strip_prefix("=>");
        if arrow.is_none() && !text.starts_with("function") {
            return None;
        }
        let result = arrow.or_else(|| result.strip_prefix(':')).unwrap_or("");
        let unknown = self.builder.unknown();
        let mut args = vec![self.doc_type(result, at, depth + 1).unwrap_or(unknown)];
        for part in split_at(taken, &[',']).into_iter().take(3) {
            let ty = if arrow.is_some() { part.split_once(':').map_or("", |(_, ty)| ty) } else { part };
            args.push(self.doc_type(ty, at, depth + 1).unwrap_or(unknown));
        }
        if args.iter().all(|it| *it == unknown) {
            return Some(unknown);
        }
        let base = self.builder.literal(FUNCTION);
        Some(self.builder.expr(Expr::Apply { base, args }))
    }

    /// What a type builds: `new (name: A) => B`.
    fn doc_construction(&mut self, text: &str, at: usize, depth: u32) -> Option<ExprId> {
        let list = text.strip_prefix('(')?;
        let result = list[closing(list, '(', ')')? + 1..].trim_start().strip_prefix("=>")?;
        let built = self.doc_type(result, at, depth + 1)?;
        let class = self.builder.literal(CLASS);
        Some(self.builder.expr(Expr::Apply { base: class, args: vec![built] }))
    }

    fn doc_name(&mut self, text: &str, at: usize) -> Option<ExprId> {
        let mut parts = text.split('.');
        let first = parts.next()?;
        if !text.split('.').all(is_name) || text.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        match first {
            "any" | "unknown" | "object" | "Object" | "Function" | "void" | "null" | "undefined" | "never" | "mixed" => return None,
            "String" | "Number" | "Boolean" => return Some(self.builder.free(&first.to_ascii_lowercase())),
            "string" | "number" | "boolean" | "bigint" | "symbol" => return Some(self.builder.free(first)),
            _ => {}
        }
        let mut ty = self.builder.name(first, at);
        for part in parts {
            ty = self.builder.member(ty, part);
        }
        Some(ty)
    }
}

pub(super) fn is_name(part: &str) -> bool {
    !part.is_empty() && part.chars().all(is_name_character)
}

/// What follows `import(` in `import('./m')` or `import('./m').Name`.
pub(super) fn doc_import(rest: &str, binding: &str) -> Option<Import> {
    let (module, name) = rest.split_once(')')?;
    let imported = match name.strip_prefix('.') {
        Some(name) if name.split('.').all(is_name) => Imported::Item(name.into()),
        None if name.is_empty() => Imported::Module,
        _ => return None,
    };
    let module = super::imports::own_folder(&module.trim_matches(['"', '\'', ' ']).into());
    Some(Import { module_level: false, ..Import::new(module, imported, binding) })
}

/// The tags of a comment that have a type: their word, the type as written, and what follows it.
pub(super) fn typed_tags(comment: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let is_tag = |at: &usize| comment[..*at].chars().next_back().is_none_or(|before| before.is_whitespace() || before == '*');
    let starts: Vec<usize> = comment.match_indices('@').map(|(at, _)| at).filter(is_tag).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([comment.len()]).collect();
    starts.into_iter().zip(ends).filter_map(|(start, end)| {
        let tag = &comment[start + 1..end];
        let word = tag.split(|it: char| !it.is_alphanumeric()).next().unwrap_or("");
        let (ty, rest) = tag[word.len()..].trim_start().strip_prefix('{').and_then(braced)?;
        Some((word, ty, rest))
    })
}

/// The text up to the brace that closes, and what follows it.
pub(super) fn braced(text: &str) -> Option<(&str, &str)> {
    let end = closing(text, '{', '}')?;
    Some((&text[..end], &text[end + 1..]))
}

/// Splits at any of these that stands in no bracket.
pub(super) fn split_at<'text>(text: &'text str, separators: &[char]) -> Vec<&'text str> {
    let mut parts = Vec::new();
    let (mut open, mut start, mut before) = (0i32, 0, ' ');
    for (at, character) in text.char_indices() {
        match character {
            '<' | '(' | '{' | '[' => open += 1,
            // The head of an arrow closes nothing.
            '>' if before == '=' => {}
            '>' | ')' | '}' | ']' => open -= 1,
            _ if separators.contains(&character) && open == 0 => {
                parts.push(&text[start..at]);
                start = at + character.len_utf8();
            }
            _ => {}
        }
        before = character;
    }
    parts.push(&text[start..]);
    parts
}

/// Where the bracket closes that stands open in front of a text.
fn closing(text: &str, opens: char, closes: char) -> Option<usize> {
    let mut open = 1;
    for (at, character) in text.char_indices() {
        open += i32::from(character == opens) - i32::from(character == closes);
        if open == 0 {
            return Some(at);
        }
    }
    None
}
