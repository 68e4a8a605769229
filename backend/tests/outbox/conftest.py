"""A clock to drive, and a mail server to fail."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.outbox.mail_server import Postman, mail_server


class Clock:
    """Stands still until it is told otherwise; also a lifetime whose pauses take no time."""

    def __init__(self) -> None:
        self.now = timezone.now() + timedelta(minutes=1)  # what a test has stored before is due
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
    """Change how mails leave the house, for one test; as files in a folder of the test's own."""

    def using(**changes: Any) -> None:
        settings.MAIL = replace(settings.MAIL, **changes)

    using(folder=tmp_path / "mail")
    return using


@pytest.fixture
def postman(use_mail: UseMail) -> Iterator[Postman]:
    """A mail server, which the worker is configured for."""
    postman = Postman()
    with mail_server(postman) as port:
        use_mail(
            host="127.0.0.1", port=port, tls="none", sender="kitchen@shop.example",
            shop="orders@shop.example",
        )  # fmt: skip
        yield postman
