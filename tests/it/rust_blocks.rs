//! Rust: blocks that add members to a type under another name for it.

use crate::scoping::{CARGO, calls, sure};

const MATRICES: &str = "pub struct Own<T>(T);\npub struct Matrix<T, S> { pub data: S, pub t: Option<T> }\npub type Owned<T> = Matrix<T, Own<T>>;\npub struct Other;\nimpl Other { pub fn zero() -> u8 { 0 } pub fn square(&self) {} }\n";

#[test]
fn a_path_finds_what_is_added_to_another_name_for_the_type() {
    let lib = format!(
        "{MATRICES}impl<T> Owned<T> {{ pub fn zero() -> Self {{ todo!() }} pub fn square(&self) {{}} }}\npub fn alias() {{ Owned::<u8>::zero().square(); }}\npub fn \
         whole() {{ Matrix::<u8, Own<u8>>::zero().square(); }}\npub fn bare() {{ Matrix::zero().square(); }}\npub fn value(m: Matrix<u8, Own<u8>>) {{ m.square(); }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    for from in ["/alias(", "/whole(", "/bare("] {
        sure(&files, from, &["Owned#zero(", "Owned#square("]);
    }
    sure(&files, "/value(", &["Owned#square("]);
}

#[test]
fn what_another_file_adds_to_another_name_is_found_by_the_path_too() {
    let block = "use super::Owned;\nimpl<T> Owned<T> { pub fn zero() -> Self { todo!() } pub fn square(&self) {} }\n";
    let lib = format!("{MATRICES}mod block;\npub fn bare() {{ Matrix::zero().square(); }}\n");
    sure(&[CARGO, ("src/lib.rs", lib.as_str()), ("src/block.rs", block)], "/bare(", &["Owned#zero(", "Owned#square("]);
}

#[test]
fn of_blocks_for_an_alias_and_for_the_type_itself_the_arguments_choose() {
    let lib = "pub trait Real {}\npub mod q { use super::Real; pub struct Quat<T> { pub q: T } pub struct Unit<X> { pub v: X } pub type UnitQuat<T> = Unit<Quat<T>>;\n impl<T: Real> UnitQuat<T> { pub fn \
               slerp(&self, o: &Self) -> u8 { 1 } } }\npub mod m { use super::q::*; use super::Real; pub struct Matrix<T, S>(pub T, pub S);\n impl<T: Real, S> Unit<Matrix<T, S>> { pub fn slerp<S2>(&self, o: \
               &Unit<Matrix<T, S2>>) -> u8 { 2 } } }\nuse q::*;\nuse m::Matrix;\npub fn alias<T: Real>(u: &UnitQuat<T>) { u.slerp(u); }\npub fn written(w: &Unit<Quat<f32>>) { w.slerp(w); }\npub fn \
               other(w: &Unit<Matrix<f32, u8>>) { w.slerp(w); }\npub struct Iso<T, R> { t: T, rotation: R }\nimpl<T: Real> Iso<T, UnitQuat<T>> { pub fn field(&self, o: &Self) { \
               self.rotation.slerp(&o.rotation); } }\npub fn open<X>(u: &Unit<X>) { u.slerp(u); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/alias(", "/written(", "#field("] {
        sure(&files, from, &["/q/UnitQuat#slerp("]);
    }
    sure(&files, "/other(", &["/m/Unit#slerp("]);
    let found = calls(&files, "/open(");
    assert!(found.len() == 2 && found.iter().all(|(_, confidence)| *confidence < 0.5), "{found:?}");
}

#[test]
fn what_is_added_to_one_alias_is_no_sure_member_of_another_that_differs_by_a_constant() {
    let lib = "pub struct Const<const N: usize>;\npub struct Point<T, D> { pub at: T, pub d: D }\npub type Point1<T> = Point<T, Const<1>>;\npub type Point3<T> = Point<T, Const<3>>;\nimpl<T> Point1<T> { pub fn new(x: T) -> Self { \
               todo!() } }\nmacro_rules! points { ($p:ident) => { impl<T> $p<T> { pub fn new(x: T, y: T, z: T) -> Self { todo!() } } } }\npoints!(Point3);\npub fn other() { Point3::new(1, 2, 3); }\npub fn same() { Point1::new(1); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/same(", &["Point1#new("]);
    sure(&files, "/other(", &[]);
}
