"""What tests of the menu's pages share."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Path:
    """A renderer in place of Node, beside the built files of the staff's pages."""
    from tests.factories.menu import fake_renderer  # settings are not read earlier

    staff = settings.STOREFRONT / "staff"
    program = fake_renderer(tmp_path, monkeypatch, settings)
    (settings.STOREFRONT / "staff").symlink_to(staff)
    return program


def text_of(answer: Any) -> str:
    """The page, with one space between its words."""
    return " ".join(answer.content.decode().split())
