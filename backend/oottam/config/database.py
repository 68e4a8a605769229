"""Django's database settings from DATABASE_URL."""

import re
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from oottam.core import private_files

# secure_delete: overwrites deleted data on the disk, for erasures.
# cache_size: 2 MiB per connection, one per thread; the system caches the file's pages anyway.
# WAL: readers do not wait for the writer. FULL: an order is on the disk before its response.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
    "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-2048; PRAGMA secure_delete=ON"
)
BUSY_SECONDS = 10.0
# Timeouts for connections, locks and silent hosts. random_page_cost is for SSDs: with the default of 4, a day's servings
# are joined by a sequential scan of all plans.
POSTGRESQL_OPTIONS = {
    "connect_timeout": 5,
    "options": f"-c lock_timeout={BUSY_SECONDS:.0f}s -c random_page_cost=1.1",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
# Selects the writable one of several hosts. The timeout is short, as every new connection waits for a dead host; libpq's
# minimum is 2 seconds.
SEVERAL_HOSTS = {"target_session_attrs": "read-write", "connect_timeout": 2}
_HOSTS = re.compile(r"//(?:[^/@]*@)?(?P<hosts>[^/@?]*,[^/@?]*)(?:[/?]|$)")
_HOST = re.compile(
    r"(?P<name>[\w.-]+)(?::(?P<port>\d+))?|\[(?P<ipv6>[\da-fA-F:]+)\](?::(?P<ipv6_port>\d+))?"
)


def database(url: str, var: Path) -> dict[str, Any]:
    """Return Django's settings for `url`, or for SQLite in `var` if it is empty.

    Raises ImproperlyConfigured for an unsupported URL, or if `var` cannot be created.
    """
    if not url:
        try:
            private_files.make_folder(var)  # contains personal data
        except OSError as error:
            raise ImproperlyConfigured(
                f"The folder {var} for the database cannot be made ({error.strerror}). "
                "Make it, or correct OOTTAM_VAR."
            ) from error
        url = f"sqlite:///{var / 'oottam.sqlite3'}"
    url, hosts = _extract_hosts(url)
    try:
        parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=None))
    except ValueError as error:
        raise ImproperlyConfigured(_describe_syntax()) from error
    engine = parsed["ENGINE"].rsplit(".", 1)[-1]
    if engine == "sqlite3":
        parsed["ENGINE"] = "oottam.core.db.sqlite"
        parsed["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": BUSY_SECONDS,
            "init_command": SQLITE_PRAGMAS,
        }
    elif engine == "postgresql":
        # After a restart of PostgreSQL, threads must not fail on their stale connections.
        parsed["CONN_HEALTH_CHECKS"] = True
        parsed["ENGINE"] = "oottam.core.db.postgresql"
        parsed |= hosts
        options = parsed.get("OPTIONS", {})
        multi_host = SEVERAL_HOSTS if "," in f"{parsed['HOST']}{options.get('host', '')}" else {}
        parsed["OPTIONS"] = {**POSTGRESQL_OPTIONS, **multi_host, **options}
    else:
        raise ImproperlyConfigured(_describe_syntax())
    return parsed


def is_postgresql(url: str) -> bool:
    """Whether a valid or empty `url` is PostgreSQL's."""
    return bool(url) and "postgresql" in database(url, Path())["ENGINE"]


def _extract_hosts(url: str) -> tuple[str, dict[str, str]]:
    """Return the URL with a single placeholder host, for the parser, and HOST and PORT of all hosts."""
    match = _HOSTS.search(url)
    if match is None:
        return url, {}
    matches = [_HOST.fullmatch(host) for host in match["hosts"].split(",")]
    if not all(matches):
        raise ImproperlyConfigured(_describe_syntax())
    pairs = [
        (host["name"] or host["ipv6"], host["port"] or host["ipv6_port"])
        for host in matches
        if host
    ]
    hosts = {
        "HOST": ",".join(name for name, _ in pairs),
        "PORT": ",".join(port or "5432" for _, port in pairs),
    }
    return url[: match.start("hosts")] + "several" + url[match.end("hosts") :], hosts


def _describe_syntax() -> str:
    # Without the URL, which contains a password.
    return (
        "DATABASE_URL is not understood. Write postgres://user:password@host:5432/name or "
        "sqlite:////absolute/path, or unset it to use SQLite in OOTTAM_VAR."
    )
