# shellcheck shell=bash
# What deploy/install and deploy/update share: places, releases, settings. Sourced, never run. Tests name
# places and an account of their own.
PATH=$PATH:/usr/sbin:/sbin # where cron and `su` leave out what administers: runuser, useradd, nginx
ROOT=${OOTTAM_ROOT:-/opt/oottam}
ETC=${OOTTAM_ETC:-/etc/oottam}
DATA=${OOTTAM_DATA:-/var/lib/oottam}
ACCOUNT_OF_SHOP=${OOTTAM_ACCOUNT:-oottam}
SETTINGS=$ETC/oottam.env
WEBROOT=/var/lib/oottam-acme # nginx.conf names it, too
LETSENCRYPT=${OOTTAM_LETSENCRYPT:-/etc/letsencrypt}
# Where the server listens, behind nginx: the settings know once they are there.
PORT=$(sed -nE 's/^PORT=([0-9]+)$/\1/p' "$SETTINGS" 2>/dev/null | tail -1) || true
PORT=${PORT:-8000}

say() { printf '%s\n' "- $*" || true; } # the reader may have gone
stop_here() { printf '%s\n' "$*" >&2; exit 1; }
need_root() { [ "$(id -u)" = 0 ] || stop_here "Run this as root: it makes an account, units and nginx's configuration."; }
# Never for places of one's own: a trial must not touch the shop that systemd runs.
has_systemd() { [ -d /run/systemd/system ] && [ "$ROOT" = /opt/oottam ]; }

# Held until the last child has ended, so that nothing of an interrupted call is still at work.
one_at_a_time() {
  install -d -m 0755 "$ROOT"
  exec 9>"$ROOT/.lock"
  flock -n 9 || stop_here "Another deploy/install or deploy/update is at work here. Nothing was changed; call this again when it has ended."
}

# The version that a checkout or an unpacked archive (`make release`) holds: the one of its pyproject.toml, with the commit.
version_of() {
  local number
  if [ -e "$1/RELEASE" ]; then cat "$1/RELEASE"; return; fi
  number=$(sed -nE 's/^version = "(.*)"/\1/p' "$1/pyproject.toml" | head -1)
  printf '%s-%s\n' "$number" "$(git -c safe.directory='*' -C "$1" rev-parse --short=10 HEAD)"
}

# Debian's own Python (12 has 3.11, 13 has 3.13), or another one named in PYTHON; tools/set-up.sh takes the same.
require_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3.11 python3.13 python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 13)))' 2>/dev/null; then
      return
    fi
  done
  stop_here "Python 3.11 or 3.13 is needed and this machine has another one. Install one of these beside it where the
account oottam can read it, and call this again with PYTHON=/path/to/python3.13. Nothing but packages was changed."
}

# Asked before anything is built or the tables are brought forward: under an older server, and without a backup, they stay.
require_no_other_release() { # folder of the release to be installed
  local served
  [ -e "$ROOT/current" ] || return 0
  served=$(readlink -f "$ROOT/current")
  [ "$served" = "$(readlink -f "$1")" ] ||
    stop_here "$served is served here. deploy/update goes to ${1##*/}, with a backup first. Nothing but packages was changed."
}

# A release beside the others: cloned or copied to a draft, built, and only then given its name.
make_release() { # source, commit, version
  local target=$ROOT/releases/$3 draft=$ROOT/releases/$3.draft
  # Without its Python (Debian was upgraded) it is built anew.
  if [ -e "$target/.built" ] && [ -x "$target/.venv/bin/python" ]; then
    say "Release $3 is built already."
    return
  fi
  if [ ! -d "$target" ]; then
    say "Release $3: into $target."
    install -d -m 0755 "$ROOT" "$ROOT/releases"
    rm -rf "$draft"
    if [ -e "$1/RELEASE" ]; then
      (cd "$1" && sha256sum --quiet --check SHA256SUMS >/dev/null 2>&1) ||
        stop_here "The archive in $1 is damaged or was changed. Unpack it again. Nothing was changed."
      install -d -m 0755 "$draft"
      tar -C "$1" --exclude=./.venv --exclude=./var -cf - . | tar -C "$draft" --no-same-owner -xf -
    else
      git -c safe.directory='*' clone --quiet --no-hardlinks "$1" "$draft"
      git -C "$draft" checkout --quiet --detach "$2"
    fi
    mv "$draft" "$target" # before the build: a virtual environment remembers where it stands
  fi
  say "Release $3: packages of requirements.lock alone (a minute or so)."
  (
    umask 022
    export UV_COMPILE_BYTECODE=1 # the shop's account may not write there, and would compile at every start
    if [ -e "$target/RELEASE" ]; then "$target/tools/set-up.sh" python; else make --no-print-directory -C "$target" build; fi
    "$target/.venv/bin/python" -m compileall -q "$target/backend/oottam"
  )
  touch "$target/.built"
}

