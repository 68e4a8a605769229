"""Settings: documentation, validation, and messages for invalid values."""

import re
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from pydantic import SecretStr

from oottam.config import environment, reference
from oottam.config.database import database
from oottam.config.environment import Environment
from oottam.config.secret_key import check_secret_key, secret_key
from oottam.config.setting_types import CHECKOUT
from oottam.serving import serve

SECRET = "hunter2"
POSTGRESQL = "postgres://asha:pass@db.example/oottam"


@pytest.fixture(autouse=True)
def _clear_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Environment.model_fields:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OOTTAM_VAR", str(tmp_path / "var"))


def test_generated_settings_page_and_example_are_current() -> None:
    assert reference.PAGE.read_text("utf-8") == reference.page(), "Run: make contract"
    assert reference.EXAMPLE.read_text("utf-8") == reference.example(), "Run: make contract"


def test_example_sets_nothing() -> None:
    lines = reference.example().splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == []
    assert [line[2:-1] for line in lines if line.endswith("=")] == [*Environment.model_fields]


def test_no_other_module_reads_the_environment() -> None:
    """Except environment.py for settings' former names, and serve.py, which avoids importing pydantic."""
    sources = (CHECKOUT / "backend" / "oottam").rglob("*.py")
    assert sorted(
        file.name
        for file in sources
        if re.search(r"\bos\.(environ\.get|environ\[|getenv)", file.read_text("utf-8"))
    ) == ["environment.py", "serve.py"]
    assert (serve.HOST, serve.PORT) == (Environment().HOST, Environment().PORT)


def test_only_the_environment_is_read_not_a_file_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("PORT=9000\n")
    monkeypatch.chdir(tmp_path)
    assert environment.read().PORT == 8000


def test_all_invalid_settings_are_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        "PORT": "http",
        "BEHIND_TLS": "1",  # without TRUSTED_PROXY
        "SMTP_HOST": "mail.example",  # without either address: one sentence
        "SMTP_USER": "kitchen",  # without SMTP_PASSWORD
        "LOG_LEVEL": "loud",
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    first, *others = refusal(environment.read).splitlines()
    assert first == "5 settings are wrong:"
    assert [" ".join(line.split()[:3]) for line in others] == [
        "- PORT='http' is",
        "- LOG_LEVEL='LOUD' is",
        "- BEHIND_TLS=1 needs",
        "- SMTP_USER and",
        "- SMTP_HOST needs",
    ]


def test_settings_required_on_postgresql_are_reported_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", POSTGRESQL)
    monkeypatch.setenv("PORT", "http")
    said = refusal(environment.read)
    assert said.startswith("3 settings are wrong:\n- PORT=")
    assert "\n- PostgreSQL needs SECRET_KEY, " in said
    assert "\n- PostgreSQL needs SMTP_HOST, or MAIL_FOLDER, " in said


def test_secret_settings_are_typed_as_secrets() -> None:
    assert secrets() == ["METRICS_TOKEN", "DATABASE_URL", "SECRET_KEY", "SMTP_PASSWORD"]


