"""Fixtures: a manual clock, and a mail server with scripted faults."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.outbox.mail_server import SmtpHandler, mail_server


class Clock:
    """A manual clock, and a worker's lifetime whose waits advance it."""

    def __init__(self) -> None:
        self.now = timezone.now() + timedelta(minutes=1)  # later than the rows that a test stores
        self.over = False

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)

    def is_over(self) -> bool:
        return self.over

    def wait(self, seconds: float) -> None:
        self.advance(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


UseMail = Callable[..., None]


@pytest.fixture
def use_mail(settings: Any, tmp_path: Path) -> UseMail:
    """Changes the mail settings for one test; the default is files in `tmp_path`."""

    def change(**changes: Any) -> None:
        settings.MAIL = replace(settings.MAIL, **changes)

    change(folder=tmp_path / "mail")
    return change


@pytest.fixture
def smtp_handler(use_mail: UseMail) -> Iterator[SmtpHandler]:
    """A local SMTP server that the mail settings point to."""
    smtp_handler = SmtpHandler()
    with mail_server(smtp_handler) as port:
        use_mail(
            host="127.0.0.1", port=port, tls="none", sender="kitchen@shop.example",
            shop="orders@shop.example",
        )  # fmt: skip
        yield smtp_handler
