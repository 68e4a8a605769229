"""A shop of some days with something of everything that a report adds up."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

NOON = datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("Asia/Kolkata"))
NOW = NOON + timedelta(days=10)


@pytest.fixture
def shop(db: None) -> Any:
    # Read before Django is set up.
    from tests.reporting.days import fill

    return fill()
