//! All that names and paths of the operating system have: what the repository adds beside it under another name is meant by that name.

/// All that `OsStr` has, by itself and by traits of the library, sorted by bytes.
#[rustfmt::skip]
pub(super) const OS_STR: &[&str] = &[
    "as_bytes", "as_encoded_bytes", "as_mut", "as_os_str", "as_ref", "borrow", "borrow_mut", "clamp", "clone", "clone_from", "clone_into",
    "clone_to_uninit", "cmp", "display", "encode_wide", "eq", "eq_ignore_ascii_case", "fmt", "ge", "gt", "hash", "into", "into_os_string", "is_ascii",
    "is_empty", "le", "len", "lt", "make_ascii_lowercase", "make_ascii_uppercase", "max", "min", "ne", "partial_cmp", "slice_encoded_bytes",
    "to_ascii_lowercase", "to_ascii_uppercase", "to_os_string", "to_owned", "to_str", "to_string_lossy", "try_into", "type_id",
];

/// The same of `OsString`, which has all of `OsStr` too.
#[rustfmt::skip]
pub(super) const OS_STRING: &[&str] = &[
    "as_bytes", "as_encoded_bytes", "as_mut", "as_mut_os_str", "as_os_str", "as_ref", "borrow", "borrow_mut", "capacity", "clamp", "clear", "clone",
    "clone_from", "clone_into", "clone_to_uninit", "cmp", "deref", "deref_mut", "display", "encode_wide", "eq", "eq_ignore_ascii_case", "extend",
    "fmt", "ge", "gt", "hash", "into", "into_boxed_os_str", "into_encoded_bytes", "into_os_string", "into_string", "into_vec", "is_ascii", "is_empty",
    "le", "leak", "len", "lt", "make_ascii_lowercase", "make_ascii_uppercase", "max", "min", "ne", "partial_cmp", "push", "reserve", "reserve_exact",
    "shrink_to", "shrink_to_fit", "slice_encoded_bytes", "to_ascii_lowercase", "to_ascii_uppercase", "to_os_string", "to_owned", "to_str",
    "to_string_lossy", "truncate", "try_into", "try_reserve", "try_reserve_exact", "type_id", "write_char", "write_fmt", "write_str",
];

/// The same of `Path`.
#[rustfmt::skip]
pub(super) const PATH: &[&str] = &[
    "absolute", "ancestors", "as_mut", "as_mut_os_str", "as_os_str", "as_path", "as_ref", "borrow", "borrow_mut", "canonicalize", "clamp", "clone",
    "clone_from", "clone_into", "clone_to_uninit", "cmp", "components", "display", "ends_with", "eq", "exists", "extension", "file_name",
    "file_prefix", "file_stem", "fmt", "ge", "gt", "has_root", "has_trailing_sep", "hash", "into", "into_iter", "into_path_buf", "is_absolute",
    "is_dir", "is_empty", "is_file", "is_relative", "is_symlink", "iter", "join", "le", "lt", "max", "metadata", "min", "ne", "normalize_lexically",
    "parent", "partial_cmp", "read_dir", "read_link", "starts_with", "strip_prefix", "symlink_metadata", "to_owned", "to_path_buf", "to_str",
    "to_string_lossy", "trim_trailing_sep", "try_exists", "try_into", "type_id", "with_added_extension", "with_extension", "with_file_name",
    "with_trailing_sep",
];

/// The same of `PathBuf`, which has all of `Path` too.
#[rustfmt::skip]
pub(super) const PATH_BUF: &[&str] = &[
    "absolute", "add_extension", "ancestors", "as_mut", "as_mut_os_str", "as_mut_os_string", "as_os_str", "as_path", "as_ref", "borrow", "borrow_mut",
    "canonicalize", "capacity", "clamp", "clear", "clone", "clone_from", "clone_into", "clone_to_uninit", "cmp", "components", "deref", "deref_mut",
    "display", "ends_with", "eq", "exists", "extend", "extension", "file_name", "file_prefix", "file_stem", "fmt", "ge", "gt", "has_root",
    "has_trailing_sep", "hash", "into", "into_boxed_path", "into_iter", "into_os_string", "into_path_buf", "into_string", "is_absolute", "is_dir",
    "is_empty", "is_file", "is_relative", "is_symlink", "iter", "join", "le", "leak", "lt", "max", "metadata", "min", "ne", "normalize_lexically",
    "parent", "partial_cmp", "pop", "pop_trailing_sep", "push", "push_trailing_sep", "read_dir", "read_link", "reserve", "reserve_exact",
    "set_extension", "set_file_name", "set_trailing_sep", "shrink_to", "shrink_to_fit", "starts_with", "strip_prefix", "symlink_metadata", "to_owned",
    "to_path_buf", "to_str", "to_string_lossy", "trim_trailing_sep", "truncate", "try_exists", "try_into", "try_reserve", "try_reserve_exact",
    "type_id", "with_added_extension", "with_extension", "with_file_name", "with_trailing_sep",
];

#[cfg(test)]
mod tests {
    use super::{OS_STR, OS_STRING, PATH, PATH_BUF};

    #[test]
    fn tables_are_sorted() {
        assert!([OS_STR, OS_STRING, PATH, PATH_BUF].iter().all(|table| table.is_sorted()));
    }
}
