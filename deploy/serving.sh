# shellcheck shell=bash
# Starting and stopping the shop's server, with systemd or without. Sourced, never run; after install_lib.sh.
SERVER_LOG=$ROOT/server.log     # without systemd; else it is in the journal
READY_SECONDS=${READY_SECONDS:-60}
STOP_SECONDS=60                 # TimeoutStopSec of oottam.service: the server promises 50

UNITS=(oottam.service oottam-backup.service oottam-backup.timer)

units() { # release
  local unit
  say "Units of systemd: ${UNITS[*]}."
  install -d /etc/systemd/system
  for unit in "${UNITS[@]}"; do install -m 0644 "$1/deploy/$unit" "/etc/systemd/system/$unit"; done
}

is_ready() { curl --silent --fail --output /dev/null --max-time 5 "http://127.0.0.1:$PORT/readyz"; }

# The socket that listens at the port, by its number; nothing when it is free.
listening() {
  awk -v port="$(printf ':%04X' "$PORT")" '
    $4 == "0A" && substr($2, length($2) - 4) == port { print $10; exit }' /proc/net/tcp /proc/net/tcp6 2>/dev/null || true
}

process_of() { # socket: without systemd, the server is the process that listens, or of Granian's processes the first
  local pid parent
  pid=$({ find /proc/[0-9]*/fd -maxdepth 1 -lname "socket:\\[$1\\]" -printf '%h\n' 2>/dev/null || true; } | cut -d/ -f3 | sort -n | sed -n 1p)
  parent=$(awk '$1 == "PPid:" { print $2 }' "/proc/${pid:-none}/status" 2>/dev/null) || true
  if [ -n "$parent" ] && cmp -s "/proc/$pid/cmdline" "/proc/$parent/cmdline"; then pid=$parent; fi
  echo "$pid"
}

# Returns when no server listens any more: told to end, a server finishes what it has begun.
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

# The server of the current release, until it is ready; what it says is in its log.
start_server() {
  local release
  if has_systemd; then
    systemctl daemon-reload || return
    systemctl start oottam.service || return
  else
    release=$(readlink -f "$ROOT/current") || return
    rm -f "$DATA/.server-ended"
    (umask 077 && : >>"$SERVER_LOG") # it names visitors' addresses
    # In a session of its own, with no descriptor of this call: it outlives it, and holds neither its lock nor its pipe.
    # shellcheck disable=SC2016 # for the inner shell
    in_release "$release" setsid --fork sh -c '.venv/bin/python -m oottam || : >"$OOTTAM_VAR/.server-ended"' \
      >>"$SERVER_LOG" 2>&1 </dev/null 9>&- || return
  fi
  wait_until_ready "$READY_SECONDS"
}

# A server that cannot start says so soon: the wait ends then.
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

where_it_says_why() { if has_systemd; then echo "journalctl -u oottam -n 30"; else echo "$SERVER_LOG"; fi; }
