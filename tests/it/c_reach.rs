//! Names in C that no include reaches: what other files may mean, what headers from outside bring, and members that macros are handed.

use crate::support::Repo;

/// How the uses of `name` in a file end: where they lead, else how they end and why.
pub fn ends(repo: &Repo, path: &str, name: &str) -> Vec<String> {
    let edges: Vec<_> = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table)).collect();
    let sites = repo.rows("sites").into_iter().filter(|row| row["path"] == path && row["name"] == name);
    let end = |row: serde_json::Value| {
        let of_site = edges.iter().filter(|edge| edge["evidenceId"] == row["evidenceId"]);
        let to: Vec<String> = of_site.map(|edge| edge["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()).collect();
        let outcome = row["outcome"].as_str().unwrap();
        if to.is_empty() { format!("{outcome} {}", row["reason"].as_str().unwrap_or_default()) } else { to.join(" ") }
    };
    sites.map(end).collect()
}

#[test]
fn what_a_file_defines_that_nobody_includes_is_its_own() {
    let bench = "struct loop *base;\nint shown;\n#define SSL my_ssl\n#define SSL_free my_free\nvoid *bench(void) { return base; }\nvoid undeclared(void) { }\n";
    let lib = "#include <openssl/ssl.h>\nvoid drop(SSL *ssl) { SSL_free(ssl); use(base); use(shown); undeclared(); }\n";
    let repo = Repo::built(&[("bench.c", bench), ("lib.c", lib), ("shown.h", "extern int shown;\n")]);
    assert_eq!(ends(&repo, "lib.c", "SSL"), ["external openssl"]);
    assert_eq!(ends(&repo, "lib.c", "SSL_free"), ["external openssl"]);
    assert_eq!(ends(&repo, "lib.c", "base"), ["unresolved unread-header"]);
    // Some header declares one, and functions of C need none.
    assert_eq!(ends(&repo, "lib.c", "shown"), ["shown."]);
    assert_eq!(ends(&repo, "lib.c", "undeclared"), ["undeclared()."]);
    repo.write("bench.c", bench.replace("struct loop *base;", "struct loop *base;\n#include \"lib.c\""));
    repo.build();
    repo.check_clean();
    // Where the file is included it may be meant, and where the file stands alone it is not.
    assert_eq!(ends(&repo, "lib.c", "base"), ["base."]);
    let sure = repo
        .rows("edges_usage")
        .into_iter()
        .filter(|edge| edge["to"].as_str().unwrap().ends_with("/base."))
        .map(|edge| edge["confidence"].as_f64().unwrap());
    assert!(sure.filter(|it| *it < 0.5).count() == 1);
}

#[test]
fn what_nothing_declares_is_of_the_foreign_headers_that_includes_reach() {
    let compat = "#ifdef HAVE_EVENT2\n#include <event2/event.h>\n#else\n#include <event.h>\n#endif\n#include \"config.h\"\n";
    let header = "#include <stdio.h>\n#include \"compat.h\"\nstruct w { struct event ev; int own; };\n";
    let source = "#include \"x.h\"\nvoid run(struct w *w) { evtimer_add(&w->ev, EV_READ); evtimer_del(&w->ev, EV_WRITE); event_add(0); if (EVBUFFER_LENGTH(w)) lost(own, bound); }\n";
    let files = [("compat.h", compat), ("x.h", header), ("a.c", source)];
    let repo = Repo::built(&files);
    for name in ["evtimer_add", "EV_READ", "event_add"] {
        let ends = ends(&repo, "a.c", name);
        assert!(matches!(ends.as_slice(), [one] if one.starts_with("external event")), "{name}: {ends:?}");
    }
    // Nothing tells which header these are of.
    for name in ["lost", "bound", "EVBUFFER_LENGTH"] {
        assert_eq!(ends(&repo, "a.c", name), ["unresolved unread-header"]);
    }
    // A header that is not there may declare anything.
    repo.write("compat.h", format!("{compat}#include \"generated.h\"\n"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "evtimer_add"), ["unresolved unread-header"]);
    assert!(ends(&repo, "a.c", "event_add")[0].starts_with("external event"));
    // So may what a build writes into a folder of the tree.
    let own =
        Repo::built(&[("include/own/a.h", "#include <own/written.h>\n"), ("a.c", "#include <own/a.h>\nvoid run(void) { written_by_hand(); }\n")]);
    assert_eq!(ends(&own, "a.c", "written_by_hand"), ["unresolved unread-header"]);
}

#[test]
fn two_letters_that_are_alike_name_no_package() {
    let source = "#include <mach/mach.h>\n#include <mbedtls/ssl.h>\n#include <openssl/ssl.h>\nint mach_own(void);\nvoid run(struct mine *m) { MAKEWORD(2, 2); mach_error(0); \
                  mac_add(1); mac_del(1); SSL_new(0); mbedtls_ssl_init(0); man_add(1); man_del(1); man_own(1); }\n";
    let repo = Repo::built(&[("a.c", source), ("b.c", "int man_own(int a) { return a; }\n")]);
    for name in ["MAKEWORD", "mine", "man_add"] {
        assert_eq!(ends(&repo, "a.c", name), ["unresolved unread-header"], "{name}");
    }
    assert_eq!(ends(&repo, "a.c", "mach_error"), ["external mach"]);
    assert_eq!(ends(&repo, "a.c", "mac_add"), ["external mach"]);
    assert_eq!(ends(&repo, "a.c", "SSL_new"), ["external openssl"]);
    assert_eq!(ends(&repo, "a.c", "mbedtls_ssl_init"), ["external mbedtls"]);
    repo.write("b.c", "int mac_own(int a) { return a; }\n");
    repo.build();
    repo.check_clean();
    // No other name speaks against a header any more, and none for the other.
    assert_eq!(ends(&repo, "a.c", "mac_add"), ["external mach"]);
    assert_eq!(ends(&repo, "a.c", "man_add"), ["external mach"]);
    repo.write("b.c", "int mac_del(int a) { return a; }\n");
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "mac_add"), ["unresolved unread-header"]);
}

