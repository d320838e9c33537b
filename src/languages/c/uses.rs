//! Uses of macros that stand where definitions do: the functions and methods that they declare, and the names that macros of other files may give.

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use super::attributes::is_basic;
use super::lexer::{TokenKind, tokens};
use super::mask::is_macro_name;
use super::names;
use super::parameter_types;
use super::visitor::{Place, Visitor};
use super::written::{self, ANGLED, PLAIN, Taken, Written, closer, numbered, parts};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::semantics::MADE;
use crate::languages::syntax;
use crate::shard::body;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Import, Imported, Owner, Param, Symbol, SymbolKind, Visibility};

/// Most bytes of the use of a macro.
const MAX_USE: usize = 1 << 12;
/// Macros of gmock that declare a method of what they stand in, each with the place of its name and that of its parameters among their arguments; of the
/// others the digits behind count the parameters.
const MOCKED: &[(&str, usize, Option<usize>)] = &[
    ("MOCK_METHOD", 1, Some(2)),
    ("MOCK_METHOD#", 0, None),
    ("MOCK_CONST_METHOD#", 0, None),
    ("MOCK_METHOD#_T", 0, None),
    ("MOCK_CONST_METHOD#_T", 0, None),
];

/// The use of a macro.
struct Use<'text> {
    name: &'text str,
    whole: ByteSpan,
    arguments: Vec<(&'text str, ByteSpan)>,
}

/// Words of a declaration that are no part of its type.
fn is_specifier(word: &str) -> bool {
    matches!(word, "const" | "constexpr" | "explicit" | "extern" | "inline" | "static" | "typename" | "virtual" | "volatile") || is_macro_name(word)
}

/// Which of its arguments names the method that a macro of gmock declares, and how many parameters that has.
fn mocked(it: &Use<'_>) -> Option<(usize, usize)> {
    let digits: String = it.name.chars().filter(char::is_ascii_digit).collect();
    let form = if digits.is_empty() { it.name.to_owned() } else { it.name.replacen(&digits, "#", 1) };
    let (_, named, listed) = MOCKED.iter().find(|(known, ..)| *known == form)?;
    let count = match listed {
        Some(at) => {
            let list = it.arguments.get(*at)?.0;
            let all = tokens(list);
            if all.len() > 2 { parts(&all, 1, all.len() - 1, ANGLED).len() } else { 0 }
        }
        None => digits.parse().ok()?,
    };
    Some((*named, count))
}

