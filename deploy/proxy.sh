# shellcheck shell=bash
# nginx's file, out of nginx.conf and the installer's words. Sourced, never run; after steps.sh.
NGINX=/etc/nginx/conf.d/oottam.conf

# The whole file for nginx, or with `plain` only its part without a certificate.
nginx_file() { # release, [plain]
  local http2='' shown='' version
  version=$(nginx -v 2>&1 | sed -nE 's#.*nginx/([0-9.]+).*#\1#p')
  # `http2 on` came with 1.25.1; Debian 12 has 1.22, where it is a word of `listen`.
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
      servers > 1 && plain { next } # read to its end: who writes to a closed pipe is killed
      { print }
      /listen \[::\].* ssl/ && http2 { print http2 }'
}

put_nginx_file() {
  nginx_file "$@" >"$NGINX.draft"
  if cmp -s "$NGINX.draft" "$NGINX"; then rm "$NGINX.draft"; else mv "$NGINX.draft" "$NGINX"; fi
  reload_nginx
}

reload_nginx() {
  nginx -q -t
  if has_systemd; then
    systemctl enable --quiet nginx
    systemctl reload-or-restart nginx 2>/dev/null || stop_here "nginx does not start, and says why: journalctl -u nginx -n 20. Where another program
holds port 80, take away Debian's sample page, which asks for it: rm /etc/nginx/sites-enabled/default. Then call this again."
  elif [ -s /run/nginx.pid ] && kill -0 "$(cat /run/nginx.pid)" 2>/dev/null; then
    nginx -q -s reload
  else
    nginx 9>&- # no systemd: it puts itself into the background, where it would hold the lock
  fi
}
