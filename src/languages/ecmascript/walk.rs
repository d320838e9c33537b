//! The state of one walk over a syntax tree, and what every part of the visitor shares: depth, docs, owners.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;
use xxhash_rust::xxh3::Xxh3;

use super::super::syntax;
use super::is_name_character;
use super::prototypes::StandsFor;
use super::typedefs::Typedef;
use crate::base::span::ByteSpan;
use crate::base::{Name, caps};
use crate::shard::body::Place;
use crate::shard::builder::Builder;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Import, Owner, Symbol, Visibility};

/// What `this` stands for in a function that has its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Receiver {
    /// Nothing that the file tells.
    Unknown,
    /// An instance of this class or constructor function.
    Instance(u32),
    /// The symbol itself: an object literal, a class in its static members.
    Itself(u32),
    /// An instance of what an extension extends.
    Extended { extension: u32, target: ExprId },
    /// What an extension extends, itself.
    ExtendedItself { extension: u32, target: ExprId },
    /// What a `CommonJS` module exports.
    Exports(ExprId),
}

/// An open function body.
#[derive(Debug)]
pub(super) struct Frame {
    /// Its definition; `None` for anonymous functions.
    pub symbol: Option<u32>,
    /// What it is declared to return.
    pub result: Option<ExprId>,
    /// What an anonymous function returns.
    pub returns: Vec<ExprId>,
    /// Open blocks of the code around it.
    pub blocks: u32,
}

/// A member seen as an assignment to `this.name` or as a parameter property. It becomes a field unless the type declares one.
#[derive(Debug)]
pub(super) struct LateField {
    pub owner: Owner,
    pub symbol: Symbol,
    pub place: Place,
    /// Whether it makes a field; else it is but a value of one that is declared.
    pub declares: bool,
}

/// A name under which the file exports one of its own names.
#[derive(Debug)]
pub(super) struct Export {
    pub local: Name,
    pub exported: Name,
    pub span: ByteSpan,
}

/// A scope with what is declared in it.
type Declared = (u32, Vec<u32>);

/// How an `export` statement marks the declaration in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exporting {
    pub default: bool,
}

/// What comments say that are of no definition behind them.
const OF_ITSELF: [&str; 5] = ["@typedef", "@callback", "@file", "@module", "@license"];

/// How much is looked at of what tells definitions without a name apart.
const MAX_WRITTEN: usize = 256;

