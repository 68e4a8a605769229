"""Differences, publishing, editions: what the owner and the desk see and do."""

import json
import re
from datetime import timedelta
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.kitchen.services.dishes import find_items
from oottam.kitchen.services.recipe_seeding import seed
from oottam.menu import checks, drafts
from oottam.menu.content import MENUS, SITE, Content
from oottam.menu.models import Edition, EditionState, Server
from oottam.menu.prices import dishes_of
from oottam.menu.signals import edition_stored
from oottam.menu.weekly import CHOICE, WEEKLY
from oottam.outbox import mail_content
from oottam.outbox.message import build_message
from oottam.outbox.models import OutboxEntry, Recipient
from oottam.requests.models import Request, RequestFlag
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import KitchenItem, ServingState
from tests.backoffice.menu.conftest import text_of
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.kitchen import Boxes
from tests.factories.menu import (
    FAILING,
    edit_draft,
    edit_price,
    find_dish,
    publish,
    without_dish,
    write_program,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("program")]
DIFFERENCES, EDITIONS = "/backoffice/menu/differences/", "/backoffice/menu/editions/"
DISH = "Dry Fruit Smoothie"
PASSWORD = "pass of a test"


@pytest.fixture
def owner() -> User:
    user = make_staff_account("mani", Role.OWNER)
    user.set_password(PASSWORD)
    user.email = "mani@example.com"
    user.save()
    return user


@pytest.fixture
def client(owner: User) -> Client:
    return logged_in(owner)


def send(client: Client, **fields: Any) -> Any:
    """Send the form Publish of the draft as it is."""
    sent = {"revision": drafts.load().revision, "when": "now", "password": PASSWORD, **fields}
    return client.post(f"{DIFFERENCES}publish", sent)


def test_changed_price_is_listed_with_both_prices_and_published_once(client: Client) -> None:
    edit_price(DISH, 300)
    shown = text_of(client.get(DIFFERENCES))
    assert "Dearer" in shown
    assert f"{DISH}: week" in shown
    revision = drafts.load().revision
    answers = [send(client, revision=revision, note="December") for _ in range(2)]
    assert [(each.status_code, each["Location"]) for each in answers] == [(302, EDITIONS)] * 2
    [edition] = Edition.objects.all()
    assert (edition.state, edition.note) == (EditionState.LIVE, "December")
    assert "No changes" in text_of(client.get(DIFFERENCES))


def test_wrong_password_does_not_publish_and_keeps_the_input(client: Client) -> None:
    edit_price(DISH, 300)
    answer = send(client, note="December", password="wrong")
    assert answer.status_code == 422
    assert "Wrong password." in text_of(answer)
    assert 'value="December"' in text_of(answer)
    assert not Edition.objects.exists()


def test_draft_changed_by_a_colleague_is_not_published(client: Client) -> None:
    revision = edit_price(DISH, 300)
    edit_price(DISH, 310, actor=make_staff_account("priya", Role.DESK))
    answer = send(client, revision=revision)
    assert answer.status_code == 409
    assert f"{DISH} costs 310 <span" in text_of(answer)
    assert not Edition.objects.exists()


def test_later_time_schedules_an_edition_that_can_be_withdrawn(client: Client) -> None:
    edit_price(DISH, 300)
    tomorrow = timezone.localdate() + timedelta(days=1)
    answer = send(client, when="later", date=f"{tomorrow}", time="06:00")
    assert answer["Location"] == EDITIONS
    [edition] = Edition.objects.all()
    assert edition.state == EditionState.SCHEDULED
    assert f"{timezone.localtime(edition.starts_at):%F %T}" == f"{tomorrow} 06:00:00"
    assert "goes live on" in text_of(client.get(DIFFERENCES))
    client.post(f"{EDITIONS}1/withdraw")
    assert Edition.objects.get().state == EditionState.WITHDRAWN
    assert "Dearer" in text_of(client.get(DIFFERENCES))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"date": ""}, "Enter when to publish."),
        ({"date": "2026-01-01"}, "This time has passed."),
        ({"time": "six"}, "Enter the time as 08:30."),
    ],
)
def test_invalid_time_is_rejected_at_its_field(
    client: Client, fields: dict[str, str], sentence: str
) -> None:
    edit_price(DISH, 300)
    tomorrow = timezone.localdate() + timedelta(days=1)
    answer = send(client, **{"when": "later", "date": f"{tomorrow}", "time": "06:00", **fields})
    assert answer.status_code == 422
    assert sentence in text_of(answer)


