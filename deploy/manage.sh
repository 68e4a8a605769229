#!/usr/bin/env bash
# Runs management commands with the server's account and settings, as root; file arguments are absolute paths:
#   manage.sh backup        or any other command of backend/manage.py
#   manage.sh serve         migrates and runs the server in the foreground, without systemd
#   manage.sh stop          stops the server after it has drained
#   manage.sh trial FILE    test-restores a backup in a temporary folder and reports its content
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
# shellcheck source-path=SCRIPTDIR source=install_lib.sh
. deploy/install_lib.sh
# shellcheck source-path=SCRIPTDIR source=serving.sh
. deploy/serving.sh

# exec, so that signals reach the program: runuser would kill it two seconds after a SIGTERM.
exec_as_shop() { # program, arguments
  enter_release "$PWD"
  if [ "$(id -un)" = "$SHOP_ACCOUNT" ]; then exec "$@"; fi
  exec setpriv --reuid "$SHOP_ACCOUNT" --regid "$(id -gn "$SHOP_ACCOUNT")" --init-groups "$@"
}

trial() { # backup
  local url=''
  [ -n "$1" ] || fail "Which backup? manage.sh trial $DATA/backups/..."
  if [[ $1 = *.dump ]]; then
    url=${TRIAL_DATABASE_URL:-}
    [ -n "$url" ] || fail "A backup of PostgreSQL is tried in an empty database of its own. Make one, and name it:
TRIAL_DATABASE_URL=postgres://user:password@host/oottam_trial. The shop's own is not touched."
  fi
  FOLDER=$(mktemp -d /var/tmp/oottam-trial.XXXXXX)
  trap 'rm -rf --one-file-system "$FOLDER"' EXIT
  chown "$SHOP_ACCOUNT:" "$FOLDER"
  manage_trial() { run_in_release "$PWD" env OOTTAM_VAR="$FOLDER" DATABASE_URL="$url" .venv/bin/python backend/manage.py "$@"; }
  manage_trial restore "$1"
  manage_trial migrate --verbosity 0 --skip-checks
  say "It can be served. The trial's folder is taken away again${url:+; its database is yours to drop}."
}

case $(id -un) in root | "$SHOP_ACCOUNT") ;; *) fail "Run this as root: sudo $PWD/deploy/manage.sh ${1:-help}" ;; esac
[ -r "$SETTINGS" ] || fail "No shop is installed here: $SETTINGS is missing. deploy/install writes it."
case ${1:-} in
  serve)
    manage "$PWD" migrate --verbosity 0
    exec_as_shop .venv/bin/python -m oottam ;;
  stop) stop_server ;;
  trial) trial "${2:-}" ;;
  *) exec_as_shop .venv/bin/python backend/manage.py "$@" ;;
esac
