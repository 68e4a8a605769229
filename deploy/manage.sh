#!/usr/bin/env bash
# The server's commands with the server's own account and settings, as root; files by their whole names:
#   manage.sh backup        or any other command of backend/manage.py
#   manage.sh serve         brings the tables up to date and becomes the server, where no systemd runs it
#   manage.sh stop          ends the server, once it has finished what it has begun
#   manage.sh trial FILE    restores a backup beside the shop, says what it holds, and takes that away again
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
# shellcheck source-path=SCRIPTDIR source=install_lib.sh
. deploy/install_lib.sh
# shellcheck source-path=SCRIPTDIR source=serving.sh
. deploy/serving.sh

# In this shell's place, so that a signal reaches the program itself: runuser would kill it two seconds after a SIGTERM.
become() { # program, words
  enter "$PWD"
  if [ "$(id -un)" = "$ACCOUNT_OF_SHOP" ]; then exec "$@"; fi
  exec setpriv --reuid "$ACCOUNT_OF_SHOP" --regid "$(id -gn "$ACCOUNT_OF_SHOP")" --init-groups "$@"
}

trial() { # backup
  local url=''
  [ -n "$1" ] || stop_here "Which backup? manage.sh trial $DATA/backups/..."
  if [[ $1 = *.dump ]]; then
    url=${TRIAL_DATABASE_URL:-}
    [ -n "$url" ] || stop_here "A backup of PostgreSQL is tried in an empty database of its own. Make one, and name it:
TRIAL_DATABASE_URL=postgres://user:password@host/oottam_trial. The shop's own is not touched."
  fi
  FOLDER=$(mktemp -d /var/tmp/oottam-trial.XXXXXX)
  trap 'rm -rf --one-file-system "$FOLDER"' EXIT
  chown "$ACCOUNT_OF_SHOP:" "$FOLDER"
  beside() { in_release "$PWD" env OOTTAM_VAR="$FOLDER" DATABASE_URL="$url" .venv/bin/python backend/manage.py "$@"; }
  beside restore "$1"
  beside migrate --verbosity 0 --skip-checks
  say "It can be served. The trial's folder is taken away again${url:+; its database is yours to drop}."
}

case $(id -un) in root | "$ACCOUNT_OF_SHOP") ;; *) stop_here "Run this as root: sudo $PWD/deploy/manage.sh ${1:-help}" ;; esac
[ -r "$SETTINGS" ] || stop_here "No shop is installed here: $SETTINGS is missing. deploy/install writes it."
case ${1:-} in
  serve)
    manage "$PWD" migrate --verbosity 0
    become .venv/bin/python -m oottam ;;
  stop) stop_server ;;
  trial) trial "${2:-}" ;;
  *) become .venv/bin/python backend/manage.py "$@" ;;
esac
