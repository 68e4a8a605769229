"""nginx in front of several servers, as deploy/upstream.conf and deploy/nginx.conf have it, but for TLS."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from drills.shop import ROOT, free_port

# A drill's visitors all come from this machine, and write themselves from where they come.
WHO_ASKS = "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"


def nginx() -> str:
    """Where the program is; SystemExit with a sentence where there is none."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise SystemExit("This drill needs nginx; on Debian: apt-get install nginx-light.")
    return found


@contextmanager
def proxy(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """nginx in front of the servers on these ports, while the context lasts; its own port."""
    port = free_port()
    place = folder / "nginx"
    place.mkdir()
    place.chmod(0o777)
    settings = place / "nginx.conf"
    settings.write_text(_settings(place, port, ports), "utf-8")
    process = subprocess.Popen([nginx(), "-p", place, "-c", settings, "-e", place / "error.log"])
    try:
        yield port
    finally:
        process.terminate()
        process.wait(30)


def _settings(place: Path, port: int, ports: Sequence[int]) -> str:
    upstream = (ROOT / "deploy" / "upstream.conf").read_text("utf-8")
    servers = iter(ports)
    upstream = re.sub(r"10\.0\.0\.\d+:8000", lambda _: f"127.0.0.1:{next(servers)}", upstream)
    whole = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    head, _, site = whole.split("\nserver {\n")
    site = re.sub(r"    (listen|ssl_\w+|http2) .*;\n", "", site)
    for old, new in (
        ("http://127.0.0.1:8000", "http://oottam"),
        ("proxy_next_upstream off", "proxy_next_upstream error"),
        ("/var/log/nginx/oottam.log", str(place / "access.log")),
    ):
        if old not in site:
            raise RuntimeError(f"deploy/nginx.conf has no {old} any more")
        site = site.replace(old, new)
    return (
        f"daemon off; pid {place}/pid; events {{ worker_connections 1024; }}\n"
        f"http {{ {_temporary(place)}\n{upstream}\n{head}\n"
        f"server {{\n    listen 127.0.0.1:{port};\n    {WHO_ASKS}\n{site}\n}}\n"
    )


def _temporary(place: Path) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return " ".join(f"{kind}_temp_path {place}/{kind};" for kind in kinds)
