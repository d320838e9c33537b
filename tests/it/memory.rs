//! Less memory changes how a build works, never what it writes.

use crate::support::{Repo, build, index_text};

/// Modules that import and call each other, and together are larger than the smallest budget holds.
fn repository() -> Repo {
    let repo = Repo::new();
    for index in 0..120u32 {
        let other = (index * 7 + 1) % 120;
        let mut text =
            format!("from module_{other} import Store{other}, step_0_{other}\n\nclass Store{index}:\n    def own_{index}(self):\n        return 1\n");
        for number in 0..20 {
            let called = if number == 0 { format!("Store{other}().own_{other}()") } else { format!("step_0_{other}(amount)") };
            text += &format!(
                "\ndef step_{number}_{index}(amount: int) -> int:\n    \"\"\"Step {number} of {index}.\"\"\"\n    return {called} + {}\n",
                index * 31 + number
            );
        }
        repo.write(&format!("module_{index}.py"), text);
    }
    repo
}

#[test]
fn a_build_within_little_memory_spills_and_writes_the_same_bytes() {
    let repo = repository();
    let indexed = |max_memory: Option<u64>, name: &str| {
        let options = smalti::pipeline::options::BuildOptions { max_memory, out: repo.beside(name), ..repo.options() };
        let summary = build(&options).unwrap();
        (summary.work.spilled_bytes, summary.index_signature, index_text(&options.out))
    };
    let (spilled, signature, text) = indexed(None, "unbounded");
    assert_eq!(spilled, 0);
    assert!(text["edges_call"].lines().count() > 2_000);
    for budget in [1 << 20, 64 << 20] {
        let (spilled, bounded_signature, bounded) = indexed(Some(budget), &format!("within-{budget}"));
        assert_eq!(bounded_signature, signature);
        assert!(bounded == text, "the index of a build within {budget} bytes differs");
        assert!(budget > 1 << 20 || spilled > 0);
    }
}
