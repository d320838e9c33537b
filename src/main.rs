//! The `smalti` program.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    ExitCode::from(smalti::surfaces::cli::run(std::env::args_os(), epoch.as_deref()))
}
