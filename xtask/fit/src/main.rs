//! `fit DIR [--fit] [--loo] [--drop] [--write=FILE] [--page]`: fits the weights of retrieval to tasks with known answers, and says what each signal is worth.

mod data;
mod goals;
mod page;
mod report;
mod softmax;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use smalti::retrieve::fitted;

use page::Scores;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(text) => report::print(&text),
        Err(cause) => report::fail(&cause),
    }
}

fn run(words: &[String]) -> io::Result<String> {
    let folder = words.iter().find(|word| !word.starts_with("--")).ok_or_else(|| io::Error::other("which folder holds the data?"))?;
    let repositories = data::open(Path::new(folder))?;
    let asked = repositories.iter().map(data::asked).collect::<io::Result<Vec<_>>>()?;
    let mut samples = data::samples(&repositories, &asked)?;
    if words.iter().any(|word| word == "--page") {
        let left_out = report::left_out(&repositories, &asked, &mut samples)?;
        let weights = if words.iter().any(|word| word == "--fit") { report::fitted(&mut samples, &asked, words)? } else { fitted::WEIGHTS };
        data::fill(&mut samples, &asked, &weights)?;
        return page::page(&repositories, &asked, &samples, &Scores { weights, left_out });
    }
    report::whole(&repositories, &asked, &mut samples, words)
}