@pytest.mark.parametrize("value", [SECRET, f"postgres://asha:{SECRET}@db.example:no-port/oottam"])
def test_error_messages_contain_no_secret(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    for name in secrets():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PORT", "http")
    with pytest.raises(ImproperlyConfigured) as stopped:
        environment.read()
    error: BaseException | None = stopped.value
    assert "DATABASE_URL is not understood." in str(error)
    assert "SMTP_USER and SMTP_PASSWORD go together." in str(error)
    while error is not None:  # as a traceback shows them
        assert SECRET not in str(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def test_validation_error_hides_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in secrets():
        monkeypatch.setenv(name, SECRET)
    with pytest.raises(ValueError, match="validation errors for Environment") as stopped:
        Environment()
    assert SECRET not in str(stopped.value)
    assert SECRET not in repr(stopped.value)


def test_repr_of_settings_hides_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    password = f"{SECRET}{'k' * 50}"
    monkeypatch.setenv("DATABASE_URL", f"postgres://asha:{password}@db.example/oottam")
    monkeypatch.setenv("MAIL_FOLDER", "/srv/mails")
    monkeypatch.setenv("SECRET_KEY", password)
    monkeypatch.setenv("METRICS_TOKEN", password)
    assert SECRET not in repr(environment.read())


def secrets() -> list[str]:
    fields = Environment.model_fields.items()
    return [name for name, field in fields if field.annotation is SecretStr]


def refusal(read: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(ImproperlyConfigured) as stopped:
        read(*args, **named)
    return str(stopped.value)


@pytest.mark.parametrize("blank", ["", " "])
def test_blank_setting_is_unset(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    unset = environment.read()
    for name in Environment.model_fields.keys() - {"OOTTAM_VAR"}:
        monkeypatch.setenv(name, blank)
    assert environment.read() == unset


def test_setting_is_stripped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", " 0.0.0.0 ")
    assert environment.read().HOST == "0.0.0.0"


@pytest.mark.parametrize(
    "value", ["eighty", "0", "65536", "-1", "+80", "8_0", "80.0", "８０", "9" * 5000]
)
def test_invalid_port_is_rejected(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PORT", value)
    assert refusal(environment.read) == (
        f"PORT='{value}' is not a whole number from 1 to 65535. Correct it, or unset it to use 8000."
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
        ("KEYS_RETENTION_DAYS", 1, 3_650),
    ],
)
def test_number_is_accepted_within_its_bounds_only(
    monkeypatch: pytest.MonkeyPatch, name: str, lowest: int, highest: int
) -> None:
    for other, value in MAIL_SERVER.items():  # SMTP_PORT needs it
        monkeypatch.setenv(other, value)
    for taken in (lowest, highest):
        monkeypatch.setenv(name, str(taken))
        assert getattr(environment.read(), name) == taken
    for refused in (lowest - 1, highest + 1):
        monkeypatch.setenv(name, str(refused))
        assert refusal(environment.read).startswith(
            f"{name}='{refused}' is not a whole number from {lowest} to {highest}."
        )


MAIL_SERVER = {
    "SMTP_HOST": "mail.example.com",
    "MAIL_FROM": "shop@example.com",
    "MAIL_SHOP": "shop@example.com",
}


@pytest.mark.parametrize(
    ("name", "least", "default"),
    [
        ("MAILS_RETENTION_MONTHS", 3, 12),
        ("CLICKS_RETENTION_MONTHS", 3, 12),
        ("RECORD_RETENTION_MONTHS", 12, 48),
        ("PROOF_RETENTION_MONTHS", 72, 96),
        ("KITCHEN_RETENTION_MONTHS", 12, 24),
        ("DOORS_RETENTION_MONTHS", 24, 36),
    ],
)
def test_retention_below_the_minimum_is_rejected_except_0(
    monkeypatch: pytest.MonkeyPatch, name: str, least: int, default: int
) -> None:
    assert getattr(environment.read(), name) == default
    for taken in (0, least, 240):
        monkeypatch.setenv(name, str(taken))
        assert getattr(environment.read(), name) == taken
    monkeypatch.setenv(name, str(least - 1))
    assert refusal(environment.read) == (
        f"{name}={least - 1} is too short: it has to be kept for {least} months at least. "
        f"Correct it, or unset it to use {default}; 0 keeps it for ever."
    )


def test_former_name_of_a_retention_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORDERS_KEPT_MONTHS", " ")
    environment.read()
    monkeypatch.setenv("ORDERS_KEPT_MONTHS", "24")
    assert refusal(environment.read) == (
        "ORDERS_KEPT_MONTHS is now called ORDERS_RETENTION_MONTHS. Rename it."
    )


def test_switch_accepts_only_0_and_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEHIND_TLS", "yes")
    assert refusal(environment.read) == (
        "BEHIND_TLS='yes' is neither 0 nor 1. Set it to one of them."
    )
    monkeypatch.setenv("BEHIND_TLS", "1")
    monkeypatch.setenv("TRUSTED_PROXY", "127.0.0.1")
    assert environment.read().BEHIND_TLS is True


def test_choice_accepts_only_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert refusal(environment.read) == (
        "LOG_LEVEL='LOUD' is unknown. Use one of DEBUG, INFO, WARNING, ERROR."
    )
    monkeypatch.setenv("LOG_LEVEL", "error")
    assert environment.read().LOG_LEVEL == "ERROR"


def test_list_is_split_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,,")
    assert environment.read().ALLOWED_HOSTS == ["a.example", "b.example"]


def test_origins_have_the_browsers_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_ORIGINS", "https://a.example, http://b.example:8080")
    assert environment.read().ALLOWED_ORIGINS == ["https://a.example", "http://b.example:8080"]


@pytest.mark.parametrize(
    "value",
    ["*", "null", "a.example", "https://a.example/", "https://A.example", "ftp://a.example"],
)
def test_invalid_origin_is_rejected(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ALLOWED_ORIGINS", f"https://fine.example,{value}")
    assert refusal(environment.read) == (
        f"ALLOWED_ORIGINS holds '{value}', which is no origin. Write https://name or "
        "https://name:port, in small letters and without a path."
    )


def test_proxy_is_an_ip_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXY", "0:0:0:0:0:0:0:1")
    assert environment.read().TRUSTED_PROXY == "::1"
    monkeypatch.setenv("TRUSTED_PROXY", "")
    assert environment.read().TRUSTED_PROXY == ""


@pytest.mark.parametrize("value", ["foo", "*", "localhost", "127.0.0.1:80", "10.0.0.0/8", "127.1"])
def test_invalid_ip_address_is_rejected(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("TRUSTED_PROXY", value)
    assert refusal(environment.read) == (
        f"TRUSTED_PROXY='{value}' is not an internet address. Write one such as 127.0.0.1 or ::1."
    )


def test_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, not a folder")
    assert refusal(database, "", tmp_path / "var") == (
        f"The folder {tmp_path / 'var'} for the database cannot be made (File exists). "
        "Make it, or correct OOTTAM_VAR."
    )


def test_sqlite_is_the_default_database(tmp_path: Path) -> None:
    chosen = database("", tmp_path / "var")
    assert chosen["ENGINE"] == "oottam.core.db.sqlite"
    assert chosen["NAME"] == str(tmp_path / "var" / "oottam.sqlite3")
    assert chosen["CONN_MAX_AGE"] is None
    assert chosen["OPTIONS"] == {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10.0,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-2048; PRAGMA secure_delete=ON",
    }


def test_database_folder_is_restricted_to_its_owner(tmp_path: Path) -> None:
    database("", tmp_path / "var")
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700


def test_url_selects_postgresql(tmp_path: Path) -> None:
    chosen = database("postgres://asha:pass@db.example:5433/oottam", tmp_path)
    assert (chosen["ENGINE"], chosen["HOST"], chosen["PORT"], chosen["NAME"]) == (
        "oottam.core.db.postgresql",
        "db.example",
        5433,
        "oottam",
    )
    assert (chosen["CONN_MAX_AGE"], chosen["CONN_HEALTH_CHECKS"]) == (None, True)


@pytest.mark.postgresql_only
@pytest.mark.django_db
def test_postgresql_has_a_lock_timeout() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("10s",)


@pytest.mark.parametrize("url", ["mysql://a:secret@b/c", "nonsense://a:secret@b", "a:secret@b"])
def test_unsupported_database_is_rejected_without_showing_the_password(
    tmp_path: Path, url: str
) -> None:
    sentence = refusal(database, url, tmp_path)
    assert sentence.startswith("DATABASE_URL is not understood. Write postgres://")
    assert "secret" not in sentence


def test_secret_key_is_generated_once_and_restricted_to_its_owner(tmp_path: Path) -> None:
    first, second = (secret_key("", tmp_path / "var") for _ in range(2))
    file = tmp_path / "var" / "secret-key"
    assert first == second == file.read_text("ascii").strip()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in file.parent.iterdir()] == ["secret-key"]


def test_configured_secret_key_is_used_and_not_stored(tmp_path: Path) -> None:
    assert secret_key("k" * 50, tmp_path) == "k" * 50
    assert list(tmp_path.iterdir()) == []


def test_short_secret_key_is_rejected(tmp_path: Path) -> None:
    assert refusal(check_secret_key, "short", tmp_path, is_shared=False) == (
        "The key in SECRET_KEY is shorter than 50 characters. Use a longer random one, "
        "or remove it to have one made."
    )


def test_shared_database_requires_a_secret_key(tmp_path: Path) -> None:
    assert refusal(check_secret_key, "", tmp_path, is_shared=True) == (
        "PostgreSQL needs SECRET_KEY, the same for every server at this database. "
        "Set it to a random word of 50 characters or more."
    )
    assert list(tmp_path.iterdir()) == []
    check_secret_key("k" * 50, tmp_path, is_shared=True)


def test_missing_key_message_names_the_stored_key(tmp_path: Path) -> None:
    secret_key("", tmp_path)
    assert refusal(check_secret_key, "", tmp_path, is_shared=True).endswith(
        f" Set it to what stands in {tmp_path / 'secret-key'}, which was used so far."
    )


def test_secret_key_that_cannot_be_stored_is_reported(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, not a folder")
    assert "The secret key cannot be kept in" in refusal(secret_key, "", tmp_path / "var")


def test_concurrent_starts_use_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second process finds the file only when it links its own."""
    kept = secret_key("", tmp_path)
    monkeypatch.setattr(Path, "exists", lambda path: False)
    assert secret_key("", tmp_path) == kept


@pytest.mark.parametrize(
    ("value", "taken"), [("", (0, 0)), ("0.5,-1", (0.5, -1)), ("-20, 20", (-20, 20))]
)
def test_label_shift_is_two_lengths(
    monkeypatch: pytest.MonkeyPatch, value: str, taken: tuple[float, float]
) -> None:
    monkeypatch.setenv("LABEL_SHIFT", value)
    assert taken == environment.read().LABEL_SHIFT


@pytest.mark.parametrize(
    "value", ["1", "1;2", "1,2,3", "20.1,0", "0,-21", "1mm,2", "nan,0", "１,0"]
)
def test_invalid_label_shift_is_rejected(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("LABEL_SHIFT", value)
    assert refusal(environment.read) == (
        f"LABEL_SHIFT='{value}' is no pair of lengths. Write millimetres to the right and down, such as "
        "0.5,-1, none of them above 20."
    )


def test_cut_off_is_set_for_all_or_by_meal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(environment.read().CUT_OFFS.values()) == {time(18)}
    monkeypatch.setenv("CUT_OFFS", "17:30, lunch=09:30")
    found = environment.read().CUT_OFFS
    assert (found["lunch"], found["dinner"]) == (time(9, 30), time(17, 30))


@pytest.mark.parametrize("value", ["18", "24:00", "supper=18:00", "18:00 19:00"])
def test_invalid_cut_off_is_rejected(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CUT_OFFS", f"09:00,{value}")
    assert "which is no time. Write one for all, such as 18:00, or " in refusal(environment.read)


@pytest.mark.parametrize("value", ["2026-11-03", "monday", "2026-02-30"])
def test_menu_rotation_rejects_other_days_than_mondays(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    assert environment.read().MENU_ROTATION is None
    monkeypatch.setenv("MENU_ROTATION", "2026-11-02")
    assert date(2026, 11, 2) == environment.read().MENU_ROTATION
    monkeypatch.setenv("MENU_ROTATION", value)
    assert refusal(environment.read) == (
        f"MENU_ROTATION='{value}' is no Monday. Write one as 2026-11-02."
    )
