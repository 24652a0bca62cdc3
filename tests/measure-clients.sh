#!/usr/bin/env bash
# tests/measure-clients.sh DESCRIPTION...: generates a client for each description, with its own support code and with
# the crate `bindery-runtime`, and prints the lines, the files and the CPU seconds of `cargo check`, after building the
# dependencies. BINDERY names another binary to measure, MODES the modes (`vendored`, `crate`).
set -euo pipefail
mapfile -t descriptions < <(realpath "$@")
cd "$(dirname "$0")/.."
root=$PWD
if [ -z "${BINDERY:-}" ]; then
    cargo build --quiet --profile dist -p bindery
    BINDERY=$root/target/dist/bindery
fi
place=$(mktemp -d "$root/target/measure-clients.XXXXXX")
trap 'rm -rf "$place"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=$place/target
for mode in ${MODES:-vendored crate}; do
    folder=$place/$mode
    mkdir "$folder"
    for index in "${!descriptions[@]}"; do
        mkdir "$folder/c$index"
        [ "$mode" = vendored ] || printf '[crate]\nruntime = { path = "%s" }\n' "$root/templates" >"$folder/c$index/bindery.toml"
        (cd "$folder/c$index" && "$BINDERY" generate "${descriptions[index]}" --out . --name "c$index") >"$folder/log" 2>&1 ||
            { cat "$folder/log"; exit 1; }
    done
    printf '[workspace]\nresolver = "3"\nmembers = ["c*"]\n' >"$folder/Cargo.toml"
    cp Cargo.lock "$folder/"
    sources() { find "$folder" -path '*/src/*' -name '*.rs' -print0; }
    echo "$mode: $(sources | xargs -0 cat | wc -l) lines, $(sources | tr -cd '\0' | wc -c) files"
    (cd "$folder" && cargo check --quiet --workspace)
    for round in 1 2; do
        seconds=0
        for index in "${!descriptions[@]}"; do
            touch "$folder/c$index/src/lib.rs"
            TIMEFORMAT='%U %S'
            taken=$({ time (cd "$folder" && cargo check --quiet --package "c$index" 2>/dev/null); } 2>&1)
            [ "$round" = 1 ] || printf '%s: %s\n' "$(basename "${descriptions[index]}")" "$taken"
            seconds=$(awk -v sum="$seconds" '{ print sum + $1 + $2 }' <<<"$taken")
        done
        echo "$mode, all ${#descriptions[@]}, round $round: $seconds s"
    done
done
