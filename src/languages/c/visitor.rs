//! The walk over one file: state, dispatch by node kind, bounds on depth.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tree_sitter::{Language, Node, Tree};

use super::initializers::LISTED;
use super::inner_macros;
use super::lambdas::Handing;
use super::listed::MacroBody;
use super::macro_functions::MacroHead;
use super::mask::BlankedMacro;
use super::names;
use super::openers::{Behind, Turn};
use super::operators::Told;
use super::platforms;
use super::reading;
use crate::base::span::ByteSpan;
use crate::base::{Name, caps, codes};
use crate::languages::{extract, syntax};
use crate::shard::body::Role;
use crate::shard::builder::{Binding, Builder};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Owner, Visibility};

/// What the present declarations declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Globals, members of namespaces.
    Top,
    /// Members of a type.
    Record,
    /// Locals.
    Body,
}

/// The type whose body is being read.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub symbol: u32,
    pub name: Name,
    pub access: Visibility,
    /// The owner around the type: C tags, friends and enumerators belong to it.
    pub outer: Owner,
    /// The scope of that owner, in which their names are bound.
    pub outer_home: u32,
    /// Methods that it only declares: which definitions their names mean, this file cannot tell alone.
    pub declared: BTreeSet<Name>,
    /// Names of members that it lifts from types above, by `using`.
    pub lifted: BTreeSet<Name>,
}

/// The state of a walk.
pub(super) struct Visitor<'builder, 'text> {
    pub b: &'builder mut Builder<'text>,
    pub text: &'text str,
    pub cpp: bool,
    pub place: Place,
    /// The scope that definitions bind their names in; template parameters stand in scopes below it.
    pub home: u32,
    /// Comments in front of the next item.
    pub comments: Vec<ByteSpan>,
    /// Macros that stand in the text and not in the tree, in source order.
    pub blanked: Vec<ByteSpan>,
    /// Those of them that are handed something and stand further on.
    pub uses: VecDeque<ByteSpan>,
    /// Where the last item ends that stands where definitions do.
    pub last_end: usize,
    /// Namespaces seen so far by path: symbol and scope.
    pub namespaces: BTreeMap<String, (u32, u32)>,
    /// The path of the namespace being read.
    pub path: Vec<String>,
    /// Inside an anonymous namespace.
    pub hidden: bool,
    /// The type whose members are being read.
    pub record: Option<Record>,
    /// Simple names of the bases of each record of the file.
    pub bases: BTreeMap<u32, Vec<Name>>,
    /// Records of the file by simple name.
    pub records: BTreeMap<Name, u32>,
    /// C tags that a function body defines; all others belong to the file.
    pub inner_tags: BTreeSet<Name>,
    /// Class templates that nothing defines but for some arguments, by the scope that binds them.
    pub primaries: BTreeSet<(u32, Name)>,
    /// Locals that are pointers: indexing them gives what they point to.
    pub pointers: BTreeSet<u32>,
    /// Locals that are declared to be of a type, and to be no pointers.
    pub values: BTreeSet<u32>,
    /// How many pointers and arrays there are to go through, of locals that are declared to be of a type.
    pub levels: BTreeMap<u32, usize>,
    /// The arguments that were visited last, with what is told of them.
    pub told: Told,
    /// Generic parameters of the template head in front of the next definition.
    pub generics: Vec<crate::shard::facts::Generic>,
    /// That head says more of them than that they are types.
    pub bounded: bool,
    /// It says a condition that arguments have to meet.
    pub conditioned: bool,
    /// What each lambda around the present place gave so far, innermost last: that is not what the function gives.
    pub lambdas: Vec<Vec<ExprId>>,
    /// What the algorithm that is called hands to a lambda among its arguments.
    pub handing: Option<Handing>,
    /// What the parameters of a lambda are that say no type.
    pub handed: Option<ExprId>,
    /// Inside of a branch of which it is not known whether a build takes it, other than a file's guard.
    pub undecided: bool,
    /// Inside of a branch of which it is not known whether a default build takes it.
    pub unsure: bool,
    /// A byte in each branch that a default build is known to take.
    pub taken: Vec<usize>,
    /// What directives have said of macros so far.
    pub said: platforms::Said,
    /// Inside of a conditional that asks for what a build has to be given.
    pub on_demand: bool,
    /// Macros of the file that stand for one word.
    pub words: BTreeMap<Name, Name>,
    /// What macros of the file without parameters stand for, where that is more than a word; nothing of those that stand for several things.
    pub plain: BTreeMap<Name, Option<&'text str>>,
    /// What macros of the file with parameters stand for, those that were read last.
    pub bodies: BTreeMap<Name, MacroBody<'text>>,
    /// Definitions of macros that the tree does not hold, and from which byte on they are to be read.
    pub inner: Option<(Tree, usize)>,
    /// Where the argument stands that is the name of what the macro it is handed to defines.
    pub defining: Option<usize>,
    /// Macros of the file that stand for the head of a function.
    pub heads: BTreeMap<Name, MacroHead<'text>>,
    /// Macros of the file that open namespaces: their names, and whether they are inline.
    pub openers: BTreeMap<Name, Vec<(Name, bool)>>,
    /// What macros open and close further on.
    pub turns: VecDeque<Turn>,
    /// What macros have opened.
    pub behind: Vec<Behind>,
}

