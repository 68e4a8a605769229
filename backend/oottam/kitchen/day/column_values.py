"""Values of columns as SQLite or PostgreSQL gives them to a statement of our own."""

import json
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache

from oottam.core.fields import sql
from oottam.kitchen.domain.dietary import Needs
from oottam.plans.models.choices import PlanState, ServingState
from oottam.workflow.models import Diet, full_diet

# When a box is due, of its request's facts f and its meal's time m: plans from before that are over have the first alone.
MEAL_TIME = "CASE WHEN m.id IS NULL THEN f.delivery_time ELSE m.time END"


@lru_cache(maxsize=1024)
def codes(found: str | None) -> tuple[str, ...]:
    """Codes of allergens from a column of JSON; none where nobody has asked."""
    return tuple(json.loads(found) or ()) if found else ()


@lru_cache(maxsize=1024)
def needs_of_columns(allergens: str | None, diet: str | None, finer_diet: str | None) -> Needs:
    """What somebody must not get, of the columns of their facts."""
    return Needs(codes(allergens), full_diet(diet or Diet.UNKNOWN, finer_diet or ""))


@lru_cache(maxsize=1024)
def agreed_of(found: str | None) -> dict[int, frozenset[str]]:
    """By dish, the codes by which it clashes as was agreed; of a plan's rows in one text, as "7:egg,milk;9:fish"."""
    rows = (row.partition(":") for row in found.split(";")) if found else ()
    return {int(item): frozenset(codes.split(",")) for item, _, codes in rows if item.isdecimal()}


def clock(found: str | time | None) -> time | None:
    """A time of day."""
    return time.fromisoformat(found) if isinstance(found, str) else found


def day_of(found: str | date) -> date:
    """A day."""
    return date.fromisoformat(found) if isinstance(found, str) else found


def moment(found: str | datetime) -> datetime:
    """A moment; SQLite keeps it without its zone, which is UTC."""
    at = datetime.fromisoformat(found) if isinstance(found, str) else found
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def exact(found: object) -> Decimal:
    """A number with two decimals at most; SQLite gives what it keeps, with all that is not exact about it."""
    return round(Decimal(str(found)), 2)


# The last numbers of a track, as many as the plan has free days; not those that make up for others. A plan with fewer
# days has other last ones; one that was cancelled did not come to those that it would have had free.
FREE = f"""
(p.free_days > 0 AND s.makes_up_id IS NULL AND p.free_days > (
  SELECT COUNT(*) FROM schedule_serving later
  WHERE later.plan_id = s.plan_id AND later.meal = s.meal AND later.seq > s.seq
  AND (later.state <> {sql(ServingState.CANCELLED)} OR p.state = {sql(PlanState.CANCELLED)}) AND later.makes_up_id IS NULL))
"""  # noqa: S608 - constants
