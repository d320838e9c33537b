//! Definitions and their facets.

use super::{shard, show};
use crate::shard::facts::{Flags, Visibility};

/// Checks the definitions of a source, one a line: `Kind qualified visibility type`.
fn check(source: &str, expected: &[&str]) {
    let shard = shard(source);
    let found: Vec<String> = shard
        .facts
        .symbols
        .iter()
        .map(|symbol| {
            let ty = symbol.ty.map_or(String::new(), |ty| format!(": {}", show(&shard, &shard.facts.exprs, ty)));
            format!("{:?} {} {}{ty}", symbol.kind, symbol.qualified, symbol.visibility.word())
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn types_have_their_members() {
    check(
        "pub struct Point<T> { pub x: T, y: Vec<T> }\npub struct Pair(pub u8, String);\nenum Shape { Dot, Line { from: Pair }, Box(u8) = 3 }\nunion Bits { a: u8 }",
        &[
            "Struct Point public",
            "Field Point.x public: generic T",
            "Field Point.y private: Vec[generic T]",
            "Struct Pair public",
            "Field Pair.0 public: u8",
            "Field Pair.1 private: String",
            "Enum Shape private",
            "Variant Shape.Dot private: Symbol(Shape)",
            "Variant Shape.Line private: Symbol(Shape)",
            "Field Shape.Line.from private: Symbol(Pair)",
            "Variant Shape.Box private: Symbol(Shape)",
            "Field Shape.Box.0 private: u8",
            "Union Bits private",
            "Field Bits.a private: u8",
        ],
    );
}

#[test]
fn impls_add_members_to_their_target() {
    let source = "struct A;\npub trait Named: Clone { type Id: Copy; const N: u8; fn name(&self) -> Self; fn twice(&self) {} }\nimpl<T> Named for A where T: Copy { type Id = u8; const N: u8 = 1; fn name(&self) -> Self { A } }\nimpl A { pub(crate) fn new() -> Self { A } }";
    check(
        source,
        &[
            "Struct A private",
            "Trait Named public",
            "AssociatedType Named.Id public",
            "Constant Named.N public: u8",
            "Method Named.name public: generic Self",
            "Method Named.twice public",
            "AssociatedType A.Id public: u8",
            "Constant A.N public: u8",
            "Method A.name public: Symbol(A)",
            "Method A.new package: Symbol(A)",
        ],
    );
    let shard = shard(source);
    let extension = &shard.facts.extensions[0];
    assert_eq!((extension.target_name.as_str(), extension.interface_name.as_deref()), ("A", Some("Named")));
    let named = &shard.facts.symbols[1];
    assert_eq!(show(&shard, &shard.facts.exprs, named.supertypes[0].ty), "Clone");
    let has = |index: usize, flag: Flags| shard.facts.symbols[index].flags.has(flag);
    assert!(has(4, Flags::DECLARATION) && !has(5, Flags::DECLARATION) && has(9, Flags::STATIC) && !has(8, Flags::STATIC));
}

#[test]
fn a_blanket_impl_is_found_under_its_bound() {
    let shard = shard("trait Base {} trait Ext { fn e(&self); } impl<T> Ext for T where T: 'static + Base { fn e(&self) {} }");
    let extension = &shard.facts.extensions[0];
    assert_eq!(extension.target_name, "Base");
    assert_eq!(show(&shard, &shard.facts.exprs, extension.target), "Symbol(Base)");
}

#[test]
fn the_folder_of_an_inline_module_is_where_its_modules_lie() {
    let shard = shard("#[path = \"unix\"]\nmod sys { mod a; mod deep { mod b; #[path = \"own.rs\"] mod c; } }\nmod plain { mod d; }");
    let places = shard.facts.symbols.iter().filter(|it| it.flags.has(Flags::OUT_OF_LINE)).map(|it| {
        let place = it.value.map(|value| show(&shard, &shard.facts.exprs, value));
        format!("{} {}", it.qualified, place.unwrap_or_default())
    });
    assert_eq!(places.collect::<Vec<_>>(), ["sys.a '.././unix/a'", "sys.deep.b '../.././unix/deep/b'", "sys.deep.c 'own.rs'", "plain.d "]);
}

#[test]
fn modules_constants_macros_and_nested_items_are_definitions() {
    check(
        "mod a { pub(super) mod b { fn f() { const K: u8 = 1; } } }\n#[path = \"other.rs\"]\nmod c;\nstatic S: u8 = 1;\ntype Alias<T> = Vec<T>;\n#[macro_export]\nmacro_rules! m { () => {} }\nextern \"C\" { fn g(x: u8, ...); }",
        &[
            "Module a private",
            "Module a.b package",
            "Function a.b.f private",
            "Constant a.b.f.K private: u8",
            "Module c private",
            "Variable S private: u8",
            "TypeAlias Alias private: Vec[generic T]",
            "Macro m public",
            "Function g private",
        ],
    );
    let shard = shard("#[path = \"other.rs\"]\nmod c;");
    let module = &shard.facts.symbols[0];
    assert!(module.flags.has(Flags::OUT_OF_LINE));
    assert_eq!(module.value.map(|value| show(&shard, &shard.facts.exprs, value)).as_deref(), Some("'other.rs'"));
}

#[test]
fn statics_of_a_macro_are_variables_but_nameless_constants_are_nothing() {
    check(
        "thread_local! { pub static A: u8 = f(); }\nlazy_static! { static ref B: Vec<u8> = g(); }\nconst _: () = { fn h() {} };",
        &["Variable A public: std.thread.LocalKey[u8]", "Variable B private: Vec[u8]", "Function h private"],
    );
}

#[test]
fn functions_tell_their_flags_generics_and_parameters() {
    let shard = shard(
        "#[tokio::test]\npub async unsafe fn run<T: Into<u8>, const N: usize>(mut a: T, (b, c): (u8, u8)) -> Option<T> { todo!() }\nfn main() {}",
    );
    let run = &shard.facts.symbols[0];
    assert!(run.flags.has(Flags::ASYNC.with(Flags::UNSAFE).with(Flags::TEST).with(Flags::EXPORTED)));
    assert_eq!(run.generics.len(), 2);
    assert_eq!(show(&shard, &shard.facts.exprs, run.generics[0].bounds[0]), "Into[u8]");
    assert_eq!(run.params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>(), ["a", "(b, c)"]);
    let ty = run.ty.map(|ty| show(&shard, &shard.facts.exprs, ty)).unwrap_or_default();
    assert!(ty.starts_with("Future[Option["), "{ty}");
    assert!(shard.facts.symbols[1].flags.has(Flags::ENTRY_POINT));
}

#[test]
fn places_hold_docs_signatures_and_attributes() {
    let source = "/// Says `other_name` and [`path::Thing::make()`].\n/// ```\n/// let `x` = 1;\n/// ```\n#[inline]\npub fn f(a: u8) -> u8 {\n    if a > 1 && a < 3 { if a == 2 { return 1; } }\n    a\n}\n";
    let shard = shard(source);
    let place = &shard.body.places[0];
    assert!(place.doc.starts_with("Says `other_name`"), "{}", place.doc);
    assert_eq!((place.lead, place.span.text(source).starts_with("#[inline]"), place.signature.as_str()), (0, true, "pub fn f(a: u8) -> u8"));
    assert_eq!((place.branches, place.depth), (3, 2));
    let mentions: Vec<(&str, &str)> = shard.body.mentions.iter().map(|mention| (mention.name.as_str(), mention.span.text(source))).collect();
    assert_eq!(mentions, [("other_name", "other_name"), ("path::Thing::make", "path::Thing::make")]);
    assert_eq!(shard.facts.symbols[0].visibility, Visibility::Public);
}
