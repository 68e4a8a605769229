# shellcheck shell=bash
# From one release to another and back. Sourced by deploy/update, never run; after install_lib.sh and serving.sh.
# A journal names what is under way, so that a call after a kill knows; it exists from the stop until a server is ready.
# shellcheck disable=SC2034  # WAY, CURRENT: used by update
LOG=$ROOT/update.log
JOURNAL=$ROOT/.updating
BEFORE=$ROOT/.before            # of the last update: from, to, and the backup between
OLD='' NEW='' BACKUP='' KEPT='' HELD='' KNOWN='' WAY='' STOPPED=''

begin_log() {
  (umask 077 && printf '\n--- %s\n' "$(date -u +%FT%TZ)" >>"$LOG")
  IS_LOGGED=1
}

say() {
  printf '%s\n' "- $*" || true # the reader may have gone
  if [ -n "${IS_LOGGED:-}" ]; then printf '%s\n' "- $*" >>"$LOG" || true; fi
}

logged() { "$@" >>"$LOG" 2>&1; }

record() { # file: whole or not at all
  printf '%s\n' "$WAY" "$OLD" "$NEW" "$BACKUP" >"$1.draft" && sync "$1.draft" && mv "$1.draft" "$1" && sync "$ROOT"
}

read_record() { { read -r WAY; read -r OLD; read -r NEW; read -r BACKUP; } <"$1"; }
read_journal() { read_record "$JOURNAL"; }

# A terminal that goes away, or Ctrl-C, stops nothing from here on: the shop would stay closed.
cannot_be_interrupted() { trap '' HUP INT PIPE; }

database_of() { # release: the kind of its database, and the file or name
  in_release "$1" .venv/bin/python -c '
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "oottam.config.settings"
from django.conf import settings
database = settings.DATABASES["default"]
print("postgresql" if "postgresql" in database["ENGINE"] else "sqlite", database["NAME"])' 2>/dev/null
}

# Whether the release can use the tables as they are. Every migration is one transaction, so tables that a release takes
# are as they were when it was served. Returns 0 for usable, 1 for too new, 2 for unknown.
takes() { # release
  local said
  if said=$(manage "$1" migrate --plan 2>&1); then return 0; fi
  printf '%s\n' "$said" >>"$LOG" || true
  if grep -q 'is newer than this server' <<<"$said"; then return 1; fi
  return 2
}

stop_the_shop() {
  cannot_be_interrupted
  STOPPED=${STOPPED:-$(date +%s%N)}
  say "Stop the server; it finishes what it has begun."
  stop_server
}

say_how_long() {
  if [ -n "$STOPPED" ]; then say "The shop was away for $((($(date +%s%N) - STOPPED) / 1000000)) ms."; fi
}

# The journal's way forward, from wherever it was left.
go_forward() {
  local step
  if [ "$WAY" = forward ] && takes "$OLD"; then BACKUP=''; fi # nothing was changed yet, and the old one may have served since
  WAY=forward
  if ! record "$JOURNAL"; then stop_here "Nothing can be written in $ROOT. Nothing was changed."; fi
  for step in stop_the_shop keep_a_backup bring_tables_forward start_the_new_one; do
    if ! $step; then
      say "FAILED: $(words_of "$step"). Details: $LOG$([ $step != start_the_new_one ] || echo ", and $(where_it_says_why)")."
      say "Back to $(basename "$OLD")."
      go_back || cannot_go_back
      stop_here "The update failed ($(words_of "$step")); $(basename "$OLD") is served as before. Details: $LOG"
    fi
  done
  record "$BEFORE"
  rm -f "$JOURNAL"
  say_how_long
  prune
  say "Release $(basename "$NEW") is served. Back, should you want it: deploy/update --back"
}

words_of() {
  case $1 in
    stop_the_shop) echo "stopping the server" ;;
    keep_a_backup) echo "the backup of the closed shop" ;;
    bring_tables_forward) echo "bringing the tables forward" ;;
    start_the_new_one) echo "starting: the new server does not become ready" ;;
  esac
}

# Of the closed shop: what an owner can always return to.
keep_a_backup() {
  if [ -n "$BACKUP" ]; then return 0; fi
  say "A backup of the closed shop."
  local file
  file=$(backup_file before-update)
  logged manage "$NEW" backup "$file" --quick || return
  BACKUP=$file
  record "$JOURNAL"
}

