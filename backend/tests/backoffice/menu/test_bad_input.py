"""What people, spreadsheets and forged forms send to the menu's pages: kept as text, or refused in a sentence."""

from datetime import UTC, timedelta
from html import escape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.backoffice.menu.publishing.views import PublishForm
from oottam.menu import drafts, editions, spreadsheet
from oottam.menu.dishes import find
from oottam.menu.drafts import DraftChangedError
from oottam.menu.models import Edition
from tests.backoffice.menu.conftest import text_of
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_price, publish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("program")]
MENU = "/backoffice/menu/"
NEW, DIFFERENCES = f"{MENU}dishes/veg/new/", f"{MENU}differences/"
CELL = "veg/berry-smoothie/week"
TODAY, DAY = timezone.localdate(), timedelta(days=1)
PASSWORD = "pass of a test"


@pytest.fixture
def client() -> Client:
    user = make_staff_account("mani", Role.OWNER)
    user.set_password(PASSWORD)
    user.save()
    return logged_in(user)


def add(client: Client, name: str) -> Any:
    dish = {"mark": "veg", "category": "protein-smoothies", "week": "250", "fifteen": "240"}
    return client.post(NEW, {**dish, "thirty": "230", "name": name})


@pytest.mark.parametrize(
    "name",
    [
        "<b>Dosa</b>",
        "Dosa & “Vada” 'n' \"more\"",
        "🍓 Dosa",
        "👩‍🍳 Dosa",
        "ராகி அடை",
        "سلطة الفواكه",
        "=1+1",
        "Dosa {{ 7 }} %s",
        "x" * 34,
    ],
)
def test_a_name_is_text_on_every_page(client: Client, name: str) -> None:
    answer = add(client, name)
    assert answer.status_code == 302
    shown = escape(name)
    for page in (answer["Location"], MENU, DIFFERENCES, f"{MENU}categories/veg/"):
        html = text_of(client.get(page))
        assert shown in html
        assert "<b>Dosa" not in html
    file = client.get(f"{MENU}spreadsheet/menu.xlsx").content
    content = drafts.load().content
    assert spreadsheet.apply(content, spreadsheet.read(file)).content == content
    dish_id = answer["Location"].split("/")[-2]
    assert find(content.file("catalogue/veg.json"), dish_id)[1]["name"] == name


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 200, "Dosa\0", "Dosa\u202e", "Do\u200bsa", "Dosa\x07"],
)
def test_what_is_no_name_is_refused_at_its_field(client: Client, name: str) -> None:
    answer = add(client, name)
    assert (answer.status_code, 'aria-invalid="true"' in text_of(answer)) == (422, True)
    assert drafts.load().revision == 0


@pytest.mark.parametrize(
    "name",
    [
        "Berry Smoothie",
        "BERRY smoothie",
        "Berry  Smoothie",
        "Berry\nSmoothie",
        "Berry\u00a0Smoothie",
        "Ｂerry Smoothie",
    ],
)
def test_a_name_that_only_looks_like_another_is_refused(client: Client, name: str) -> None:
    assert "has a dish of this name" in text_of(add(client, name))
    assert drafts.load().revision == 0


@pytest.mark.parametrize("revision", ["", "-1", "abc", "9" * 30, "٣", "1.0", "\0", "1e3"])
def test_a_forged_revision_stores_no_more_than_was_seen(client: Client, revision: str) -> None:
    edit_price("Berry Smoothie", 280)
    refused = client.post(MENU, {"revision": revision, f"{CELL}=266": "290"})
    assert (refused.status_code, "changed this to ₹280" in text_of(refused)) == (409, True)
    publishing = {"revision": revision, "when": "now", "password": PASSWORD}
    assert client.post(f"{DIFFERENCES}publish", publishing).status_code == 409
    dropping = {"revision": revision, "confirm": "yes"}
    assert client.post(f"{DIFFERENCES}discard", dropping).status_code == 409
    assert drafts.load().is_changed
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        "veg/berry-smoothie/year=266",
        "veg/berry-smoothie=266",
        "beer/berry-smoothie/week=266",
        "veg/berry-smoothie/week",
        f"veg/{'x' * 5000}/week=1",
        "=",
        "//=",
    ],
)
def test_a_forged_field_of_the_grid_stores_nothing(client: Client, name: str) -> None:
    assert client.post(MENU, {"revision": "0", name: "300"}).status_code in (302, 400)
    assert drafts.load().revision == 0


@pytest.mark.parametrize(
    ("day", "clock", "sentence"),
    [
        ("0001-01-01", "06:00", "long past"),
        ("9999-12-31", "06:00", "more than two years ahead"),
        ("2027-02-29", "06:00", "Enter the date as"),
        ("2026-13-01", "06:00", "Enter the date as"),
        ("29.02.2028", "06:00", "Enter the date as"),
        ("", "06:00", "Enter when to publish."),
        (f"{TODAY - DAY}", "23:59", "This time has passed."),
        (f"{TODAY + 400 * DAY}", "06:00", "within the next year"),
        (f"{TODAY + DAY}", "24:00", "Enter the time as"),
        (f"{TODAY + DAY}", "6 am", "Enter the time as"),
    ],
)
def test_a_time_that_is_none_is_refused_at_its_field(
    client: Client, day: str, clock: str, sentence: str
) -> None:
    revision = edit_price("Berry Smoothie", 280)
    sent = {"when": "later", "date": day, "time": clock, "password": PASSWORD}
    answer = client.post(f"{DIFFERENCES}publish", {"revision": revision, **sent})
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert not Edition.objects.exists()


@pytest.mark.parametrize("day", ["2027-03-28", "2027-07-01", "2027-10-31", "2028-02-29"])
def test_a_time_is_indian_time_on_any_day(day: str) -> None:
    """Clocks of many countries change in March and October, India's do not."""
    sent = {"revision": "0", "when": "later", "date": day, "time": "06:00", "password": "x"}
    form = PublishForm(sent, revision=0)
    assert form.is_valid()
    starts_at = form.starts_at()
    assert starts_at
    assert (starts_at + timedelta(hours=18, minutes=30)).astimezone(UTC).isoformat() == (
        f"{day}T19:00:00+00:00"
    )


def test_two_who_publish_at_once_make_one_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one's trial rendering ends after the first has published."""
    edit_price("Berry Smoothie", 280)
    trial = editions.render_trial
    revision = drafts.load().revision

    def overtaken(*arguments: Any) -> Any:
        monkeypatch.setattr(editions, "render_trial", trial)
        publish(revision=revision)
        return trial(*arguments)

    monkeypatch.setattr(editions, "render_trial", overtaken)
    with pytest.raises(DraftChangedError):
        publish(revision=revision)
    assert [each.number for each in Edition.objects.all()] == [1]
