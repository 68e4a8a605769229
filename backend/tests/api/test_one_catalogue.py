"""A request is validated and priced by one catalogue, even if it is replaced meanwhile."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from oottam import catalogue
from oottam.catalogue import Catalogue
from oottam.requests.models import Request
from tests.api_client import flags_and_message, stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES
from tests.orders.examples import COMBO

pytestmark = pytest.mark.django_db


def another(known: Catalogue) -> Catalogue:
    """What the shop might sell a moment later: all of it, by other rules, and under other ids."""
    rules = known.rules
    combos, day_orders = rules.combos, rules.day_orders
    tiers = tuple(
        type(tier)(tier.id, tier.from_days, tier.free_days + 1) for tier in day_orders.tiers
    )
    return replace(
        known,
        meal_titles={},
        rules=replace(
            rules,
            combos=type(combos)(
                combos.item_price + 100, 7, combos.days, combos.weeks, combos.items_per_meal, ()
            ),
            day_orders=type(day_orders)(
                tiers, 7, day_orders.maximum_days, day_orders.chargeable_days_offset
            ),
            event_types=(),
            plan_durations=(),
        ),
        site=replace(known.site, doctors=()),
    )


@pytest.fixture
def loaded_catalogues(monkeypatch: pytest.MonkeyPatch) -> list[Catalogue]:
    """Every catalogue that was given out: the first to whoever asks first, another one to the rest."""
    known = catalogue.current()
    given: list[Catalogue] = []

    def catalogues() -> Iterator[Catalogue]:
        yield known
        while True:
            yield another(known)

    following = catalogues()

    def current() -> Catalogue:
        given.append(next(following))
        return given[-1]

    monkeypatch.setattr(catalogue, "current", current)
    return given


@pytest.mark.parametrize("path", BODIES)
def test_catalogue_change_during_a_request_is_ignored(
    send: Send, loaded_catalogues: list[Catalogue], path: str
) -> None:
    flags, _ = flags_and_message(send, path, BODIES[path])
    assert (flags, len(loaded_catalogues)) == ("", 1)


@pytest.mark.parametrize("path", [VEG, COMBO])
def test_validation_and_price_use_one_catalogue(
    send: Send, loaded_catalogues: list[Catalogue], path: str
) -> None:
    """By the other rules this many days or items would not be taken, and would cost another amount."""
    request = stored(send, path, BODIES[path])
    assert total(request) == BODIES[path]["finalAmount"] * 100


def test_rejected_form_is_validated_by_one_catalogue(
    send: Send, loaded_catalogues: list[Catalogue]
) -> None:
    refused = json.loads(send(veg_body(date=5)).content)
    assert refused["message"] == "Days must be a whole number from 6 to 40."
    assert len(loaded_catalogues) == 1


def total(request: Request) -> Any:
    return request.order.total_paise if request.kind == "veg" else request.combo.total_paise
