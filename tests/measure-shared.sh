#!/usr/bin/env bash
# tests/measure-shared.sh [DESCRIPTION]: measures `cargo check` (CPU seconds) for ten clients that share their support
# code, and for ten with their own, after building the dependencies.
set -euo pipefail
cd "$(dirname "$0")/.."
description=$(realpath "${1:-fixtures/several/depot.yaml}")
cargo build --quiet --release -p bindery-cli
bindery=$PWD/target/release/bindery
place=target/measure-shared
rm -rf "$place"
mkdir -p "$place"/{own,shared}
clients=(c{0..9})
for way in own shared; do
    folder=$place/$way
    [ "$way" = own ] || echo 'runtime = "runtime-of-all"' >"$folder/bindery.toml"
    for client in "${clients[@]}"; do
        printf '[[client]]\nname = "%s-client"\ndescription = "%s"\nout = "%s"\n' "$client" "$description" "$client"
    done >>"$folder/bindery.toml"
    (cd "$folder" && "$bindery" generate 2>made.txt)
    printf '[workspace]\nresolver = "3"\nmembers = ["*"]\nexclude = ["target"]\n' >"$folder/Cargo.toml"
    cp Cargo.lock "$folder/"
    export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=$PWD/$folder/target
    (cd "$folder" && cargo check --quiet --workspace)
    for round in 1 2 3; do
        find "$folder" -path '*/src/lib.rs' -not -path '*/target/*' -exec touch {} +
        TIMEFORMAT="$way, ten clients, round $round: %U + %S"
        time (cd "$folder" && cargo check --quiet --workspace)
        touch "$folder/c0/src/lib.rs"
        TIMEFORMAT="$way, one client, round $round: %U + %S"
        time (cd "$folder" && cargo check --quiet --package c0-client)
    done
done
