#!/usr/bin/env bash
# Brings the named parts of this checkout up to date (tools/set_up says how), with any Python 3.11 or 3.13 but the one of .venv,
# which may be half made.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$(tr ':' '\n' <<<"$PATH" | grep -vxF "$PWD/.venv/bin" | paste -sd:)

for candidate in "${PYTHON:-}" python3.11 python3.13 python3 python; do
  if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 13)))' 2>/dev/null; then
    exec "$candidate" -E -s -m tools.set_up "$@"
  fi
done
echo "Python 3.11 or 3.13 is needed and was not found. Install it, or name it: make run PYTHON=/path/to/python3.13" >&2
exit 1
