#!/usr/bin/env bash
# What the browser tests need: Chromium without windows, which takes two thirds of the time (any other will do, named by
# CHROMIUM or in its place), the Liberation faces, which stand in for our own until those have come, and any face with
# the rupee sign, which those lack. As root on Debian what is missing is installed. With "chromium" the whole browser, as
# the benchmarks measure it; with "engines" Firefox, WebKit, and the libraries of QtWebEngine.
set -euo pipefail
browser=${1:-chromium-headless-shell}
# Taken whole, not piped into "grep -q": that leaves at the first line, fc-list dies of the closed pipe, and with pipefail
# a face that is there counts as missing.
faces() {
  if command -v fc-list >/dev/null; then fc-list "$1"; fi
}
missing() {
  if [ "$browser" = engines ]; then
    command -v firefox-esr >/dev/null || printf 'firefox-esr '
    command -v WebKitWebDriver >/dev/null || printf 'webkit2gtk-driver '
    command -v Xvfb >/dev/null || printf 'xvfb '
    [ -n "$(/sbin/ldconfig -p | grep -F libnss3.so)" ] || printf 'libnss3 '
    [ -n "$(/sbin/ldconfig -p | grep -F libXtst.so.6)" ] || printf 'libxtst6 '
  else
    [ -n "${CHROMIUM:-}" ] || command -v "$browser" >/dev/null || printf '%s ' "$browser"
  fi
  command -v fc-list >/dev/null || printf 'fontconfig '
  [ -n "$(faces 'Liberation Sans')" ] || printf 'fonts-liberation '
  [ -n "$(faces ':charset=20b9')" ] || printf 'fonts-dejavu-core '
}
needed=$(missing)
[ -n "$needed" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing for the browser tests: $needed"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  # shellcheck disable=SC2086 # words
  if apt-get update -qq >"$log" 2>&1 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $needed >>"$log" 2>&1 && [ -z "$(missing)" ]; then
    exit 0
  fi
  cat "$log" >&2
fi
if [ "$needed" = "chromium-headless-shell " ] && command -v chromium >/dev/null; then exit 0; fi
echo "The browser tests need $needed(on Debian: apt-get install $needed). Another Chromium can be named: make test CHROMIUM=/path/to/chromium" >&2
exit 1
