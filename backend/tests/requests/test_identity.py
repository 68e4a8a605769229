"""Ids are in order of time, references can be read out on the phone."""

import re
from datetime import UTC, datetime, timedelta

from oottam.requests.identity import new_id, new_reference

NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)


def test_ids_are_uuids_of_version_7_that_hold_the_time() -> None:
    made = new_id(NOON)
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert made.int >> 80 == int(NOON.timestamp() * 1000)


def test_later_ids_sort_later_and_those_of_one_moment_differ() -> None:
    later = NOON + timedelta(milliseconds=1)
    assert new_id(NOON) < new_id(later)
    assert len({new_id(NOON) for _ in range(1000)}) == 1000


def test_references_use_no_letter_that_looks_like_a_digit() -> None:
    for _ in range(1000):
        assert re.fullmatch("OT-[0-9A-HJKMNP-TV-Z]{7}", new_reference())
