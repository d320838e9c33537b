//! What chains of streams, factories of the platform and methods that are handed over by name give, told by the overload that takes it.

use crate::support::Repo;

const TAKING: &str = "class Given { void go() {} }
class Streamed extends Given { void go() {} }
class Maybe extends Given { void go() {} }
class Listed extends Given { void go() {} }
class Numbers extends Given { void go() {} }
class Take {
  static Given m(Object o) { return null; }
  static Streamed m(Stream<?> o) { return null; }
  static Maybe m(Optional<?> o) { return null; }
  static Listed m(List<?> o) { return null; }
  static Numbers m(IntStream o) { return null; }
  static Maybe t(Instant o) { return null; }
  static Listed t(Duration o) { return null; }
  static Numbers t(Path o) { return null; }
}
class Car { Car next() { return this; } void go() {} }
class Ship { void go() {} }
class Box<T> { T held; Box(T held) {} T get() { return held; } static <Q> Box<Q> of(Q q) { return null; } }
";

/// Checks what `go` of each line of a method leads to.
#[track_caller]
fn check(parameters: &str, lines: &[(&str, &str)]) {
    let body = lines.iter().map(|(line, _)| format!("{line}\n")).collect::<Vec<_>>().concat();
    let head = "package p; import java.util.*; import java.util.function.*; import java.util.stream.*; import java.time.*; import java.nio.file.*;\n";
    let source = format!("{head}{TAKING}class Use {{ void use({parameters}) {{\n{body}}} }}\n");
    let first = source.lines().position(|line| line.starts_with("class Use")).unwrap() as u64 + 2;
    let repo = Repo::built(&[("p/A.java", &source)]);
    let edges = repo.rows("edges_call");
    let sites = repo.rows("sites");
    for (index, (line, end)) in lines.iter().enumerate() {
        let at = first + index as u64;
        let site = sites.iter().rfind(|row| row["lines"]["start"] == at && row["name"] == "go").unwrap();
        let sure = |edge: &&serde_json::Value| edge["evidenceId"] == site["evidenceId"] && edge["confidence"].as_f64().is_some_and(|it| it >= 0.9);
        let found = edges.iter().find(sure).map_or_else(String::new, |edge| edge["to"].as_str().unwrap_or_default().to_owned());
        assert!(found.contains(&format!("/{end}#go(")), "{line}: {found} {site:#}");
    }
    repo.check_clean();
}

#[test]
fn the_head_of_a_chain_of_streams_chooses_overloads() {
    let lines = [
        ("Take.m(li.stream()).go();", "Streamed"),
        ("Take.m(li.stream().filter(x -> true).sorted()).go();", "Streamed"),
        ("Take.m(mp.values().stream().distinct()).go();", "Streamed"),
        ("Take.m(Arrays.stream(ar)).go();", "Streamed"),
        ("Take.m(Stream.concat(st, st)).go();", "Streamed"),
        ("Take.m(li.stream().max((a, b) -> 0)).go();", "Maybe"),
        ("Take.m(st.findAny()).go();", "Maybe"),
        ("Take.m(st.reduce((a, b) -> a)).go();", "Maybe"),
        ("Take.m(st.reduce(car, (a, b) -> a)).go();", "Given"),
        ("Take.m(st.collect(Collectors.toList())).go();", "Listed"),
        ("Take.m(li.stream().map(x -> x).collect(Collectors.toList())).go();", "Listed"),
        ("Take.m(st.toList()).go();", "Listed"),
        ("Take.m(st.mapToInt(x -> 1)).go();", "Numbers"),
        ("Take.m(Arrays.stream(numbers)).go();", "Numbers"),
        ("Take.m(IntStream.range(0, 1).boxed()).go();", "Streamed"),
        ("Take.m(Files.lines(Path.of(\"a\"))).go();", "Streamed"),
        ("Take.m(Optional.empty()).go();", "Maybe"),
        ("Take.t(Duration.ofSeconds(1).plusMillis(2)).go();", "Listed"),
        ("Take.t(Instant.EPOCH).go();", "Maybe"),
        ("Take.t(new java.io.File(\"a\").toPath()).go();", "Numbers"),
    ];
    check("List<Car> li, Map<String, Car> mp, Stream<Car> st, Car[] ar, int[] numbers, Car car", &lines);
}

