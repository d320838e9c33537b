//! What a definition is or does beside its kind, as bits.

use serde::{Deserialize, Serialize};

/// Yes/no facets of a definition, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flags(pub u64);

impl Flags {
    pub const ASYNC: Self = Self(1);
    pub const UNSAFE: Self = Self(1 << 1);
    pub const CONST: Self = Self(1 << 2);
    /// A class-level member: `static`, an associated function without `self`.
    pub const STATIC: Self = Self(1 << 3);
    pub const ABSTRACT: Self = Self(1 << 4);
    pub const GENERATOR: Self = Self(1 << 5);
    /// Read like a field, runs like a method (`@property`, `get x()`).
    pub const PROPERTY: Self = Self(1 << 6);
    /// Takes the class instead of the instance (`@classmethod`).
    pub const CLASS_METHOD: Self = Self(1 << 7);
    /// Declared here, defined elsewhere: C prototypes, ambient declarations, overload signatures, trait methods without body.
    pub const DECLARATION: Self = Self(1 << 8);
    /// A test by the language's own rules (`#[test]`, `test_*` of pytest, `@Test`, `func TestX(t *testing.T)`).
    pub const TEST: Self = Self(1 << 9);
    /// Visible outside its file by the language's own rules.
    pub const EXPORTED: Self = Self(1 << 10);
    /// The default export of an ECMAScript module.
    pub const DEFAULT: Self = Self(1 << 11);
    /// Visible only inside its own file at link time (C `static`, anonymous namespace).
    pub const FILE_LOCAL: Self = Self(1 << 12);
    /// The file of a `Module` stands elsewhere (`mod x;`).
    pub const OUT_OF_LINE: Self = Self(1 << 13);
    /// Nested in a function body, so no other file can name it.
    pub const NESTED: Self = Self(1 << 14);
    /// Last parameter takes any number of arguments.
    pub const VARIADIC: Self = Self(1 << 15);
    /// Starts a program.
    pub const ENTRY_POINT: Self = Self(1 << 16);
    /// Said to be replaced by types below, or to replace what is (C++ `virtual`, `override`, `final`).
    pub const VIRTUAL: Self = Self(1 << 17);

    /// Declared for every file by one that is a module of its own (`declare global`).
    pub const GLOBAL: Self = Self(1 << 18);
    /// Left out of a build with default settings, which compiles another definition of the name.
    pub const OPTIONAL_BUILD: Self = Self(1 << 19);
    /// Stands for a template where its arguments are those that the type of the definition says: `template <> struct hash<Key>`.
    pub const SPECIALIZED: Self = Self(1 << 20);
    /// Binds its name where the import that else binds it fails, or is not for the present version (`except ImportError: Name = object`); where nothing
    /// that was included has defined it (`#ifndef NAME`, `#define NAME`).
    pub const STAND_IN: Self = Self(1 << 21);
    /// Fills the parameters of tests that bear its name (`@pytest.fixture`).
    pub const FIXTURE: Self = Self(1 << 22);
    /// A function template that takes values of any types by parameters which are of these, and that no condition bounds.
    pub const DEDUCED: Self = Self(1 << 23);
    /// Another name for a type, where a type may also be defined by another one and be one of its own (Go's `type A = B` beside `type A B`).
    pub const OTHER_NAME: Self = Self(1 << 24);
    /// Whoever asks for its name means another definition of it: one that takes its place, or what reads the property that it sets or deletes.
    pub const SUPERSEDED: Self = Self(1 << 25);
    /// Stands beside what the types above have under its name, where it would else hide that (`using Base::f;` in C++).
    pub const BESIDE_ABOVE: Self = Self(1 << 26);
    /// Stands in one arm of a conditional, and a macro of its name in another: a build has one of the two.
    pub const OR_MACRO: Self = Self(1 << 27);
    /// A member of a type of which that is so.
    pub const OF_OR_MACRO: Self = Self(1 << 28);
    /// A method that takes what it is called on by value, in a block for references to a type (`impl IntoIterator for &T`).
    pub const OF_REFERENCE: Self = Self(1 << 29);
    /// A field that each value has for itself, made by an assignment to a member of the receiver, where the type may have others (Python).
    pub const OF_INSTANCE: Self = Self(1 << 30);
    /// Stands in an arm of a conditional of which nothing tells whether a build takes it (C, C++), or under conditions that deny those of an import of its
    /// name (Rust).
    pub const CONDITIONAL: Self = Self(1 << 31);
    /// A function template that is there only for arguments that meet a condition, which is not read (C++), or a member of those values of a type alone whose
    /// type arguments do (Swift: `extension Wrapper where Base: View`).
    pub const BOUNDED: Self = Self(1 << 32);
    /// A type that is no value beside it, though others of its kind are: a struct with named fields, where types and values have names of their own.
    pub const NO_VALUE: Self = Self(1 << 33);

