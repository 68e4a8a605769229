#!/usr/bin/env bash
# The Nu HTML Checker (the W3C's own) over every built page; any error or warning is a failure. It needs Java.
set -euo pipefail
cd "$(dirname "$0")/markup"
if ! java -version >/dev/null 2>&1; then
  echo "Markup not checked: the Nu HTML Checker needs Java (on Debian: apt-get install default-jre-headless)."
  exit 0
fi
../set-up.sh markup-packages
mapfile -t pages < <(find ../../frontend/dist/site -name '*.html' | sort)
# React closes void elements as XHTML does, which HTML allows.
java -jar node_modules/vnu-jar/build/dist/vnu.jar --Werror --filterpattern 'Trailing slash on void elements.*' "${pages[@]}"
echo "Markup: no errors or warnings on ${#pages[@]} pages"
