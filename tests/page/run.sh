#!/usr/bin/env bash
# Tests the page of changes in a browser: axe, the filters, the search, printing, and 3,000 changes.
#
# Requires Node with npm, and Chromium on the PATH or in CHROMIUM; exits with 77 if they are missing. Screenshots and the PDF are in
# target/page.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
    echo "skipped: $1"
    exit 77
}

command -v node >/dev/null && command -v npm >/dev/null || skip "Node with npm is not installed"

chromium=${CHROMIUM:-}
for name in chromium chromium-browser google-chrome; do
    chromium=${chromium:-$(command -v "$name" || true)}
done
[ -n "$chromium" ] && [ -x "$chromium" ] || skip "Chromium is neither on the PATH nor in CHROMIUM"

out=$(cd ../.. && pwd)/target/page
mkdir -p "$out"
# The programs of the tests: another selection of packages would compile the generator again.
cargo test --quiet --workspace --locked --no-run
programs=$(cd ../.. && cd "${CARGO_TARGET_DIR:-target}/debug" && pwd)
"$programs/sample-page" >"$out/page.html"
"$programs/sample-page" 3000 >"$out/thousands.html"
(
    cd ../../fixtures/service
    "$programs/bindery" diff published/openapi.json upgraded/openapi.json --format html
) >"$out/service.html"

if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --no-audit --no-fund --ignore-scripts --silent || skip "npm could not install what package-lock.json names"
fi
CHROMIUM="$chromium" node look.js "$out"
