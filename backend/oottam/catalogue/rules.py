"""Loads contract/rules.json: tiers, minimums, discounts and the choices of forms."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from oottam.catalogue import files
from oottam.core.money import paise_from_rupees
from oottam.pricing import ComboDiscount, ComboRules, DayPriceRules, Tier


@dataclass(frozen=True, slots=True)
class _ComboDiscount:
    from_items: int
    off: Decimal


@dataclass(frozen=True, slots=True)
class _Combos:
    weeks: int
    items_per_meal: int
    item_price: Decimal
    minimum_items: int
    days: int
    discounts: list[_ComboDiscount]


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
        combos=_combo_rules(file.combos, path),
        meals=file.meals,
        tray_minimum_dishes=file.tray_minimum_dishes,
        free_delivery_km=file.free_delivery_km,
        plan_durations=file.plan_durations,
        event_types=file.event_types,
    )


def _combo_rules(combos: _Combos, path: Path) -> ComboRules:
    try:
        return ComboRules(
            item_price=paise_from_rupees(combos.item_price),
            minimum_items=combos.minimum_items,
            days=combos.days,
            weeks=combos.weeks,
            items_per_meal=combos.items_per_meal,
            discounts=tuple(
                ComboDiscount(step.from_items, paise_from_rupees(step.off))
                for step in combos.discounts
            ),
        )
    except ValueError as error:
        raise files.contract_error(path, f"prices combos wrongly: {error}. Round it.") from error