def test_failed_rendering_keeps_the_draft(client: Client, program: Path) -> None:
    edit_price(DISH, 300)
    write_program(program, FAILING)
    answer = send(client)
    assert answer.status_code == 422
    assert "The pages could not be made, so nothing was published." in text_of(answer)
    assert drafts.load().is_changed


def test_desk_sees_differences_and_who_publishes() -> None:
    edit_price(DISH, 300)
    desk = logged_in(make_staff_account("priya", Role.DESK))
    shown = text_of(desk.get(DIFFERENCES))
    assert "Only the owner publishes." in shown
    assert "Your password" not in shown


def test_changed_contacts_are_listed_first_and_separately(client: Client) -> None:
    edit_price(DISH, 300)
    site = drafts.load().content.file(SITE)
    site["brand"]["name"] = "Annapurna"
    edit_draft(lambda content: content.replace(SITE, site))
    shown = text_of(client.get(DIFFERENCES))
    assert shown.index("contacts, payments and legal words") < shown.index("Dearer")


def test_invalid_draft_shows_the_error_with_a_link_and_is_not_published(client: Client) -> None:
    edit_price(DISH, -1)
    shown = text_of(client.get(DIFFERENCES))
    assert "Fix this before you publish" in shown
    assert '<a class="touch-link" href="/backoffice/menu/' in shown
    assert send(client).status_code == 422
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    "page",
    [
        DIFFERENCES,
        *(
            f"/backoffice/menu/{each}/"
            for each in ("spreadsheet", "pictures", "dishes/veg/berry-smoothie")
        ),
    ],
)
def test_form_that_takes_seconds_says_so_and_is_sent_once(client: Client, page: str) -> None:
    edit_price(DISH, 300)
    assert re.search(r'<form [^>]*data-busy="[A-Z][^"]*\."', text_of(client.get(page)))


def test_dish_without_a_photo_is_named_with_the_page_that_takes_one(client: Client) -> None:
    def rename(content: Content) -> Content:
        menu = content.file(MENUS["veg"])
        find_dish(menu, DISH).update(
            id="thinai-pongal", name="Thinai Pongal", image="thinai-pongal"
        )
        return content.replace(MENUS["veg"], menu)

    edit_draft(rename)
    shown = text_of(client.get(DIFFERENCES))
    link = '<a class="touch-link" href="/backoffice/menu/dishes/veg/thinai-pongal/#photo">'
    assert f"{link}Thinai Pongal has no photo yet.</a>" in shown
    edit_draft(lambda content: content.with_photo("dishes/thinai-pongal.webp", "0" * 64))
    assert list(checks._missing_pictures(drafts.load().content)) == []


def test_set_meal_or_choice_without_a_picture_is_named_with_its_place(client: Client) -> None:
    def take_pictures(content: Content) -> Content:
        week, choice = content.file(WEEKLY), content.file(CHOICE)
        week["week2"]["lunch"][0]["items"][0].update(name="Kali", img="kali")
        choice["dinner"][0].update(title="Kanji", image="kanji")
        return content.replace(WEEKLY, week).replace(CHOICE, choice)

    edit_draft(take_pictures)
    shown = text_of(client.get(DIFFERENCES))
    week = '<a class="touch-link" href="/backoffice/menu/weekly/?week=2">'
    assert f"{week}Kali has no picture yet (week 2, Monday lunch).</a>" in shown
    assert "Kanji has no picture yet (Custom choice).</a>" in shown


def test_error_of_files_is_said_without_their_names(client: Client) -> None:
    edit_draft(lambda content: with_mark(content, DISH, "nonveg"))
    shown = text_of(client.get(DIFFERENCES))
    assert f"Recipes: marks '{DISH}' veg, Veg menu nonveg. Make them agree." in unescape(shown)
    assert ".json" not in shown


def with_mark(content: Content, name: str, mark: str) -> Content:
    menu = content.file(MENUS["veg"])
    find_dish(menu, name)["mark"] = mark
    return content.replace(MENUS["veg"], menu)


def test_discarding_the_draft_needs_confirmation(client: Client) -> None:
    revision = edit_price(DISH, 300)
    assert client.post(f"{DIFFERENCES}discard", {"revision": revision}).status_code == 422
    assert drafts.load().is_changed
    client.post(f"{DIFFERENCES}discard", {"revision": revision, "confirm": "yes"})
    assert not drafts.load().is_changed


