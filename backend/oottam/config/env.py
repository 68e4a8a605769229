"""The environment variables that this server reads, all of them, in one place.

| variable          | default                 | what it sets                                              |
|-------------------|-------------------------|-----------------------------------------------------------|
| HOST              | 127.0.0.1               | address to listen on (0.0.0.0 for every interface)         |
| PORT              | 8000                    | port to listen on                                         |
| THREADS           | 32                      | pages at once; on PostgreSQL each may have a connection    |
| DATABASE_URL      | SQLite in OOTTAM_VAR    | postgres://user:password@host,host/name, or sqlite:///path |
| POSTGRESQL_BIN    | the PATH                | the folder of pg_dump, pg_restore and psql, for backups    |
| SECRET_KEY        | made once in OOTTAM_VAR | signs back-office sessions; 50 characters or more; must be set on PostgreSQL |
| ALLOWED_HOSTS     | localhost and HOST      | host names the back office answers to, joined by commas    |
| BEHIND_TLS        | 0                       | 1 when a proxy in front speaks HTTPS: secure cookies, HSTS |
| TRUSTED_PROXY     | none                    | address of that proxy, whose X-Forwarded-* are believed    |
| TRUSTED_PROXY_COUNT | 1                     | proxies in a row: the visitor is so many from the right    |
| ALLOWED_ORIGINS   | none                    | storefronts elsewhere: https://name, joined by commas      |
| FLAG_PER_ADDRESS  | 100                     | requests an hour from one address that staff see a flag at |
| CAP_PER_ADDRESS   | 1000                    | ... and from which on they are refused (0: never)          |
| FLAG_PER_PERSON   | 10                      | the same flag for one phone number, and for one mailbox    |
| CAP_PER_PERSON    | 10                      | acknowledgements an hour to one mailbox (0: any number)    |
| KEYS_KEPT_DAYS    | 30                      | how long a retry with an Idempotency-Key is recognised     |
| HEALTH_KEPT_DAYS  | 90                      | how long words about health are kept (0: for ever)          |
| ENQUIRIES_KEPT_MONTHS | 12                  | how long an enquiry tells of a person (0: for ever)        |
| ORDERS_KEPT_MONTHS | 36                     | ... and an order, after it was closed (0: for ever)        |
| MAILS_KEPT_MONTHS | 12                      | how long it is noted that a mail went (3 or more; 0: for ever) |
| CLICKS_KEPT_MONTHS | 12                     | ... who ticked what, and what undoes a plan's changes (3)  |
| RECORD_KEPT_MONTHS | 48                     | ... who did what else (12)                                 |
| PROOF_KEPT_MONTHS | 96                      | ... who took money, agreed, read or took away words (72)   |
| KITCHEN_KEPT_MONTHS | 24                    | ... what the kitchen was told, and cooked (12)             |
| DOORS_KEPT_MONTHS | 36                      | ... what riders said at doors (24)                         |
| SESSION_HOURS     | 12                      | how long somebody of the staff stays logged in at most     |
| SESSION_IDLE_MINUTES | 120                  | ... and without opening any page                           |
| CUT_OFFS          | 18:00                   | after which the day before a meal stands: one time, or each: breakfast=20:00,lunch=09:30 |
| MENU_ROTATION     | none                    | a Monday on which week 1 of the weekly menu began: 2026-11-02 |
| LABEL_STOCK       | A4-21                   | the labels in the kitchen's printer: A4-21, 100X50 or 50X50 |
| LABEL_SHIFT       | 0,0                     | millimetres that all on them moves right and down: 0.5,-1  |
| SECOND_FACTOR     | OWNERS                  | who of the staff must have one: OFF, OWNERS or ALL         |
| METRICS_TOKEN     | none                    | who sends it as a bearer may read /metrics; unset: nobody  |
| OOTTAM_VAR        | <checkout>/var          | the database file, the secret key, mails as files, backups |
| OOTTAM_CONTRACT   | <checkout>/contract     | catalogue, rules and site configuration                    |
| OOTTAM_STOREFRONT | <checkout>/frontend/dist | the built storefront (make build)                         |
| OOTTAM_MAIL_WORKER | 1                      | 0: mails are sent by a worker started otherwise            |
| SMTP_HOST         | none: files             | the mail server                                            |
| MAIL_FOLDER       | mail in OOTTAM_VAR      | where mails become files; on PostgreSQL must be set, or SMTP_HOST |
| SMTP_PORT         | by SMTP_TLS: 587, 465, 25 | its port                                                 |
| SMTP_TLS          | STARTTLS                | STARTTLS, TLS (from the first byte) or NONE                |
| SMTP_USER, SMTP_PASSWORD | none             | how to log in there                                        |
| MAIL_FROM         | contact of site.json    | address that mails come from; needed with SMTP_HOST        |
| MAIL_SHOP         | contact of site.json    | address at which the shop reads of new requests; likewise  |
| LOG_LEVEL         | INFO                    | DEBUG, INFO, WARNING or ERROR                              |
| LOG_FORMAT        | LINES                   | LINES to be read by people, JSON to be collected           |

A wrong value raises ImproperlyConfigured with a sentence that says what to do.
"""

