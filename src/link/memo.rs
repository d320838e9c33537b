//! What was worked out once while a file is linked: answers that no limit cut short, nor a cycle that goes on outside of them, so that
//! none depends on who asked first.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use super::ask::{Ref, Slot};
use super::cycles::{Answer, Passing, Places, UnderWay};
use super::eval::{Found, Frame, Linker, activity};
use super::generics::Standing;
use super::loaded::Loaded;
use super::members::member_names::MemberOf;
use super::modules::Sought;
use super::names::made::Head;
use super::namespaces::bearing::ForeignHeader;
use super::types::Typed;
use crate::base::key::{Key, KeyMap, TextMap};
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Shared};
use crate::shard::expr::ExprId;

/// Most answers of one kind that are kept.
const MAX_KEPT: usize = 1 << 16;

/// Answers by what they were asked for.
type Answers<K, T, S> = HashMap<K, Arc<[T]>, S>;

/// The roots of a package, with the files that they are.
pub(super) type Roots = Arc<[(Module, Arc<Loaded>)]>;

/// An expression and all that its meaning depends on but what type parameters stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The file's facts, by their address: they are held for as long as the link takes.
    file: usize,
    in_body: bool,
    enclosing: Option<u32>,
    id: u32,
}

/// For whom an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// For whoever asks.
    Whole,
    /// For as long as these go on, which it came back to.
    Within(Places),
    /// For nobody else: a limit cut it short.
    Cut,
}

/// One kind of answer about expressions.
pub(super) struct Told<T> {
    /// By what type parameters stand for, where an answer depends on that.
    known: KeyMap<Standing, KeyMap<Place, Arc<[T]>>>,
    count: usize,
    passing: Passing<T>,
}

impl<T> Default for Told<T> {
    fn default() -> Self {
        Self { known: KeyMap::default(), count: 0, passing: Passing::default() }
    }
}

impl<T: Clone> Told<T> {
    fn get(&self, place: Place, given: &Standing) -> Option<Vec<T>> {
        self.known.get(given)?.get(&place).map(|known| known.to_vec())
    }

    fn keep(&mut self, place: Place, given: &Standing, found: &[T]) {
        if self.count < MAX_KEPT {
            self.count += 1;
            match self.known.get_mut(given) {
                Some(known) => known.insert(place, found.into()),
                None => self.known.entry(given.clone()).or_default().insert(place, found.into()),
            };
        }
    }
}

/// An interface, and the method that it gives.
type Pair = (Ref, Ref);