impl<'text> Visitor<'_, 'text> {
    /// The use of a macro that starts at a byte.
    fn use_at(&self, at: usize) -> Option<Use<'text>> {
        let text: &'text str = self.text;
        let mut end = text.len().min(at + MAX_USE);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let part = text.get(at..end)?;
        let all = tokens(part);
        let name = all.first().filter(|it| it.kind == TokenKind::Word)?.text(part);
        let close = all.get(1).filter(|it| it.is(b'(')).and_then(|_| closer(&all, 1))?;
        let span = |(from, to): (usize, usize)| ByteSpan::new(at + all[from].start, at + all[to - 1].end);
        let arguments = parts(&all, 2, close, PLAIN).into_iter().map(|it| (span(it).text(text), span(it))).collect();
        Some(Use { name, whole: span((0, close + 1)), arguments })
    }

    /// Takes what those macros declare that stand between items in front of a byte, and are no part of the tree.
    pub(super) fn uses_before(&mut self, end: usize) {
        while let Some(whole) = self.uses.pop_front_if(|it| (it.start as usize) < end) {
            if whole.start as usize >= self.last_end {
                self.written_at(None, whole.start as usize);
            }
        }
    }

    /// Takes what the use of a macro declares that stands where definitions do, and whose name is at a byte.
    pub(super) fn written_by_macro(&mut self, node: Node<'_>, at: usize) {
        if self.place != Place::Body {
            self.written_at(Some(node), at);
        }
    }

    /// The same of one that may be no part of the tree.
    pub(super) fn written_at(&mut self, node: Option<Node<'_>>, at: usize) {
        let Some(it) = self.use_at(at) else { return };
        let record = self.record.as_ref().filter(|_| self.place == Place::Record).map(|it| it.symbol);
        let Some(of) = self.bodies.get(it.name) else {
            if let Some(record) = record
                && !self.take_mocked(node, &it)
            {
                self.has_members_of(record, it.name);
            }
            return;
        };
        let found = written::by_use(of, &it.arguments, ByteSpan::new(at, at + it.name.len()), &self.bodies);
        let is_empty = of.body.trim().is_empty();
        if let (Some(record), true, false) = (record, found.is_empty(), is_empty) {
            self.has_members_of(record, it.name);
        }
        for (number, written) in found.into_iter().enumerate() {
            self.take_written((node, it.whole), written, number == 0);
        }
    }

    /// Where a definition stands that the use of a macro makes.
    fn place_of_use(&mut self, (node, whole): (Option<Node<'_>>, ByteSpan), name: ByteSpan) -> body::Place {
        match node {
            Some(node) => self.place_of(node, name, None),
            None => body::Place { span: whole, name, lead: whole.start, signature: syntax::fold(whole.text(self.text)), ..body::Place::default() },
        }
    }

    fn take_structure(&mut self, of: (Option<Node<'_>>, ByteSpan), written: &Written, fields: &[Taken], is_first: bool) {
        let mut symbol = Symbol::new(written.name.as_str(), SymbolKind::Struct);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags();
        let mut place = self.place_of_use(of, written.at);
        if !is_first {
            (place.span, place.lead) = (written.at, written.at.start);
        }
        let index = self.b.symbol(symbol, place);
        self.bind_type(&written.name, index);
        self.b.enter(Owner::Symbol(index));
        for it in fields {
            let mut field = Symbol::new(it.name.as_str(), SymbolKind::Field);
            field.flags = self.linkage_flags();
            field.ty = self.spelled_type(&it.ty, written.at.start);
            self.b.symbol(field, body::Place { span: written.at, name: written.at, lead: written.at.start, ..body::Place::default() });
        }
        self.b.leave();
    }

    fn take_written(&mut self, of: (Option<Node<'_>>, ByteSpan), written: Written, is_first: bool) {
        let member = self.place == Place::Record;
        if let Some(fields) = &written.fields {
            if !member {
                self.take_structure(of, &written, fields, is_first);
            }
            return;
        }
        if written.by.is_some() && (member || !written.has_body) {
            return;
        }
        let mut symbol = Symbol::new(written.name.as_str(), if member { SymbolKind::Method } else { SymbolKind::Function });
        let says = |word: &str| written.ty.iter().any(|it| it == word);
        let local = says("static") && !member;
        symbol.visibility = if local { Visibility::Private } else { self.visibility() };
        symbol.flags = if local { Flags::FILE_LOCAL } else { self.linkage_flags() };
        symbol.flags = symbol
            .flags
            .when(member && says("static"), Flags::STATIC)
            .when(says("virtual"), Flags::VIRTUAL)
            .when(written.parameters.variadic, Flags::VARIADIC)
            .when(!written.has_body, Flags::DECLARATION);
        let types: Vec<String> = written.parameters.taken.iter().map(|it| it.ty.join(" ")).collect();
        symbol.overload = self.cpp.then(|| xxh3_64(types.join(",").as_bytes()));
        symbol.ty = self.spelled_type(&written.ty, written.at.start);
        for it in &written.parameters.taken {
            let ty = self.spelled_type(&it.ty, written.at.start);
            let pointer = (self.cpp && it.pointer).then_some(true);
            symbol.params.push(Param { name: it.name.clone(), ty, optional: false, pointer, constant: None });
        }
        let mut place = self.place_of_use(of, written.at);
        let whole = place.span;
        if !is_first {
            (place.span, place.lead) = (written.at, written.at.start);
        }
        let index = self.b.symbol(symbol, place);
        if let Some((by, handed)) = written.by {
            self.may_be_called((&written.name, &by), handed, whole);
        } else if written.has_body {
            self.bind_symbol(&written.name, index);
        } else if let Some(record) = &mut self.record {
            record.declared.insert(written.name.into());
        }
    }

    /// Takes the method that a macro of gmock declares.
    fn take_mocked(&mut self, node: Option<Node<'_>>, it: &Use<'text>) -> bool {
        let Some((named, count)) = mocked(it) else { return false };
        let Some((name, at)) = it.arguments.get(named).copied().filter(|(name, _)| names::is_usable(name)) else { return false };
        let mut symbol = Symbol::new(name, SymbolKind::Method);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags();
        symbol.overload = Some(xxh3_64(it.whole.text(self.text).as_bytes()));
        symbol.params = (0..count).map(|_| Param { name: Name::default(), ty: None, optional: false, pointer: None, constant: None }).collect();
        let place = self.place_of_use((node, it.whole), at);
        let index = self.b.symbol(symbol, place);
        self.bind_symbol(name, index);
        true
    }

    /// Notes the names that a macro of another file may give to a definition of this file.
    pub(super) fn may_be_called(&mut self, (definition, by): (&str, &str), handed: Vec<(u16, String)>, at: ByteSpan) {
        let container = self.namespaces.get(&self.path.join("::")).map(|(symbol, _)| *symbol);
        for (number, name) in handed {
            let module = smol_str::format_smolstr!("{MADE}{number} {by}");
            let import = Import { container, ..Import::new(module, Imported::Item(definition.into()), name.as_str()) };
            self.b.import(import, at);
        }
    }

    /// The same for what stands between the parentheses of a use.
    pub(super) fn may_be_one_of(&mut self, of: (&str, &str), arguments: &[Node<'_>], at: ByteSpan) {
        let handed = numbered(arguments.iter().map(|it| self.slice(*it)));
        self.may_be_called(of, handed, at);
    }

    /// The type that some words say, where that is one name.
    pub(super) fn spelled_type(&mut self, words: &[String], at: u32) -> Option<ExprId> {
        let spelled: Vec<&str> = words.iter().map(String::as_str).filter(|it| !is_specifier(it)).collect();
        match spelled.as_slice() {
            [one] if is_basic(one) => Some(self.b.free(one)),
            [one] if names::is_usable(one) => Some(self.b.name(one, at as usize)),
            ["struct" | "union" | "enum", name] if names::is_usable(name) => Some(self.written_tag(name, at)),
            [_, _, ..] if spelled.iter().all(|it| is_basic(it)) => {
                let number = parameter_types::number(spelled.iter().copied())?;
                Some(self.b.literal(&number))
            }
            _ => None,
        }
    }
}
