"""nginx in front of servers, configured like deploy/upstream.conf and deploy/nginx.conf without TLS."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from system_tests.support.shop import ROOT, Shop, free_port, temporary_folder

# Test visitors all connect from this machine and set their own X-Forwarded-For.
CLIENT_ADDRESS = "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"
START_SECONDS = 30.0
TRUSTED = {"TRUSTED_PROXY": "127.0.0.1"}


def nginx() -> str:
    """The path of nginx; raise SystemExit if missing."""
    if found := find_nginx():
        return found
    raise SystemExit("This system test needs nginx; on Debian: apt-get install nginx-light.")


def find_nginx() -> str | None:
    """The path of nginx, or None."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


@contextmanager
def proxy(folder: Path, ports: Sequence[int], *, limits: bool = True) -> Iterator[int]:
    """Run nginx in front of the servers on these ports; yield its port.

    Without `limits`, the per-address limits are removed.
    """
    port = free_port()
    place = folder / "nginx"
    place.mkdir()
    place.chmod(0o777)
    folder.chmod(0o711)  # nginx workers run as another user and buffer responses there
    settings = place / "nginx.conf"
    settings.write_text(_settings(place, port, ports, limits=limits), "utf-8")
    process = subprocess.Popen([nginx(), "-p", place, "-c", settings, "-e", place / "error.log"])
    try:
        _await_listening(port)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def behind_nginx(shop: Shop, *, limits: bool = True, alone: bool = False) -> Iterator[None]:
    """Route clients through nginx, unless `alone`; the shop must trust TRUSTED as proxy."""
    if alone:
        yield
        return
    own = shop.port
    with temporary_folder() as folder, proxy(folder, [own], limits=limits) as shop.port:
        yield
    shop.port = own


def _await_listening(port: int) -> None:
    """Wait until the port accepts connections."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.01)
    raise RuntimeError("nginx does not start.")


def _settings(place: Path, port: int, ports: Sequence[int], *, limits: bool) -> str:
    upstream, name, next_upstream = "", f"127.0.0.1:{ports[0]}", "off"
    if len(ports) > 1:
        servers = iter(ports)
        upstream = (ROOT / "deploy" / "upstream.conf").read_text("utf-8")
        upstream = re.sub(r"10\.0\.0\.\d+:8000", lambda _: f"127.0.0.1:{next(servers)}", upstream)
        name, next_upstream = "oottam", "error"
    whole = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    head, _, site = whole.split("\nserver {\n")
    site = re.sub(r"    (listen|ssl_\w+|http2) .*;\n", "", site)
    for old, new in (
        ("http://127.0.0.1:8000", f"http://{name}"),
        ("proxy_next_upstream off", f"proxy_next_upstream {next_upstream}"),
        ("/var/log/nginx/oottam.log", str(place / "access.log")),
    ):
        if old not in site:
            raise RuntimeError(f"deploy/nginx.conf has no {old} any more")
        site = site.replace(old, new)
    if not limits:
        site = re.sub(r"    limit_(req|conn) .*\n", "", site)
    return (
        f"daemon off; worker_rlimit_nofile 16384; pid {place}/pid; events {{ worker_connections 4096; }}\n"
        f"http {{ {_temporary(place)}\n{upstream}\n{head}\n"
        f"server {{\n    listen 127.0.0.1:{port};\n    {CLIENT_ADDRESS}\n{site}\n}}\n"
    )


def _temporary(place: Path) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return " ".join(f"{kind}_temp_path {place}/{kind};" for kind in kinds)
