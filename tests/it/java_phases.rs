//! Overloads of Java in the order in which they are tried: as arguments are, in objects, as lists of any length.

use crate::support::Repo;

const LOG: &str = "package p;
import java.util.function.Supplier;
class Top { void up(Object it) {} }
class Log extends Top {
  void info(Object it) {}
  void info(String as, Object... rest) {}
  <T> void eq(T one, T other) {}
  void eq(Object one, Object... rest) {}
  void fail(RuntimeException it) {}
  void fail(IllegalStateException it, Object... rest) {}
  void put(Comparable<?> it) {}
  void put(Object it) {}
  void run(Object it) {}
  void run(Supplier<String> it, Object... rest) {}
  void up(String as, Object... rest) {}
  void many(Object... rest) {}
  void many(int one) {}
  String name() { return null; }
  void one() { info(\"x\"); }
  void unknown(org.ext.Thing it) { info(it.get()); }
  void nothing() { info(null); }
  void two() { eq(\"a\", 1); }
  void three(IllegalStateException it) { fail(it); }
  void four() { put(1); }
  void list() { info(\"x\", 1); }
  void boxed(Integer it) { many(it); }
  void text(String it) { many(it); }
  void array(Object[] it) { eq(\"a\", it); }
  void above() { up(\"x\"); }
  void named() { run(Log.super::toString); }
}
";

#[test]
fn an_overload_of_a_later_phase_never_comes_while_one_of_an_earlier_phase_fits() {
    let repo = Repo::built(&[("p/Log.java", LOG)]);
    let symbols = repo.rows("symbols");
    let signature = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).map(|row| row["signature"].as_str().unwrap_or_default().to_owned());
    let edges = repo.rows("edges_call");
    for (from, wanted) in [
        ("one", "info(Object it)"),
        ("unknown", "info(Object it)"),
        ("nothing", "info(Object it)"),
        ("two", "eq(T one"),
        ("three", "fail(RuntimeException"),
        ("four", "put(Comparable"),
        ("list", "info(String as"),
        ("boxed", "many(int"),
        ("text", "many(Object..."),
        ("above", "up(Object"),
    ] {
        let of = |row: &&serde_json::Value| {
            row["from"].as_str().unwrap().contains(&format!("Log#{from}(")) && !row["to"].as_str().unwrap().contains("#get(")
        };
        let met: Vec<(f64, String)> =
            edges.iter().filter(of).map(|row| (row["confidence"].as_f64().unwrap(), signature(row["to"].as_str().unwrap()).unwrap())).collect();
        assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(wanted), "{from} {met:?}");
    }
}
