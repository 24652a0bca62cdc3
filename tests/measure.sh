#!/usr/bin/env bash
# Measures the table in the README: wall time and peak memory of `generate`, and of `cargo check` on the generated crate.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet -p bindery-cli
bindery="${CARGO_TARGET_DIR:-target}/release/bindery"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
measured() { python3 - "$@" <<'PY'
import resource, subprocess, sys, time
best = None
for _ in range(5):
    start = time.perf_counter()
    subprocess.run(sys.argv[1:], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    took = time.perf_counter() - start
    best = took if best is None else min(best, took)
    if "check" in sys.argv or "--fresh" in sys.argv: break
print(f"{best:.3f} s, {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
PY
}
for description in full/openapi.yaml published/openapi.json; do
    name=$(dirname "$description")
    echo "== $name"
    echo "generate: $(measured bash -c "rm -rf '$place/$name'; '$bindery' generate 'fixtures/service/$description' --out '$place/$name' --name 'measured-$name'")"
    echo "unchanged second run: $(measured "$bindery" generate "fixtures/service/$description" --out "$place/$name" --name "measured-$name")"
    echo "lines emitted: $(find "$place/$name" -name '*.rs' -print0 | xargs -0 cat | wc -l)"
    cp Cargo.lock "$place/$name/"
    echo '[workspace]' >> "$place/$name/Cargo.toml"
    export CARGO_TARGET_DIR="$place/target" CARGO_INCREMENTAL=0
    (cd "$place/$name" && cargo check --quiet && touch src/lib.rs)
    echo "cargo check, dependencies built: $(cd "$place/$name" && measured cargo check --quiet)"
done
