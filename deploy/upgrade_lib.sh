# shellcheck shell=bash
# Update and rollback between releases. Sourced by deploy/update after install_lib.sh and serving.sh, never run.
# The journal records an update in progress, from stopping the server until one is ready, so that a run after a kill resumes it.
# shellcheck disable=SC2034  # DIRECTION, CURRENT: used by update
LOG=$ROOT/update.log
JOURNAL=$ROOT/.updating
BEFORE=$ROOT/.before            # the last update: old release, new release, backup
OLD='' NEW='' BACKUP='' NEWER_BACKUP='' NEWER_COUNT='' OLD_MIGRATIONS='' DIRECTION='' STOPPED=''

begin_log() {
  (umask 077 && printf '\n--- %s\n' "$(date -u +%FT%TZ)" >>"$LOG")
  IS_LOGGED=1
}

say() {
  printf '%s\n' "- $*" || true # ignores a closed pipe
  if [ -n "${IS_LOGGED:-}" ]; then printf '%s\n' "- $*" >>"$LOG" || true; fi
}

logged() { "$@" >>"$LOG" 2>&1; }

record() { # file; written atomically
  printf '%s\n' "$DIRECTION" "$OLD" "$NEW" "$BACKUP" >"$1.draft" && sync "$1.draft" && mv "$1.draft" "$1" && sync "$ROOT"
}

read_record() { { read -r DIRECTION; read -r OLD; read -r NEW; read -r BACKUP; } <"$1"; }
read_journal() { read_record "$JOURNAL"; }

# Ignore hangup and Ctrl-C from here on: an interruption would leave the shop closed.
ignore_interrupts() { trap '' HUP INT PIPE; }

database_of() { # release; prints the database's kind and its file or name
  run_in_release "$1" .venv/bin/python -c '
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "oottam.config.settings"
from django.conf import settings
database = settings.DATABASES["default"]
print("postgresql" if "postgresql" in database["ENGINE"] else "sqlite", database["NAME"])' 2>/dev/null
}

# Check whether the release can use the current tables. Every migration is one transaction, so accepted tables are
# unchanged since that release was running. Returns 0 for usable, 1 for too new, 2 for unknown.
can_use_tables() { # release
  local said
  if said=$(manage "$1" migrate --plan 2>&1); then return 0; fi
  printf '%s\n' "$said" >>"$LOG" || true
  if grep -q 'is newer than this server' <<<"$said"; then return 1; fi
  return 2
}

stop_shop() {
  ignore_interrupts
  STOPPED=${STOPPED:-$(date +%s%N)}
  say "Stop the server; it finishes what it has begun."
  stop_server
}

report_downtime() {
  if [ -n "$STOPPED" ]; then say "The shop was away for $((($(date +%s%N) - STOPPED) / 1000000)) ms."; fi
}

# Run the update; resumes from the journal.
run_update() {
  local step
  if [ "$DIRECTION" = forward ] && can_use_tables "$OLD"; then BACKUP=''; fi # nothing was migrated, and the old release may have accepted requests since
  DIRECTION=forward
  if ! record "$JOURNAL"; then fail "Nothing can be written in $ROOT. Nothing was changed."; fi
  for step in stop_shop back_up_closed_shop migrate_tables start_new_release; do
    if ! $step; then
      say "FAILED: $(describe_step "$step"). Details: $LOG$([ $step != start_new_release ] || echo ", and $(log_location)")."
      say "Back to $(basename "$OLD")."
      run_rollback || abort_with_shop_closed
      fail "The update failed ($(describe_step "$step")); $(basename "$OLD") is served as before. Details: $LOG"
    fi
  done
  record "$BEFORE"
  rm -f "$JOURNAL"
  report_downtime
  prune
  say "Release $(basename "$NEW") is served. Back, should you want it: deploy/update --back"
}

describe_step() {
  case $1 in
    stop_shop) echo "stopping the server" ;;
    back_up_closed_shop) echo "the backup of the closed shop" ;;
    migrate_tables) echo "bringing the tables forward" ;;
    start_new_release) echo "starting: the new server does not become ready" ;;
  esac
}

# Back up the closed shop, as the owner's last resort.
back_up_closed_shop() {
  if [ -n "$BACKUP" ]; then return 0; fi
  say "A backup of the closed shop."
  local file
  file=$(backup_file before-update)
  logged manage "$NEW" backup "$file" --quick || return
  BACKUP=$file
  record "$JOURNAL"
}

