//! Habits of types, by noun: each group is data of one kind that a language tells the link.

pub use super::arithmetic::Arithmetic;
use super::semantics::{Giving, Mapping};

/// How a call of a type is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// Calling a type makes an instance (Python, Rust tuple structs, Kotlin), a conversion among them (Go).
    Call,
    /// Only the extractor's `built` expressions do.
    Explicit,
}

/// Classes as values: how they build, and how what they build is called, read and taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Classes {
    pub construction: Construction,
    /// Names of members that construct: `__init__`, `constructor`.
    pub constructors: &'static [&'static str],
    /// The member that calling an instance calls (`__call__`).
    pub called: Option<&'static str>,
    /// The member that makes the values of a class, which may say that they are of another (`__new__`).
    pub maker: Option<&'static str>,
    /// The member of what a member of a class holds that decides what reading it gives (`__get__`).
    pub read_by: Option<&'static str>,
    /// Members are looked for in all types above by one order in which each comes before those above it, and one whose type is declared stands before
    /// one of a type below that only has a value (Python).
    pub linearized: bool,
    /// The member of a value that is its class (`__class__`).
    pub class_of: Option<&'static str>,
    /// Types of other packages that say nothing of a value, with the package (`typing.Any`).
    pub unsaid: &'static [(&'static str, &'static str)],
    /// Foreign types that make those below them records, and whether their fields go by number, in the order of the source, or by name.
    pub records: &'static [(&'static str, bool)],
    /// The type above all others, whose members are told apart (`of_all`). Empty where what a type has from the language is not told by its name.
    pub topmost: &'static str,
    /// The type of the language that those are below whose values are classes, which have members of their own.
    pub of_classes: Option<&'static str>,
    /// Members that every value has from the language, whatever it is (`__class__`), sorted by bytes.
    pub of_all: &'static [&'static str],
    /// Decorators that are members of a property and not of what reading it gives (`@size.setter`).
    pub of_properties: &'static [&'static str],
    /// What nothing tells the type of may be anything, of the repository or not: one class alone that has a field of a name says little (Python).
    pub untyped: bool,
    /// `new f()` gives an object with the members of `f.prototype`, and functions and objects take members while the program runs (ECMAScript).
    pub functions_build: bool,
    /// Generic types that stand for what the class builds whose type they are given (`InstanceType`).
    pub built: &'static [&'static str],
    /// The object inside of a class whose members are taken for its own (Kotlin).
    pub companion: Option<&'static str>,
    /// Other languages name methods by the properties that these read and write: `getName()` by `name` (Java).
    pub accessors: bool,
    /// What sets a property is a definition beside what reads it, and a type may have one of the two from a type above (Dart).
    pub setters_apart: bool,
}

impl Classes {
    /// None of it.
    pub const NONE: Self = Self {
        construction: Construction::Explicit,
        constructors: &[],
        called: None,
        maker: None,
        read_by: None,
        linearized: false,
        class_of: None,
        unsaid: &[],
        records: &[],
        topmost: "",
        of_classes: None,
        of_all: &[],
        of_properties: &[],
        untyped: false,
        functions_build: false,
        built: &[],
        companion: None,
        accessors: false,
        setters_apart: false,
    };
}

