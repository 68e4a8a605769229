#!/usr/bin/env bash
# The browser tests need a Chromium: the one named by CHROMIUM, or the system's; as root on Debian it is installed.
set -euo pipefail
if [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Chromium for the browser tests..."
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if apt-get update -qq >"$log" 2>&1 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >>"$log" 2>&1; then
    exit 0
  fi
  cat "$log" >&2
fi
echo "The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or name one: make test CHROMIUM=/path/to/chromium" >&2
exit 1
