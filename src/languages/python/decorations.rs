//! What decorators say of a function.

use tree_sitter::Node;

use super::Walker;
use super::functions::decorators_of;
use crate::languages::syntax::{field, first_part};
use crate::shard::facts::Flags;

/// How a method takes what it is called on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Receiver {
    None,
    Instance,
    Class,
}

/// What decorators say of a function.
pub(super) struct Decoration {
    pub(super) flags: Flags,
    pub(super) receiver: Receiver,
    /// What it yields is what `with` binds, or what a test gets.
    pub(super) manages_context: bool,
    /// It sets or deletes the property of its own name.
    pub(super) accesses: bool,
    /// It only declares a form of the function that is defined below it.
    pub(super) declares: bool,
    /// Which of them say nothing of that: they may make something else of the function.
    pub(super) others: Vec<bool>,
}

impl Decoration {
    /// What the decorators in front of a function of this name say.
    pub(super) fn of(walker: &Walker<'_, '_>, outer: Node<'_>, name: &str, in_class: bool) -> Self {
        let implicit = matches!(name, "__new__" | "__init_subclass__" | "__class_getitem__");
        let receiver = match (in_class, implicit) {
            (false, _) => Receiver::None,
            (true, true) => Receiver::Class,
            (true, false) => Receiver::Instance,
        };
        let flags = Flags::default().when(in_class && implicit, Flags::CLASS_METHOD);
        let mut decoration = Self { flags, receiver, manages_context: false, accesses: false, declares: false, others: Vec::new() };
        for decorator in decorators_of(outer) {
            let mut expression = first_part(decorator);
            if let Some(call) = expression.filter(|it| it.kind() == "call") {
                expression = field(call, "function");
            }
            let path = expression.map_or("", |expression| walker.text(expression));
            let said = decoration.take(path, name, in_class);
            // What the module itself calls a property says what reading one gives.
            let is_own = said.is_some_and(|it| it.has(Flags::PROPERTY)) && expression.is_some_and(|it| walker.is_own(it));
            decoration.others.push(said.is_none() || is_own);
            decoration.flags = decoration.flags.with(said.unwrap_or_default());
        }
        decoration
    }

    /// Takes in what one decorator of the function `name` says, and gives the flags for that; `None` of one that says nothing here.
    fn take(&mut self, path: &str, name: &str, in_class: bool) -> Option<Flags> {
        Some(match path.rsplit('.').next().unwrap_or("").trim() {
            "staticmethod" => {
                self.receiver = Receiver::None;
                Flags::STATIC
            }
            "classmethod" => {
                self.receiver = if in_class { Receiver::Class } else { Receiver::None };
                Flags::CLASS_METHOD
            }
            "overload" => {
                self.declares = true;
                Flags::DECLARATION.with(Flags::SIGNATURE)
            }
            "abstractmethod" => Flags::ABSTRACT,
            "contextmanager" | "asynccontextmanager" => {
                self.manages_context = true;
                Flags::default()
            }
            "fixture" => {
                self.manages_context = true;
                Flags::FIXTURE
            }
            "setter" | "deleter" => {
                self.accesses = path.rsplit_once('.').is_some_and(|(property, _)| property == name);
                Flags::PROPERTY
            }
            "getter" | "reify" => Flags::PROPERTY,
            "abstractproperty" => Flags::PROPERTY.with(Flags::ABSTRACT),
            other if other.ends_with("property") => Flags::PROPERTY,
            _ => return None,
        })
    }
}
