"""The boxes of a meal with what their delivery needs: customer, number and address."""

from dataclasses import dataclass
from datetime import date, time
from typing import Any

from django.db import connection

from oottam.core.fields import sql
from oottam.kitchen.day.column_values import FREE, LATER_ADDRESS, MEAL_TIME, clock
from oottam.kitchen.day.types import Person
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.domain.calendar import EVENT

# An event is delivered to its venue.
_CARRIED = f"""
SELECT s.id, s.plan_id, r.reference, r.customer_name, r.phone, r.phone_normalised, s.seq, t.servings,
  CASE WHEN {FREE} THEN 1 ELSE 0 END, s.makes_up_id AS replacement_for_id, s.state,
  COALESCE(e.time, {MEAL_TIME}), COALESCE(NULLIF(e.venue, ''), a.address, f.address),
  COALESCE(a.pin, f.pin), COALESCE(a.locality, f.locality), a.id,
  (SELECT SUM(l.quantity) FROM schedule_dishsetline l WHERE l.dishset_id = s.dishset_id)
FROM schedule_serving s
JOIN schedule_plan p ON p.id = s.plan_id
JOIN schedule_track t ON t.plan_id = s.plan_id AND t.meal = s.meal
JOIN requests_request r ON r.id = p.request_id
LEFT JOIN handling_facts f ON f.request_id = r.id
LEFT JOIN handling_mealtime m ON m.request_id = r.id AND m.meal = s.meal
{LATER_ADDRESS}LEFT JOIN handling_eventdetails e ON e.request_id = r.id AND s.meal = {EVENT}
WHERE s.date = %s AND s.meal = %s AND s.state IN {sql(ON_THE_DAY)}
ORDER BY r.reference, s.id
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class DeliveryBox:
    """A box to deliver. `of` is the number of boxes of its track, `phone` as typed, `caller` in the form +91..."""

    serving_id: int
    plan_id: int
    person: Person
    phone: str
    caller: str
    seq: int
    of: int
    is_free: bool
    is_replacement: bool
    state: int
    delivery_time: time | None
    address: str
    pin: str
    locality: str
    portions: int
    later_address: int | None = None  # id of the one that applies instead of the details' address


def delivery_boxes(day: date, meal: int) -> tuple[DeliveryBox, ...]:
    """Return the boxes that the sheet counts, by reference; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_CARRIED, [day.weekday(), day, meal])
        return tuple(_box(row) for row in cursor.fetchall())


def _box(row: tuple[Any, ...]) -> DeliveryBox:
    (
        serving_id, plan_id, reference, name, phone, caller, seq, of, free, replacement_for, state,
        at, address, pin, locality, later_address, portions,
    ) = row  # fmt: skip
    return DeliveryBox(
        serving_id, plan_id, Person(reference, name), phone or "", caller or "", seq, of,
        bool(free), replacement_for is not None, state, clock(at), address or "", pin or "",
        locality or "", portions or 0, later_address,
    )  # fmt: skip
