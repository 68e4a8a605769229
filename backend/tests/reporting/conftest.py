"""Fixture: a shop with rows for every figure of a report."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

NOON = datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("Asia/Kolkata"))
NOW = NOON + timedelta(days=10)


@pytest.fixture
def shop(db: None) -> Any:
    # pytest imports conftest.py before Django is set up.
    from tests.reporting.days import fill

    return fill()
