//! Values that only code outside of the repository knows: no member of the repository is meant by its name alone.

use crate::scoping::{CARGO, calls, sure};

#[test]
fn what_outsiders_hand_over_is_theirs_however_deep_the_calls_nest() {
    let own = "class Inst { constructor() { this.q = [] } after(f) { this.q.push(f) } }\nmodule.exports = { Inst }\n";
    let test = "const t = require('node:test')\nconst { Inst } = require('../lib/inst')\nfunction outer() { t.test('a', (t) => { t.test('b', (t) => { t.after(1) \
                }) }) }\nfunction mine(x) { x.after(1) }\nfunction made() { const i = new Inst(); i.after(1) }\n";
    let files = [("package.json", "{\"name\":\"z\",\"version\":\"1.0.0\"}"), ("lib/inst.js", own), ("lib/use.js", test)];
    sure(&files, "outer(", &[]);
    sure(&files, "/mine(", &["Inst#after("]);
    sure(&files, "/made(", &["Inst#constructor(", "Inst#after("]);
}

#[test]
fn a_closure_that_a_wrapper_holds_may_be_called_by_anybody() {
    let lib = "pub struct Own; impl Own { pub fn location(&self) {} }\nfn hook() { std::panic::set_hook(Box::new(|info| { info.location(); })); }\nfn guess(it: &mut \
               crate::Gone) { keep(|own| { own.location(); }); }\nfn keep<F>(f: F) {}\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/hook(", &[]);
    sure(&[CARGO, ("src/lib.rs", lib)], "/guess(", &["/keep(", "Own#location("]);
}

#[test]
fn an_alias_of_a_foreign_type_has_the_members_of_that_type() {
    let manifest = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nhttp = \"1\"\n");
    let lib = "pub type Req<T = u8> = http::Request<T>;\npub type Map = http::HeaderMap;\npub struct Own; impl Own { pub fn header(self) -> Own { self } }\nfn run() { \
               Req::<u8>::builder().header(); Req::builder().uri(1).header(); Map::new().header(); }\n";
    assert!(calls(&[manifest, ("src/lib.rs", lib)], "/run(").is_empty());
}
