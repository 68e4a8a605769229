"""SQL fragments, and conversion of column values that SQLite and PostgreSQL return differently."""

import json
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache

from oottam.core.fields import sql
from oottam.kitchen.domain.dietary import Needs
from oottam.plans.models.choices import PlanState, ServingState
from oottam.workflow.models import Diet, full_diet

# A box's delivery time, from details f and meal time m; old ended plans have f alone.
MEAL_TIME = "CASE WHEN m.id IS NULL THEN f.delivery_time ELSE m.time END"


@lru_cache(maxsize=1024)
def codes(found: str | None) -> tuple[str, ...]:
    """Decode allergen codes from a JSON column; empty for NULL."""
    return tuple(json.loads(found) or ()) if found else ()


@lru_cache(maxsize=1024)
def needs_of_columns(allergens: str | None, diet: str | None, finer_diet: str | None) -> Needs:
    """Build the customer's needs from columns of their fulfilment details."""
    return Needs(codes(allergens), full_diet(diet or Diet.UNKNOWN, finer_diet or ""))


@lru_cache(maxsize=1024)
def agreed_of(found: str | None) -> dict[int, frozenset[str]]:
    """Decode accepted clashes by dish, written as "7:egg,milk;9:fish"."""
    rows = (row.partition(":") for row in found.split(";")) if found else ()
    return {int(item): frozenset(codes.split(",")) for item, _, codes in rows if item.isdecimal()}


def clock(found: str | time | None) -> time | None:
    """Convert a time column."""
    return time.fromisoformat(found) if isinstance(found, str) else found


def day_of(found: str | date) -> date:
    """Convert a date column."""
    return date.fromisoformat(found) if isinstance(found, str) else found


def moment(found: str | datetime) -> datetime:
    """Convert a timestamp column; SQLite stores UTC without a zone."""
    at = datetime.fromisoformat(found) if isinstance(found, str) else found
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def exact(found: object) -> Decimal:
    """Convert to a decimal with two places; SQLite returns floats."""
    return round(Decimal(str(found)), 2)


# Free boxes are the last numbers of a track, replacements excluded. Shortening a plan changes which those are; a
# cancelled plan never reached them.
FREE = f"""
(p.free_days > 0 AND s.makes_up_id IS NULL AND p.free_days > (
  SELECT COUNT(*) FROM schedule_serving later
  WHERE later.plan_id = s.plan_id AND later.meal = s.meal AND later.seq > s.seq
  AND (later.state <> {sql(ServingState.CANCELLED)} OR p.state = {sql(PlanState.CANCELLED)}) AND later.makes_up_id IS NULL))
"""  # noqa: S608 - constants
