# shellcheck shell=bash
# Shared by deploy/install and deploy/update: paths, releases, settings. Sourced, never run. Tests override
# the paths and the account.
PATH=$PATH:/usr/sbin:/sbin # cron and `su` omit the sbin folders of runuser, useradd and nginx
ROOT=${OOTTAM_ROOT:-/opt/oottam}
ETC=${OOTTAM_ETC:-/etc/oottam}
DATA=${OOTTAM_DATA:-/var/lib/oottam}
SHOP_ACCOUNT=${OOTTAM_ACCOUNT:-oottam}
SETTINGS=$ETC/oottam.env
WEBROOT=/var/lib/oottam-acme # also named in nginx.conf
LETSENCRYPT=${OOTTAM_LETSENCRYPT:-/etc/letsencrypt}
# The server's port behind nginx, from the settings if they exist.
PORT=$(sed -nE 's/^PORT=([0-9]+)$/\1/p' "$SETTINGS" 2>/dev/null | tail -1) || true
PORT=${PORT:-8000}

say() { printf '%s\n' "- $*" || true; } # ignores a closed pipe
fail() { printf '%s\n' "$*" >&2; exit 1; }
need_root() { [ "$(id -u)" = 0 ] || fail "Run this as root: it makes an account, units and nginx's configuration."; }
# False for custom paths: a test installation must not touch the shop that systemd runs.
has_systemd() { [ -d /run/systemd/system ] && [ "$ROOT" = /opt/oottam ]; }

# Children inherit the lock, so it is held until the last process of an interrupted call has ended.
acquire_lock() {
  install -d -m 0755 "$ROOT"
  exec 9>"$ROOT/.lock"
  flock -n 9 || fail "Another deploy/install or deploy/update is at work here. Nothing was changed; call this again when it has ended."
}

# The version of a checkout or an unpacked archive (`make release`): that of its pyproject.toml with the commit.
version_of() {
  local number
  if [ -e "$1/RELEASE" ]; then cat "$1/RELEASE"; return; fi
  number=$(sed -nE 's/^version = "(.*)"/\1/p' "$1/pyproject.toml" | head -1)
  printf '%s-%s\n' "$number" "$(git -c safe.directory='*' -C "$1" rev-parse --short=10 HEAD)"
}

# Debian's Python (12 has 3.11, 13 has 3.13), or the one named by PYTHON; tools/set-up.sh uses the same.
require_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3.11 python3.13 python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 13)))' 2>/dev/null; then
      return
    fi
  done
  fail "Python 3.11 or 3.13 is needed and this machine has another one. Install one of these beside it where the
account oottam can read it, and call this again with PYTHON=/path/to/python3.13. Nothing but packages was changed."
}

# Checked before building or migrating: the tables of a running older release need a backup first.
require_no_other_release() { # folder of the release to be installed
  local served
  [ -e "$ROOT/current" ] || return 0
  served=$(readlink -f "$ROOT/current")
  [ "$served" = "$(readlink -f "$1")" ] ||
    fail "$served is served here. deploy/update goes to ${1##*/}, with a backup first. Nothing but packages was changed."
}

# Add a release: clone or copy it to a draft folder, rename that, then build. `.built` marks success.
make_release() { # source, commit, version
  local target=$ROOT/releases/$3 draft=$ROOT/releases/$3.draft
  # Rebuild if its Python is missing, as after a Debian upgrade.
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
        fail "The archive in $1 is damaged or was changed. Unpack it again. Nothing was changed."
      install -d -m 0755 "$draft"
      tar -C "$1" --exclude=./.venv --exclude=./var -cf - . | tar -C "$draft" --no-same-owner -xf -
    else
      git -c safe.directory='*' clone --quiet --no-hardlinks "$1" "$draft"
      git -C "$draft" checkout --quiet --detach "$2"
    fi
    mv "$draft" "$target" # before the build: a virtual environment stores its absolute path
  fi
  say "Release $3: packages of requirements.lock alone (a minute or so)."
  (
    umask 022
    export UV_COMPILE_BYTECODE=1 # the shop's account cannot write there and would compile at every start
    if [ -e "$target/RELEASE" ]; then "$target/tools/set-up.sh" python; else make --no-print-directory -C "$target" build; fi
    "$target/.venv/bin/python" -m compileall -q "$target/backend/oottam"
  )
  touch "$target/.built"
}

# Change to a release's folder and load the shop's settings.
enter_release() { # release
  cd "$1" || exit
  set -a
  # shellcheck source=/dev/null
  . "$SETTINGS" || exit
  set +a
  export OOTTAM_VAR=$DATA PYTHONPATH=$1/backend
  umask 077
}

# Run a release's program as the shop's account, in the release's folder, with the shop's settings.
run_in_release() ( # release, program, arguments
  enter_release "$1"
  if [ "$(id -un)" = "$SHOP_ACCOUNT" ]; then exec "${@:2}"; else exec runuser -u "$SHOP_ACCOUNT" -- "${@:2}"; fi
)

manage() { run_in_release "$1" .venv/bin/python backend/manage.py "${@:2}"; }

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
    *,*,*,*) set_setting ALLOWED_HOSTS "$hosts,$1" ;; # several hosts were set by hand: add this one
    *) set_setting ALLOWED_HOSTS "$1" ;;
  esac
  set_setting PORT "$PORT"
  if [ "$before" = "$(cat "$SETTINGS")" ]; then
    say "$SETTINGS is there and is left as it is."
  else
    say "$SETTINGS is there; host and port are brought to $1 and $PORT, and the rest is left as it is."
  fi
}

set_setting() { # name, value; keeps the other lines
  awk -v name="$1" -v value="$2" '
    index($0, name "=") == 1 { if (!done++) print name "=" value; next }
    { print }
    END { if (!done) print name "=" value }' "$SETTINGS" | write_settings
}

write_settings() {
  local draft=$SETTINGS.draft
  (umask 077 && cat >"$draft")
  chgrp "$(id -gn "$SHOP_ACCOUNT")" "$draft"
  chmod 0640 "$draft"
  mv "$draft" "$SETTINGS"
}

switch_to() { # folder of a release
  ln -sfn "$1" "$ROOT/current.new"
  mv -T "$ROOT/current.new" "$ROOT/current" # atomic: `current` always exists
}

# Certificates that certbot renews through nginx: without the nginx file, every renewal would fail.
for_each_renewal() { # command
  local file
  while read -r file; do "$1" "$(basename "$file" .conf)"; done \
    < <(grep -lsF "$WEBROOT" "$LETSENCRYPT"/renewal/*.conf || true)
}

note_remaining_certificate() {
  say "certbot goes on renewing $1, in vain without nginx's file. Unless you install again: certbot delete --cert-name $1"
}

delete_certificate() {
  say "Delete certbot's certificate of $1."
  certbot delete --quiet --non-interactive --cert-name "$1" </dev/null
}