/// Extracts C.
pub(super) fn extract_c(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    extract(builder, root, false, &tree_sitter_c::LANGUAGE.into());
}

/// Extracts C++.
pub(super) fn extract_cpp(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    extract(builder, root, true, &tree_sitter_cpp::LANGUAGE.into());
}

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>, cpp: bool, grammar: &Language) {
    let text = builder.text();
    let Some(root) = root else {
        if let Some(reading) = reading::masked_alone(text, grammar) {
            builder.forget_problems(&codes::P_PARSE_BOUND);
            reading.report(builder);
            visit(builder, &reading.tree, &reading.macros, None, cpp);
        }
        return;
    };
    let Some(apart) = inner_macros::take_apart(text, &root.language()) else {
        return walk(builder, (text, root), None, cpp);
    };
    builder.forget_problems(&codes::P_SYNTAX);
    extract::report_errors(builder, apart.tree.root_node());
    walk(builder, (&apart.text, apart.tree.root_node()), Some(&apart.definitions), cpp);
}

/// Walks over a text as it is read: that of the file, but for the definitions of macros that are apart.
fn walk(builder: &mut Builder<'_>, (text, root): (&str, Node<'_>), definitions: Option<&Tree>, cpp: bool) {
    if let Some(reading) = reading::read(text, root, &root.language()) {
        reading.report(builder);
        return visit(builder, &reading.tree, &reading.macros, definitions, cpp);
    }
    let mut visitor = Visitor::new(builder, cpp);
    visitor.inner = definitions.map(|tree| (tree.clone(), 0));
    visitor.items(root);
    visitor.inner_macros(usize::MAX);
    visitor.tell_twins();
}

/// The same over the tree of a text that some macros are blanked in.
fn visit(builder: &mut Builder<'_>, tree: &Tree, macros: &[BlankedMacro], definitions: Option<&Tree>, cpp: bool) {
    let mut visitor = Visitor::new(builder, cpp);
    visitor.inner = definitions.map(|tree| (tree.clone(), 0));
    visitor.masked_macros(macros);
    visitor.stands_behind(macros);
    visitor.items(tree.root_node());
    visitor.uses_before(usize::MAX);
    visitor.close_all_behind();
    visitor.inner_macros(usize::MAX);
    visitor.tell_twins();
}

