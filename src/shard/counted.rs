//! Names of types that differ by the number of their type parameters alone: `Policy` and `Policy<T>` are two types in some languages.
//!
//! Facts call the second [`COUNT`] and that number behind its name, so that whoever looks for one never meets the other. People never see the mark.

use std::borrow::Cow;

use super::facts::{Facts, Flags, Owner, Symbol};
use crate::base::Name;

/// What stands between the name of a type and the number of its type parameters.
pub const COUNT: char = '`';

/// The name of a type with so many type parameters.
pub fn counted(name: &str, count: usize) -> Name {
    if count == 0 { name.into() } else { smol_str::format_smolstr!("{name}{COUNT}{count}") }
}

/// The name without the number.
pub fn plain(name: &str) -> &str {
    match name.rsplit_once(COUNT) {
        Some((plain, count)) if !plain.is_empty() && !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()) => plain,
        _ => name,
    }
}

impl Symbol {
    /// Its name as people write it.
    pub fn shown(&self) -> &str {
        if self.flags.has(Flags::COUNTED) { plain(&self.name) } else { &self.name }
    }
}

impl Facts {
    /// The qualified name of a definition as people write it.
    pub fn shown<'a>(&'a self, symbol: &'a Symbol) -> Cow<'a, str> {
        let mut around = Some(symbol);
        let mut is_counted = false;
        while let Some(it) = around {
            is_counted |= it.flags.has(Flags::COUNTED);
            around = if let Owner::Symbol(owner) = it.owner { self.symbol(owner) } else { None };
        }
        if !is_counted {
            return Cow::from(symbol.qualified.as_str());
        }
        Cow::from(symbol.qualified.split('.').map(plain).collect::<Vec<_>>().join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_behind_a_name_is_taken_off_and_nothing_else() {
        for (name, count) in [("Policy", 0), ("Policy", 1), ("Policy", 12)] {
            assert_eq!(plain(&counted(name, count)), name);
        }
        for name in ["a`b", "`1", "a`", ""] {
            assert_eq!(plain(name), name);
        }
    }
}