/// The answers so far.
#[derive(Default)]
pub(super) struct Memo {
    denoted: Told<Found>,
    types: Told<Typed>,
    instances: Told<Typed>,
    /// What imports bind, by the address of the file.
    pub(super) bound: KeyMap<(usize, u32), Arc<[Found]>>,
    /// The modules that imports name, by the address of the file.
    pub(super) imported: KeyMap<(usize, u32), Arc<[Found]>>,
    /// What names are inside modules.
    pub(super) members: TextMap<(Module, Name, Sought), Arc<[Found]>>,
    /// What names are by using-declarations, in namespaces that any file may open.
    pub(super) used: TextMap<(Name, Name), Arc<[Found]>>,
    /// The first import that was met of each path by which an open namespace takes in all of another, by that namespace and path.
    pub(super) taking: TextMap<(Name, Name), (Arc<Loaded>, u32)>,
    /// What names are through the wildcard imports of modules, by the address of the file.
    pub(super) wild: KeyMap<(usize, Key), Arc<[Found]>>,
    /// What imports that stand elsewhere bring into files, by the address of the file.
    pub(super) shared: KeyMap<usize, Option<Arc<Shared>>>,
    /// The namespaces that files see and open, by the address of the file.
    pub(super) opened: KeyMap<usize, Arc<[Module]>>,
    /// The one package outside of the tree that a module hands on all of, if any.
    pub(super) handing: TextMap<Module, Arc<[Name]>>,
    /// The roots of the packages of modules, with the files that they are.
    pub(super) preludes: TextMap<(&'static str, Module), Roots>,
    /// Declared or inferred types of definitions for which nothing is given.
    pub(super) declared: KeyMap<Ref, Arc<[Typed]>>,
    /// The same where something is given for the type parameters that they mention.
    pub(super) declared_given: TextMap<(Ref, Standing), Arc<[Typed]>>,
    /// What types inherit from.
    pub(super) supertypes: KeyMap<Ref, Arc<[Found]>>,
    /// All types above types, nearest first.
    pub(super) above: KeyMap<Ref, Arc<[Ref]>>,
    /// The other parts of types that several files declare for everybody.
    pub(super) parts: KeyMap<Ref, Arc<[Ref]>>,
    /// What extensions add to foreign types, by the names of type and member.
    pub(super) added_to_foreign: TextMap<(Name, Name), Arc<[Found]>>,
    /// What blocks for other names of types of the repository add to these.
    pub(super) added_to_aliases: TextMap<(Ref, Name), Arc<[Found]>>,
    /// The same of blocks that add no interface and are beside those for the own names of the types.
    pub(super) renamed: TextMap<(Ref, Name), Arc<[Found]>>,
    /// The interfaces of the repository that blocks add to foreign types.
    pub(super) foreign_interfaces: KeyMap<(Slot, u32), Arc<[Ref]>>,
    /// The interfaces that declare a member, by its name; `None` where they are too many.
    pub(super) declaring: TextMap<Name, Option<Arc<[Name]>>>,
    /// The interfaces that give a type methods of a name, each with what it gives.
    pub(super) given_by_interfaces: TextMap<(Ref, Name), Arc<[Pair]>>,
    /// Whether an interface is in scope inside of a definition of the linked file.
    pub(super) seen_interfaces: KeyMap<(Option<u32>, Ref), bool>,
    /// The imports of the linked file that something besides themselves names.
    pub(super) named_imports: Option<Arc<BTreeSet<u32>>>,
    /// Whether members of a file can be met here.
    pub(super) admitted: KeyMap<Slot, bool>,
    /// The sites of the linked file that put something into a collection, by the variable that holds it.
    pub(super) filled: Option<KeyMap<u32, Vec<u32>>>,
    /// The expressions of the linked body that a member is named of, in order.
    pub(super) fronts: Option<Arc<[u32]>>,
    /// The expressions of the linked body behind which the name of a type stands, in order.
    pub(super) before_types: Option<Box<[u32]>>,
    /// The expressions of the linked body that are called, in order.
    pub(super) called: Option<Box<[u32]>>,
    /// Those that are called to name a member of what that gives, in order.
    pub(super) called_for_members: Option<Arc<[u32]>>,
    /// Those that name what is built, in order.
    pub(super) built: Option<Box<[u32]>>,
    /// What is applied to arguments in the linked body, by what these stand behind.
    pub(super) applied: Option<KeyMap<u32, u32>>,
    /// The calls of the linked body by what they are handed, and as which argument.
    pub(super) arguments: Option<Arc<KeyMap<ExprId, (u32, u16)>>>,
    /// Whether parameters of macros name members, and of which other parameter.
    pub(super) namings: KeyMap<(Ref, u16), Option<MemberOf>>,
    /// What macros say of the functions that they make of bodies behind them, by their names.
    pub(super) heads: TextMap<Name, Option<Arc<Head>>>,
    /// Whether the includes of files reach the linked one.
    pub(super) reaching: KeyMap<Slot, bool>,
    /// The headers in reach of the linked file that are of no file of the tree.
    pub(super) foreign_headers: Option<Arc<[ForeignHeader]>>,
    /// How many names of the linked file begin with a word; none where one of them is of the tree or the language.
    pub(super) foreign_words: TextMap<Name, usize>,
    /// The names of the linked body that nothing in the file binds, by their first words.
    pub(super) names_by_word: Option<Arc<BTreeMap<Name, Vec<Name>>>>,
    /// The macros that called expressions of the linked file name.
    pub(super) macros_called: BTreeMap<ExprId, Arc<[Ref]>>,
    /// The wildcard imports inside of each function of the linked file that has some.
    pub(super) wildcards_by_function: Option<Arc<BTreeMap<u32, Vec<u32>>>>,
    /// Members of any type by name.
    pub(super) anywhere: TextMap<Name, Option<Arc<[Ref]>>>,
    /// The interfaces of the repository that blocks for whatever there is add.
    pub(super) blankets: KeyMap<(Slot, u32), Arc<[Ref]>>,
    /// Whether it is under way what such a block adds.
    pub(super) in_blanket: bool,
    /// What is given to whatever there is, by name.
    pub(super) given_to_all: TextMap<Name, Arc<[Found]>>,
}

/// Where one kind of answer is kept.
pub(super) type Kept<T> = fn(&mut Memo) -> &mut Told<T>;

pub(super) const DENOTED: Kept<Found> = |memo| &mut memo.denoted;
pub(super) const TYPES: Kept<Typed> = |memo| &mut memo.types;
pub(super) const INSTANCES: Kept<Typed> = |memo| &mut memo.instances;

impl Memo {
    /// Forgets what holds only while something goes on: nothing does.
    pub(super) fn forget_passing(&mut self) {
        self.denoted.passing.clear();
        self.types.passing.clear();
        self.instances.passing.clear();
    }
}

impl Linker<'_> {
    /// What `find` says of an expression, asked once for each place.
    pub(super) fn known<T: Clone>(&mut self, kept: Kept<T>, frame: &Frame, id: ExprId, find: fn(&mut Self, &Frame, ExprId) -> Vec<T>) -> Vec<T> {
        if !self.step() {
            return Vec::new();
        }
        let place = Place { file: Arc::as_ptr(&frame.file) as usize, in_body: frame.in_body, enclosing: frame.enclosing, id: id.0 };
        if let Some(known) = kept(&mut self.memo).get(place, &frame.given) {
            return known;
        }
        if let Some((known, met)) = kept(&mut self.memo).passing.get(place, &frame.given, &self.active) {
            self.met.add_all(met);
            return known;
        }
        if frame.given.is_empty() && !self.nest() {
            return Vec::new();
        }
        let (found, reach) = self.watched(|linker| find(linker, frame, id));
        if frame.given.is_empty() {
            self.unnest();
        }
        match reach {
            Reach::Whole => kept(&mut self.memo).keep(place, &frame.given, &found),
            Reach::Within(met) => {
                if let Some(top) = met.highest().and_then(|top| self.active.get(top)) {
                    kept(&mut self.memo).passing.keep(place, &frame.given, Answer::new(&found, met, top));
                }
            }
            Reach::Cut => {}
        }
        found
    }