impl<'builder, 'text> Visitor<'builder, 'text> {
    fn new(builder: &'builder mut Builder<'text>, cpp: bool) -> Self {
        let text = builder.text();
        Self {
            b: builder,
            text,
            cpp,
            place: Place::Top,
            home: 0,
            comments: Vec::new(),
            blanked: Vec::new(),
            uses: VecDeque::new(),
            last_end: 0,
            namespaces: BTreeMap::new(),
            path: Vec::new(),
            hidden: false,
            record: None,
            bases: BTreeMap::new(),
            records: BTreeMap::new(),
            inner_tags: BTreeSet::new(),
            primaries: BTreeSet::new(),
            pointers: BTreeSet::new(),
            values: BTreeSet::new(),
            levels: BTreeMap::new(),
            told: Told::default(),
            generics: Vec::new(),
            bounded: false,
            conditioned: false,
            lambdas: Vec::new(),
            handing: None,
            handed: None,
            undecided: false,
            unsure: false,
            taken: Vec::new(),
            said: platforms::Said::default(),
            on_demand: false,
            words: BTreeMap::new(),
            plain: BTreeMap::new(),
            bodies: BTreeMap::new(),
            inner: None,
            defining: None,
            heads: BTreeMap::new(),
            openers: BTreeMap::new(),
            turns: VecDeque::new(),
            behind: Vec::new(),
        }
    }

    fn masked_macros(&mut self, macros: &[BlankedMacro]) {
        self.blanked = macros.iter().map(|it| it.whole).collect();
        self.uses = macros.iter().filter(|it| it.called).map(|it| it.whole).collect();
        for BlankedMacro { name: span, called, .. } in macros {
            let name = span.text(self.text);
            let target = self.b.name(name, span.start as usize);
            let role = if *called { Role::Call } else { Role::Decorator };
            self.b.site(role, name, *span, target, None);
        }
    }

    /// The text of a node.
    pub(super) fn slice(&self, node: Node<'_>) -> &'text str {
        syntax::text(node, self.text)
    }

    /// Goes one level down, unless that is too deep ([`Builder::descend`]).
    pub(super) fn descend(&mut self, node: Node<'_>) -> bool {
        self.b.descend(syntax::span(node), format_args!("deeper than {} levels", caps::MAX_DEPTH))
    }

    pub(super) fn ascend(&mut self) {
        self.b.ascend();
    }

    /// Adds a site for the name that `node` is.
    pub(super) fn site(&mut self, role: Role, node: Node<'_>, target: ExprId, mut args: Option<Vec<ExprId>>) {
        let name = self.slice(node);
        if names::is_usable(name) {
            let listed = args.as_mut().is_some_and(|args| args.pop_if(|last| *last == LISTED).is_some());
            let told = args.as_ref().filter(|args| !args.is_empty() && **args == self.told.args).map(|_| (self.told.pointers, self.told.places));
            self.b.site(role, name, syntax::span(node), target, args);
            if listed {
                self.b.listed();
            }
            if let Some((pointers, places)) = told {
                self.b.told_pointers(pointers.0, pointers.1);
                self.b.told_placed(places.0, places.1);
            }
        }
    }

    /// Binds a definition where definitions of the present place are bound.
    pub(super) fn bind_symbol(&mut self, name: &str, symbol: u32) {
        self.b.bind_in(self.home, name, Binding::Symbol(symbol), 0);
    }

    /// Visits the children of a file, namespace, linkage block, type body or conditional in order.
    pub(super) fn items(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.item(child);
        }
    }

    /// Visits one item, and hands it the comments right in front of it.
    pub(super) fn item(&mut self, node: Node<'_>) {
        if !self.turns.is_empty() {
            self.turn(node);
        }
        if node.kind() == "comment" {
            self.comment(node);
            return;
        }
        if !self.descend(node) {
            return;
        }
        if !self.uses.is_empty() && self.place == Place::Top {
            self.uses_before(node.start_byte());
        }
        self.drop_detached_comments(node);
        self.visit(node);
        if self.place == Place::Top {
            self.last_end = self.last_end.max(node.end_byte());
        }
        self.inner_macros(node.end_byte());
        self.comments.clear();
        self.ascend();
    }

