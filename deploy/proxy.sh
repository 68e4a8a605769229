# shellcheck shell=bash
# Generates the nginx configuration from nginx.conf and the installer's options. Sourced after install_lib.sh, never run.
NGINX=/etc/nginx/conf.d/oottam.conf
NGINX_MAIN=/etc/nginx/nginx.conf
CONNECTIONS=4096 # per nginx worker; Debian's 768 could be exhausted by slow clients

# Print the nginx configuration, or with `plain` only the part without TLS.
nginx_file() { # release, [plain]
  local http2='' shown='' version
  version=$(nginx -v 2>&1 | sed -nE 's#.*nginx/([0-9.]+).*#\1#p')
  # `http2 on` exists since 1.25.1; Debian 12 has 1.22, where it is a parameter of `listen`.
  if dpkg --compare-versions "$version" ge 1.25.1; then
    http2='    http2 on;'
  fi
  if [ "$HTTPS" != 443 ]; then shown=":$HTTPS"; fi
  sed -E -e "s/order\.example\.com/$HOST/g" \
    -e "s#ssl_certificate .*#ssl_certificate $CERTIFICATE;#; s#ssl_certificate_key .*#ssl_certificate_key $KEY;#" \
    -e "s/(listen (\[::\]:)?)80;/\1$HTTP;/; s/(listen (\[::\]:)?)443 ssl;/\1$HTTPS ssl$([ -n "$http2" ] || echo ' http2');/" \
    -e "s#https://\\\$host\\\$request_uri#https://\$host$shown\$request_uri#" \
    -e "s#127\.0\.0\.1:8000#127.0.0.1:$PORT#" "$1/deploy/nginx.conf" |
    awk -v plain="${2:-}" -v http2="$http2" '
      /^server \{/ { servers++ }
      servers > 1 && plain { next } # read to the end, as sed would get SIGPIPE
      { print }
      /listen \[::\].* ssl/ && http2 { print http2 }'
}

# Raise nginx's worker_connections to CONNECTIONS; each client connection may use another to the server.
allow_connections() {
  local had
  had=$(sed -nE '/^[[:space:]]*worker_connections[[:space:]]/ { s/.*[[:space:]]([0-9]+);.*/\1/p; q }' "$NGINX_MAIN")
  if [ -z "$had" ]; then fail "$NGINX_MAIN has no worker_connections. Put \`worker_connections $CONNECTIONS;\` into its events block, and call this again."; fi
  if [ "$had" -lt "$CONNECTIONS" ]; then
    say "nginx: worker_connections $CONNECTIONS, for $had."
    sed -E "s/^([[:space:]]*)worker_connections[[:space:]]+[0-9]+;/\1worker_connections $CONNECTIONS; # oottam: was $had/" \
      "$NGINX_MAIN" >"$NGINX_MAIN.draft"
    if ! grep -q '^[[:space:]]*worker_rlimit_nofile' "$NGINX_MAIN.draft"; then
      sed -i "1i worker_rlimit_nofile $((4 * CONNECTIONS)); # oottam" "$NGINX_MAIN.draft"
    fi
    cp --attributes-only --preserve=mode,ownership "$NGINX_MAIN" "$NGINX_MAIN.draft"
    mv "$NGINX_MAIN.draft" "$NGINX_MAIN"
  fi
}

restore_connections() { # undoes allow_connections
  if [ -e "$NGINX_MAIN" ]; then
    sed -i -E '/^worker_rlimit_nofile [0-9]+; # oottam$/d; s/worker_connections [0-9]+; # oottam: was ([0-9]+)/worker_connections \1;/' "$NGINX_MAIN"
  fi
}

write_nginx_file() {
  nginx_file "$@" >"$NGINX.draft"
  if cmp -s "$NGINX.draft" "$NGINX"; then rm "$NGINX.draft"; else mv "$NGINX.draft" "$NGINX"; fi
  reload_nginx
}

reload_nginx() {
  nginx -q -t
  if has_systemd; then
    systemctl enable --quiet nginx
    systemctl reload-or-restart nginx 2>/dev/null || fail "nginx does not start, and says why: journalctl -u nginx -n 20. Where another program
holds port 80, take away Debian's sample page, which asks for it: rm /etc/nginx/sites-enabled/default. Then call this again."
  elif [ -s /run/nginx.pid ] && kill -0 "$(cat /run/nginx.pid)" 2>/dev/null; then
    nginx -q -s reload
  else
    nginx 9>&- # without systemd nginx daemonizes and would hold the lock
  fi
}
