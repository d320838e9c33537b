//! How many types stand beside each other for a name that several functions bear.

use super::{MAX_TYPES, Type, Typed};
use crate::base::caps;

/// Adds types that are not there yet; where a language has overloads, of the functions of one name all that are looked at, as only a call tells which of them it means.
pub(super) fn merge_named(overloads: bool, types: &mut Vec<Typed>, more: impl IntoIterator<Item = Typed>) {
    for it in more {
        if types.len() < most_types(overloads, &it.ty) && !types.iter().any(|other| other.ty == it.ty) {
            types.push(it);
        }
    }
}

/// Most types that stand beside one of a name.
pub(super) fn most_types(overloads: bool, ty: &Type) -> usize {
    if overloads && matches!(ty, Type::Callable(_)) { caps::MAX_OVERLOADS } else { MAX_TYPES }
}
