#!/bin/sh
# One of the server's commands with the server's own account and settings: sudo deploy/manage.sh backup
set -eu
cd "$(dirname "$0")/.."
set -a
# shellcheck source=/dev/null
. /etc/oottam/oottam.env
set +a
export OOTTAM_VAR=/var/lib/oottam PYTHONPATH=backend
umask 077
exec runuser -u oottam -- .venv/bin/python backend/manage.py "$@"