/// Values that hold others: wrappers, collections, maps, texts.
#[derive(Clone, Copy, Debug)]
pub struct Holding {
    /// Generic wrappers whose members are those of their first argument (`Box`, `Rc`, `Optional`), or of what that wraps where they are `wrappers` too
    /// (`Awaited`).
    pub transparent: &'static [&'static str],
    /// Methods that some of them have themselves and do not hand on, by type.
    pub kept: &'static [(&'static str, &'static [&'static str])],
    /// Those of them that have the members alone which their second argument names (`Pick`), or those alone which it does not (`Omit`).
    pub by_name: &'static [(&'static str, bool)],
    /// Generic types that are what their first argument is, but for what the second is (`Exclude`).
    pub without: &'static [&'static str],
    /// Those that are of it what the second argument is too (`Extract`).
    pub within: &'static [&'static str],
    /// Generic wrappers that `Unwrap` removes (`Option`, `Result`, `Promise`, `Awaitable`).
    pub wrappers: &'static [&'static str],
    /// Methods of wrappers that are not told apart from what they hold: where that has none of the name, the wrapper's is meant (`then`).
    pub wrapper_members: &'static [&'static str],
    /// Generic collections and the index of the argument their elements have (`("Vec", 0)`, `("HashMap", 1)`, `("dict", 0)`).
    pub collections: &'static [(&'static str, usize)],
    /// What an element of a value is, first answer first: the interface and its associated type, or the operator and no interface; and whether that is
    /// itself a collection.
    pub elements: &'static [(&'static str, &'static str, bool)],
    /// Types that collections name for their elements and for what points to them, by bytes (`vector<T>::iterator`).
    pub element_types: &'static [&'static str],
    /// A loop over a map takes its entries (Rust, C++), not its keys.
    pub entries: bool,
    /// The type of these entries, which has both sides of the map as its arguments (C#). Empty where they are pairs.
    pub entry: &'static str,
    /// Whether a pair, and what points into a map, has its parts as fields `first` and `second`.
    pub pairs: bool,
    /// Methods of collections that give what points into them, sorted by bytes; of a map that is an entry, whose first part is the key.
    pub pointing: &'static [&'static str],
    /// Lists are taken apart by position (ECMAScript, Python): each part is an element.
    pub lists_apart: bool,
    /// The type that a test gives that tells something of what it is handed: its argument is that (`it is T`). Empty where any result may tell.
    pub test: &'static str,
    /// Types of text, which hold pieces of their own type (`for c in name`).
    pub texts: &'static [&'static str],
    /// Methods of maps that give one side of them or their entries, the wrapper or collection that they give that in, and the arguments of the map that
    /// are that.
    pub views: &'static [(&'static str, &'static str, &'static [usize])],
    /// Types of iterators over maps that have the types of both sides as their arguments, and the arguments that they give.
    pub iterators: &'static [(&'static str, &'static [usize])],
    /// Types of iterators that give what their first argument, an iterator itself, gives.
    pub adaptors: &'static [&'static str],
    /// An array goes by the type of what it holds (C, C++).
    pub plain_arrays: bool,
    /// The generic map whose members are its keys (`Record`); an index signature is one of these above its type.
    pub keyed: Option<&'static str>,
    /// The method that answers for members which a type has none of (`__getattr__`).
    pub answers: Option<&'static str>,
    /// What a value stands for by dereferencing: the interface that says so and its associated type, or the operator that gives it and no interface.
    pub dereference: Option<(&'static str, &'static str)>,
    /// Types of ranges: what takes a place of a value by one of these gives a part of it.
    pub ranges: &'static [&'static str],
    /// Methods that give what is in a place, or by a range a part, with what they wrap that in.
    pub slicing: &'static [(&'static str, &'static [&'static str])],
    /// The method that says what waiting for a value gives, and the argument of what it returns that is that (`__await__`).
    pub awaited: Option<(&'static str, usize)>,
    /// Interfaces whose values give something when they are waited for, each with the member that is its type.
    pub futures: &'static [(&'static str, &'static str)],
}

impl Holding {
    /// None of it.
    pub const NONE: Self = Self {
        transparent: &[],
        kept: &[],
        by_name: &[],
        without: &[],
        within: &[],
        wrappers: &[],
        wrapper_members: &[],
        collections: &[],
        elements: &[],
        element_types: &[],
        entries: false,
        entry: "",
        pairs: false,
        pointing: &[],
        lists_apart: false,
        test: "",
        texts: &[],
        views: &[],
        iterators: &[],
        adaptors: &[],
        plain_arrays: false,
        keyed: None,
        answers: None,
        dereference: None,
        ranges: &[],
        slicing: &[],
        awaited: None,
        futures: &[],
    };
}

/// A type outside of the repository that a method or a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// That of what it is called on.
    Same,
    /// What that holds.
    Held,
    /// The one of this name.
    Plain(&'static str),
    /// The generic one of this name that holds something.
    In(&'static str, &'static Made),
    /// A pair.
    Pair(&'static Made, &'static Made),
    /// The one of the second name, where what it is called on holds one of the first.
    Joined(&'static [&'static str], &'static str),
}

