//! Where a token stands in the table. The build script and the library agree by sharing this file.

/// Slots of the table: a power of two, more than twice the number of tokens.
pub const SLOTS: usize = 1 << 19;

/// The first slot of a token's bytes: FNV-1a, with its high half folded in.
pub fn slot(bytes: &[u8]) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 29;
    usize::try_from(hash & (SLOTS as u64 - 1)).unwrap_or(0)
}
