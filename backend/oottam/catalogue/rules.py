"""Loads contract/rules.json: tiers, minimums, discounts and the choices of forms."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from oottam.catalogue import files
from oottam.pricing import ComboDiscount, ComboRules, DayPriceRules, Tier


@dataclass(frozen=True, slots=True)
class _ComboDiscount(ComboDiscount):
    off: files.Paise


@dataclass(frozen=True, slots=True)
class _Combos(ComboRules):
    item_price: files.Paise
    discounts: tuple[_ComboDiscount, ...]


@dataclass(frozen=True, slots=True)
class PlanDuration:
    """A subscription's duration: the form shows `label` and sends `value`."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class _File:
    __pydantic_config__ = files.FILE_CONFIG

    minimum_days: Annotated[int, files.at("days", "min")]
    maximum_days: Annotated[int, files.at("days", "max")]
    tiers: tuple[Tier, ...]
    chargeable_days_offset: int
    free_delivery_km: Decimal
    meals: tuple[str, ...]
    tray_minimum_dishes: Annotated[int, files.at("tray", "minimumDishes")]
    combos: _Combos
    plan_durations: tuple[PlanDuration, ...]
    event_types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The business constants of the specification's section 9; amounts in paise."""

    day_orders: DayPriceRules
    combos: ComboRules
    meals: tuple[str, ...]
    tray_minimum_dishes: int
    free_delivery_km: Decimal
    plan_durations: tuple[PlanDuration, ...]
    event_types: tuple[str, ...]


def load_rules(path: Path) -> Rules:
    """Read rules.json; raises ImproperlyConfigured when it is missing or invalid."""
    file = files.read(path, _File)
    tiers = file.tiers
    if not tiers or list(tiers) != sorted(tiers, key=lambda tier: tier.from_days):
        raise files.contract_error(path, "must list its tiers from the fewest days to the most.")
    if not 0 < file.minimum_days <= file.maximum_days:
        raise files.contract_error(path, "needs days.min from 1 up to days.max.")
    return Rules(
        day_orders=DayPriceRules(
            tiers, file.minimum_days, file.maximum_days, file.chargeable_days_offset
        ),
        combos=file.combos,
        meals=file.meals,
        tray_minimum_dishes=file.tray_minimum_dishes,
        free_delivery_km=file.free_delivery_km,
        plan_durations=file.plan_durations,
        event_types=file.event_types,
    )
