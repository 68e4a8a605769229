"""The recount of python -m system_tests.day, checked against the design's rules for moved days."""

from datetime import date
from typing import Any

from system_tests.day.recount import LUNCH, Action, Recount, StoredRequest
from system_tests.support import menus

DEC = {day: date(2026, 12, day) for day in range(1, 32)}
REFERENCE = "OT-1"


def _recount(*acts: tuple[str, dict[str, Any]], today: date = DEC[1], days: int = 6) -> Recount:
    """The recount of a lunch plan of `days` days from Monday 7 December."""
    body = {
        "date": days,
        "sections": {"breakfast": False, "lunch": True, "dinner": False},
        "selectedItems": [{"name": "Dry Fruit Smoothie"}],
        "phone": "1",
    }
    confirmed = ("confirm", {"start": DEC[7], "diet": "veg", "address": "12 Beach Road"})
    done = [
        Action(what, "" if what == "close" else REFERENCE, given)
        for what, given in (confirmed, *acts)
    ]
    return Recount([StoredRequest(REFERENCE, "veg", body)], done, today)


def test_pause_removes_later_boxes_and_resume_appends_them() -> None:
    paused = ("pause", {"first": DEC[17]})
    assert len(_recount(paused, days=15).days()) == 9
    resumed = _recount(paused, ("resume", {"on": DEC[28]}), days=15).days()
    assert resumed[9:] == [DEC[28], DEC[29], DEC[30], DEC[31], date(2027, 1, 1), date(2027, 1, 2)]


def test_closed_day_moves_to_the_end_after_sunday() -> None:
    assert _recount(("close", {"day": DEC[9]})).days() == [
        DEC[7], DEC[8], DEC[10], DEC[11], DEC[12], DEC[14],
    ]  # fmt: skip


def test_failed_box_stays_and_its_replacement_is_appended() -> None:
    failed = ("record_outcome", {"day": DEC[7], "meal": LUNCH, "outcome": "failed"})
    made_up = _recount(failed, ("replace", {"day": DEC[7], "meal": LUNCH}), today=DEC[8])
    assert [(box.day, box.state) for box in made_up.boxes][::6] == [
        (DEC[7], "failed"),
        (DEC[14], "open"),
    ]


def test_balance_is_tier_price_minus_free_day_and_payments() -> None:
    assert _recount(days=15).owed(REFERENCE) == 254_00 * 14
    assert _recount(("pay", {"paise": 38_00})).owed(REFERENCE) == 1600_00
    assert _recount(("cancel", {"from_day": DEC[7]})).owed(REFERENCE) is None


def test_vegetarian_gets_the_first_suitable_alternative() -> None:
    eggs = "Boiled Eggs / Sprouts Salad"
    assert menus.resolved(eggs, "", is_veg=False) == "Boiled Eggs"
    assert menus.resolved(eggs, "Boiled Eggs", is_veg=True) == "Sprouts Salad"