import os
import re
from datetime import date, time
from ipaddress import ip_address
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")
_CLOCK = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
_ORIGIN = re.compile(r"https?://[a-z0-9.\-]+(:[0-9]+)?")
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


def months(name: str, default: int, least: int) -> int:
    """For how many months something is kept: 0 is for ever, else `least` to 240."""
    kept = number(name, default, 0, 240)
    if 0 < kept < least:
        raise ImproperlyConfigured(
            f"{name}={kept} is too short: it has to be kept for {least} months at least. "
            f"Correct it, or unset it to use {default}; 0 keeps it for ever."
        )
    return kept


def flag(name: str, *, default: bool = False) -> bool:
    """A switch: 1 is on, 0 is off."""
    sent = text(name, str(int(default)))
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


def origins(name: str) -> list[str]:
    """Origins as browsers write them, joined by commas: https://shop.example, without a path."""
    sent = words(name)
    for origin in sent:
        if not _ORIGIN.fullmatch(origin):
            raise ImproperlyConfigured(
                f"{name} holds {origin!r}, which is no origin. Write https://name or "
                "https://name:port, in small letters and without a path."
            )
    return sent


def internet_address(name: str) -> str:
    """An IPv4 or IPv6 address as connections show it; "" when unset."""
    sent = text(name, "")
    try:
        return str(ip_address(sent)) if sent else ""
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name}={sent!r} is not an internet address. Write one such as 127.0.0.1 or ::1."
        ) from error


def address(name: str) -> str:
    """A plain e-mail address, without a name around it; "" when unset."""
    sent = text(name, "")
    if sent and not (sent.isascii() and _ADDRESS.fullmatch(sent)):
        raise ImproperlyConfigured(
            f"{name}={sent!r} is not an e-mail address. Write one such as orders@example.com."
        )
    return sent


def words(name: str) -> list[str]:
    """A list joined by commas; empty when unset."""
    return [word.strip() for word in text(name, "").split(",") if word.strip()]


def times(name: str, default: time, of: tuple[str, ...]) -> dict[str, time]:
    """A time of day for each: one for all, as 18:00, or some by name, as lunch=09:30, joined by commas."""
    found = dict.fromkeys(of, default)
    for word in words(name):
        which, _, clock = word.rpartition("=")
        if not _CLOCK.fullmatch(clock) or which not in ("", *of):
            raise ImproperlyConfigured(
                f"{name} holds {word!r}, which is no time. Write one for all, such as 18:00, or "
                f"{of[0]}=18:00, joined by commas, for any of {', '.join(of)}."
            )
        found.update(dict.fromkeys([which] if which else of, time.fromisoformat(clock)))
    return found


def monday(name: str) -> date | None:
    """A day, as 2026-11-02, that is a Monday; None when unset."""
    sent = text(name, "")
    if not sent:
        return None
    try:
        day = date.fromisoformat(sent)
    except ValueError:
        day = None
    if day is None or day.weekday() != 0:
        raise ImproperlyConfigured(f"{name}={sent!r} is no Monday. Write one as 2026-11-02.")
    return day


def shift(name: str, most: float) -> tuple[float, float]:
    """Two lengths joined by a comma, either way up to so much; both 0 when unset."""
    sent = text(name, "0,0")
    found = re.fullmatch(r"(-?[0-9]+(?:\.[0-9]+)?),\s*(-?[0-9]+(?:\.[0-9]+)?)", sent, re.ASCII)
    right, down = (float(found[1]), float(found[2])) if found else (most + 1, 0)
    if not abs(right) <= most >= abs(down):
        raise ImproperlyConfigured(
            f"{name}={sent!r} is no pair of lengths. Write millimetres to the right and down, such as "
            f"0.5,-1, none of them above {most:g}."
        )
    return right, down
