//! A run that cannot complete reports why and keeps the old crate: the disk is full, or another run is active.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot go on fails, and tells what it skips")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bindery_tests::editions::{Edition, Editions, files_of, write};

const REWRITE: &str = env!("CARGO_BIN_EXE_rewrite");

/// Runs a shell script, with the program that writes an edition as `$1` and a folder as `$2`.
fn shell(script: &str, folder: &Path) -> Output {
    Command::new("sh").args(["-c", script, "sh", REWRITE]).arg(folder).output().unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_file_that_does_not_fit_leaves_the_old_crate() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("crate");
    let editions = Editions::make().unwrap();
    write(Edition::A, editions.tree(Edition::A), &folder).unwrap();
    // The lock file is by far the largest file. A block of `ulimit` is 512 or 1024 bytes.
    let output = shell("trap '' XFSZ; ulimit -f 64; exec \"$1\" \"$2\" B", &folder);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && stderr.contains("bindery.lock") && stderr.contains("cannot write"), "{stderr}");
    assert!(stderr.contains("free disk space"), "{stderr}");
    assert_eq!(editions.which(&files_of(&folder).unwrap()), Ok(Edition::A));
    assert_eq!(names_in(place.path()), ["crate"], "nothing is left beside the crate");
}

#[test]
fn a_full_disk_leaves_the_old_crate() {
    let place = tempfile::tempdir().unwrap();
    let (disk, copy) = (place.path().join("disk"), place.path().join("copy"));
    fs::create_dir(&disk).unwrap();
    // A disk with space for one edition but not two, in its own namespace. Its final content is copied out.
    let script = r#"mount -t tmpfs -o size=10m none "$2" || exit 77
        "$1" "$2/crate" A && { "$1" "$2/crate" B; status=$?; cp -R "$2" "$2/../copy"; exit $status; }"#;
    let mut command = Command::new("unshare");
    command.args(["--mount", "--user", "--map-root-user", "sh", "-c", script, "sh", REWRITE]).arg(&disk);
    let Ok(output) = command.output() else {
        eprintln!("skipped: `unshare` is not installed");
        return;
    };
    let stderr = String::from_utf8(output.stderr).unwrap();
    if !copy.exists() && (output.status.code() == Some(77) || stderr.contains("unshare")) {
        eprintln!("skipped: no disk of our own can be mounted here");
        return;
    }
    assert!(
        !output.status.success() && stderr.contains("No space left on device") && stderr.contains("free disk space"),
        "{stderr}"
    );
    assert_eq!(Editions::make().unwrap().which(&files_of(&copy.join("crate")).unwrap()), Ok(Edition::A));
    assert_eq!(names_in(&copy), ["crate"], "nothing is left beside the crate");
}

#[test]
fn concurrent_runs_write_or_report_the_other() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("crate");
    let editions = Editions::make().unwrap();
    let start = |edition: Edition| Command::new(REWRITE).arg(&folder).arg(edition.as_str()).output().unwrap();
    for _ in 0..5 {
        let outputs = std::thread::scope(|scope| {
            let threads = [Edition::A, Edition::B, Edition::A].map(|edition| scope.spawn(move || start(edition)));
            threads.map(|thread| thread.join().unwrap())
        });
        for output in outputs.iter().filter(|output| !output.status.success()) {
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(
                stderr.contains("another process is writing to") && stderr.contains("wait until it has finished"),
                "{stderr}"
            );
        }
        assert!(outputs.iter().any(|output| output.status.success()));
        editions.which(&files_of(&folder).unwrap()).unwrap();
        assert_eq!(names_in(place.path()), ["crate"], "nothing is left beside the crate");
    }
}
