"""A small storefront, and a shop to serve it."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests import storefronts
from tests.serving.live import BACKEND, free_port


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    return storefronts.build(tmp_path / "dist")


@pytest.fixture
def environment(dist: Path, tmp_path: Path) -> dict[str, str]:
    """A shop of its own on SQLite, with the settings that production has, and without mails."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(BACKEND),
        "OOTTAM_VAR": str(tmp_path / "var"),
        "OOTTAM_STOREFRONT": str(dist),
        "PORT": str(free_port()),
        "OOTTAM_MAIL_WORKER": "0",
    }


@pytest.fixture
def whole(dist: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Everything that one process serves, with the small storefront."""
    monkeypatch.setattr(settings, "STOREFRONT", dist)
    from tests.http_client import Caller

    return Caller.of_everything()
