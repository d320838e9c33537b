//! Where code comes from that nobody writes where it stands, in words of `classReason`: readers rank it behind what it is made of.

/// The output of a generator that is kept beside its source or in place of it: a parser, a scanner.
pub const OF_A_GENERATOR: &str = "output of a generator";
/// A bundle that is kept beside the modules it is made of.
pub const OF_A_BUNDLER: &str = "output of a bundler";