/// One walk.
pub(super) struct Walk<'b, 'text> {
    pub builder: &'b mut Builder<'text>,
    pub text: &'text str,
    /// Whether classes and types declare all their members: what is assigned to one of these makes no other (TypeScript).
    pub typed: bool,
    /// The comment in front of the item that is visited.
    pub doc: Option<ByteSpan>,
    /// Inside `declare …`.
    pub ambient: bool,
    /// Inside `declare global { … }`.
    pub global: bool,
    /// Inside `declare module 'm' { … }`: its definition, and `m`.
    pub augmented: Option<(u32, &'text str)>,
    pub exporting: Option<Exporting>,
    /// What the place of the next value takes, where it is a function or an object that holds some.
    pub expected: Option<ExprId>,
    /// The same of the call that is being visited, until its arguments are.
    pub wanted: Option<ExprId>,
    /// What the function that was visited last says by its result, or tests, of its first parameter.
    pub told: Option<ExprId>,
    pub frames: Vec<Frame>,
    /// The names of members of which conditions tell something.
    pub narrowed: BTreeSet<Name>,
    /// What the tests in front of the present one tell in its condition.
    pub tested_before: Vec<(Name, ExprId)>,
    /// How often names are assigned to behind such conditions.
    pub reassigned: BTreeMap<Name, u32>,
    /// How often each of an owner's definitions that nothing names is met, by what they are.
    pub unnamed: BTreeMap<(u8, u32, u64), u32>,
    /// The scopes in which a name of an owner is declared, each with what is declared there, in the order of the source; that of the module comes first.
    pub scopes: BTreeMap<(u8, u32, u64), Vec<Declared>>,
    /// What the unnamed functions since the innermost definition are handed to.
    pub callback: Option<u64>,
    /// Open blocks since the innermost function or module.
    pub blocks: u32,
    pub receivers: Vec<Receiver>,
    /// What the enclosing classes extend.
    pub parents: Vec<Option<ExprId>>,
    /// Whether the type that is visited has a name, as what an alias stands for: its members are asked for by those who use it.
    pub naming: bool,
    /// The type parameters that stand in the object types without a name around, as far as these are visited; `None` outside of them.
    pub mentioned: Option<Vec<u32>>,
    /// The enclosing type, for `this` in type position.
    pub types: Vec<u32>,
    /// Definitions by owner and name.
    pub known: BTreeMap<(u8, u32, Name), Vec<u32>>,
    /// The methods that each class declares in its body, wherever they stand in it.
    pub methods: BTreeSet<(u32, &'text str)>,
    pub extensions: BTreeMap<(Option<u32>, String), u32>,
    /// Variables of the top level that stand for what takes members.
    pub stand_ins: BTreeMap<Name, StandsFor>,
    /// What `this` is in the function that a variable holds, where a prototype has it too.
    pub holder: Option<Receiver>,
    /// Functions of the file by name, and what is put above them.
    pub inherited: Vec<(Name, ExprId)>,
    pub late: Vec<LateField>,
    /// Locals that are other names for `this`, and what that is.
    pub selves: BTreeMap<u32, Receiver>,
    /// Values assigned to definitions after their declaration.
    pub assigned: BTreeMap<u32, Vec<ExprId>>,
    /// Values assigned to names of the top level.
    pub written: Vec<(Name, ExprId)>,
    pub exports: Vec<Export>,
    /// Paths to what namespaces hand out as their default, by the name of the namespace.
    pub defaults: BTreeMap<Name, Name>,
    /// Types that doc comments give a name.
    pub typedefs: BTreeMap<Name, Typedef>,
    /// What comments say of members of parameters, by the local and the path to the member.
    pub documented_members: BTreeMap<(u32, String), ExprId>,
    /// What a comment says of the members that the next pattern takes apart.
    pub pattern_types: Vec<(String, ExprId)>,
    /// The value of all that the file exports, once something needs it.
    pub exported_whole: Option<ExprId>,
    /// What namespaces export that the file declares below them.
    pub ahead: Vec<(u32, Export)>,
    /// The variable of the top level that holds what another module exports, and which the file adds to and exports as its own.
    pub extended_export: Option<Name>,
    /// Imports that the file's top level binds.
    pub bound: BTreeMap<Name, Vec<Import>>,
    /// Overload signatures that await an implementation, with their scope.
    pub signatures: Vec<(u32, Name, u32)>,
    pub implemented: BTreeSet<(u32, Name)>,
    /// Whether the file has an import or export, so its names are its own.
    pub is_module: bool,
}

impl<'b, 'text> Walk<'b, 'text> {
    /// A walk that has seen nothing.
    pub fn new(builder: &'b mut Builder<'text>, typed: bool) -> Self {
        let text = builder.text();
        Self {
            builder,
            text,
            typed,
            doc: None,
            ambient: false,
            global: false,
            augmented: None,
            exporting: None,
            expected: None,
            wanted: None,
            told: None,
            frames: Vec::new(),
            narrowed: BTreeSet::new(),
            tested_before: Vec::new(),
            reassigned: BTreeMap::new(),
            unnamed: BTreeMap::new(),
            scopes: BTreeMap::new(),
            callback: None,
            blocks: 0,
            receivers: Vec::new(),
            parents: Vec::new(),
            naming: false,
            mentioned: None,
            types: Vec::new(),
            known: BTreeMap::new(),
            methods: BTreeSet::new(),
            extensions: BTreeMap::new(),
            stand_ins: BTreeMap::new(),
            holder: None,
            inherited: Vec::new(),
            late: Vec::new(),
            selves: BTreeMap::new(),
            assigned: BTreeMap::new(),
            written: Vec::new(),
            exports: Vec::new(),
            defaults: BTreeMap::new(),
            typedefs: super::typedefs::typedefs(text),
            documented_members: BTreeMap::new(),
            pattern_types: Vec::new(),
            exported_whole: None,
            ahead: Vec::new(),
            extended_export: None,
            bound: BTreeMap::new(),
            signatures: Vec::new(),
            implemented: BTreeSet::new(),
            is_module: false,
        }
    }

    /// The text of a node.
    pub fn of(&self, node: Node<'_>) -> &'text str {
        syntax::text(node, self.text)
    }

    /// Runs `visit` one level deeper, or reports once that the file is nested too deeply and gives `otherwise`.
    pub fn deeper<R>(&mut self, node: Node<'_>, otherwise: R, visit: impl FnOnce(&mut Self) -> R) -> R {
        if !self.builder.descend(syntax::span(node), format_args!("nested deeper than {} levels", caps::MAX_DEPTH)) {
            return otherwise;
        }
        let result = visit(self);
        self.builder.ascend();
        result
    }

    /// Whether declarations here are the module's (or a namespace's) own.
    pub fn at_module_level(&self) -> bool {
        self.frames.is_empty() && self.blocks == 0
    }

    /// Visits the named children, each with the comment that stands right in front of it.
    pub fn each(&mut self, node: Node<'_>, mut visit: impl FnMut(&mut Self, Node<'_>)) {
        let mut run: Option<ByteSpan> = None;
        for child in syntax::children(node) {
            if child.kind() == "comment" {
                run = self.extend_comment(run, child);
                continue;
            }
            self.doc = run.take().filter(|run| self.is_doc_of(*run, child));
            visit(self, child);
            self.doc = None;
        }
    }

    fn extend_comment(&self, run: Option<ByteSpan>, comment: Node<'_>) -> Option<ByteSpan> {
        let start = comment.start_byte();
        let before = self.text.get(..start)?.trim_end_matches([' ', '\t']);
        let span = syntax::span(comment);
        let opens = before.ends_with('{') && span.text(self.text).starts_with("/**");
        if !(before.is_empty() || before.ends_with('\n') || opens) {
            return None;
        }
        let line = |span: ByteSpan| span.text(self.text).starts_with("//");
        match run {
            Some(run) if line(run) && line(span) && self.line_breaks(run.end as usize, start) == Some(true) => {
                Some(ByteSpan { start: run.start, end: span.end })
            }
            _ => Some(span),
        }
    }

    /// Whether a comment speaks of what follows it: a block that documents does so whatever empty lines lie between, unless it says that it is of something
    /// else.
    fn is_doc_of(&self, comment: ByteSpan, next: Node<'_>) -> bool {
        let text = comment.text(self.text);
        let documents = text.starts_with("/**") && !OF_ITSELF.iter().any(|tag| text.contains(tag));
        self.line_breaks(comment.end as usize, next.start_byte()).is_some_and(|touches| touches || documents)
    }

    /// Whether at most one line break and nothing else stands between two places; `None` when there is something else.
    fn line_breaks(&self, from: usize, to: usize) -> Option<bool> {
        let gap = self.text.get(from..to)?;
        gap.trim().is_empty().then(|| gap.matches('\n').count() <= 1)
    }

    /// The place of a definition, whose head ends where its body starts; takes the comment in front.
    pub fn place(&mut self, outer: ByteSpan, name: ByteSpan, body: Option<Node<'_>>) -> Place {
        let doc = self.doc.take();
        let end = body.map_or(outer.end as usize, |body| body.start_byte());
        let head = self.text.get(outer.start as usize..end.max(outer.start as usize)).unwrap_or("");
        let signature = syntax::fold(head).trim_end_matches([' ', '{', ':', '=', ';']).to_owned();
        let comment = doc.map_or("", |doc| doc.text(self.text));
        if let Some(doc) = doc {
            self.mentions(doc);
        }
        Place {
            span: outer,
            name,
            lead: doc.map_or(outer.start, |doc| doc.start),
            signature,
            doc: syntax::clip_doc(syntax::uncomment(comment)),
            ..Place::default()
        }
    }

    /// Names in backticks or `{@link …}` inside a doc comment.
    fn mentions(&mut self, doc: ByteSpan) {
        let text = doc.text(self.text);
        let mut at = 0;
        while let Some((start, close)) = text.get(at..).and_then(opening) {
            let start = at + start;
            let rest = &text[start..];
            let Some(length) = rest.find(close) else { break };
            let name = rest[..length].split(['|', ' ', '\n']).next().unwrap_or("").trim_end_matches("()");
            if is_path(name) {
                let from = doc.start as usize + start;
                self.builder.mention(name, ByteSpan::new(from, from + name.len()));
            }
            at = start + length + close.len_utf8();
        }
    }

    /// Adds a definition under the present owner.
    pub fn define(&mut self, mut symbol: Symbol, place: Place) -> u32 {
        let declared = self.ambient && !matches!(symbol.kind.word(), "interface" | "typeAlias" | "module");
        symbol.flags = symbol.flags.when(!self.frames.is_empty(), Flags::NESTED).when(declared, Flags::DECLARATION);
        let (class, index) = owner_key(self.builder.owner());
        symbol.flags = symbol.flags.when(self.global && class == 0, Flags::GLOBAL);
        let name = symbol.name.clone();
        let of_owner = if class == 1 { self.builder.symbol_mut(index).callback } else { None };
        symbol.callback = self.callback.filter(|_| of_owner.is_none());
        let visible = class != 0 || !symbol.flags.has(Flags::NESTED);
        let added = self.builder.symbol(symbol, place);
        if visible {
            self.known.entry((class, index, name)).or_default().push(added);
        }
        added
    }

    /// Tells a definition that nothing names from the others of its owner: by the text that it starts with, and where several start alike, by their order.
    /// The first of all is what the word alone means.
    pub fn told_apart(&mut self, index: u32, node: Node<'_>) {
        let around = self.callback.unwrap_or(0);
        let (class, owner) = owner_key(self.builder.owner());
        let hash = |parts: [&[u8]; 2]| {
            let mut hasher = Xxh3::new();
            hasher.update(&around.to_le_bytes());
            parts.into_iter().for_each(|part| hasher.update(part));
            hasher.digest()
        };
        let mut met = |key: u64| {
            let count = self.unnamed.entry((class, owner, key)).or_default();
            *count += 1;
            *count - 1
        };
        let word = self.builder.symbol_mut(index).name.clone();
        if met(hash([word.as_bytes(), b""])) == 0 {
            return;
        }
        let written = syntax::text(node, self.text).as_bytes();
        let written = &written[..written.len().min(MAX_WRITTEN)];
        let count = met(hash([word.as_bytes(), written]));
        self.builder.symbol_mut(index).callback = Some(hash([written, &count.to_le_bytes()]));
    }

    /// Tells what is declared in `scope` from what other blocks and unnamed functions of the same definition, or the module around them, declare by the same
    /// name: by their order.
    pub(super) fn apart_by_scope(&mut self, index: u32, scope: u32) {
        let (class, owner) = owner_key(self.builder.owner());
        let symbol = self.builder.symbol_mut(index);
        let mut hasher = Xxh3::new();
        hasher.update(&symbol.callback.unwrap_or(0).to_le_bytes());
        hasher.update(symbol.name.as_bytes());
        let apart = |place: usize| {
            let mut hasher = hasher.clone();
            hasher.update(&u64::try_from(place).unwrap_or(u64::MAX).to_le_bytes());
            hasher.digest()
        };
        let scopes = self.scopes.entry((class, owner, hasher.digest())).or_default();
        let of_module = self.frames.is_empty() && self.blocks == 0;
        let place = scopes.iter().position(|it| it.0 == scope).unwrap_or_else(|| {
            scopes.push((scope, Vec::new()));
            let last = scopes.len() - 1;
            if !of_module {
                return last;
            }
            // What a block before it declares was taken for the module's.
            scopes.swap(0, last);
            for earlier in &scopes[last].1 {
                self.builder.symbol_mut(*earlier).callback = Some(apart(last));
            }
            0
        });
        scopes[place].1.push(index);
        if place > 0 {
            self.builder.symbol_mut(index).callback = Some(apart(place));
        }
    }

    /// A new definition with the flags and visibility that the `export` around it gives.
    pub fn exported(&mut self, mut symbol: Symbol) -> Symbol {
        if let Some(exporting) = self.exporting.take() {
            symbol.flags = symbol.flags.with(Flags::EXPORTED).when(exporting.default, Flags::DEFAULT);
        }
        symbol
    }

    /// The definitions of a name under an owner.
    pub fn known_in(&self, owner: Owner, name: &str) -> &[u32] {
        let (class, index) = owner_key(owner);
        self.known.get(&(class, index, Name::new(name))).map_or(&[], Vec::as_slice)
    }

    /// Whether a name that stands here is that of a local.
    pub fn is_local(&self, name: Node<'_>) -> bool {
        self.builder.find_local(self.of(name), name.start_byte()).is_some()
    }

    /// Notes a value that the innermost function returns.
    pub fn returned(&mut self, value: ExprId) {
        match self.frames.last_mut() {
            Some(Frame { symbol: Some(_), .. }) => self.builder.returns(value),
            Some(frame) if frame.returns.len() < caps::MAX_CANDIDATES => frame.returns.push(value),
            _ => {}
        }
    }
}

/// The next place where a code-styled name starts, with the character that ends it.
fn opening(text: &str) -> Option<(usize, char)> {
    let tick = text.find('`').map(|at| (at + 1, '`'));
    let link = text.find("{@link ").map(|at| (at + 7, '}'));
    match (tick, link) {
        (Some(tick), Some(link)) => Some(if tick.0 < link.0 { tick } else { link }),
        (one, other) => one.or(other),
    }
}

fn is_path(name: &str) -> bool {
    let starts = |part: &str| part.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$');
    name.split('.').all(|part| starts(part) && part.chars().all(is_name_character))
}

/// An owner as a key of ordered maps.
pub(super) fn owner_key(owner: Owner) -> (u8, u32) {
    match owner {
        Owner::File => (0, 0),
        Owner::Symbol(index) => (1, index),
        Owner::Extension(index) => (2, index),
    }
}

/// The declared or conventional visibility of a member.
pub(super) fn visibility(node: Node<'_>, name: &str, text: &str) -> Visibility {
    match syntax::child_of_kind(node, "accessibility_modifier").map(|modifier| syntax::text(modifier, text)) {
        Some("private") => Visibility::Private,
        Some("protected") => Visibility::Protected,
        _ if name.starts_with('#') => Visibility::Private,
        _ => Visibility::Public,
    }
}