/// What methods and functions of foreign types give, by their names.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// Variables of the language and of its platform, and the types that they are of, sorted by name (`window`, `Window`).
    pub variables: &'static [(&'static str, &'static str)],
    /// Methods of foreign types that return their receiver (`clone`, `as_ref`, `iter`).
    pub same: &'static [&'static str],
    /// Those of them that keep the first of its type's arguments alone (`map_err`).
    pub keeps_first: &'static [&'static str],
    /// Methods of foreign wrappers and collections that give what these hold in other ones: the types that have them, where only some do, and the types
    /// that what is held is given in, the outermost first. Of one method, the first entry that fits.
    pub turns: &'static [(&'static str, &'static [&'static str], &'static [&'static str])],
    /// Methods of lists that give what the lists in them hold beside what else they hold (`flat`).
    pub flattening: &'static [&'static str],
    /// Methods that every type may have from the standard library and that give the value again, plain (`clone`) or out of a wrapper that is not
    /// told apart from what it holds (`map.get(key).unwrap()`).
    pub passing: &'static [&'static str],
    /// Those of them that give, of a type that can be gone through itself, what that goes through (`cloned`).
    pub passing_held: &'static [&'static str],
    /// Methods with arguments that every type may have from the standard library and that give a value of the type (`max`).
    pub comparing: &'static [&'static str],
    /// Those of them that give what their argument holds as well, where that is a collection.
    pub joining: &'static [&'static str],
    /// Methods of foreign types that return the wrapped value or an element (`unwrap`, `get`, `pop`).
    pub inner: &'static [&'static str],
    /// Methods of interfaces that give what the interface's first argument says (`Into<T>`), with the interface.
    pub converting: &'static [(&'static str, &'static str)],
    /// Methods that put their last argument, or their last two as key and value, into a collection that was built empty.
    pub filling: &'static [&'static str],
    /// What is put into such a collection must be of one type to tell what it holds: it may hold anything (ECMAScript, Python).
    pub filled_alike: bool,
    /// Functions that derives and foreign interfaces add to a type and that give a value of it.
    pub derived: &'static [&'static str],
    /// Members outside of the repository and the built-in types of what they hold or return, `(member, owner, type)`, sorted. An owner is a built-in
    /// name, `Object` for members of every type, `Enum` for those of every enumeration, `""` for members of any type that lies outside; of types `T[]`
    /// is an array, and `[]` one of what the receiver is.
    pub known_members: &'static [(&'static str, &'static str, &'static str)],
    /// What is named of a foreign type by a path (`Path::new`) is a value of it, in a wrapper or plain, and functions of other packages than these give
    /// what is written for their only type parameter.
    pub giving_written: Option<&'static [&'static str]>,
    /// Functions outside of the repository that give something of what a call hands over, `(member, owner, what)`, sorted. An owner is the simple name of
    /// a type outside, `""` for members of any.
    pub giving: &'static [(&'static str, &'static str, Giving)],
    /// Methods and constants of types outside of the repository and what they give, `(member, types, what)`, sorted by member: those of what a type stands for
    /// are its own too.
    pub results: &'static [(&'static str, &'static [&'static str], Made)],
    /// Functions and constants of types outside of the repository that are of the type they are named by, `(type, package, names)`, sorted; the package is empty
    /// where the type is of the language.
    pub factories: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// Macros of other packages that give a type which is written in them members, and these: what else the type lacks it does not have from them.
    pub making: &'static [(&'static str, &'static [&'static str])],
    /// Members of generic types outside of the repository that are of one of their type arguments: `(member, package, type, argument)`, sorted.
    pub parts: &'static [(&'static str, &'static str, &'static str, usize)],
    /// The same of methods, of which it is what they give.
    pub giving_parts: &'static [(&'static str, &'static str, &'static str, usize)],
    /// Generic types that stand for what the function that they are given takes first.
    pub taken_first: &'static [&'static str],
    /// The type of a function that sets a value, and the type of what it takes, of the value: that, or a function of the value before.
    pub setter: Option<[&'static str; 2]>,
    /// Methods of types outside of the repository that take the same of one of the type arguments: `(method, package, type, argument)`, sorted.
    pub setting: &'static [(&'static str, &'static str, &'static str, usize)],
    /// Methods of foreign collections that keep what the function that they take says yes to.
    pub keeping: &'static [&'static str],
    /// Functions outside of the repository whose results make something of what another value holds, sorted.
    pub collectors: &'static [(&'static str, Collector)],
}

