#!/usr/bin/env bash
# The server, restarted when its code changes, and Vite with hot reload; Ctrl-C stops both.
set -euo pipefail
cd "$(dirname "$0")/.."
python backend/manage.py migrate --verbosity 0
trap 'kill 0' EXIT
python backend/manage.py runserver --nothreading "$HOST:$PORT" &
cd frontend && exec npm run --silent dev
