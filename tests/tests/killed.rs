//! A run that is killed at any time leaves each file as it was or as it becomes. The next run completes it, or replaces
//! what it wrote by another edition.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot go on fails, and tells its seed")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use bindery_tests::editions::{Edition, Editions, Numbers, files_of, write};

/// Number of runs that are killed.
const KILLS: usize = 30;

/// The variable that repeats the kills of a failed run by its seed, as far as the machine allows.
const SEED: &str = "BINDERY_KILL_SEED";

/// The user's files and their content.
const USERS: [(&str, &str); 4] = [
    ("notes.txt", "notes"),
    ("src/m3/mine.rs", "mine"),
    (".git/HEAD", "ref: refs/heads/main"),
    ("target/debug/x", "built"),
];

#[test]
fn a_killed_run_is_completed_or_replaced_by_the_next() {
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos().into();
    let mut numbers = Numbers(std::env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(now));
    eprintln!("{SEED}={}", numbers.0);
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("crate");
    let editions = Editions::make().unwrap();
    let mut standing = Edition::A;
    write(standing, editions.tree(standing), &folder).unwrap();
    for (path, text) in USERS {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let started = Instant::now();
    assert!([Edition::B, Edition::A].into_iter().all(|edition| run(&folder, edition, None)));
    let whole = started.elapsed() / 2;
    let mut mixtures = 0;
    for kill in 0..KILLS {
        let next = standing.next();
        run(&folder, next, Some(numbers.part_of(whole)));
        let files = files_of(&folder).unwrap();
        for (path, text) in files.iter().filter(|(path, _)| !path.ends_with(".bindery-new")) {
            let is_whole = [standing, next].iter().any(|edition| editions.tree(*edition).get(path) == Some(text));
            assert!(is_whole || USERS.contains(&(path.as_str(), str::from_utf8(text).unwrap())), "{path}");
        }
        let is_mixture = editions.which(&generated(&folder)).is_err();
        mixtures += usize::from(is_mixture);
        // The killed run again, the third edition, the one before.
        standing = [next, next.next(), standing][kill % 3];
        write(standing, editions.tree(standing), &folder).unwrap();
        assert_eq!(editions.which(&generated(&folder)), Ok(standing));
    }
    eprintln!("{mixtures} of {KILLS} runs were killed between two files");
    assert!(mixtures > KILLS / 10);
}

/// Runs a process that writes an edition, and optionally kills it. Returns `true` if it ended by itself.
fn run(folder: &Path, edition: Edition, kill: Option<Duration>) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rewrite"));
    let mut child = command.arg(folder).arg(edition.as_str()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    if let Some(after) = kill {
        std::thread::sleep(after);
        child.kill().unwrap();
    }
    let status = child.wait().unwrap();
    // A process that ended before the signal has its own exit status.
    assert!(status.success() || (kill.is_some() && status.code().is_none()), "{status}");
    status.success()
}

/// Returns the files of a folder except for the user's, which must be as they were.
fn generated(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = files_of(folder).unwrap();
    for (path, text) in USERS {
        assert_eq!(files.remove(path).as_deref(), Some(text.as_bytes()), "{path}");
    }
    files
}
