"""A storefront as the build leaves it, small, and a shop to serve it."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings

from tests.config.live import BACKEND, free_port

PAGES = {"/": "index.html", "/meal/VegMeal": "meal/VegMeal/index.html"}
FILES = [*PAGES.values(), "404.html", "404-bare.html", "assets/app-5f2c.js"]


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    site = tmp_path / "dist" / "site"
    for name in FILES:
        file = site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = f"<title>{name}</title>{'x' * 2000}".encode()
        file.write_bytes(text)
        Path(f"{file}.gz").write_bytes(gzip.compress(text))
        Path(f"{file}.br").write_bytes(brotli.compress(text))
    (site / "robots.txt").write_text("User-agent: *\n", "utf-8")
    root = site.parent / "root"
    root.mkdir()
    (root / "robots.txt").write_text("User-agent: *\nDisallow: /backoffice/\n", "utf-8")
    routes = {
        "pages": PAGES,
        "bareNotFound": ["/healthy-salads", "/jusfriez", "/p"],
        "notFound": "404.html",
        "bareNotFoundPage": "404-bare.html",
    }
    (site.parent / "routes.json").write_text(json.dumps(routes), "utf-8")
    return site.parent


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
    from oottam.config.wsgi import build_application

    return build_application()