backup_file() { # what it is for
  echo "$DATA/backups/$1-$(date -u +%Y%m%dT%H%M%S%NZ).$(if [ "$KIND" = postgresql ]; then echo dump; else echo sqlite3; fi)"
}

# Other servers on the same database would go on with the older tables, and stand in the way back.
bring_tables_forward() {
  say "Tables."
  logged manage "$NEW" migrate --alone --verbosity 1 || { say "Tables cannot be changed now: $(tail -1 "$LOG")"; return 1; }
}

start_the_new_one() {
  say "Start $(basename "$NEW")."
  switch_to "$NEW" || return
  if has_systemd; then units "$NEW" || return; fi
  logged start_server
}

# The old release serves again, with every request. Called again after a kill, it goes on where it was.
go_back() {
  WAY=back
  record "$JOURNAL" || return
  stop_the_shop || return
  local is_taken=0
  if [ -n "$KNOWN" ]; then is_taken=1; else takes "$OLD" || is_taken=$?; fi
  case $is_taken in
    1) bring_tables_back || return ;;
    2) say "Whether $(basename "$OLD") can use the tables cannot be said: $LOG"; return 1 ;;
  esac
  say "Start $(basename "$OLD")."
  switch_to "$OLD" || return
  logged start_server || return
  rm -f "$JOURNAL"
  say_how_long
  say "Release $(basename "$OLD") is served."
}

# The newer release undoes its own migrations, in one transaction: a kill leaves the newer tables or the older ones. What the
# older release will not show is listed for the desk; it names persons, and goes into no log.
bring_tables_back() {
  local said file
  file=$(backup_file before-going-back)
  said=$(manage "$NEW" backup "$file" --quick 2>&1) || { say "$said"; return 1; }
  KEPT=$file
  HELD=$(sed -nE 's/.* holds ([0-9]+) requests, and is sound\.$/\1/p' <<<"$said")
  say "The newer tables, with all that the staff did since: $KEPT"
  say "Tables as $(basename "$OLD") knows them."
  KNOWN=${KNOWN:-$(manage "$OLD" showmigrations --plan 2>>"$LOG")} || return
  said=$(manage "$NEW" migrate_back --list "$KEPT.not-shown" <<<"$KNOWN" 2>>"$LOG") || return
  if [ -n "$said" ]; then
    say "What $(basename "$OLD") does not show, as listed in $KEPT.not-shown:"
    printf '%s\n' "$said" || true
  fi
}

cannot_go_back() {
  stop_here "The shop is CLOSED: $(basename "$OLD") could not be put back. The backup of the closed shop: ${BACKUP:-none was needed}.
Details: $LOG, $(where_it_says_why). When the cause is mended, call deploy/update again: it goes on from here."
}

# Asked to go back by hand, and the old one does not start: the new one served, and goes on.
came_not_back() {
  say "FAILED: $(basename "$OLD") is not ready. Details: $LOG, $(where_it_says_why). Forward to $(basename "$NEW") again."
  WAY=back-failed
  if stop_the_shop && bring_back_what_was_kept && bring_tables_forward && start_the_new_one; then
    rm -f "$JOURNAL"
    say_how_long
    stop_here "Going back failed; $(basename "$NEW") is served as before, with every request. Details: $LOG"
  fi
  stop_here "The shop is CLOSED: neither release starts. Details: $LOG, $(where_it_says_why). When the cause is mended, call deploy/update again."
}

# What the older tables do not hold comes from the backup, unless the older release took requests meanwhile.
bring_back_what_was_kept() {
  local now
  if [ -z "$KEPT" ]; then return 0; fi
  now=$(manage "$NEW" shell --verbosity 0 --command 'from oottam.requests.models import Request; print(Request.objects.count())' 2>>"$LOG") || return
  if [ "$now" = "$HELD" ]; then
    logged manage "$NEW" restore "$KEPT" --replace
  else
    say "Requests came in meanwhile: what is listed is in $KEPT alone."
  fi
}

# Two releases are kept: the one that is served and the one before.
prune() {
  local release
  for release in "$ROOT"/releases/*; do
    if [ "$release" != "$NEW" ] && [ "$release" != "$OLD" ]; then
      say "Release $(basename "$release") is removed; two are kept."
      rm -rf --one-file-system "$release"
    fi
  done
}