# The folder of a release, with the shop's settings.
enter() { # release
  cd "$1" || exit
  set -a
  # shellcheck source=/dev/null
  . "$SETTINGS" || exit
  set +a
  export OOTTAM_VAR=$DATA PYTHONPATH=$1/backend
  umask 077
}

# One of a release's programs, as the shop's account, in the release's folder, with the shop's settings.
in_release() ( # release, program, words
  enter "$1"
  if [ "$(id -un)" = "$ACCOUNT_OF_SHOP" ]; then exec "${@:2}"; else exec runuser -u "$ACCOUNT_OF_SHOP" -- "${@:2}"; fi
)

manage() { in_release "$1" .venv/bin/python backend/manage.py "${@:2}"; }

settings() { # host
  install -d -m 0755 "$ETC"
  if [ ! -e "$SETTINGS" ]; then
    say "Settings: $SETTINGS (docs/settings.md lists what else may be set)."
    write_settings <<WORDS
BEHIND_TLS=1
TRUSTED_PROXY=127.0.0.1
ALLOWED_HOSTS=$1
PORT=$PORT
$(if [ -d "$ETC/contract" ]; then echo "OOTTAM_CONTRACT=$ETC/contract"; fi)
# Until this names a mail server, mails become files in $DATA/mail:
# SMTP_HOST=smtp.example.com
WORDS
    return
  fi
  local hosts before
  before=$(cat "$SETTINGS")
  hosts=$(sed -nE "s/^ALLOWED_HOSTS=['\"]?([^'\"]*)['\"]?$/\1/p" "$SETTINGS" | tail -1)
  case ",$hosts," in
    *",$1,"*) ;;
    *,*,*,*) set_setting ALLOWED_HOSTS "$hosts,$1" ;; # several, which the installer never writes
    *) set_setting ALLOWED_HOSTS "$1" ;;
  esac
  set_setting PORT "$PORT"
  if [ "$before" = "$(cat "$SETTINGS")" ]; then
    say "$SETTINGS is there and is left as it is."
  else
    say "$SETTINGS is there; host and port are brought to $1 and $PORT, and the rest is left as it is."
  fi
}

set_setting() { # name, value; the other lines stay
  awk -v name="$1" -v value="$2" '
    index($0, name "=") == 1 { if (!done++) print name "=" value; next }
    { print }
    END { if (!done) print name "=" value }' "$SETTINGS" | write_settings
}

write_settings() {
  local draft=$SETTINGS.draft
  (umask 077 && cat >"$draft")
  chgrp "$(id -gn "$ACCOUNT_OF_SHOP")" "$draft"
  chmod 0640 "$draft"
  mv "$draft" "$SETTINGS"
}

switch_to() { # folder of a release
  ln -sfn "$1" "$ROOT/current.new"
  mv -T "$ROOT/current.new" "$ROOT/current" # one step: there is always a current one
}

# Certificates that certbot renews through our nginx: without its file, every renewal would fail.
for_each_renewal() { # command
  local file
  while read -r file; do "$1" "$(basename "$file" .conf)"; done \
    < <(grep -lsF "$WEBROOT" "$LETSENCRYPT"/renewal/*.conf || true)
}

say_that_it_stays() {
  say "certbot goes on renewing $1, in vain without nginx's file. Unless you install again: certbot delete --cert-name $1"
}

delete_certificate() {
  say "Delete certbot's certificate of $1."
  certbot delete --quiet --non-interactive --cert-name "$1" </dev/null
}
