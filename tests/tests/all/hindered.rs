//! A run that cannot complete reports why, and the next one completes it: the disk is full, or another run is active.
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

#[test]
fn a_file_that_does_not_fit_is_reported() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("crate");
    let editions = Editions::make().unwrap();
    write(Edition::A, editions.tree(Edition::A), &folder).unwrap();
    // The lock file and its journal are by far the largest files. A block of `ulimit` is 512 or 1024 bytes.
    let output = shell("trap '' XFSZ; ulimit -f 64; exec \"$1\" \"$2\" B", &folder);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && stderr.contains("bindery.lock") && stderr.contains("cannot write"), "{stderr}");
    assert!(stderr.contains("free disk space"), "{stderr}");
    check_completed(&editions, &folder);
}

/// Checks that the next run completes the second edition.
fn check_completed(editions: &Editions, folder: &Path) {
    write(Edition::B, editions.tree(Edition::B), folder).unwrap();
    assert_eq!(editions.which(&files_of(folder).unwrap()), Ok(Edition::B));
}

#[test]
fn a_full_disk_is_reported() {
    let place = tempfile::tempdir().unwrap();
    let (disk, copy) = (place.path().join("disk"), place.path().join("copy"));
    fs::create_dir(&disk).unwrap();
    // A disk with space for one edition and little more, in its own namespace. Its final content is copied out.
    let script = r#"mount -t tmpfs -o size=10m none "$2" || exit 77
        "$1" "$2/crate" A && { head -c 20m /dev/zero > "$2/fill"; true; } 2> "$2/../full" && { "$1" "$2/crate" B; status=$?; cp -R "$2" "$2/../copy"; exit $status; }"#;
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
    check_completed(&Editions::make().unwrap(), &copy.join("crate"));
}

#[test]
fn concurrent_runs_do_not_mix() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("crate");
    let editions = Editions::make().unwrap();
    let start = |edition: Edition| Command::new(REWRITE).arg(&folder).arg(edition.as_str()).output().unwrap();
    for _ in 0..5 {
        let outputs = std::thread::scope(|scope| {
            let threads = [Edition::A, Edition::B, Edition::A].map(|edition| scope.spawn(move || start(edition)));
            threads.map(|thread| thread.join().unwrap())
        });
        for output in outputs {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        editions.which(&files_of(&folder).unwrap()).unwrap();
    }
}
