//! How far a long piece of work is, told to whoever shows it.

/// The stage in which a model reads texts.
pub const EMBED: &str = "embed";

/// What a step of a stage is, in the plural.
pub fn unit(stage: &str) -> &'static str {
    if stage == EMBED { "texts" } else { "files" }
}

/// Hears how far a build is.
pub trait Progress: Sync {
    /// A stage of `total` steps begins; 0 where their number is not known.
    fn stage(&self, name: &'static str, total: u64);
    /// `steps` more are done.
    fn advance(&self, steps: u64);
    /// Whether nobody waits for the end any more. It is asked between files and, once it said so, says so ever after; what was asked for is then given
    /// up, whole.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &'static str, _: u64) {}
    fn advance(&self, _: u64) {}
}