def test_editions_page_names_servers_that_show_another_edition(client: Client) -> None:
    edit_price(DISH, 300)
    publish()
    now = timezone.now()
    for name, edition, error, seen_at in (
        ("a:80", 1, "", now),
        ("b:80", 0, "The disk is full.", now),
        ("gone:80", 0, "", now - timedelta(hours=1)),
    ):
        Server.objects.create(name=name, edition=edition, error=error, seen_at=seen_at)
    shown = text_of(client.get(EDITIONS))
    assert "Version 1 is live" in shown
    assert "on 1 server." in shown
    assert "b:80 still shows version 0. The disk is full." in shown
    assert "gone:80" not in shown


def test_restoring_an_edition_shows_differences_and_confirms_replacing_a_draft(
    client: Client,
) -> None:
    for price in (300, 310):
        edit_price(DISH, price)
        publish()
    assert "Cheaper" in text_of(client.get(f"{EDITIONS}1/"))
    assert "which is live" in text_of(client.get(f"{EDITIONS}1/"))
    revision = edit_price(DISH, 320)
    refused = client.post(f"{EDITIONS}1/restore", {"revision": revision})
    assert refused.status_code == 422
    assert f"{DISH} costs 320" in text_of(refused)
    answer = client.post(f"{EDITIONS}1/restore", {"revision": revision, "confirm": "yes"})
    assert answer["Location"] == DIFFERENCES
    assert "Cheaper" in text_of(client.get(DIFFERENCES))
    assert Edition.objects.get(state=EditionState.LIVE).number == 2


def test_unknown_edition_is_not_found_and_ignored_in_comparisons(client: Client) -> None:
    for unknown in ("7", "9" * 12, "9" * 30):
        assert client.get(f"{EDITIONS}{unknown}/").status_code == 404
        assert client.post(f"{EDITIONS}{unknown}/restore").status_code == 404
    for other in ("7", "%00", "-1", "\u0663", "9" * 12, "9" * 30):
        assert "This is what customers see." in text_of(client.get(f"{EDITIONS}0/?with={other}"))


def test_running_plans_with_a_removed_dish_are_counted(client: Client) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    boxes = Boxes()
    boxes.add([DISH], on=tomorrow, number=2)
    boxes.add([DISH], on=tomorrow, state=ServingState.CANCELLED)
    boxes.add(["Berry Smoothie"], on=tomorrow)
    edit_draft(lambda content: without_dish(content, DISH))
    shown = text_of(client.get(DIFFERENCES))
    assert "2 running plans hold a dish that goes" in shown
    assert f"<li>{DISH}: 2 plans</li>" in shown


def test_running_plans_that_hold_a_set_meals_dish_are_counted(client: Client) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    boxes = Boxes()
    boxes.add(["Kuzhi Paniyaram"], on=tomorrow, kind="combo")
    boxes.add(["Millet Pongal"], on=tomorrow, kind="combo")  # other weeks have it, too
    boxes.add(["Podi Idli"], on=tomorrow, kind="subscription")
    boxes.add(["Chicken Rice Bowl"], on=tomorrow, kind="nonveg")  # stays on that menu

    def apply(content: Content) -> Content:
        weekly = content.file("catalogue/weekly-menu.json")
        for week in range(1, 5):
            for entry in chain(*weekly[f"week{week}"].values()):
                for item in entry["items"]:
                    if item["name"] == "Kuzhi Paniyaram":
                        item["name"] = "Rava Kesari"
        weekly["week1"]["breakfast"][3]["items"][0]["name"] = "Upma"
        choice = content.file("catalogue/custom-choice.json")
        choice["breakfast"] = [each for each in choice["breakfast"] if each["id"] != "B1"]
        choice["lunch"] = [each for each in choice["lunch"] if each["id"] != "L2"]
        content = content.replace("catalogue/weekly-menu.json", weekly)
        return content.replace("catalogue/custom-choice.json", choice)

    edit_draft(apply)
    shown = text_of(client.get(DIFFERENCES))
    assert "2 running plans hold a dish that goes" in shown
    assert "<li>Kuzhi Paniyaram: 1 plan</li>" in shown
    assert "<li>Podi Idli: 1 plan</li>" in shown
    assert "Millet Pongal: " not in shown
    assert "Chicken Rice Bowl: 1" not in shown


def rename_weekly(content: Content, name: str, new: str) -> Content:
    text = json.dumps(content.file("catalogue/weekly-menu.json")).replace(f'"{name}"', f'"{new}"')
    return content.replace("catalogue/weekly-menu.json", json.loads(text))


def test_new_dishes_without_a_recipe_are_named_and_lead_to_the_kitchen(client: Client) -> None:
    seed()
    edit_draft(lambda content: rename_weekly(content, "Kuzhi Paniyaram", "Rava Kesari"))
    shown = text_of(client.get(DIFFERENCES))
    assert "1 new dish has no recipe" in shown
    assert "Puttu" not in shown  # which the live menu names, too
    answer = client.post("/backoffice/kitchen/items/add", {"name": "Rava Kesari"})
    item = KitchenItem.objects.get(name="Rava Kesari")
    assert answer["Location"] == f"/backoffice/kitchen/items/{item.pk}/"


