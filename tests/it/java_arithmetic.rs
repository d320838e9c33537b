//! Overloads of Java whose arguments are numbers that arithmetic gives, or that the platform does.

use crate::support::Repo;

const KIT: &str = "package p;
import static java.lang.Math.max;
class Kit {
  void m(Object it) {}
  void m(boolean it) {}
  void m(int it) {}
  void m(long it) {}
  void m(double it) {}
  void m(char it) {}
  void m(byte it) {}
  void m(Integer it) {}
  void m(String it) {}
  void n(long it) {}
  void n(Object it) {}
  void p(Object it) {}
  void p(Integer it) {}
  void p(int it) {}
  <T> T same(T it) { return it; }
  char letter() { return 'c'; }
  char ch; byte by; Integer boxed; int count; long wide; String text; boolean yes; int[] all;
";

/// Asserts that each argument chooses the overload of one parameter type alone; that it chooses none, where that is `""`.
fn check(cases: &[(&str, &str, &str)]) {
    let mut source = KIT.to_owned();
    for (index, (name, argument, _)) in cases.iter().enumerate() {
        source.push_str(&format!("  void t{index}x() {{ {name}({argument}); }}\n"));
    }
    source.push_str("}\n");
    let repo = Repo::built(&[("p/Kit.java", &source)]);
    let symbols = repo.rows("symbols");
    let signature = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).map(|row| row["signature"].as_str().unwrap_or_default().to_owned());
    let edges = repo.rows("edges_call");
    for (index, (name, argument, wanted)) in cases.iter().enumerate() {
        let from = format!("Kit#t{index}x(");
        let callee = format!("Kit#{name}(");
        let of = |row: &&serde_json::Value| row["from"].as_str().unwrap().contains(&from) && row["to"].as_str().unwrap().contains(&callee);
        let met: Vec<(f64, String)> =
            edges.iter().filter(of).map(|row| (row["confidence"].as_f64().unwrap(), signature(row["to"].as_str().unwrap()).unwrap())).collect();
        if wanted.is_empty() {
            assert!(met.iter().all(|(confidence, _)| *confidence < 0.9), "{name}({argument}) {met:?}");
        } else {
            let chosen = format!("{name}({wanted} it)");
            assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(&chosen), "{name}({argument}) {met:?}");
        }
    }
}

#[test]
fn arithmetic_gives_the_wider_number_of_what_it_is_done_with_and_an_int_at_least() {
    check(&[
        ("m", "ch + 1", "int"),
        ("m", "-by", "int"),
        ("m", "+by", "int"),
        ("m", "~ch", "int"),
        ("m", "by << 1L", "int"),
        ("m", "wide >> 1", "long"),
        ("m", "boxed + 1", "int"),
        ("m", "-boxed", "int"),
        ("m", "letter() + 1", "int"),
        ("m", "ch + ch", "int"),
        ("m", "1 + 2L", "long"),
        ("m", "1 / 2.0", "double"),
        ("m", "wide + 1.5", "double"),
        ("m", "all[0] & 0xff", "int"),
        ("m", "text.charAt(0) - '0'", "int"),
        ("m", "yes ^ yes", "boolean"),
        ("m", "1 + text", "String"),
        ("m", "ch + 1 + \"\"", "String"),
        ("m", "count + 1 > 2", "boolean"),
        ("m", "count == 1 & yes", "boolean"),
        ("m", "count += 1L", "int"),
        ("m", "ch", "char"),
        ("m", "nothing() + 1", ""),
        ("n", "ch", "long"),
        ("n", "ch + 1", "long"),
    ]);
}

#[test]
fn a_conditional_of_two_numbers_is_one_of_the_wider_and_of_what_is_not_known_nothing() {
    check(&[
        ("m", "yes ? boxed : 0", "int"),
        ("m", "yes ? boxed : count", "int"),
        ("m", "yes ? count : wide", "long"),
        ("m", "yes ? boxed : boxed", "Integer"),
        ("m", "yes ? count : ch", ""),
        ("m", "yes ? 1 : nothing()", ""),
    ]);
}

#[test]
fn a_variable_keeps_what_arithmetic_gave() {
    let source = "package p;\nclass A {\n  void m(int it) {}\n  void m(char it) {}\n  char ch;\n  void use() { var sum = ch + 1; m(sum); }\n}\n";
    let repo = Repo::built(&[("p/A.java", source)]);
    let symbols = repo.rows("symbols");
    let edges = repo.rows("edges_call");
    let met: Vec<&str> = edges.iter().filter(|row| row["from"].as_str().unwrap().contains("#use(")).map(|row| row["to"].as_str().unwrap()).collect();
    let wanted = symbols.iter().find(|row| row["signature"].as_str().is_some_and(|it| it.contains("m(int it)"))).unwrap();
    assert_eq!(met, [wanted["symbolId"].as_str().unwrap()]);
}

#[test]
fn what_the_platform_gives_is_known_of_its_owner_alone_and_else_chooses_nothing() {
    check(&[
        ("m", "hashCode()", "int"),
        ("m", "toString()", "String"),
        ("m", "this.hashCode()", "int"),
        ("m", "text.hashCode()", "int"),
        ("m", "Math.abs(-1)", "int"),
        ("m", "Math.abs(by)", "int"),
        ("m", "Math.abs(1.5)", "double"),
        ("m", "Math.max(1, 2)", "int"),
        ("m", "Math.max(1, wide)", "long"),
        ("m", "max(1, wide)", "long"),
        ("m", "Math.round(1.5)", "long"),
        ("m", "Math.round(1.5f)", "int"),
        ("m", "Math.sin(1)", "double"),
        ("m", "Character.toUpperCase('a')", "char"),
        ("m", "Character.toUpperCase(count)", "int"),
        ("m", "Character.isDigit(ch)", "boolean"),
        ("m", "text.toUpperCase()", "String"),
        ("m", "\"x\".replace('x', 'y')", "String"),
        ("m", "Integer.parseInt(text)", "int"),
        ("m", "text.length()", "int"),
        ("m", "Math.getExponent(1.5)", ""),
        ("m", "clone()", ""),
    ]);
}

#[test]
fn a_type_variable_stands_for_objects() {
    check(&[
        ("p", "same(1)", "Integer"),
        ("p", "same(boxed)", "Integer"),
        ("p", "same(text)", "Object"),
        ("p", "java.util.List.of(1).get(0)", "Integer"),
    ]);
}
