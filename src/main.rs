//! The `smalti` program.

fn main() {}
