"""Marking a dish as sold out, by kitchen, desk and owner."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from oottam.menu.models import Server, SoldOut
from oottam.schedule.models import BoxLine, KitchenItem
from tests.backoffice.menu.conftest import text_of
from tests.factories.accounts import logged_in, make_cook
from tests.factories.kitchen import Boxes

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/sold-out/"
DISH = "Dry Fruit Smoothie"


@pytest.fixture
def client() -> Client:
    return logged_in(make_cook())


def test_two_taps_mark_a_dish_sold_out_and_one_undoes_it(client: Client) -> None:
    assert f'name="today" value="{DISH}"' in text_of(client.get(PAGE))
    shown = text_of(client.post(f"{PAGE}mark", {"today": DISH}, follow=True))
    assert f"{DISH} is sold out today." in shown
    assert f"<strong>{DISH}</strong> today" in shown
    assert "meena, since" in shown
    assert f'name="today" value="{DISH}"' not in shown
    assert SoldOut.objects.get().until == timezone.localdate()
    shown = text_of(client.post(f"{PAGE}take-back", {"dish": DISH}, follow=True))
    assert f"{DISH} is on sale again." in shown
    assert f'name="today" value="{DISH}"' in shown
    assert f"{DISH} was on sale already." in text_of(
        client.post(f"{PAGE}take-back", {"dish": DISH}, follow=True)
    )


def test_dish_is_sold_out_until_its_last_day_or_until_unmarked(client: Client) -> None:
    day = timezone.localdate() + timedelta(days=3)
    assert f"{DISH}: sold out until" in text_of(client.get(f"{PAGE}?dish=Dry+Fruit+Smoothie"))
    client.post(f"{PAGE}mark", {"dish": DISH, "until": f"{day}"})
    assert SoldOut.objects.get().until == day
    shown = text_of(client.post(f"{PAGE}mark", {"open": DISH}, follow=True))
    assert "until you take it back" in shown
    assert SoldOut.objects.get().until is None


def test_on_the_sheet_of_a_later_day_it_is_sold_out_until_that_day(client: Client) -> None:
    later = timezone.localdate() + timedelta(days=2)
    Boxes().add([DISH], on=later, number=2)
    sheet = f"/backoffice/kitchen/{later}/"
    shown = text_of(client.get(sheet))
    assert f"Until {later:%a} {later.day} {later:%b}</button>" in shown
    assert f'name="day" value="{later}"' in shown
    sent = {"today": DISH, "day": f"{later}", "next": sheet}
    shown = text_of(client.post(f"{PAGE}mark", sent, follow=True))
    assert "2 boxes hold it" in shown
    assert SoldOut.objects.get().until == later
    for day in ("2020-01-01", "2026-02-31", "x"):
        client.post(f"{PAGE}mark", {"today": DISH, "day": day})
        assert SoldOut.objects.get().until == timezone.localdate()


def test_boxes_that_hold_it_are_listed_with_a_way_to_replace_it(client: Client) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    Boxes().add([DISH], on=tomorrow, number=2)
    shown = text_of(client.post(f"{PAGE}mark", {"open": DISH}, follow=True))
    assert f"2 boxes hold {DISH}" in shown
    replace = rf"/backoffice/kitchen/{tomorrow}/replace/2/\?item="
    [address] = set(re.findall(rf'href="({replace}\d+)"', shown))
    assert f"selected>{DISH}</option>" in text_of(client.get(address))
    sheet = text_of(client.get(f"/backoffice/kitchen/{tomorrow}/"))
    assert f"<strong><bdi>{DISH}</bdi></strong> in 2 boxes" in sheet
    assert address in sheet


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"dish": DISH, "until": ""}, "This field is required."),
        ({"dish": DISH, "until": "2020-01-01"}, "This day has passed."),
        ({"dish": "Pizza", "until": "2026-11-30"}, "Pizza is not on the live menu."),
        ({"today": "Pizza"}, "Pizza is not on the live menu."),
        ({}, "This field is required."),
    ],
)
def test_invalid_day_or_dish_is_rejected_with_a_message(
    client: Client, sent: dict[str, str], sentence: str
) -> None:
    assert sentence in text_of(client.post(f"{PAGE}mark", sent, follow=True))
    assert not SoldOut.objects.exists()


def test_removed_dish_can_be_unmarked_and_an_expired_mark_is_not_listed(
    client: Client,
) -> None:
    now = timezone.now()
    SoldOut.objects.create(dish_name="Mango Lassi", since=now)
    SoldOut.objects.create(
        dish_name=DISH, since=now, until=timezone.localdate() - timedelta(days=1)
    )
    shown = text_of(client.get(PAGE))
    assert "<strong>Mango Lassi</strong>" in shown
    assert "No longer on the menu" in shown
    assert f"<strong>{DISH}</strong>" not in shown


def test_search_filters_the_list_and_is_kept_after_a_tap(client: Client) -> None:
    shown = text_of(client.get(f"{PAGE}?q=dry+fruit"))
    assert shown.count("<summary>") == 1
    answer = client.post(f"{PAGE}mark", {"today": DISH, "q": "dry fruit"})
    assert answer["Location"] == f"{PAGE}?q=dry+fruit"


def test_kitchen_sheet_and_replace_form_link_to_the_list(client: Client) -> None:
    assert PAGE in text_of(client.get("/backoffice/kitchen/", follow=True))
    tomorrow = timezone.localdate() + timedelta(days=1)
    Boxes().add([DISH], on=tomorrow)
    assert PAGE in text_of(client.get(f"/backoffice/kitchen/{tomorrow}/replace/2/"))


def sheet_of(client: Client, names: list[str]) -> tuple[str, str]:
    """Order each dish for tomorrow's lunch; return its sheet's address and what the sheet shows."""
    tomorrow = timezone.localdate() + timedelta(days=1)
    Boxes().add(names, on=tomorrow)
    address = f"/backoffice/kitchen/{tomorrow}/?meal=2"
    return address, text_of(client.get(address))


def test_cook_marks_a_dish_on_the_sheet_and_takes_it_back_there(client: Client) -> None:
    sheet, shown = sheet_of(client, [DISH])
    assert f'form="sold-out" name="open" value="{DISH}"' in shown
    assert f'name="next" value="{sheet}"' in shown
    marked = client.post(f"{PAGE}mark", {"open": DISH, "next": sheet}, follow=True)
    assert marked.redirect_chain == [(sheet, 302)]
    shown = text_of(marked)
    assert f"{DISH} is sold out until you take it back. 1 box holds it: <a href=" in shown
    [replace] = re.findall(r'holds it: <a href="([^"]+)">Replace</a>', shown)
    assert f"selected>{DISH}</option>" in text_of(client.get(replace))
    assert "Sold out until you take it back</strong>" in shown
    assert f'name="open" value="{DISH}"' not in shown
    taken = client.post(f"{PAGE}take-back", {"dish": DISH, "next": sheet}, follow=True)
    assert taken.redirect_chain == [(sheet, 302)]
    assert f'name="open" value="{DISH}"' in text_of(taken)


def test_last_day_is_asked_on_the_list_and_leads_back_to_the_sheet(client: Client) -> None:
    sheet, shown = sheet_of(client, [DISH])
    [until] = re.findall(r'href="([^"]+)">Until…</a>', shown)
    form = text_of(client.get(until.replace("&amp;", "&")))
    assert f'name="next" value="{sheet}"' in form
    assert f'href="{sheet}">Cancel' in form
    sent = {"dish": DISH, "until": "2020-01-01", "next": sheet}
    assert f'name="next" value="{sheet}"' in text_of(client.post(f"{PAGE}mark", sent))
    day = timezone.localdate() + timedelta(days=3)
    assert client.post(f"{PAGE}mark", {**sent, "until": f"{day}"})["Location"] == sheet


def test_foreign_address_is_no_way_back(client: Client) -> None:
    answer = client.post(f"{PAGE}mark", {"today": DISH, "next": "https://evil.example/"})
    assert answer["Location"] == PAGE


def test_boxes_of_several_meals_are_counted_and_lead_to_the_list(client: Client) -> None:
    boxes = Boxes()
    for ahead in (1, 2):
        boxes.add([DISH], on=timezone.localdate() + timedelta(days=ahead), number=2)
    shown = text_of(client.post(f"{PAGE}mark", {"open": DISH}, follow=True))
    assert f'4 boxes hold it: <a href="{PAGE}">Replace</a>' in shown
    client.post(f"{PAGE}take-back", {"dish": DISH})
    shown = text_of(client.post(f"{PAGE}mark", {"today": DISH}, follow=True))
    assert "is sold out today. No box to come holds it." in shown


def test_dish_that_no_menu_sells_and_a_past_sheet_have_no_buttons(client: Client) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    boxes = Boxes()
    boxes.add([DISH], on=yesterday)
    boxes.add(["Grandmother's Payasam"], on=timezone.localdate())
    assert 'class="sell-out"' not in text_of(
        client.get(f"/backoffice/kitchen/{timezone.localdate()}/")
    )
    assert 'class="sell-out"' not in text_of(client.get(f"/backoffice/kitchen/{yesterday}/"))


def test_dish_with_two_names_is_marked_by_each(client: Client) -> None:
    first, second = DISH, "Berry Smoothie"
    tomorrow = timezone.localdate() + timedelta(days=1)
    Boxes().add([first, second], on=tomorrow)
    item = KitchenItem.objects.get(name=first)
    KitchenItem.objects.filter(name=second).update(merged_into=item)
    BoxLine.objects.update(item=item)
    client.post(f"{PAGE}mark", {"open": second})
    shown = text_of(client.get(f"/backoffice/kitchen/{tomorrow}/"))
    assert f'name="open" value="{first}"' in shown
    assert f'name="dish" value="{second}"' in shown


def test_page_says_that_the_site_still_shows_an_earlier_menu(client: Client) -> None:
    """A server whose renderer fails goes on selling what was marked."""
    warning = "The site does not show the last changes yet: its pages could not be made."
    assert warning not in text_of(client.get(PAGE))
    server = Server.objects.create(
        name="here:8000", edition=0, error="The renderer was stopped.", seen_at=timezone.now()
    )
    assert warning in text_of(client.get(PAGE))
    Server.objects.filter(pk=server.pk).update(seen_at=timezone.now() - timedelta(hours=1))
    assert warning not in text_of(client.get(PAGE))