/// What is made of what a value holds.
#[derive(Clone, Copy, Debug)]
pub enum Collector {
    /// A collection of it.
    In(&'static str),
    /// Something of a type.
    Plain(&'static str),
    /// A map from what the first function gives, or from this type, to what the last argument makes of it, a list where there is none.
    Grouped(&'static str, Option<&'static str>, &'static str),
    /// A map from what the first function gives to what the second does.
    Mapped(&'static str),
    /// What the last argument makes of what the first function gives.
    Through,
    /// What the last function gives.
    Then,
    /// Nothing: a function that gives what it takes.
    Itself,
}

impl Foreign {
    /// The type of a variable of the language and its platform, where it is not called like that.
    pub fn type_of_variable(&self, name: &str) -> Option<&'static str> {
        let at = self.variables.binary_search_by(|(variable, _)| (*variable).cmp(name)).ok()?;
        self.variables.get(at).map(|(_, ty)| *ty)
    }

    /// None of it.
    pub const NONE: Self = Self {
        variables: &[],
        same: &[],
        keeps_first: &[],
        joining: &[],
        passing_held: &[],
        comparing: &[],
        turns: &[],
        flattening: &[],
        passing: &[],
        inner: &[],
        converting: &[],
        filling: &[],
        filled_alike: false,
        derived: &[],
        known_members: &[],
        giving_written: None,
        giving: &[],
        results: &[],
        factories: &[],
        making: &[],
        parts: &[],
        giving_parts: &[],
        taken_first: &[],
        setter: None,
        setting: &[],
        keeping: &[],
        collectors: &[],
    };
}

/// Functions that are handed over: what takes them, what it hands them, what it makes of their results.
#[derive(Clone, Copy, Debug)]
pub struct Callbacks {
    /// Methods of foreign types that hand the function they take what their receiver holds, and the number of its parameter that takes it, sorted.
    pub handing: &'static [(&'static str, usize)],
    /// Those of them that hand over both sides of a map.
    pub handing_entries: &'static [&'static str],
    /// Methods that hand a function, which is their argument of this number, not what their receiver holds but the last argument of its type, and that type:
    /// what failed.
    pub failing: &'static [(&'static str, usize, &'static str)],
    /// Methods whose function, their second argument, takes what it gave before, at first their first argument.
    pub accumulating: &'static [&'static str],
    /// Those of them that give what it gave at last.
    pub folding: &'static [&'static str],
    /// The interface whose implementers have these methods, and its associated type that says what they hold.
    pub handed_by: Option<(&'static str, &'static str)>,
    /// Methods of foreign types that give what the function they take gives, and how.
    pub mapping: &'static [(&'static str, Mapping)],
    /// The foreign type of what mapping a collection gives.
    pub mapped: &'static str,
    /// Interfaces outside of the repository that a function is handed over as, and which of their arguments its parameters have, sorted. Where there
    /// are any, an interface with one method without a body is such an interface (Java).
    pub functional: &'static [(&'static str, &'static [usize])],
    /// Types of functions, and functions that take one first, outside of the repository: which of the type arguments that are written for them the
    /// parameters of that function have, `(name, package, arguments)`, sorted (`FC<Props>`).
    pub taking: &'static [(&'static str, &'static str, &'static [usize])],
    /// The same interfaces, and others: their one method, how many values it takes, and whether it gives something; sorted.
    pub shapes: &'static [(&'static str, &'static str, usize, bool)],
    /// Interfaces outside of the repository that ask for no method, sorted.
    pub markers: &'static [&'static str],
    /// The foreign type that is the list of what its argument takes, which is a function (`Parameters`).
    pub taken: Option<&'static str>,
    /// Methods of foreign collections that put arguments of these numbers, the first and the last, into them as what they hold, sorted.
    pub putting: &'static [(&'static str, u32, u32)],
    /// Functions outside of the repository that give something which takes what the function takes that they are handed, with their package, sorted.
    pub handing_on: &'static [(&'static str, &'static str)],
    /// What a place that takes a function declares types its parameters (ECMAScript).
    pub typed: bool,
    /// So it is of functions without a name alone (Python).
    pub nameless_typed: bool,
}

impl Callbacks {
    /// Whether the place that takes a function may type what that takes.
    pub fn types_taken(&self) -> bool {
        self.typed || self.nameless_typed
    }

    /// Whether the first argument of a functional type is what its values give when they are called.
    pub fn gives_first(&self, name: &str) -> bool {
        self.functional.iter().any(|(functional, parameters)| *functional == name && parameters.first().is_some_and(|first| *first > 0))
    }

