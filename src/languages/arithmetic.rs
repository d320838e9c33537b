//! What arithmetic makes of the plain values of a language, as data that it tells the link.

/// Types of values that are no objects, and what arithmetic gives of them.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic {
    /// These types, each with that of the objects that hold its values: what is no number, then numbers, narrower ones first.
    pub plain: &'static [(&'static str, &'static str)],
    /// The one of these types that is no number.
    pub truth: &'static str,
    /// The narrowest number that arithmetic gives.
    pub least: &'static str,
    /// What is added to a text, or a text to it, makes one.
    pub text: &'static str,
}

impl Arithmetic {
    /// None of it.
    pub const NONE: Self = Self { plain: &[], truth: "", least: "", text: "" };

    /// The place of a type, or of that of the objects that hold its values, among all.
    pub fn rank(&self, name: &str) -> Option<usize> {
        self.plain.iter().position(|(plain, object)| *plain == name || *object == name)
    }

    /// Whether values of a type are no objects.
    pub fn is_plain(&self, name: &str) -> bool {
        self.plain.iter().any(|(plain, _)| *plain == name)
    }

    /// The type of the objects that hold the values of a type that are none.
    pub fn object(&self, name: &str) -> Option<&'static str> {
        self.plain.iter().find(|(plain, _)| *plain == name).map(|(_, object)| *object)
    }

    /// The widest of some types, as values that are no objects; of numbers beside what is none there is none.
    pub fn widest(&self, names: &[impl AsRef<str>]) -> Option<&'static str> {
        let ranks: Option<Vec<usize>> = names.iter().map(|name| self.rank(name.as_ref())).collect();
        let ranks = ranks?;
        let is_truth = |rank: &usize| self.plain.get(*rank).is_some_and(|(plain, _)| *plain == self.truth);
        if ranks.iter().any(is_truth) && !ranks.iter().all(is_truth) {
            return None;
        }
        ranks.iter().max().and_then(|rank| self.plain.get(*rank)).map(|(plain, _)| *plain)
    }

    /// What arithmetic gives of values of some types that are no texts.
    pub fn promoted(&self, names: &[impl AsRef<str>]) -> Option<&'static str> {
        let widest = self.widest(names)?;
        let is_narrower = widest != self.truth && self.rank(widest) < self.rank(self.least);
        Some(if is_narrower { self.least } else { widest })
    }

    /// What a conditional gives of values of some types, as far as no constant takes the narrower type beside it: that is not told by types.
    pub fn chosen(&self, names: &[impl AsRef<str>]) -> Option<&'static str> {
        let widest = self.widest(names)?;
        let is_other = |name: &&str| self.rank(name) != self.rank(widest);
        let others: Vec<&str> = names.iter().map(AsRef::as_ref).filter(is_other).collect();
        let least = self.rank(self.least);
        let is_narrow = |name: &&str| self.rank(name) < least;
        if others.is_empty() || (self.rank(widest) > least) { Some(widest) } else { others.iter().all(|it| !is_narrow(it)).then_some(widest) }
    }
}