    /// Dispatches any node: definitions first, then statements, then expressions.
    pub(super) fn visit(&mut self, node: Node<'_>) {
        match node.kind() {
            "preproc_call" => self.end_of_macro(node),
            "comment" | "attribute_declaration" | "attribute_specifier" | "ms_declspec_modifier" => {}
            "access_specifier" => self.access(node),
            "function_definition" => self.function_definition(node, node),
            "declaration" | "field_declaration" => self.declaration(node, node),
            "type_definition" => self.type_definition(node),
            "struct_specifier" | "class_specifier" | "union_specifier" => {
                if !self.announces(node) {
                    self.record_specifier(node, None, node);
                }
            }
            "enum_specifier" => {
                self.enum_specifier(node, None, node);
            }
            "enumerator" => self.enumerator(node, None),
            "preproc_include" => self.include(node),
            "preproc_def" | "preproc_function_def" => self.macro_definition(node),
            "preproc_if" | "preproc_ifdef" | "preproc_elif" | "preproc_elifdef" | "preproc_else" => self.conditional(node),
            "linkage_specification" => self.linkage(node),
            "declaration_list" => self.items(node),
            "compound_statement" if self.called_function(node) => {}
            "namespace_definition" => self.namespace(node),
            "namespace_alias_definition" => self.namespace_alias(node),
            "using_declaration" => self.using(node),
            "alias_declaration" => self.alias(node, node),
            "concept_definition" => self.concept(node, node),
            "template_declaration" => self.template(node),
            "template_instantiation" => self.instantiation(node),
            "friend_declaration" => self.friend(node),
            "static_assert_declaration" => self.each(node),
            "ERROR" => self.salvage(node),
            _ => self.statement(node),
        }
    }

    /// Visits each named child for its own sake.
    pub(super) fn each(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.visit(child);
        }
        self.ascend();
    }

    /// Reads what an unreadable region still holds whole. Loose names in it mean nothing.
    fn salvage(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if !matches!(child.kind(), "identifier" | "type_identifier" | "field_identifier" | "namespace_identifier" | "primitive_type") {
                self.item(child);
            }
        }
    }

    /// Reads every branch of a conditional. A chain of `#elif` is followed in a loop. What stands in branches that a build on the default platform
    /// leaves out is marked so.
    fn conditional(&mut self, node: Node<'_>) {
        let optional = self.b.set_optional(false);
        let (on_demand, undecided, unsure) = (self.on_demand, self.undecided, self.unsure);
        let guard = platforms::is_guard(node, self.text);
        self.on_demand |= platforms::is_on_demand(node);
        let mut branch = Some(node);
        let (mut taken, mut open) = (false, false);
        while let Some(current) = branch {
            branch = None;
            let holds = platforms::holds(current, platforms::Known { text: self.text, cpp: self.cpp, said: &self.said });
            self.b.set_optional(optional || taken || holds == Some(false));
            let left_out = taken;
            taken |= holds == Some(true);
            let is_rest = current.kind() == "preproc_else" && !open;
            self.undecided = undecided || (holds.is_none() && !guard);
            // What is left where all others are known not to be taken is taken.
            let depends = holds.is_none() && current.kind() != "preproc_else";
            self.unsure = unsure || open || (depends && !guard);
            open |= depends;
            let name = syntax::field(current, "name");
            let condition = syntax::field(current, "condition");
            let alternative = syntax::field(current, "alternative");
            if let Some(condition) = condition {
                self.value(condition);
            }
            let mut is_first = true;
            let mut cursor = current.walk();
            for child in current.named_children(&mut cursor) {
                if alternative == Some(child) {
                    branch = Some(child);
                } else if name != Some(child) && condition != Some(child) {
                    if is_first && (holds == Some(true) || is_rest) && !left_out {
                        self.taken.push(child.start_byte());
                    }
                    is_first = false;
                    self.item(child);
                }
            }
        }
        self.b.set_optional(optional);
        (self.on_demand, self.undecided, self.unsure) = (on_demand, undecided, unsure);
    }

    fn linkage(&mut self, node: Node<'_>) {
        if let Some(body) = syntax::field(node, "body") {
            self.visit(body);
        }
    }
}