    /// A method that takes what it is called on by value, where that may also be a reference to it.
    pub const BY_VALUE: Self = Self(1 << 34);
    /// A method that takes what it is called on by a reference, through which nothing changes (`&self`; `const` in C++).
    pub const SHARING: Self = Self(1 << 35);
    /// A method that takes what it is called on by a reference through which it may change (`&mut self`).
    pub const CHANGING: Self = Self(1 << 36);
    /// A method in a block for references to a type (`impl Trait for &T`).
    pub const FOR_REFERENCE: Self = Self(1 << 37);
    /// One in a block for those through which what they refer to may change (`impl Trait for &mut T`).
    pub const FOR_CHANGING: Self = Self(1 << 38);
    /// What it points or refers to, gives or is another name for is constant (C++).
    pub const OF_CONSTANT: Self = Self(1 << 41);
    /// The same may change, whatever it is a part of.
    pub const OF_CHANGING: Self = Self(1 << 42);
    /// What it gives is a value of its own and no reference (C++).
    pub const OF_VALUE: Self = Self(1 << 43);
    /// Takes a value that nobody needs any more, by a reference (`T &&`).
    pub const TAKES_MOVED: Self = Self(1 << 44);
    /// What it gives or holds is a pointer, where its type does not say so (C++).
    pub const OF_POINTER: Self = Self(1 << 45);
    /// A class template that nothing defines but for some arguments (C++).
    pub const BODILESS: Self = Self(1 << 46);
    /// A value of the type around need not have it (`name?: T`).
    pub const MAY_LACK: Self = Self(1 << 40);
    /// A function that is called like a member of what it takes first (C#).
    pub const TAKES_RECEIVER: Self = Self(1 << 48);
    /// One of the declarations that make up a type of its qualified name, in this file and others (`partial class` in C#, modules in Ruby).
    pub const PART: Self = Self(1 << 47);
    /// A member that is given a definition of its file under another name or its own (`return { open = open }` in Lua): who asks for it means that.
    pub const HANDED_ON: Self = Self(1 << 50);
    /// One of the signatures of a function that is defined beside them (`@overload` in Python).
    pub const SIGNATURE: Self = Self(1 << 52);
    /// A value without a name that is handed to a call where it is written: who takes it may give it more members than stand there (`extend({ … })`).
    pub const HANDED: Self = Self(1 << 53);

    /// Stands outside of the namespaces of its file, of which the first is that of the file.
    pub const TOPMOST: Self = Self(1 << 54);
    /// A type whose name says how many type parameters it has, or what builds one: see [`super::counted`].
    pub const COUNTED: Self = Self(1 << 55);
    /// Sets the property that another definition of its name reads, beside it or in a type above or below (Dart).
    pub const SETTER: Self = Self(1 << 56);
    /// A macro that stands in it may define members of any name: `use X` of Elixir.
    pub const OPEN: Self = Self(1 << 57);

    /// Seen by the module above its own, and by what stands in that (`pub(super)`).
    pub const NEAR: Self = Self(1 << 58);

    /// A variable that holds what a module from elsewhere is, or a part of that (`const fs = require('fs')`): whoever asks for its name by itself means
    /// something else.
    pub const HOLDS_MODULE: Self = Self(1 << 51);

    /// Whether every bit of `other` is set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// `other` added where `condition` holds.
    #[must_use]
    pub fn when(self, condition: bool, other: Self) -> Self {
        if condition { self.with(other) } else { self }
    }
}
