//! Repositories larger than the buffers of a build.

use smalti::pipeline::options::BuildOptions;

use crate::support::{Repo, build, difference};

/// Files of incompressible text, so that stored shards exceed what the store holds back before its first append.
#[test]
fn a_first_build_larger_than_the_stores_buffer_succeeds_at_any_memory() {
    let repo = Repo::new();
    let mut rng = fastrand::Rng::with_seed(7);
    for file in 0..24 {
        let mut text = String::new();
        while text.len() < 600_000 {
            text += &format!("# {:032x}{:032x}\n", rng.u128(..), rng.u128(..));
        }
        repo.write(&format!("m{file}.py"), format!("{text}def f{file}(): pass\n"));
    }
    repo.build();
    let small = repo.beside("small");
    build(&BuildOptions { out: small.clone(), max_memory: Some(64 << 20), jobs: 1, ..repo.options() }).unwrap();
    assert_eq!(difference(&repo.index_root(), &small), None);
}
