# shellcheck shell=bash
# The steps of deploy/install that stand for themselves. Sourced, never run.
ROOT=${OOTTAM_ROOT:-/opt/oottam}
ETC=/etc/oottam
# shellcheck disable=SC2034  # used by install
DATA=/var/lib/oottam
SETTINGS=$ETC/oottam.env
# Where the server listens, behind nginx: the settings know once they are there.
PORT=$(sed -nE 's/^PORT=([0-9]+)$/\1/p' "$SETTINGS" 2>/dev/null | tail -1) || true
PORT=${PORT:-8000}

say() { printf '%s\n' "- $*"; }
stop_here() { printf '%s\n' "$*" >&2; exit 1; }
need_root() { [ "$(id -u)" = 0 ] || stop_here "Run this as root: it makes an account, units and nginx's configuration."; }
has_systemd() { [ -d /run/systemd/system ]; }

# The version that a checkout holds: the one of its pyproject.toml, with the commit, so that no two are the same.
version_of() {
  local number
  number=$(sed -nE 's/^version = "(.*)"/\1/p' "$1/pyproject.toml" | head -1)
  printf '%s-%s\n' "$number" "$(git -c safe.directory='*' -C "$1" rev-parse --short=10 HEAD)"
}

# Python 3.11, which the locked packages are for: Debian 12's own, or another one named in PYTHON.
require_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3.11 python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
      return
    fi
  done
  stop_here "Python 3.11 is needed and this machine has another one (Debian 13 has 3.13). Install a 3.11 beside it where
the account oottam can read it, and call this again with PYTHON=/path/to/python3.11. Nothing but packages was changed."
}

# A release beside the others: cloned to a draft, built, and only then given its name.
make_release() { # source, commit, version
  local target=$ROOT/releases/$3 draft=$ROOT/releases/$3.draft
  if [ -e "$target/.built" ] && ! contract_is_newer "$target/.built"; then
    say "Release $3 is built already."
    return
  fi
  if [ ! -d "$target" ]; then
    say "Release $3: checkout into $target."
    install -d -m 0755 "$ROOT" "$ROOT/releases"
    rm -rf "$draft"
    git -c safe.directory='*' clone --quiet --no-hardlinks "$1" "$draft"
    git -C "$draft" checkout --quiet --detach "$2"
    mv "$draft" "$target" # before the build: a virtual environment remembers where it stands
  fi
  say "Release $3: packages of requirements.lock alone, and the storefront (a minute or so)."
  (
    umask 022
    if [ -d "$ETC/contract" ]; then export OOTTAM_CONTRACT=$ETC/contract; fi
    make --no-print-directory -C "$target" build
    "$target/.venv/bin/python" -m compileall -q "$target/backend/oottam"
  )
  touch "$target/.built"
}

contract_is_newer() { [ -d "$ETC/contract" ] && [ -n "$(find "$ETC/contract" -newer "$1" -print -quit)" ]; }

# One of the server's commands, as the server's account, with its settings.
manage() { "$1/deploy/manage.sh" "${@:2}"; }

switch_to() { # folder of a release
  ln -sfn "$1" "$ROOT/current.new"
  mv -T "$ROOT/current.new" "$ROOT/current" # one step: there is always a current one
}

is_ready() { curl --silent --fail --output /dev/null --max-time 5 "http://127.0.0.1:$PORT/readyz"; }

wait_until_ready() { # seconds
  local end=$((SECONDS + $1))
  until is_ready; do
    if [ "$SECONDS" -ge "$end" ]; then return 1; fi
    sleep 0.5
  done
}