#[test]
fn what_is_folded_or_collected_is_what_the_stream_held() {
    let lines = [
        ("st.reduce(car, (a, b) -> a).go();", "Car"),
        ("st.reduce((a, b) -> a).get().go();", "Car"),
        ("st.collect(Collectors.toList()).get(0).go();", "Car"),
        ("li.toArray(new Car[0])[0].go();", "Car"),
        ("li.stream().peek(x -> {}).findFirst().get().go();", "Car"),
    ];
    check("List<Car> li, Stream<Car> st, Car car", &lines);
}

#[test]
fn methods_of_the_platform_that_are_handed_over_by_name_give_what_they_give_when_called() {
    let lines = [
        ("maybes.stream().map(Optional::get).forEach(c -> c.go());", "Car"),
        ("makers.stream().map(Supplier::get).forEach(c -> c.go());", "Car"),
        ("lists.stream().flatMap(List::stream).forEach(c -> c.go());", "Car"),
        ("mp.entrySet().stream().map(Map.Entry::getValue).forEach(c -> c.go());", "Car"),
        ("li.stream().map(Objects::requireNonNull).forEach(c -> c.go());", "Car"),
        ("objects.stream().map(Car.class::cast).forEach(c -> c.go());", "Car"),
        ("boxes.stream().map(Box::get).forEach(c -> c.go());", "Car"),
        ("li.stream().map(Car::next).forEach(c -> c.go());", "Car"),
        ("li.stream().map(Box::of).map(b -> b.get()).forEach(c -> c.go());", "Car"),
    ];
    let parameters = "List<Car> li, List<Optional<Car>> maybes, List<Supplier<Car>> makers, List<List<Car>> lists, Map<String, Car> mp, List<Object> \
                      objects, List<Box<Car>> boxes";
    check(parameters, &lines);
}

#[test]
fn what_an_interface_asks_for_of_a_constant_or_an_object_is_that_of_the_language() {
    let source = "package p;
interface Named { String name(); boolean equals(Object o); int size(); }
enum Kind implements Named { A; public int size() { return 1; } }
class Thing implements Named { public String name() { return \"\"; } public int size() { return 1; } }
class Use { void u(Kind k, Thing t, Named n) {
k.name(); k.equals(t); t.equals(k);
k.size(); t.name(); n.name();
} }
";
    let repo = Repo::built(&[("p/A.java", source)]);
    let sites = repo.rows("sites");
    let ends = |line: u64| -> Vec<String> {
        let of_line = sites.iter().filter(|row| row["lines"]["start"] == line && row["role"] == "call");
        of_line.map(|row| format!("{}:{}", row["name"].as_str().unwrap_or_default(), row["outcome"].as_str().unwrap_or_default())).collect()
    };
    assert_eq!(ends(6), ["name:external", "equals:external", "equals:external"]);
    assert_eq!(ends(7), ["size:resolved", "name:resolved", "name:resolved"]);
    repo.check_clean();
}

#[test]
fn factories_go_by_the_package_of_their_type_and_what_they_give_stays_of_it() {
    let types = "class Take { static Own m(java.nio.file.Path it) { return null; } static Other m(org.joda.time.Instant it) { return null; } }\n\
                 class Own { void go() {} }\nclass Other { void go() {} }\n";
    let explicit = "package p;\nimport java.nio.file.Path;\nimport org.joda.time.Instant;\nclass Use { void u() {\nTake.m(Path.of(\"a\")).go();\nInstant.now().plus(1);\n\
                    Path.of(\"a\").resolve(\"b\").toFile();\nTake.m(Instant.now()).go();\n} }\n";
    let repo = Repo::built(&[("p/Take.java", &format!("package p;\n{types}")), ("p/Use.java", explicit)]);
    let sites = repo.rows("sites");
    let of_line = |line: u64, name: &str| {
        let row = sites.iter().find(|row| row["path"] == "p/Use.java" && row["lines"]["start"] == line && row["name"] == name).unwrap();
        (row["outcome"].as_str().unwrap().to_owned(), row["reason"].as_str().unwrap_or_default().to_owned())
    };
    let end = |outcome: &str, reason: &str| (outcome.to_owned(), reason.to_owned());
    assert_eq!(of_line(5, "m"), end("resolved", ""));
    assert_eq!(of_line(5, "go"), end("resolved", ""));
    assert_eq!(of_line(6, "plus"), end("external", "org.joda.time"));
    assert_eq!(of_line(7, "resolve").0, "external");
    assert_eq!(of_line(8, "m").0, "candidates");
}
