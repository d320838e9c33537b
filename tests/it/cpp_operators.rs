//! What operators of classes give in C++, and what values give that no class has an operator for.

use crate::cpp_overloads::lines;

const TYPES: &str = "struct Vec { void go(); };\nstruct Pt {\n  Vec operator-(const Pt& o) const;\n  Vec operator-() const;\n  Vec operator*() const;\n  Vec* operator->() const;\n  Vec \
                     operator++(int);\n  Pt& operator++();\n  Pt& operator+=(const Vec& v);\n  void go();\n};\nVec operator*(double, const Pt&);\nstruct Plain { void go(); };\nvoid use(Pt p, Pt q, Vec v, Pt* at, \
                     Plain* plain, Plain own) {\n";

/// Where `go` leads that is called on each of some values, one a line.
fn gone(values: &[&str]) -> Vec<u64> {
    let body = values.iter().map(|value| format!("  {value}go();\n")).collect::<Vec<_>>().concat();
    let found = lines(&format!("{TYPES}{body}}}\n"), "go");
    assert_eq!(found.len(), values.len(), "{found:?}");
    found.into_iter().map(|(_, targets)| if let [one] = targets[..] { one } else { 0 }).collect()
}

const VEC: u64 = 1;
const PT: u64 = 10;
const PLAIN: u64 = 13;

#[test]
fn what_an_operator_of_a_class_gives_is_what_it_says() {
    let values = ["(p - q).", "auto d = p - q; d.", "(-p).", "(*p).", "p->", "(p++).", "(2.0 * p)."];
    assert_eq!(gone(&values), [VEC; 7]);
    let values = ["(++p).", "(p += v).", "p."];
    assert_eq!(gone(&values), [PT; 3]);
}

#[test]
fn a_pointer_to_a_class_has_none_of_its_operators() {
    assert_eq!(gone(&["at->", "(*at).", "(at + 1)->", "(*at++).", "(&p)->", "(*(at + 2))."]), [PT; 6]);
    assert_eq!(gone(&["plain->", "(*plain).", "(plain + 1)->", "(plain++)->"]), [PLAIN; 4]);
}

#[test]
fn of_an_operator_that_nothing_is_known_of_nothing_is_said() {
    assert_eq!(gone(&["(v - v).", "(own * own).", "(-v).", "(~own)."]), [0, 0, 0, 0]);
}
