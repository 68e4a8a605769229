"""Mail settings, and messages for invalid combinations."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.config import environment
from oottam.outbox.mail_settings import MailSettings

WHOLE = {
    "SMTP_HOST": "mail.example",
    "MAIL_FROM": "kitchen@shop.example",
    "MAIL_SHOP": "orders@shop.example",
    "SMTP_USER": "kitchen",
    "SMTP_PASSWORD": "made up",
}


SHARED = {"DATABASE_URL": "postgres://asha:pass@db.example/oottam", "SECRET_KEY": "k" * 50}


@pytest.fixture(autouse=True)
def _clear_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in environment.Environment.model_fields:
        monkeypatch.delenv(name, raising=False)


def read(monkeypatch: pytest.MonkeyPatch, **settings: str) -> MailSettings:
    for name, value in {"OOTTAM_VAR": "/srv/var", **settings}.items():
        monkeypatch.setenv(name, value)
    return environment.read().mail()


def test_mails_are_files_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch) == MailSettings(folder=Path("/srv/var/mail"))


def test_mail_files_use_the_configured_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, MAIL_FOLDER="/srv/mails") == MailSettings(folder=Path("/srv/mails"))


def test_shared_database_requires_a_mail_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured) as stopped:
        read(monkeypatch, **SHARED)
    assert str(stopped.value) == (
        "PostgreSQL needs SMTP_HOST, or MAIL_FOLDER, one folder that every server at this database "
        "reaches, for mails as files."
    )
    found = read(monkeypatch, **SHARED, MAIL_FOLDER="/srv/mails")
    assert found.folder == Path("/srv/mails")


def test_shared_database_with_smtp_needs_no_mail_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert read(monkeypatch, **SHARED, **WHOLE).host == "mail.example"


@pytest.mark.parametrize(
    ("tls", "port"), [("starttls", 587), ("STARTTLS", 587), ("tls", 465), ("", 587)]
)
def test_default_port_depends_on_the_encryption(
    monkeypatch: pytest.MonkeyPatch, tls: str, port: int
) -> None:
    found = read(monkeypatch, **WHOLE, SMTP_TLS=tls)
    assert found == MailSettings(
        folder=Path("/srv/var/mail"),
        host="mail.example",
        port=port,
        tls=tls.lower() or "starttls",
        user="kitchen",
        password="made up",
        sender="kitchen@shop.example",
        shop="orders@shop.example",
    )


def test_local_relay_needs_no_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch, **{**WHOLE, "SMTP_HOST": "localhost", "SMTP_TLS": "none"})
    assert (found.host, found.port, found.tls) == ("localhost", 25, "none")


def test_port_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, **WHOLE, SMTP_PORT="2525").port == 2525


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"MAIL_FROM": ""}, "SMTP_HOST needs MAIL_FROM, the address that mails come from, and"),
        ({"MAIL_SHOP": ""}, "SMTP_HOST needs MAIL_FROM, the address that mails come from, and"),
        ({"SMTP_PASSWORD": ""}, "SMTP_USER and SMTP_PASSWORD go together."),
        ({"SMTP_USER": ""}, "SMTP_USER and SMTP_PASSWORD go together."),
        ({"SMTP_TLS": "none"}, "SMTP_TLS=none would send SMTP_PASSWORD in the clear."),
        ({"SMTP_TLS": "ssl"}, "SMTP_TLS='SSL' is unknown. Use one of STARTTLS, TLS, NONE."),
        ({"SMTP_PORT": "0"}, "SMTP_PORT='0' is not a whole number from 1 to 65535."),
        ({"SMTP_HOST": ""}, "SMTP_USER or SMTP_PORT is set without SMTP_HOST."),
        ({"MAIL_FROM": "Oottam <a@b>"}, "MAIL_FROM='Oottam <a@b>' is not an e-mail address."),
        ({"MAIL_SHOP": "a@b, c@d"}, "MAIL_SHOP='a@b, c@d' is not an e-mail address."),
        ({"MAIL_SHOP": "a@b\nBcc: c@d"}, "MAIL_SHOP='a@b\\nBcc: c@d' is not an e-mail address."),
    ],
)
def test_invalid_combination_is_reported(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as stopped:
        read(monkeypatch, **{**WHOLE, **changes})
    assert str(stopped.value).startswith(sentence)
    assert "made up" not in str(stopped.value)


def test_repr_of_settings_hides_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "made up" not in repr(read(monkeypatch, **WHOLE))
