"""The environment variables that this server reads, all of them, in one place.

| variable          | default                 | what it sets                                              |
|-------------------|-------------------------|-----------------------------------------------------------|
| HOST              | 127.0.0.1               | address to listen on (0.0.0.0 for every interface)         |
| PORT              | 8000                    | port to listen on                                         |
| THREADS           | 32                      | requests worked on at once; on PostgreSQL also connections |
| DATABASE_URL      | SQLite in OOTTAM_VAR    | postgres://user:password@host/name, or sqlite:///path      |
| SECRET_KEY        | made once in OOTTAM_VAR | signs back-office sessions; 50 characters or more          |
| ALLOWED_HOSTS     | localhost and HOST      | host names the back office answers to, joined by commas    |
| BEHIND_TLS        | 0                       | 1 when a proxy in front speaks HTTPS: secure cookies, HSTS |
| TRUSTED_PROXY     | none                    | address of that proxy, whose X-Forwarded-* are believed    |
| OOTTAM_VAR        | <checkout>/var          | where the database file and the secret key live            |
| OOTTAM_CONTRACT   | <checkout>/contract     | catalogue, rules and site configuration                    |
| OOTTAM_STOREFRONT | <checkout>/frontend/dist | the built storefront (make build)                         |
| LOG_LEVEL         | INFO                    | DEBUG, INFO, WARNING or ERROR                              |

A wrong value raises ImproperlyConfigured with a sentence that says what to do.
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

CHECKOUT = Path(__file__).resolve().parents[3]


def text(name: str, default: str) -> str:
    """The variable without surrounding blanks; an empty one counts as unset."""
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int, lowest: int, highest: int) -> int:
    """A whole number within bounds, both included."""
    sent = text(name, str(default))
    if not (sent.isascii() and sent.isdigit()) or not lowest <= int(sent) <= highest:
        raise ImproperlyConfigured(
            f"{name}={sent!r} is not a whole number from {lowest} to {highest}. "
            f"Correct it, or unset it to use {default}."
        )
    return int(sent)


def flag(name: str) -> bool:
    """A switch: 1 is on; 0 or unset is off."""
    sent = text(name, "0")
    if sent not in ("0", "1"):
        raise ImproperlyConfigured(f"{name}={sent!r} is neither 0 nor 1. Set it to one of them.")
    return sent == "1"


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words, in any letter case."""
    sent = text(name, default).upper()
    if sent not in allowed:
        raise ImproperlyConfigured(f"{name}={sent!r} is unknown. Use one of {', '.join(allowed)}.")
    return sent


def folder(name: str, default: Path) -> Path:
    """A folder by absolute path; whether it exists is for its reader to say."""
    return Path(text(name, str(default))).expanduser().resolve()


def words(name: str) -> list[str]:
    """A list joined by commas; empty when unset."""
    return [word.strip() for word in text(name, "").split(",") if word.strip()]