#[test]
fn a_macro_may_define_a_type_by_a_name_it_is_handed() {
    let source = "#define OWN_HEAD(name, type) struct name { struct type *first; }\nstruct client { int id; };\nOWN_HEAD(clients, client);\nTAILQ_HEAD(others, client);\nLIST_HEAD(plain);\nstruct \
                  clients all;\nint sum(struct clients *cs, struct others *os, struct plain *p) { return cs->first->id; }\n";
    let repo = Repo::built(&[("a.c", source), ("b.c", "#include \"a.c\"\nstruct others *found(void) { return 0; }\n")]);
    assert_eq!(ends(&repo, "a.c", "clients"), ["clients#", "clients#"]);
    assert_eq!(ends(&repo, "a.c", "others"), ["others#"]);
    assert_eq!(ends(&repo, "b.c", "others"), ["others#"]);
    assert_eq!(ends(&repo, "a.c", "plain"), ["unresolved unbound-name", "unresolved unbound-name"]);
    repo.write("a.c", source.replace("OWN_HEAD(clients", "OWN_HEAD(clients2"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "clients"), ["unresolved unbound-name", "unresolved unbound-name"]);
}

const QUEUE: &str = "#define ENTRY(type) struct { struct type *next; }\n#define FIRST(head) ((head)->first)\n#define NEXT(elm, field) ((elm)->field.next)\n#define \
                     EACH(var, head, field) for ((var) = FIRST(head); (var); (var) = NEXT(var, field))\n#define UPCAST(p, type, field) ((type *)((char *)(p) - \
                     offsetof(type, field)))\n#define BOTH(it, name) ((it)->name = name)\n#define GENERATE(type, field) void walk(struct type *elm) { NEXT(elm, field) = 0; }\n";

#[test]
fn a_macro_that_puts_its_argument_behind_an_arrow_is_handed_a_member() {
    let source = "#include \"q.h\"\nstruct client { int id; struct client *entry; int lone; };\nstruct other { struct other *entry; };\nvoid *entry;\nGENERATE(client, \
                  entry);\nint sum(struct client *cs, struct gone *g) {\n  struct client *c;\n  EACH(c, cs, entry) c->id++;\n  NEXT(c, entry);\n  NEXT(nobody(), lone);\n  BOTH(c, entry);\n  \
                  return 0;\n}\n";
    let repo = Repo::built(&[("q.h", QUEUE), ("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "entry"), ["client#entry.", "client#entry.", "client#entry.", "entry."]);
    assert_eq!(ends(&repo, "a.c", "lone"), ["client#lone."]);
    let upcast = "#include \"q.h\"\nstruct part { int lock; };\nstruct outer { struct part base; };\nvoid *up(struct part *p) { return UPCAST(p, struct outer, base); }\n";
    let beside = Repo::built(&[("q.h", QUEUE), ("a.c", upcast), ("b.c", "struct loop *base;\n")]);
    assert_eq!(ends(&beside, "a.c", "base"), ["outer#base."]);
    assert_eq!(ends(&beside, "a.c", "outer"), ["outer#"]);
    // Whatever the grammar makes of it.
    let held = upcast.replace("return UPCAST(p, struct outer, base);", "struct outer *o = UPCAST(p, struct outer, base); return o;");
    let beside = Repo::built(&[("q.h", QUEUE), ("a.c", &held)]);
    assert_eq!(ends(&beside, "a.c", "base"), ["outer#base."]);
    assert_eq!(ends(&beside, "a.c", "outer").last().map(String::as_str), Some("outer#"));
    let upcast = upcast
        .replace("struct outer {", "typedef struct outer {")
        .replace("base; };", "base; } outer_t;")
        .replace("struct outer, base", "outer_t, base");
    let beside = Repo::built(&[("q.h", QUEUE), ("a.c", &upcast), ("b.c", "struct loop *base;\n")]);
    assert_eq!(ends(&beside, "a.c", "base"), ["outer#base."]);
    repo.write("q.h", QUEUE.replace("((elm)->field.next)", "f(elm, field)"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "entry"), ["entry.", "entry.", "entry.", "entry."]);
}

#[test]
fn what_is_declared_by_the_name_of_a_pointer_has_members_behind_an_arrow() {
    let text = "struct s2 { int n; int m; };\ntypedef struct s2 *s_two;\nstruct Z { int n; int m; };\nint c(s_two p) { return p->m; }\nint f(void) { s_two q; return q->m; }\n";
    let repo = Repo::built(&[("a.c", text)]);
    assert!(ends(&repo, "a.c", "m").iter().all(|it| it == "s2#m."), "{:?}", ends(&repo, "a.c", "m"));
}
