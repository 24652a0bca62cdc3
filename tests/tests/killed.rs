//! A run that is killed at any time leaves the old crate or the new one, and the next run cleans up.
#![cfg(unix)]
#![allow(
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and tells its seed"
)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use bindery_tests::editions::{Edition, Editions, Numbers, files_of, write};
use tempfile::TempDir;

/// Number of runs that are killed.
const KILLS: usize = 200;

/// Number of threads, each with its own crate.
const THREADS: u64 = 2;

/// The variable that repeats the kills of a failed run by its seed, as far as the machine allows.
const SEED: &str = "BINDERY_KILL_SEED";

/// The user's files and their content. Some are in folders that are moved as a whole.
const USERS: [(&str, &str); 4] = [
    ("notes.txt", "notes"),
    ("src/m3/mine.rs", "mine"),
    (".git/HEAD", "ref: refs/heads/main"),
    ("target/debug/x", "built"),
];

#[test]
fn a_killed_run_leaves_the_old_crate_or_the_new_one() {
    let seed = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(seed_of_now);
    eprintln!("{SEED}={seed}");
    let started = Instant::now();
    let left = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || kill_many(seed + thread))).collect();
        threads.into_iter().fold(Left::default(), |left, thread| left.and(thread.join().unwrap()))
    });
    eprintln!("after {:?}: {left:?}", started.elapsed());
    assert_eq!(left.old_crates + left.new_crates, KILLS);
    assert!(left.stages > KILLS / 10, "few runs were killed at work: {left:?}");
    assert!(left.new_crates > 0 && left.old_crates > 0, "all were killed on one side of the swap: {left:?}");
}

/// Kills the share of the runs of one thread, all at the same crate.
fn kill_many(seed: u64) -> Left {
    let mut numbers = Numbers(seed);
    let place = folder();
    let crates = Crates::new(place.path().join("crate"));
    let whole = crates.measure();
    // Half of the kills are at any time in a run, half after it began to write.
    let mut spans = [(From::Start, whole), (From::Stage, whole / 2)];
    let (mut left, mut standing) = (Left::default(), Edition::A);
    for attempt in 0..5 * KILLS {
        let (from, span) = &mut spans[attempt % 2];
        if crates.run(standing.other(), Some((*from, numbers.part_of(*span)))) {
            // The duration of a run depends on the machine. If more than one in five ends by itself, shorten the range
            // of times, otherwise extend it.
            *span = span.mul_f64(0.9);
            standing = standing.other();
            continue;
        }
        *span = span.mul_f64(1.03);
        let found = crates.edition();
        left.count(&crates.folder, found != standing);
        // The cleanup may run with either edition; the next kill checks again that the crate is complete.
        standing = if numbers.next_number().is_multiple_of(4) { found.other() } else { found };
        crates.write(standing);
        crates.check_clean();
        if left.old_crates + left.new_crates == KILLS / THREADS as usize {
            return left;
        }
    }
    panic!("too few runs could be killed: {left:?}");
}

/// The event from which the time to a kill is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// The start of the run.
    Start,
    /// The creation of the new folder.
    Stage,
}

/// Returns a folder in memory if there is one. A disk is much slower and hides some moments.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos().into()
}

/// Counts of the states found after a kill.
#[derive(Debug, Default)]
struct Left {
    /// A folder next to the crate: the run was killed while writing.
    stages: usize,
    /// Only a lock.
    locks: usize,
    old_crates: usize,
    new_crates: usize,
    /// The new crate, while folders that move as a whole were still in the old one.
    between: usize,
}

impl Left {
    fn and(self, other: Self) -> Self {
        Self {
            stages: self.stages + other.stages,
            locks: self.locks + other.locks,
            old_crates: self.old_crates + other.old_crates,
            new_crates: self.new_crates + other.new_crates,
            between: self.between + other.between,
        }
    }

    fn count(&mut self, folder: &Path, is_new: bool) {
        let beside = |what: &str| folder.with_file_name(format!(".bindery-crate.{what}")).exists();
        let stage = beside("stage") || beside("old");
        self.stages += usize::from(stage);
        self.locks += usize::from(!stage && beside("lock"));
        self.new_crates += usize::from(is_new);
        self.old_crates += usize::from(!is_new);
        self.between += usize::from(!folder.join(".git/HEAD").exists());
    }
}

/// A folder and the editions that it may contain.
struct Crates {
    folder: PathBuf,
    editions: Editions,
}

impl Crates {
    /// Writes the first edition, with the user's files next to it.
    fn new(folder: PathBuf) -> Self {
        let crates = Self { folder, editions: Editions::make().unwrap() };
        crates.write(Edition::A);
        for (path, text) in USERS {
            let path = crates.folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        crates
    }

    fn write(&self, edition: Edition) {
        write(edition, self.editions.tree(edition), &self.folder).unwrap();
    }

    /// Returns the duration of a run that is not killed.
    fn measure(&self) -> Duration {
        let started = Instant::now();
        assert!(self.run(Edition::B, None) && self.run(Edition::A, None));
        self.check_clean();
        started.elapsed() / 2
    }

    /// Runs a process that writes an edition, and optionally kills it. Returns `true` if it ended by itself.
    fn run(&self, edition: Edition, kill: Option<(From, Duration)>) -> bool {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rewrite"));
        command.arg(&self.folder).arg(edition.as_str()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        if let Some((from, after)) = kill {
            while from == From::Stage && !self.stage().exists() && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_micros(200));
            }
            std::thread::sleep(after);
            child.kill().unwrap();
        }
        let status = child.wait().unwrap();
        // A process that ended before the signal has its own exit status.
        assert!(status.success() || (kill.is_some() && status.code().is_none()), "{status}");
        status.success()
    }

    fn stage(&self) -> PathBuf {
        self.folder.with_file_name(".bindery-crate.stage")
    }

    /// Returns the edition that the folder contains: all of its files and none of the other. The user's files are in
    /// place, or in the old crate where the next run finds them.
    fn edition(&self) -> Edition {
        let mut files = files_of(&self.folder).unwrap();
        for (path, text) in USERS {
            let old = fs::read(self.stage().join(path)).ok();
            let moved = path.starts_with(".git") || path.starts_with("target");
            let kept = files.remove(path).or_else(|| old.filter(|_| moved));
            assert_eq!(kept.as_deref(), Some(text.as_bytes()), "{path}");
        }
        self.editions.which(&files).unwrap()
    }

    /// Checks that nothing is left next to the crate, and that it contains the user's files.
    fn check_clean(&self) {
        let beside: Vec<_> =
            fs::read_dir(self.folder.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(beside, ["crate"]);
        for (path, text) in USERS {
            assert_eq!(fs::read_to_string(self.folder.join(path)).unwrap(), text, "{path}");
        }
    }
}
