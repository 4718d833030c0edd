#!/bin/bash
# run.sh PROGRAM BUILD_DIRECTORY: the review page in a browser. playwright-core and axe-core come from npm into the build
# directory, once, in versions that run with Debian's node (18). Exits with 77 (skipped) and the reason if there is no node,
# no Chromium, or no way to these packages.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
program=$1
modules=$2/web_tests
skip() { echo "skipped: $*"; exit 77; }

command -v node >/dev/null || skip "there is no node (Debian: nodejs)"
command -v npm >/dev/null || skip "there is no npm (Debian: npm)"
chromium=$(command -v chromium || command -v chromium-browser) || skip "there is no chromium (Debian: chromium)"
[[ $(node -p 'process.versions.node.split(".")[0]') -ge 18 ]] || skip "node is older than version 18"

mkdir -p "$modules"
if ! cmp -s "$here/packages.json" "$modules/package.json" || [[ ! -d $modules/node_modules/axe-core ]]; then
  cp "$here/packages.json" "$modules/package.json"
  if ! timeout 60 npm --prefix "$modules" install --no-audit --no-fund --ignore-scripts >"$modules/npm.log" 2>&1; then
    rm "$modules/package.json"
    tail -n 5 "$modules/npm.log"
    skip "npm cannot fetch playwright-core and axe-core"
  fi
fi
exec node "$here/run.mjs" "$modules" "$chromium" "$program"
