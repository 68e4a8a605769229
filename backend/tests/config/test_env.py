"""Every setting is written down; a wrong one ends in a sentence that says what to do."""

import re
import runpy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from oottam.config import env
from oottam.config.database import database
from oottam.config.secret_key import secret_key

CHECKOUT = Path(__file__).parents[3]


def variables_read() -> list[str]:
    """Every name that some line of the configuration asks the environment for."""
    sources = (CHECKOUT / "backend" / "oottam").rglob("*.py")
    asked = [re.findall(r'\benv\.[a-z_]+\(\s*"(\w+)"', file.read_text("utf-8")) for file in sources]
    return sorted({name for names in asked for name in names})


def variables_listed(text: str) -> list[str]:
    """Names in the first column of a table, one or several in a row."""
    rows = re.findall(r"^\| ((?:`?[A-Z][A-Z_]+`?(?:, )?)+) +\|", text, re.MULTILINE)
    return sorted(name for row in rows for name in re.findall("[A-Z_]+", row))


def test_every_setting_stands_once_in_the_readme_and_where_it_is_read() -> None:
    read = variables_read()
    assert {"HOST", "SMTP_TLS", "LOG_FORMAT"} <= set(read)
    assert variables_listed((CHECKOUT / "README.md").read_text("utf-8")) == read
    assert variables_listed(env.__doc__ or "") == read


def test_nothing_but_env_reads_the_environment() -> None:
    sources = (CHECKOUT / "backend" / "oottam").rglob("*.py")
    readers = [
        file.name
        for file in sources
        if re.search(r"\bos\.(environ\.get|environ\[|getenv)", file.read_text("utf-8"))
    ]
    assert readers == ["env.py"]


def refusal(read: Any, *args: Any) -> str:
    with pytest.raises(ImproperlyConfigured) as stopped:
        read(*args)
    return str(stopped.value)


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", " ")
    assert env.text("HOST", "127.0.0.1") == "127.0.0.1"


@pytest.mark.parametrize("sent", ["eighty", "0", "65536", "-1", "80.5", "８０"])
def test_a_port_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, sent: str) -> None:
    monkeypatch.setenv("PORT", sent)
    assert refusal(env.number, "PORT", 8000, 1, 65535) == (
        f"PORT='{sent}' is not a whole number from 1 to 65535. Correct it, or unset it to use 8000."
    )


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [
        ("PORT", 1, 65_535),
        ("SMTP_PORT", 1, 65_535),
        ("THREADS", 1, 512),
        ("TRUSTED_PROXY_COUNT", 1, 10),
        ("FLAG_PER_ADDRESS", 0, 1_000_000),
        ("CAP_PER_ADDRESS", 0, 1_000_000),
        ("FLAG_PER_PERSON", 0, 1_000_000),
        ("CAP_PER_PERSON", 0, 1_000_000),
        ("KEYS_KEPT_DAYS", 1, 3_650),
    ],
)
def test_a_number_is_taken_up_to_its_bounds_and_not_beyond(
    monkeypatch: pytest.MonkeyPatch, name: str, lowest: int, highest: int
) -> None:
    if name == "SMTP_PORT":  # means nothing without a mail server, and is refused then
        for other, value in MAIL_SERVER.items():
            monkeypatch.setenv(other, value)
    for taken in (lowest, highest):
        monkeypatch.setenv(name, str(taken))
        assert read_as_the_server_does(name) == taken
    for refused in (lowest - 1, highest + 1):
        monkeypatch.setenv(name, str(refused))
        said = refusal(read_as_the_server_does, name)
        assert said.startswith(
            f"{name}='{refused}' is not a whole number from {lowest} to {highest}."
        )


MAIL_SERVER = {
    "SMTP_HOST": "mail.example.com",
    "MAIL_FROM": "shop@example.com",
    "MAIL_SHOP": "shop@example.com",
}


def read_as_the_server_does(name: str) -> Any:
    """What the settings make of this number, read afresh."""
    found = runpy.run_path(str(CHECKOUT / "backend/oottam/config/settings.py"))
    return found["MAIL"].port if name == "SMTP_PORT" else found[name]


def test_a_switch_is_0_or_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEHIND_TLS", "yes")
    assert refusal(env.flag, "BEHIND_TLS") == (
        "BEHIND_TLS='yes' is neither 0 nor 1. Set it to one of them."
    )
    monkeypatch.setenv("BEHIND_TLS", "1")
    assert env.flag("BEHIND_TLS") is True


def test_a_choice_is_one_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert refusal(env.choice, "LOG_LEVEL", "INFO", ("INFO", "ERROR")) == (
        "LOG_LEVEL='LOUD' is unknown. Use one of INFO, ERROR."
    )


def test_a_list_is_joined_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,,")
    assert env.words("ALLOWED_HOSTS") == ["a.example", "b.example"]


def test_origins_are_written_as_browsers_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_ORIGINS", "https://a.example, http://b.example:8080")
    assert env.origins("ALLOWED_ORIGINS") == ["https://a.example", "http://b.example:8080"]


@pytest.mark.parametrize(
    "sent",
    ["*", "null", "a.example", "https://a.example/", "https://A.example", "ftp://a.example"],
)
def test_what_is_no_origin_is_refused(monkeypatch: pytest.MonkeyPatch, sent: str) -> None:
    monkeypatch.setenv("ALLOWED_ORIGINS", f"https://fine.example,{sent}")
    assert refusal(env.origins, "ALLOWED_ORIGINS") == (
        f"ALLOWED_ORIGINS holds '{sent}', which is no origin. Write https://name or "
        "https://name:port, in small letters and without a path."
    )


