//! What characters and numbers have from the language and its library, by all of it: what is not listed only a block of a crate can give them.

/// All that characters have, sorted by bytes.
#[rustfmt::skip]
pub(super) const CHAR: &[&str] = &[
    "as_ascii", "borrow", "borrow_mut", "clamp", "clone", "clone_from", "clone_into", "cmp", "encode_utf16", "encode_utf8",
    "eq", "eq_ignore_ascii_case", "escape_debug", "escape_default", "escape_unicode", "fmt", "ge", "gt", "hash", "into", "is_alphabetic",
    "is_alphanumeric", "is_ascii", "is_ascii_alphabetic", "is_ascii_alphanumeric", "is_ascii_control", "is_ascii_digit", "is_ascii_graphic",
    "is_ascii_hexdigit", "is_ascii_lowercase", "is_ascii_octdigit", "is_ascii_punctuation", "is_ascii_uppercase", "is_ascii_whitespace",
    "is_control", "is_digit", "is_lowercase", "is_numeric", "is_uppercase", "is_whitespace", "le", "len_utf16", "len_utf8", "lt",
    "make_ascii_lowercase", "make_ascii_uppercase", "max", "min", "ne", "partial_cmp", "to_ascii_lowercase", "to_ascii_uppercase", "to_digit",
    "to_lowercase", "to_owned", "to_string", "to_titlecase", "to_uppercase", "try_into", "type_id",
];

/// All that numbers with a point have, sorted by bytes.
#[rustfmt::skip]
pub(super) const FLOAT: &[&str] = &[
    "abs", "abs_sub", "acos", "acosh", "add", "add_assign", "algebraic_add", "asin", "asinh", "atan", "atan2", "atanh", "borrow", "borrow_mut",
    "cbrt", "ceil", "clamp", "classify", "clone", "clone_from", "clone_into", "cmp", "copysign", "cos", "cosh", "div", "div_assign", "div_euclid",
    "eq", "exp", "exp2", "exp_m1", "floor", "fmt", "fract", "gamma", "ge", "gt", "hash", "hypot", "into", "is_finite", "is_infinite", "is_nan",
    "is_normal", "is_sign_negative", "is_sign_positive", "is_subnormal", "le", "ln", "ln_1p", "ln_gamma", "log", "log10", "log2", "lt", "max",
    "maximum", "midpoint", "min", "minimum", "mul", "mul_add", "mul_assign", "ne", "neg", "next_down", "next_up", "partial_cmp", "powf", "powi",
    "product", "recip", "rem", "rem_assign", "rem_euclid", "round", "round_ties_even", "signum", "sin", "sin_cos", "sinh", "sqrt", "sub",
    "sub_assign", "sum", "tan", "tanh", "to_be_bytes", "to_bits", "to_degrees", "to_int_unchecked", "to_le_bytes", "to_ne_bytes", "to_owned",
    "to_radians", "to_string", "total_cmp", "trunc", "try_into", "type_id",
];

/// All that whole numbers of any width have, sorted by bytes.
#[rustfmt::skip]
pub(super) const INTEGER: &[&str] = &[
    "abs", "abs_diff", "add", "add_assign", "as_ascii", "bit_width", "bitand", "bitand_assign", "bitor", "bitor_assign", "bitxor", "bitxor_assign",
    "borrow", "borrow_mut", "borrowing_sub", "carrying_add", "carrying_mul", "cast_signed", "cast_unsigned", "checked_abs", "checked_add",
    "checked_add_signed", "checked_add_unsigned", "checked_div", "checked_div_euclid", "checked_div_exact", "checked_ilog", "checked_ilog10",
    "checked_ilog2", "checked_isqrt", "checked_mul", "checked_neg", "checked_next_multiple_of", "checked_next_power_of_two", "checked_pow",
    "checked_rem", "checked_rem_euclid", "checked_shl", "checked_shr", "checked_signed_diff", "checked_sub", "checked_sub_signed",
    "checked_sub_unsigned", "clamp", "clone", "clone_from", "clone_into", "cmp", "count_ones", "count_zeros", "div", "div_assign", "div_ceil",
    "div_euclid", "div_floor", "eq", "eq_ignore_ascii_case", "escape_ascii", "fmt", "from_str", "ge", "gt", "hash", "highest_one", "ilog", "ilog10",
    "ilog2", "into", "is_ascii", "is_ascii_alphabetic", "is_ascii_alphanumeric", "is_ascii_control", "is_ascii_digit", "is_ascii_graphic",
    "is_ascii_hexdigit", "is_ascii_lowercase", "is_ascii_octdigit", "is_ascii_punctuation", "is_ascii_uppercase", "is_ascii_whitespace",
    "is_multiple_of", "is_negative", "is_positive", "is_power_of_two", "is_utf8_char_boundary", "isolate_highest_one", "isolate_lowest_one",
    "isqrt", "le", "leading_ones", "leading_zeros", "lowest_one", "lt", "make_ascii_lowercase", "make_ascii_uppercase", "max", "midpoint", "min",
    "mul", "mul_assign", "ne", "neg", "next_multiple_of", "next_power_of_two", "not", "overflowing_abs", "overflowing_add",
    "overflowing_add_signed", "overflowing_add_unsigned", "overflowing_div", "overflowing_div_euclid", "overflowing_mul", "overflowing_neg",
    "overflowing_pow", "overflowing_rem", "overflowing_rem_euclid", "overflowing_shl", "overflowing_shr", "overflowing_sub",
    "overflowing_sub_signed", "overflowing_sub_unsigned", "partial_cmp", "pow", "product", "rem", "rem_assign", "rem_euclid", "reverse_bits",
    "rotate_left", "rotate_right", "saturating_abs", "saturating_add", "saturating_add_signed", "saturating_add_unsigned", "saturating_div",
    "saturating_mul", "saturating_neg", "saturating_pow", "saturating_sub", "saturating_sub_signed", "saturating_sub_unsigned", "shl", "shl_assign",
    "shr", "shr_assign", "signum", "strict_abs", "strict_add", "strict_add_signed", "strict_add_unsigned", "strict_div", "strict_div_euclid",
    "strict_mul", "strict_neg", "strict_pow", "strict_rem", "strict_rem_euclid", "strict_shl", "strict_shr", "strict_sub", "strict_sub_signed",
    "strict_sub_unsigned", "sub", "sub_assign", "sum", "swap_bytes", "to_ascii_lowercase", "to_ascii_uppercase", "to_be", "to_be_bytes", "to_le",
    "to_le_bytes", "to_ne_bytes", "to_owned", "to_string", "trailing_ones", "trailing_zeros", "try_into", "type_id", "unbounded_shl",
    "unbounded_shr", "unchecked_add", "unchecked_mul", "unchecked_neg", "unchecked_shl", "unchecked_shr", "unchecked_sub", "unsigned_abs",
    "widening_mul", "wrapping_abs", "wrapping_add", "wrapping_add_signed", "wrapping_add_unsigned", "wrapping_div", "wrapping_div_euclid",
    "wrapping_mul", "wrapping_neg", "wrapping_next_power_of_two", "wrapping_pow", "wrapping_rem", "wrapping_rem_euclid", "wrapping_shl",
    "wrapping_shr", "wrapping_sub", "wrapping_sub_signed", "wrapping_sub_unsigned",
];
