# shellcheck shell=bash
# Start and stop the shop's server, with or without systemd. Sourced after install_lib.sh, never run.
SERVER_LOG=$ROOT/server.log     # used without systemd; otherwise the systemd journal
READY_SECONDS=${READY_SECONDS:-60}
STOP_SECONDS=60                 # TimeoutStopSec of oottam.service; the server needs at most 50

UNITS=(oottam.service oottam-backup.service oottam-backup.timer)

units() { # release
  local unit
  say "Units of systemd: ${UNITS[*]}."
  install -d /etc/systemd/system
  for unit in "${UNITS[@]}"; do install -m 0644 "$1/deploy/$unit" "/etc/systemd/system/$unit"; done
}

is_ready() { curl --silent --fail --output /dev/null --max-time 5 "http://127.0.0.1:$PORT/readyz"; }

# Print the inode of the socket listening on the port; nothing if the port is free.
listening() {
  awk -v port="$(printf ':%04X' "$PORT")" '
    $4 == "0A" && substr($2, length($2) - 4) == port { print $10; exit }' /proc/net/tcp /proc/net/tcp6 2>/dev/null || true
}

process_of() { # socket inode; prints the PID of the listening process, or of Granian's main process
  local pid parent
  pid=$({ find /proc/[0-9]*/fd -maxdepth 1 -lname "socket:\\[$1\\]" -printf '%h\n' 2>/dev/null || true; } | cut -d/ -f3 | sort -n | sed -n 1p)
  parent=$(awk '$1 == "PPid:" { print $2 }' "/proc/${pid:-none}/status" 2>/dev/null) || true
  if [ -n "$parent" ] && cmp -s "/proc/$pid/cmdline" "/proc/$parent/cmdline"; then pid=$parent; fi
  echo "$pid"
}

# Stop the server and wait until it has drained and no longer listens.
stop_server() {
  local socket pid end
  if has_systemd; then systemctl stop oottam.service || return; fi
  socket=$(listening)
  if [ -z "$socket" ]; then return 0; fi
  pid=$(process_of "$socket")
  if has_systemd || [ -z "$pid" ]; then
    say "Process ${pid:-?} listens at port $PORT, and is no server that could be stopped here."
    return 1
  fi
  kill -TERM "$pid" || return
  end=$((SECONDS + STOP_SECONDS))
  while is_alive "$pid"; do
    if [ "$SECONDS" -ge "$end" ]; then
      say "It did not end in $STOP_SECONDS seconds: killed. What was acknowledged is on the disk."
      kill -KILL "$pid" || return
      end=$((SECONDS + STOP_SECONDS))
    fi
    sleep 0.05
  done
  [ -z "$(listening)" ]
}

is_alive() { kill -0 "$1" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }

# Start the current release's server and wait until it is ready. Its output goes to its log.
start_server() {
  local release
  if has_systemd; then
    systemctl daemon-reload || return
    systemctl start oottam.service || return
  else
    release=$(readlink -f "$ROOT/current") || return
    rm -f "$DATA/.server-ended"
    (umask 077 && : >>"$SERVER_LOG") # contains visitors' IP addresses
    # A new session without inherited descriptors, so that it outlives this script and holds neither its lock nor its pipe.
    # shellcheck disable=SC2016 # for the inner shell
    run_in_release "$release" setsid --fork sh -c '.venv/bin/python -m oottam || : >"$OOTTAM_VAR/.server-ended"' \
      >>"$SERVER_LOG" 2>&1 </dev/null 9>&- || return
  fi
  wait_until_ready "$READY_SECONDS"
}

# Whether the server failed to start, so that waiting can end early.
has_ended() {
  if has_systemd; then
    [ "$(systemctl show --property NRestarts --value oottam.service)" -ge 2 ]
  else
    [ -e "$DATA/.server-ended" ]
  fi
}

wait_until_ready() { # seconds
  local end=$((SECONDS + $1))
  until is_ready; do
    if [ "$SECONDS" -ge "$end" ] || has_ended; then return 1; fi
    sleep 0.1
  done
}

log_location() { if has_systemd; then echo "journalctl -u oottam -n 30"; else echo "$SERVER_LOG"; fi; }