    /// What `find` says, asked once for each key.
    pub(super) fn remembered<K: Eq + Hash, T: Clone, S: BuildHasher>(
        &mut self,
        kept: fn(&mut Memo) -> &mut Answers<K, T, S>,
        key: K,
        find: impl FnOnce(&mut Self) -> Vec<T>,
    ) -> Vec<T> {
        if let Some(known) = kept(&mut self.memo).get(&key) {
            return known.to_vec();
        }
        let (found, is_whole) = self.whole(find);
        if is_whole {
            kept(&mut self.memo).insert(key, found.as_slice().into());
        }
        found
    }

    /// Members of this name of any type; `None` where there are too many.
    pub(super) fn members_anywhere(&mut self, name: &str) -> Option<Arc<[Ref]>> {
        if let Some(known) = self.memo.anywhere.get(name) {
            return known.clone();
        }
        let found: Option<Arc<[Ref]>> = self.asker.members_anywhere(name).map(Into::into);
        self.memo.anywhere.insert(name.into(), found.clone());
        found
    }

    /// What `work` says, and whether it would say so whoever asks: no limit cut it short, and every cycle that it met closes within it.
    ///
    /// What names lead to is the union of what all ways lead to, so a way that comes back to where it began adds nothing to what is found from there.
    pub(super) fn whole<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let (found, reach) = self.watched(work);
        (found, reach == Reach::Whole)
    }

    /// What `work` says, and for whom.
    fn watched<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Reach) {
        let (cuts, depth) = (self.cuts, self.active.len());
        let before = std::mem::take(&mut self.met);
        let found = work(self);
        let met = self.met.below(depth);
        self.met = before;
        self.met.add_all(met);
        let reach = match met.highest() {
            _ if self.cuts != cuts => Reach::Cut,
            None => Reach::Whole,
            Some(_) => Reach::Within(met),
        };
        (found, reach)
    }

    /// Runs `work` unless the same piece of work is already under way.
    pub(super) fn once<T: Default>(&mut self, file: &Arc<Loaded>, index: u32, activity: u8, work: impl FnOnce(&mut Self) -> T) -> T {
        let entry = (Arc::as_ptr(file) as usize, index, activity);
        match self.active.iter().position(|it| it.what == entry) {
            Some(place)
                if matches!(
                    activity,
                    activity::IMPORT
                        | activity::WILDCARD
                        | activity::LOCAL
                        | activity::RESULT
                        | activity::BOUND
                        | activity::DECLARED
                        | activity::SUPER
                ) =>
            {
                self.met.add(place);
                return T::default();
            }
            Some(_) => {
                self.cuts += 1;
                return T::default();
            }
            None if !self.step() => return T::default(),
            None => {}
        }
        self.begin(entry);
        let result = work(self);
        self.active.pop();
        result
    }

    fn begin(&mut self, what: (usize, u32, u8)) {
        self.begun += 1;
        self.active.push(UnderWay { what, serial: self.begun });
    }

    /// Runs `work` for what a wildcard import may bring. It may come back to the same import for other names; to the same name, a guard of its own keeps it
    /// from coming back. What is looked up counts as a step by itself.
    pub(super) fn within<T: Default>(&mut self, file: &Arc<Loaded>, import: u32, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.active.len() >= caps::MAX_UNDER_WAY {
            self.stop_short();
            return T::default();
        }
        self.begin((Arc::as_ptr(file) as usize, import, activity::BROUGHT));
        let result = work(self);
        self.active.pop();
        result
    }
}
