"""Which database, and with which options."""

import re
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from oottam.core import private_files

# secure_delete: what is deleted or overwritten is overwritten on the disk, too, so that erased is erased.
# cache_size: 2 MiB for each connection, of which every thread has one; the system keeps the file's pages anyhow.
# WAL: readers never wait for the writer. FULL: a reply goes out only after the order is on the disk.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
    "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-2048; PRAGMA secure_delete=ON"
)
BUSY_SECONDS = 10.0
# Nobody waits for ever: not to be let in, not for a lock, not for a host that has fallen silent. And no disk turns under
# it: with its own idea of what looking into an index costs (4), a day's servings are joined by reading all plans.
POSTGRESQL_OPTIONS = {
    "connect_timeout": 5,
    "options": f"-c lock_timeout={BUSY_SECONDS:.0f}s -c random_page_cost=1.1",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
# The one of several hosts that takes writes, found by asking each; a machine that died is waited for on every new
# connection, so briefly. libpq takes less than two seconds for two.
SEVERAL_HOSTS = {"target_session_attrs": "read-write", "connect_timeout": 2}
_HOSTS = re.compile(r"//(?:[^/@]*@)?(?P<hosts>[^/@?]*,[^/@?]*)(?:[/?]|$)")
_HOST = re.compile(
    r"(?P<name>[\w.-]+)(?::(?P<port>\d+))?|\[(?P<six>[\da-fA-F:]+)\](?::(?P<its>\d+))?"
)


def database(url: str, var: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`, or for SQLite in `var` when `url` is empty.

    Raises ImproperlyConfigured when the URL is not one of SQLite or PostgreSQL, or
    `var` cannot be made.
    """
    if not url:
        try:
            private_files.make_folder(var)  # names, phone numbers and addresses
        except OSError as error:
            raise ImproperlyConfigured(
                f"The folder {var} for the database cannot be made ({error.strerror}). "
                "Make it, or correct OOTTAM_VAR."
            ) from error
        url = f"sqlite:///{var / 'oottam.sqlite3'}"
    url, hosts = _without_several_hosts(url)
    try:
        parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=None))
    except ValueError as error:
        raise ImproperlyConfigured(_how_to_spell_it()) from error
    engine = parsed["ENGINE"].rsplit(".", 1)[-1]
    if engine == "sqlite3":
        parsed["ENGINE"] = "oottam.core.db.sqlite"
        parsed["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": BUSY_SECONDS,
            "init_command": SQLITE_PRAGMAS,
        }
    elif engine == "postgresql":
        # A restarted PostgreSQL must not cost every thread one refused order.
        parsed["CONN_HEALTH_CHECKS"] = True
        parsed["ENGINE"] = "oottam.core.db.postgresql"
        parsed |= hosts
        options = parsed.get("OPTIONS", {})
        several = SEVERAL_HOSTS if "," in f"{parsed['HOST']}{options.get('host', '')}" else {}
        parsed["OPTIONS"] = {**POSTGRESQL_OPTIONS, **several, **options}
    else:
        raise ImproperlyConfigured(_how_to_spell_it())
    return parsed


def is_postgresql(url: str) -> bool:
    """Whether `url` is one of PostgreSQL; it may be empty, and is valid otherwise."""
    return bool(url) and "postgresql" in database(url, Path())["ENGINE"]


def _without_several_hosts(url: str) -> tuple[str, dict[str, str]]:
    """The URL with one host, which is all that its parser knows, and HOST and PORT of all of them."""
    found = _HOSTS.search(url)
    if found is None:
        return url, {}
    named = [_HOST.fullmatch(host) for host in found["hosts"].split(",")]
    if not all(named):
        raise ImproperlyConfigured(_how_to_spell_it())
    pairs = [(host["name"] or host["six"], host["port"] or host["its"]) for host in named if host]
    hosts = {
        "HOST": ",".join(name for name, _ in pairs),
        "PORT": ",".join(port or "5432" for _, port in pairs),
    }
    return url[: found.start("hosts")] + "several" + url[found.end("hosts") :], hosts


def _how_to_spell_it() -> str:
    # The URL itself is not repeated: it holds a password.
    return (
        "DATABASE_URL is not understood. Write postgres://user:password@host:5432/name or "
        "sqlite:////absolute/path, or unset it to use SQLite in OOTTAM_VAR."
    )
