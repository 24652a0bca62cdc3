#!/usr/bin/env bash
# Measures an upgrade for the README: `diff` compared with `generate`, and an unchanged run compared with reading and hashing.
#
#     tests/measure-upgrade.sh OLD NEW
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2")
cd "$(dirname "$0")/.."
cargo build --release --quiet -p bindery-cli
bindery=$(realpath "${CARGO_TARGET_DIR:-target}/release/bindery")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 - "$bindery" "$old" "$new" "$place" <<'PY'
import hashlib, pathlib, resource, shutil, statistics, subprocess, sys, time
bindery, old, new, place = sys.argv[1:]
crate = pathlib.Path(place, "crate")

def run(*arguments):
    """Wall seconds and CPU seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([bindery, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

def generate():
    shutil.rmtree(crate, ignore_errors=True)
    return run("generate", new, "--out", str(crate))

def hashed():
    start = time.perf_counter()
    for path in [pathlib.Path(new), *(path for path in crate.rglob("*") if path.is_file())]:
        hashlib.sha256(path.read_bytes()).digest()
    took = time.perf_counter() - start
    return took, took

rounds = [(generate(), run("diff", old, new), hashed(), run("generate", new, "--out", str(crate)),
           run("check", new, "--out", str(crate))) for _ in range(7)]
made, compared, read, again, checked = ([statistics.median(round[at][kind] for round in rounds) for kind in (0, 1)]
                                        for at in range(5))
print(f"generate: {made[0]:.2f} s, {made[1]:.2f} CPU s")
print(f"diff: {compared[0]:.2f} s, {compared[1]:.2f} CPU s: {compared[0] / made[0]:.2f} times as long, {compared[1] / made[1]:.2f} times the CPU time")
print(f"reading and hashing the crate and its description, in Python: {read[0]:.3f} s")
for name, took in (("generate", again), ("check", checked)):
    print(f"{name}, nothing changed: {took[0]:.3f} s: {took[0] / read[0]:.2f} times as long")
PY
