#!/bin/bash
# run.sh PROGRAM BUILD_DIRECTORY [TESTS...]: makes a virtual environment in the build directory, once, builds a wheel of the
# module with pip, linked against the build's libkindred, installs it there, and runs the tests of this directory. Exits with 77 (skipped) and the
# reason if there is no Python with headers, or no way to its registry.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source_root=$(dirname "$(dirname "$here")")
program=$(readlink -f "$1")
build=$(readlink -f "$2")  # a relative one would mean another place to the build of the module
place=$build/python_tests
venv=$place/venv
skip() { echo "skipped: $*"; exit 77; }

command -v python3 >/dev/null || skip "there is no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip "python3 is older than 3.9"
python3 -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"))' ||
  skip "python3 has no headers (Debian: python3-dev)"
python3 -c 'import venv, ensurepip' 2>/dev/null || skip "python3 cannot make virtual environments (Debian: python3-venv)"

mkdir -p "$place"
if ! cmp -s "$here/requirements.txt" "$place/requirements.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  if ! timeout 300 "$venv/bin/pip" install --disable-pip-version-check --quiet --retries 1 --timeout 20 \
       -r "$here/requirements.txt" >"$place/pip.log" 2>&1; then
    tail -n 5 "$place/pip.log"
    skip "pip cannot fetch what tests/python/requirements.txt names"
  fi
  cp "$here/requirements.txt" "$place/requirements.txt"
fi
rm -rf "$place/wheel"
if ! { "$venv/bin/pip" wheel --disable-pip-version-check --no-build-isolation --no-deps --no-index -v --wheel-dir "$place/wheel" \
         -C cmake.define.KINDRED_BUILD="$build" -C cmake.define.CMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" -C build-dir="$place/module" "$source_root/apps/python" &&
       "$venv/bin/pip" install --disable-pip-version-check --no-deps --no-index --force-reinstall "$place"/wheel/kindred-*.whl
     } >"$place/build.log" 2>&1; then
  grep -E 'error|Error' "$place/build.log" | head -n 20 || true
  tail -n 20 "$place/build.log"
  echo "FAILED: pip wheel ./apps/python; all of its output is in $place/build.log"
  exit 1
fi
unset KINDRED_INDEX KINDRED_DATABASE
export KINDRED_WHEEL=$place/wheel KINDRED_EXTRACT=$build KINDRED_PROGRAM=$program KINDRED_SOURCE=$source_root PYTHONDONTWRITEBYTECODE=1
cd "$here"
if [[ $# -gt 2 ]]; then exec "$venv/bin/python" -W error::ResourceWarning -m unittest "${@:3}"; fi
exec "$venv/bin/python" -m unittest discover -v -p '*_test.py'