backup_file() { # purpose
  echo "$DATA/backups/$1-$(date -u +%Y%m%dT%H%M%S%NZ).$(if [ "$KIND" = postgresql ]; then echo dump; else echo sqlite3; fi)"
}

# --alone: other servers on the same database would run on outdated tables and block a rollback.
migrate_tables() {
  say "Tables."
  logged manage "$NEW" migrate --alone --verbosity 1 || { say "Tables cannot be changed now: $(tail -1 "$LOG")"; return 1; }
}

start_new_release() {
  say "Start $(basename "$NEW")."
  switch_to "$NEW" || return
  if has_systemd; then units "$NEW" || return; fi
  logged start_server
}

# Roll back to the old release, keeping every request. Resumes after a kill.
run_rollback() {
  DIRECTION=back
  record "$JOURNAL" || return
  stop_shop || return
  local table_check=0
  if [ -n "$OLD_MIGRATIONS" ]; then table_check=1; else can_use_tables "$OLD" || table_check=$?; fi
  case $table_check in
    1) reverse_migrations || return ;;
    2) say "Whether $(basename "$OLD") can use the tables cannot be said: $LOG"; return 1 ;;
  esac
  say "Start $(basename "$OLD")."
  switch_to "$OLD" || return
  logged start_server || return
  rm -f "$JOURNAL"
  report_downtime
  say "Release $(basename "$OLD") is served."
}

# The new release reverses its migrations in one transaction, so a kill leaves either schema complete. Data that the old
# release does not show is listed for the desk; the list contains personal data and is not logged.
reverse_migrations() {
  local said file
  file=$(backup_file before-going-back)
  said=$(manage "$NEW" backup "$file" --quick 2>&1) || { say "$said"; return 1; }
  NEWER_BACKUP=$file
  NEWER_COUNT=$(sed -nE 's/.* holds ([0-9]+) requests, and is sound\.$/\1/p' <<<"$said")
  say "The newer tables, with all that the staff did since: $NEWER_BACKUP"
  say "Tables as $(basename "$OLD") knows them."
  OLD_MIGRATIONS=${OLD_MIGRATIONS:-$(manage "$OLD" showmigrations --plan 2>>"$LOG")} || return
  said=$(manage "$NEW" migrate_back --list "$NEWER_BACKUP.not-shown" <<<"$OLD_MIGRATIONS" 2>>"$LOG") || return
  if [ -n "$said" ]; then
    say "What $(basename "$OLD") does not show, as listed in $NEWER_BACKUP.not-shown:"
    printf '%s\n' "$said" || true
  fi
}

abort_with_shop_closed() {
  fail "The shop is CLOSED: $(basename "$OLD") could not be put back. The backup of the closed shop: ${BACKUP:-none was needed}.
Details: $LOG, $(log_location). When the cause is mended, call deploy/update again: it goes on from here."
}

# A rollback by command failed because the old release does not start: return to the new release.
recover_from_failed_rollback() {
  say "FAILED: $(basename "$OLD") is not ready. Details: $LOG, $(log_location). Forward to $(basename "$NEW") again."
  DIRECTION=back-failed
  if stop_shop && restore_newer_data && migrate_tables && start_new_release; then
    rm -f "$JOURNAL"
    report_downtime
    fail "Going back failed; $(basename "$NEW") is served as before, with every request. Details: $LOG"
  fi
  fail "The shop is CLOSED: neither release starts. Details: $LOG, $(log_location). When the cause is mended, call deploy/update again."
}

# Restore data missing in the old schema from the backup, unless the old release has accepted requests meanwhile.
restore_newer_data() {
  local now
  if [ -z "$NEWER_BACKUP" ]; then return 0; fi
  now=$(manage "$NEW" shell --verbosity 0 --command 'from oottam.requests.models import Request; print(Request.objects.count())' 2>>"$LOG") || return
  if [ "$now" = "$NEWER_COUNT" ]; then
    logged manage "$NEW" restore "$NEWER_BACKUP" --replace
  else
    say "Requests came in meanwhile: what is listed is in $NEWER_BACKUP alone."
  fi
}

# Keep two releases: the current and the previous one.
prune() {
  local release
  for release in "$ROOT"/releases/*; do
    if [ "$release" != "$NEW" ] && [ "$release" != "$OLD" ]; then
      say "Release $(basename "$release") is removed; two are kept."
      rm -rf --one-file-system "$release"
    fi
  done
}
