"""Fixtures: a small storefront and the settings of a shop that serves it."""

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
    """Production settings of a separate shop on SQLite, without a mail worker."""
    inherited = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
    return {
        **inherited,
        "PYTHONPATH": str(BACKEND),
        "OOTTAM_VAR": str(tmp_path / "var"),
        "OOTTAM_STOREFRONT": str(dist),
        "PORT": str(free_port()),
        "OOTTAM_MAIL_WORKER": "0",
    }


@pytest.fixture
def application_client(dist: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of the whole application, with the small storefront."""
    monkeypatch.setattr(settings, "STOREFRONT", dist)
    from tests.http_client import Caller

    return Caller.of_everything()
