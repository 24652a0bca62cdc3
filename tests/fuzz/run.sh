#!/usr/bin/env bash
# tests/fuzz/run.sh SECONDS [TARGET..]: runs each target (all by default) under libFuzzer for the given time.
#
# Requires stable Rust and a C++ compiler on Linux; otherwise it prints a message and exits with 77. The output is in target/fuzz:
# corpus/TARGET grows with each run, findings/TARGET-* are inputs that failed, log/TARGET.log has the statistics. Additional seeds can
# be added to corpus/TARGET. FUZZ_OPTIONS contains additional options for libFuzzer.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?"usage: tests/fuzz/run.sh SECONDS [TARGET..]"}
shift

host=$(rustc -vV | sed -n 's/^host: //p')
if [[ $host != *-linux-* ]] || ! command -v "${CXX:-c++}" >/dev/null; then
    echo "skipped: the engine needs Linux and a C++ compiler"
    exit 77
fi

place=target/fuzz
mkdir -p "$place/corpus" "$place/findings" "$place/log"

# Enables LLVM's coverage pass, which works on stable Rust; `--target` excludes build scripts and macros.
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
coverage+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
coverage+=" -Cllvm-args=-sanitizer-coverage-trace-compares"
RUSTFLAGS="--cfg libfuzzer $coverage" \
    cargo build --quiet --locked -p bindery-fuzz --profile fuzz --target "$host" --target-dir "$place/build"
program=$place/build/$host/fuzz/bindery-fuzz

# Built without the engine, the program lists its targets and copies their seeds.
plain() { cargo run --quiet --locked -p bindery-fuzz -- "$@"; }
[ $# -gt 0 ] || mapfile -t targets < <(plain targets)
[ $# -eq 0 ] || targets=("$@")

status=0
for target in "${targets[@]}"; do
    corpus=$place/corpus/$target
    mkdir -p "$corpus"
    plain seeds "$target" "$corpus"
    echo "== $target: $(find "$corpus" -type f | wc -l) inputs"
    start=$(date +%s)
    FUZZ_TARGET=$target "$program" "$corpus" -max_total_time="$seconds" -artifact_prefix="$place/findings/$target-" \
        -max_len=16384 -timeout=30 -rss_limit_mb=4096 -print_final_stats=1 ${FUZZ_OPTIONS:-} \
        2>"$place/log/$target.log" || status=1
    grep -E "^(stat::number_of_executed_units|stat::new_units_added)|^(thread|assertion|SUMMARY|==.*ERROR)" \
        "$place/log/$target.log" || true
    echo "$target: $(($(date +%s) - start)) seconds"
done
[ "$status" = 0 ] || echo "findings are in $place/findings; run one again with: cargo run -p bindery-fuzz -- TARGET FILE"
exit "$status"