def test_a_renamed_weekly_entry_can_be_the_same_dish(client: Client) -> None:
    seed()
    edit_draft(lambda content: rename_weekly(content, "Kuzhi Paniyaram", "Rava Kesari"))
    assert "It is the same dish as Kuzhi Paniyaram" in text_of(client.get(DIFFERENCES))
    sent = {"name": "Rava Kesari", "same": "Kuzhi Paniyaram"}
    client.post("/backoffice/kitchen/items/add", sent)
    assert "no recipe" not in text_of(client.get(DIFFERENCES))
    item = KitchenItem.objects.get(name="Kuzhi Paniyaram")
    assert set(find_items([OrderedDish("combo", "Rava Kesari")]).values()) == {item.pk}


def test_a_green_mark_on_a_dish_with_egg_cannot_be_published(client: Client) -> None:
    seed()
    KitchenItem.objects.filter(name="Berry Smoothie").update(mark="nonveg")
    edit_price(DISH, 300)
    shown = text_of(client.get(DIFFERENCES))
    assert "Fix this before you publish" in shown
    assert "Berry Smoothie" in shown
    assert 'href="/backoffice/kitchen/items/"' in shown
    assert send(client).status_code == 422


def test_owners_with_an_address_are_mailed_the_changes(client: Client) -> None:
    other = make_staff_account("asha", Role.OWNER)
    User.objects.filter(pk=other.pk).update(email="asha@example.com")
    User.objects.filter(pk=make_staff_account("priya", Role.DESK).pk).update(email="p@example.com")
    edit_price(DISH, 300)
    send(client, note="December")
    [entry] = OutboxEntry.objects.all()
    content = mail_content.composer([])(entry.reference, Recipient(entry.recipient))
    assert content is not None
    mail = build_message(entry, content)
    assert mail.to == ["mani@example.com", "asha@example.com"]
    assert "the menu changes, version 1" in mail.subject
    assert "mani published version 1 of the menu." in mail.body
    assert f"{DISH}: week" in mail.body
    assert "December" in mail.body
    shown = text_of(client.get("/backoffice/mails/"))
    assert '<a class="reference" href="/backoffice/menu/editions/1/"><strong>To the owners' in shown
    OutboxEntry.objects.update(state="sent")
    client.post("/backoffice/mails/again", {"mail": entry.pk})
    assert client.get("/backoffice/audit/").status_code == 200


def test_no_mail_is_queued_without_an_owners_address(client: Client, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(email="")
    edit_price(DISH, 300)
    assert send(client).status_code == 302
    assert not OutboxEntry.objects.exists()


def test_request_page_names_the_edition_that_priced_it(client: Client) -> None:
    boxes = Boxes()
    plan = boxes.add([DISH], on=timezone.localdate() + timedelta(days=1))
    Request.objects.update(menu_edition=3)
    RequestFlag.objects.create(request=plan.request, flag="earlier-menu")
    shown = text_of(client.get(f"/backoffice/requests/{plan.request.reference}/"))
    assert 'href="/backoffice/menu/editions/3/">version 3</a> of the menu.' in shown
    assert "Priced by the menu that its page showed, which was replaced" in shown


def test_many_differences_are_folded(client: Client) -> None:
    def dearer(content: Content) -> Content:
        menu = content.file("catalogue/veg.json")
        for dish in dishes_of(menu):
            if "prices" in dish:
                dish["prices"] = {tier: price + 1 for tier, price in dish["prices"].items()}
        return content.replace("catalogue/veg.json", menu)

    edit_draft(dearer)
    shown = text_of(client.get(DIFFERENCES))
    assert "Dearer" in shown
    assert re.search(r"<summary>\d+ more</summary>", shown)


def test_unstored_edition_sends_no_mail(client: Client) -> None:
    """A kill between the two would have stored one without the other."""
    edit_price(DISH, 270)

    def fail(sender: object, **_: object) -> None:
        raise RuntimeError("killed")

    edition_stored.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            publish()
    finally:
        edition_stored.disconnect(fail)
    assert not Edition.objects.exists()
    assert not OutboxEntry.objects.exists()


def test_publication_by_a_command_is_mailed(client: Client) -> None:
    edit_price(DISH, 270)
    publish()
    assert [entry.reference for entry in OutboxEntry.objects.all()] == ["edition-1"]
