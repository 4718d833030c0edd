#!/bin/bash
# spark.sh BUILD_DIRECTORY [TESTS...]: runs spark_check.py in the virtual environment that run.sh made, with PySpark on a JDK 17. Exits
# with 77 (skipped) and the reason where one of them is missing and cannot be fetched.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
build=$(readlink -f "$1")
place=$build/python_tests
venv=$place/venv
skip() { echo "skipped: $*"; exit 77; }

[[ -x $venv/bin/python ]] || skip "there is no virtual environment: the test of the Python module was skipped"
"$venv/bin/python" -c 'import kindred' 2>/dev/null || skip "the Python module is not installed in $venv"
java=
for home in "${JAVA_HOME-}" /usr/lib/jvm/java-17-openjdk-*; do
  if [[ -n $home && -x $home/bin/java ]] && "$home/bin/java" -version 2>&1 | grep -q '"17\.'; then java=$home; fi
done
[[ -n $java ]] || skip "there is no JDK 17 (Debian: openjdk-17-jdk-headless)"
if ! "$venv/bin/python" -c 'import pyspark, numpy' 2>/dev/null; then
  if ! timeout 600 "$venv/bin/pip" install --disable-pip-version-check --quiet --retries 1 --timeout 30 \
       'pyspark>=4,<5' numpy >"$place/pip_spark.log" 2>&1; then
    tail -n 5 "$place/pip_spark.log"
    skip "pip cannot fetch PySpark"
  fi
fi
export JAVA_HOME=$java PYTHONDONTWRITEBYTECODE=1 KINDRED_EXTRACT=$build
unset KINDRED_INDEX KINDRED_DATABASE
cd "$here"
tests=("${@:2}")
exec "$venv/bin/python" -W ignore -m unittest -v "${tests[@]:-spark_check}"
