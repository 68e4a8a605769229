"""Generated ids and references of requests."""

import re
from datetime import UTC, datetime, timedelta

from oottam.requests.identity import new_id, new_reference

NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)


def test_new_id_is_a_uuid7_with_the_time() -> None:
    made = new_id(NOON)
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert made.int >> 80 == int(NOON.timestamp() * 1000)


def test_new_ids_sort_by_time_and_are_unique() -> None:
    later = NOON + timedelta(milliseconds=1)
    assert new_id(NOON) < new_id(later)
    assert len({new_id(NOON) for _ in range(1000)}) == 1000


def test_references_exclude_ambiguous_letters() -> None:
    for _ in range(1000):
        assert re.fullmatch("OT-[0-9A-HJKMNP-TV-Z]{7}", new_reference())