    /// None of it.
    pub const NONE: Self = Self {
        handing: &[],
        handing_entries: &[],
        failing: &[],
        accumulating: &[],
        folding: &[],
        handed_by: None,
        mapping: &[],
        mapped: "",
        functional: &[],
        taking: &[],
        shapes: &[],
        markers: &[],
        taken: None,
        putting: &[],
        handing_on: &[],
        typed: false,
        nameless_typed: false,
    };
}

/// How much the name of a header says of a name that it may declare; what says least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// Nothing.
    None,
    /// The first word of the name and the header begin alike: `evtimer_add`, `<event.h>`.
    Alike,
    /// The first word is short for the header: `PyErr_Clear`, `<Python.h>`.
    Short,
    /// The header stands in front of the name or behind in its first word: `evbuffer_add`, `<event2/buffer.h>`.
    Part,
    /// The name begins with the whole of the header as words of its own: `curl_easy_init`, `<curl/curl.h>`.
    Whole,
}

/// The word that a name begins with: `curl` of `curl_easy_init`, `Py` of `PyErr_Clear`, `CURLOPT` of `CURLOPT_URL`.
pub fn leading_word(name: &str) -> &str {
    let letters = name.as_bytes();
    let turns = |at: &usize| !letters[*at].is_ascii_alphanumeric() || (letters[at - 1].is_ascii_lowercase() && letters[*at].is_ascii_uppercase());
    let end = (1..letters.len()).find(turns).unwrap_or(letters.len());
    name.get(..end).unwrap_or_default()
}

/// How the arguments of a call choose among overloads.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// A call gives each parameter its argument, but for the last that takes a list: what takes another number is not called (Java).
    pub exact_arity: bool,
    /// Methods that every object has from the language beside what its type declares under their names, with the fewest and the most arguments that they take
    /// (Java).
    pub universal: &'static [(&'static str, u16, u16)],
    /// What a type declares hides all of its name in the types above (C++).
    pub hidden_above: bool,
    /// The generic type that stands for arrays, which are told apart by their elements (Java).
    pub array: Option<&'static str>,
    /// What a value of a built-in type is taken for where no overload takes it as it is, nearest first; `""` stands for values of every type.
    pub widened: &'static [(&'static str, &'static [&'static str])],
    /// Types of the language that no other is derived from.
    pub finals: Finals,
    /// A reference is never taken for a value, nor a value for a reference (Rust).
    pub references_apart: bool,
    /// Numbers that convert to one another, and what each may be by the name that is written (C++).
    pub numbers: &'static [(&'static str, &'static [&'static str])],
    /// What such numbers convert to before all others.
    pub promoted: &'static [(&'static str, &'static str)],
    /// Interfaces of the standard library and what is above them: the same of types that others may satisfy.
    pub widened_interfaces: &'static [(&'static str, &'static [&'static str])],
    /// Methods of the standard library that give what holds the same as the value that they are called on, and its type (`iterator`); none where
    /// that depends.
    pub turned: &'static [(&'static str, &'static str)],
    /// Values that are no objects, and what arithmetic makes of them (Java).
    pub arithmetic: Arithmetic,
}

/// Types that no other is derived from: their values are taken for nothing but what is known.
#[derive(Clone, Copy, Debug)]
pub struct Finals {
    /// Their names.
    pub types: &'static [&'static str],
    /// What values of some of them are taken for beside what [`Arguments::widened`] says.
    pub besides: &'static [&'static str],
}

impl Finals {
    /// Whether a type is one of them.
    pub fn are(&self, name: &str) -> bool {
        self.types.contains(&name)
    }
}

impl Arguments {
    /// None of it.
    pub const NONE: Self = Self {
        exact_arity: false,
        universal: &[],
        hidden_above: false,
        array: None,
        widened: &[],
        finals: Finals { types: &[], besides: &[] },
        references_apart: false,
        numbers: &[],
        promoted: &[],
        widened_interfaces: &[],
        turned: &[],
        arithmetic: Arithmetic::NONE,
    };

    /// Whether all that values of a type of the language are taken for is known, or of what arrays of it hold.
    pub fn is_built_in(&self, name: &str) -> bool {
        let name = name.trim_end_matches("[]");
        self.widened.iter().any(|(built_in, _)| *built_in == name) || self.numbers.iter().any(|(number, _)| *number == name)
    }
}