def test_a_proxy_is_named_by_its_internet_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXY", "0:0:0:0:0:0:0:1")
    assert env.internet_address("TRUSTED_PROXY") == "::1"
    monkeypatch.setenv("TRUSTED_PROXY", "")
    assert env.internet_address("TRUSTED_PROXY") == ""


@pytest.mark.parametrize("sent", ["foo", "*", "localhost", "127.0.0.1:80", "10.0.0.0/8", "127.1"])
def test_what_is_no_internet_address_is_refused(monkeypatch: pytest.MonkeyPatch, sent: str) -> None:
    monkeypatch.setenv("TRUSTED_PROXY", sent)
    assert refusal(env.internet_address, "TRUSTED_PROXY") == (
        f"TRUSTED_PROXY='{sent}' is not an internet address. Write one such as 127.0.0.1 or ::1."
    )


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, not a folder")
    assert refusal(database, "", tmp_path / "var") == (
        f"The folder {tmp_path / 'var'} for the database cannot be made (File exists). "
        "Make it, or correct OOTTAM_VAR."
    )


def test_sqlite_is_the_database_unless_a_url_says_otherwise(tmp_path: Path) -> None:
    chosen = database("", tmp_path / "var")
    assert chosen["ENGINE"] == "oottam.common.private_sqlite"
    assert chosen["NAME"] == str(tmp_path / "var" / "oottam.sqlite3")
    assert chosen["CONN_MAX_AGE"] is None
    assert chosen["OPTIONS"] == {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10.0,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-2048; PRAGMA secure_delete=ON",
    }


def test_the_databases_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    database("", tmp_path / "var")
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700


def test_a_url_chooses_postgresql(tmp_path: Path) -> None:
    chosen = database("postgres://asha:pass@db.example:5433/oottam", tmp_path)
    assert (chosen["ENGINE"], chosen["HOST"], chosen["PORT"], chosen["NAME"]) == (
        "oottam.common.primary_postgresql",
        "db.example",
        5433,
        "oottam",
    )
    assert (chosen["CONN_MAX_AGE"], chosen["CONN_HEALTH_CHECKS"]) == (None, True)


@pytest.mark.django_db
def test_on_postgresql_nobody_waits_for_ever_for_a_lock() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite's patience is an option of its own")
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("10s",)


@pytest.mark.parametrize("url", ["mysql://a:secret@b/c", "nonsense://a:secret@b", "a:secret@b"])
def test_another_database_is_refused_without_repeating_the_password(
    tmp_path: Path, url: str
) -> None:
    sentence = refusal(database, url, tmp_path)
    assert sentence.startswith("DATABASE_URL is not understood. Write postgres://")
    assert "secret" not in sentence


def test_a_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    first, second = (secret_key("", tmp_path / "var") for _ in range(2))
    file = tmp_path / "var" / "secret-key"
    assert first == second == file.read_text("ascii").strip()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in file.parent.iterdir()] == ["secret-key"]


def test_a_given_secret_key_is_used_and_nothing_is_written(tmp_path: Path) -> None:
    assert secret_key("k" * 50, tmp_path) == "k" * 50
    assert list(tmp_path.iterdir()) == []


def test_a_short_secret_key_is_refused(tmp_path: Path) -> None:
    assert refusal(secret_key, "short", tmp_path) == (
        "The key in SECRET_KEY is shorter than 50 characters. Use a longer random one, "
        "or remove it to have one made."
    )


def test_servers_at_one_database_do_not_each_make_a_key(tmp_path: Path) -> None:
    assert refusal(partial(secret_key, is_shared=True), "", tmp_path) == (
        "PostgreSQL needs SECRET_KEY, the same for every server at this database. "
        "Set it to a random word of 50 characters or more."
    )
    assert list(tmp_path.iterdir()) == []
    assert secret_key("k" * 50, tmp_path, is_shared=True) == "k" * 50


def test_the_key_that_one_server_has_made_is_where_to_take_it_from(tmp_path: Path) -> None:
    secret_key("", tmp_path)
    assert refusal(partial(secret_key, is_shared=True), "", tmp_path).endswith(
        f" Set it to what stands in {tmp_path / 'secret-key'}, which was used so far."
    )


def test_a_secret_key_that_cannot_be_kept_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, not a folder")
    assert "The secret key cannot be kept in" in refusal(secret_key, "", tmp_path / "var")


def test_the_slower_of_two_starts_takes_the_key_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes start together: the second finds the file only when it links its own."""
    kept = secret_key("", tmp_path)
    monkeypatch.setattr(Path, "exists", lambda path: False)
    assert secret_key("", tmp_path) == kept


@pytest.mark.parametrize(
    ("sent", "taken"), [("", (0, 0)), ("0.5,-1", (0.5, -1)), ("-20, 20", (-20, 20))]
)
def test_a_shift_is_two_lengths(
    monkeypatch: pytest.MonkeyPatch, sent: str, taken: tuple[float, float]
) -> None:
    monkeypatch.setenv("LABEL_SHIFT", sent)
    assert env.shift("LABEL_SHIFT", 20) == taken


@pytest.mark.parametrize("sent", ["1", "1;2", "1,2,3", "20.1,0", "0,-21", "1mm,2", "nan,0", "１,0"])
def test_a_shift_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, sent: str) -> None:
    monkeypatch.setenv("LABEL_SHIFT", sent)
    assert refusal(env.shift, "LABEL_SHIFT", 20) == (
        f"LABEL_SHIFT='{sent}' is no pair of lengths. Write millimetres to the right and down, such as "
        "0.5,-1, none of them above 20."
    )
