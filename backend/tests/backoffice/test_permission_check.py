"""A staff page without a permission stops the server's start."""

import subprocess
import sys

import pytest

from oottam.backoffice import urls
from oottam.backoffice.shared.decorators import check_page_permissions, patterns

_REGISTERED = """
import django; django.setup()
from django.core.checks.registry import registry
print([check.__name__ for check in registry.get_checks()])
"""


def test_page_without_a_permission_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_page_permissions(None) == []
    monkeypatch.delattr(next(patterns(urls.urlpatterns)).callback, "permission")
    assert [error.id for error in check_page_permissions(None)] == ["oottam.E010"]


def test_every_start_checks_permissions() -> None:
    started = subprocess.run(
        [sys.executable, "-c", _REGISTERED], capture_output=True, text=True, check=True
    )
    assert "check_page_permissions" in started.stdout
