"""SQL fragments, and conversion of column values that SQLite and PostgreSQL return differently."""

import json
from datetime import UTC, datetime, time
from decimal import Decimal
from functools import lru_cache

from oottam.core.fields import sql
from oottam.kitchen.domain.dietary import Needs
from oottam.schedule.choices import PlanState, ServingState
from oottam.workflow.models import Diet, full_diet

# A box's delivery time, from details f and meal time m; old ended plans have f alone.
MEAL_TIME = "CASE WHEN m.id IS NULL THEN f.delivery_time ELSE m.time END"


@lru_cache(maxsize=1024)
def codes(value: str | None) -> tuple[str, ...]:
    """Decode allergen codes from a JSON column; empty for NULL."""
    return tuple(json.loads(value) or ()) if value else ()


@lru_cache(maxsize=1024)
def needs_of_columns(allergens: str | None, diet: str | None, finer_diet: str | None) -> Needs:
    """Build the customer's needs from columns of their fulfilment details."""
    return Needs(codes(allergens), full_diet(diet or Diet.UNKNOWN, finer_diet or ""))


@lru_cache(maxsize=1024)
def agreed_of(value: str | None) -> dict[int, frozenset[str]]:
    """Decode accepted clashes by dish, written as "7:egg,milk;9:fish"."""
    rows = (row.partition(":") for row in value.split(";")) if value else ()
    return {int(item): frozenset(codes.split(",")) for item, _, codes in rows if item.isdecimal()}


def clock(value: str | time | None) -> time | None:
    """Convert a time column."""
    return time.fromisoformat(value) if isinstance(value, str) else value


def moment(value: str | datetime) -> datetime:
    """Convert a timestamp column; SQLite stores UTC without a zone."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def exact(value: object) -> Decimal:
    """Convert to a decimal with two places; SQLite returns floats."""
    return round(Decimal(str(value)), 2)


# The later address of a box: of request r, serving s and the day's weekday (Monday 0), a parameter. What the customer
# chose for the box goes before: a later address, or the usual one (that of all meals and days, else of the details).
LATER_ADDRESS = """
LEFT JOIN handling_boxaddress b ON b.request_id = r.id AND b.date = s.date AND b.meal = s.meal
LEFT JOIN handling_lateraddress a ON a.id = (
  SELECT l.id FROM handling_lateraddress l
  WHERE l.request_id = r.id AND l.undone_at IS NULL AND (l.id = b.address_id OR l.from_date <= s.date AND CASE
    WHEN b.id IS NOT NULL AND b.address_id IS NULL THEN l.meals = 7 AND l.weekdays = 127
    ELSE ((l.meals >> (s.meal - 1)) & 1) = 1 AND ((l.weekdays >> %s) & 1) = 1 END)
  ORDER BY CASE WHEN l.id = b.address_id THEN 0 ELSE 1 END, l.from_date DESC, l.id DESC LIMIT 1)
"""


# Free boxes are the last numbers of a track, replacements excluded. Shortening a plan changes which those are; a
# cancelled plan never reached them.
FREE = f"""
(p.free_days > 0 AND s.makes_up_id IS NULL AND p.free_days > (
  SELECT COUNT(*) FROM schedule_serving later
  WHERE later.plan_id = s.plan_id AND later.meal = s.meal AND later.seq > s.seq
  AND (later.state <> {sql(ServingState.CANCELLED)} OR p.state = {sql(PlanState.CANCELLED)}) AND later.makes_up_id IS NULL))
"""  # noqa: S608 - constants
