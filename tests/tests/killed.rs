//! A run that is killed at any moment leaves the old crate or the new one, and the next run cleans up after it.
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

/// How many runs are killed.
const KILLS: usize = 200;

/// How many threads kill, each at a crate of its own.
const THREADS: u64 = 2;

/// Set to the seed of a run that failed to have the same moments again, as far as the machine has them.
const SEED: &str = "BINDERY_KILL_SEED";

/// Files of the user, and what they hold. Some stand in folders that are moved as a whole.
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

/// Kills the part of the runs that one thread kills, all of them at a crate of its own.
fn kill_many(seed: u64) -> Left {
    let mut numbers = Numbers(seed);
    let place = folder();
    let crates = Crates::new(place.path().join("crate"));
    let whole = crates.measure();
    // Half of the moments are anywhere in a run, half after it began to write.
    let mut spans = [(From::Start, whole), (From::Stage, whole / 2)];
    let (mut left, mut standing) = (Left::default(), Edition::A);
    for attempt in 0..5 * KILLS {
        let (from, span) = &mut spans[attempt % 2];
        if crates.run(standing.other(), Some((*from, numbers.part_of(*span)))) {
            // Runs are as fast as the machine lets them: where more than one in five ends by itself, the moments are
            // spread over less from now on, and else over more.
            *span = span.mul_f64(0.9);
            standing = standing.other();
            continue;
        }
        *span = span.mul_f64(1.03);
        let found = crates.standing();
        left.count(&crates.folder, found != standing);
        // What cleans up may want either edition; that the crate is whole is seen again after the next kill.
        standing = if numbers.next_number().is_multiple_of(4) { found.other() } else { found };
        crates.write(standing);
        crates.check_clean();
        if left.old_crates + left.new_crates == KILLS / THREADS as usize {
            return left;
        }
    }
    panic!("too few runs could be killed: {left:?}");
}

/// From when on the time to a kill is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// From when the run begins.
    Start,
    /// From when the new folder is there.
    Stage,
}

/// A folder in memory where there is one: a disk makes it slower by far, and other moments are not met there.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos().into()
}

/// How often what was found after a kill.
#[derive(Debug, Default)]
struct Left {
    /// A folder beside the crate, so that the run was killed at work.
    stages: usize,
    /// Nothing but a lock.
    locks: usize,
    old_crates: usize,
    new_crates: usize,
    /// The new crate, while what is moved as a whole was still with the old one.
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

/// A folder, and the editions that it may hold.
struct Crates {
    folder: PathBuf,
    editions: Editions,
}

impl Crates {
    /// Writes the first edition, and files of the user beside it.
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

    /// How long a run takes that nobody stops.
    fn measure(&self) -> Duration {
        let started = Instant::now();
        assert!(self.run(Edition::B, None) && self.run(Edition::A, None));
        self.check_clean();
        started.elapsed() / 2
    }

    /// Runs a process that writes an edition, and kills it at a moment; whether it ended by itself.
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
        // One that had ended before the signal came has a status of its own.
        assert!(status.success() || (kill.is_some() && status.code().is_none()), "{status}");
        status.success()
    }

    fn stage(&self) -> PathBuf {
        self.folder.with_file_name(".bindery-crate.stage")
    }

    /// Which edition the folder holds: all of its files, and none of the other's. Files of the user are where they
    /// were, or with the old crate where the next run finds them.
    fn standing(&self) -> Edition {
        let mut files = files_of(&self.folder).unwrap();
        for (path, text) in USERS {
            let old = fs::read(self.stage().join(path)).ok();
            let moved = path.starts_with(".git") || path.starts_with("target");
            let kept = files.remove(path).or_else(|| old.filter(|_| moved));
            assert_eq!(kept.as_deref(), Some(text.as_bytes()), "{path}");
        }
        self.editions.which(&files).unwrap()
    }

    /// Nothing stands beside the crate, and what is the user's is in it.
    fn check_clean(&self) {
        let beside: Vec<_> =
            fs::read_dir(self.folder.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(beside, ["crate"]);
        for (path, text) in USERS {
            assert_eq!(fs::read_to_string(self.folder.join(path)).unwrap(), text, "{path}");
        }
    }
}
