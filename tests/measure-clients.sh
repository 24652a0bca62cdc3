#!/usr/bin/env bash
# tests/measure-clients.sh DESCRIPTION...: generates a client for each description, with its own support code and with
# the crate `bindery-runtime`, and prints the lines, the files and the CPU seconds of `cargo check`, after building the
# dependencies. The clients are checked in turns, and the shortest of three times counts. BINDERY names another binary
# to measure, and BASELINE one to compare with.
set -euo pipefail
mapfile -t descriptions < <(realpath "$@")
cd "$(dirname "$0")/.."
root=$PWD
if [ -z "${BINDERY:-}" ]; then
    cargo build --quiet --release -p bindery-cli
    BINDERY=$root/target/release/bindery
fi
place=$(mktemp -d "$root/target/measure-clients.XXXXXX")
trap 'rm -rf "$place"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$place/target}

generate() { # MODE BINARY CONFIGURATION
    local folder=$place/$1
    mkdir "$folder"
    echo "$3" >"$folder/bindery.toml"
    for index in "${!descriptions[@]}"; do
        "$2" generate "${descriptions[index]}" --config "$folder/bindery.toml" --out "$folder/c$index" --name "c$index" \
            >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
    done
    printf '[workspace]\nresolver = "3"\nmembers = ["c*"]\n' >"$folder/Cargo.toml"
    cp Cargo.lock "$folder/"
    sources() { find "$folder" -path '*/src/*' -name '*.rs' -print0; }
    echo "$1: $(sources | xargs -0 cat | wc -l) lines, $(sources | tr -cd '\0' | wc -c) files"
    (cd "$folder" && cargo check --quiet --workspace)
    modes+=("$1")
}

check() { # MODE INDEX
    touch "$place/$1/c$2/src/lib.rs"
    TIMEFORMAT='%U %S'
    { time (cd "$place/$1" && cargo check --quiet --package "c$2" 2>/dev/null); } 2>&1 | awk '{ print $1 + $2 }'
}

modes=()
[ -z "${BASELINE:-}" ] || generate baseline "$BASELINE" ""
generate vendored "$BINDERY" ""
generate crate "$BINDERY" "runtime = { path = \"$root/templates\" }"
for index in "${!descriptions[@]}"; do
    for round in 1 2 3; do
        for mode in "${modes[@]}"; do
            echo "$index $mode $(check "$mode" "$index")"
        done
    done
done >"$place/times"
awk '{ key = $1 " " $2; if (!(key in least) || $3 < least[key]) least[key] = $3 }
    END { for (key in least) { split(key, parts); sum[parts[2]] += least[key] }
          for (mode in sum) printf "%s: %.1f s\n", mode, sum[mode] }' "$place/times"
