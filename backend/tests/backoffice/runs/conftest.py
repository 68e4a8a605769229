"""Monday at eleven."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
import time_machine

ELEVEN = datetime.fromisoformat("2026-12-07T11:00:00+05:30")


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    with time_machine.travel(ELEVEN, tick=False) as traveller:
        yield traveller
