"""Orders from pages that were open when the menu changed: what they showed is honoured for a while, and flagged."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from oottam import catalogue
from oottam.catalogue import Catalogue, EarlierMenu
from oottam.orders.models import Order
from oottam.requests.models import Request
from tests.api_client import flags
from tests.bodies import SMOOTHIE, veg_body
from tests.conftest import Send
from tests.factories.menu import edit_price, fake_renderer, publish

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def shipped() -> Iterator[Catalogue]:
    former = catalogue.current()
    yield former
    catalogue.use(former)


def with_price(known: Catalogue, paise: int) -> Catalogue:
    """The catalogue with one price for the smoothie, or without it for 0."""
    veg = known.menus["veg"]
    dish = replace(
        veg.by_name[SMOOTHIE], prices=dict.fromkeys(("week", "fifteen", "thirty"), paise)
    )
    by_name = {**veg.by_name, SMOOTHIE: dish}
    if not paise:
        del by_name[SMOOTHIE]
    menu = replace(veg, dishes=tuple(by_name.values()), by_name=by_name)
    return replace(known, menus={**known.menus, "veg": menu})


def use_editions(shipped: Catalogue, live: int, *, until: timedelta = HOUR, **options: Any) -> None:
    """Edition 2 with this price is live; edition 1, as shipped, is honoured for some time yet."""
    earlier = EarlierMenu(replace(shipped, edition=1, **options), timezone.now() + until)
    catalogue.use(replace(with_price(shipped, live), edition=2, earlier={1: earlier}, **options))


def total() -> tuple[int, str, int]:
    request = Request.objects.get()
    return Order.objects.get().total_paise, flags(request), request.menu_edition


@pytest.mark.parametrize("live", [30000, 10000, 0])
def test_price_shown_by_an_open_page_is_charged_and_flagged(
    send: Send, shipped: Catalogue, live: int
) -> None:
    use_editions(shipped, live)
    assert send(veg_body(), menu_edition="1").status_code == 200
    assert total() == (163800, "earlier-menu", 1)


def test_the_live_menu_is_charged_without_a_flag(send: Send, shipped: Catalogue) -> None:
    use_editions(shipped, 27300)
    assert send(veg_body(), menu_edition="2").status_code == 200
    assert total() == (163800, "", 2)


@pytest.mark.parametrize("edition", ["", "7", "1.0", "-1", "one", "9" * 4000, "1, 1"])
def test_of_an_unknown_edition_the_live_menu_is_charged(
    send: Send, shipped: Catalogue, edition: str
) -> None:
    use_editions(shipped, 10000)
    assert send(veg_body(), menu_edition=edition).status_code == 200
    assert total() == (60000, "total-differs,line-differs", 2)


def test_a_server_that_has_not_noticed_an_edition_yet_charges_by_it(
    send: Send, shipped: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The page came from another server."""
    fake_renderer(tmp_path, monkeypatch, settings)
    edit_price(SMOOTHIE, 100)
    publish()
    assert catalogue.current().edition == 0
    assert send(veg_body(), menu_edition="1").status_code == 200
    assert total() == (60000, "total-differs,line-differs", 1)


def test_scheduled_edition_prices_no_order(
    send: Send, shipped: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    fake_renderer(tmp_path, monkeypatch, settings)
    edit_price(SMOOTHIE, 100)
    publish(starts_at=timezone.now() + HOUR)
    assert send(veg_body(), menu_edition="1").status_code == 200
    assert total() == (163800, "", 0)


def test_without_the_header_the_live_menu_is_charged(send: Send, shipped: Catalogue) -> None:
    use_editions(shipped, 10000)
    assert send(veg_body()).status_code == 200
    assert total() == (60000, "total-differs,line-differs", 2)


def test_edition_is_not_honoured_after_its_grace_period(send: Send, shipped: Catalogue) -> None:
    use_editions(shipped, 10000, until=-HOUR)
    assert send(veg_body(), menu_edition="1").status_code == 200
    assert total() == (60000, "total-differs,line-differs", 2)


def test_a_dish_that_left_is_refused_by_its_name_afterwards(send: Send, shipped: Catalogue) -> None:
    use_editions(shipped, 0, until=-HOUR)
    response = send(veg_body(), menu_edition="1")
    assert response.status_code == 422
    assert SMOOTHIE in json.loads(response.content)["message"]
    assert not Request.objects.exists()


@pytest.mark.parametrize("edition", ["1", "2"])
def test_a_dish_sold_out_since_is_taken_and_flagged(
    send: Send, shipped: Catalogue, edition: str
) -> None:
    use_editions(shipped, 27300, sold_out={SMOOTHIE: timezone.now() - 23 * HOUR})
    assert send(veg_body(), menu_edition=edition).status_code == 200
    assert "sold-out" in total()[1]


def test_dish_sold_out_until_a_day_is_accepted_for_later_days_and_flagged(
    send: Send, shipped: Catalogue
) -> None:
    use_editions(shipped, 27300, sold_out={SMOOTHIE: None})
    assert send(veg_body(), menu_edition="2").status_code == 200
    assert total()[1] == "sold-out"


def test_a_dish_sold_out_for_long_is_refused_by_its_name(send: Send, shipped: Catalogue) -> None:
    use_editions(shipped, 27300, sold_out={SMOOTHIE: timezone.now() - 24 * HOUR})
    response = send(veg_body(), menu_edition="2")
    assert response.status_code == 422
    assert json.loads(response.content)["errors"] == [
        {"field": "selectedItems[0].name", "message": f"“{SMOOTHIE}” is sold out."}
    ]


def test_the_same_order_sent_twice_is_stored_once_whichever_menu_is_live(
    send: Send, shipped: Catalogue
) -> None:
    use_editions(shipped, 30000)
    key = "a" * 32
    first = send(veg_body(), menu_edition="1", idempotency_key=key)
    use_editions(shipped, 30000, until=-HOUR)
    second = send(veg_body(), menu_edition="1", idempotency_key=key)
    assert first.content == second.content
    assert total()[0] == 163800
