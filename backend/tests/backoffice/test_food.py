"""Allergies and diets: clashes are shown before a request is confirmed or changed."""

import re
from typing import Any

import pytest
from django.test import Client

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.kitchen.services.recipe_seeding import seed
from oottam.requests.models import Request
from oottam.schedule.models import AcceptedDish, BoxLine, MealPlan, Serving
from oottam.workflow.models import FulfilmentDetails
from tests.backoffice.request.request_page import (
    KNOWN,
    SOON,
    errors_shown,
    page,
    post_and_follow,
    refused,
    section,
    text,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import make_request_now
from tests.orders.examples import nonveg_body

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
EGGS = {**KNOWN, "diet": "any", "allergens": ["egg"]}


@pytest.fixture(autouse=True)
def kitchen() -> None:
    seed()


def eggs(send: Send, client: Client, **fulfilment: Any) -> Request:
    """An order of boiled eggs with all details."""
    request = make_request_now(send, "nonveg", **nonveg_body())
    post_and_follow(client, request, "facts", **{**EGGS, **fulfilment})
    return request


def seen(page: str) -> str:
    """Return what the page's form carries of the check."""
    return str(re.findall(r'name="seen" value="(\w+)"', page)[0])


def test_a_clash_needs_acceptance_and_reason_before_confirming(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client)
    shown = page(client, request)
    step = section(shown, "step")
    assert "Not suitable for this customer (Eggs) Boiled Eggs has eggs" in step
    assert "Everything is known" not in step
    assert "Ready to confirm" not in step
    shown = refused(client, request, "confirm")
    assert "Tick that it was agreed, and give the reason." in errors_shown(shown)[0]
    ticked = {"clash": "on", "seen": seen(shown)}
    assert errors_shown(refused(client, request, "confirm", **ticked)) == [
        "Why it is all right: Please choose a reason."
    ]
    assert MealPlan.objects.count() == 0
    shown = post_and_follow(client, request, "confirm", **ticked, clash_reason="For her husband")
    entry = AuditEntry.objects.get(action="food.accept")
    assert (entry.reference, entry.reason) == (request.reference, "For her husband")
    assert entry.data == {"clashes": [["Boiled Eggs", ["egg"]]], "not_known": []}
    assert AcceptedDish.objects.get().clashes == "egg"
    assert "accepted dishes that clash" in section(shown, "history")


def test_a_clash_changed_since_the_page_is_shown_again(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client)
    ticked = {"clash": "on", "clash_reason": "For her husband", "seen": "of-before"}
    assert "has changed" in errors_shown(refused(client, request, "confirm", **ticked))[0]


def test_a_bulk_confirmation_leaves_out_clashes(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client)
    chosen = {"do": "confirm", "request": f"{request.reference}:{request.version}"}
    answer = client.post("/backoffice/requests/several", chosen, follow=True)
    assert "Boiled Eggs clashes with what this customer must not get." in text(
        answer.content.decode()
    )
    assert MealPlan.objects.count() == 0


@pytest.mark.parametrize("diet", ["veg", "vegan", "jain", "no-onion-garlic"])
def test_eggs_clash_with_every_diet_without_them(send: Send, diet: str) -> None:
    client = make_desk_client()
    request = eggs(send, client, diet=diet, allergens=["none"])
    assert "Boiled Eggs has eggs" in section(page(client, request), "step")
    fulfilment = FulfilmentDetails.objects.get()
    assert (fulfilment.diet, fulfilment.full_diet) == (
        "veg",
        diet,
    )  # as the release before understands it


def test_a_customer_who_eats_eggs_gets_eggs(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client, diet="egg", allergens=["none"])
    assert "Ready to confirm All details are complete." in section(page(client, request), "step")
    post_and_follow(client, request, "confirm")
    assert (FulfilmentDetails.objects.get().diet, BoxLine.objects.get().veg_only) == ("veg", False)
    post_and_follow(client, request, "facts", **{**EGGS, "diet": "vegan", "allergens": ["none"]})
    assert BoxLine.objects.get().veg_only is True
    assert "Boiled Eggs has eggs" in section(page(client, request), "step")


def test_an_unknown_dish_needs_acceptance(send: Send) -> None:
    client = make_desk_client()
    request = make_request_now(send, "subscription", selectedItems=[
        {"id": "X9", "title": "Secret Bowl", "desc": "", "image": "", "category": "Lunch"}
    ])  # fmt: skip
    fulfilment = {**KNOWN, "allergens": ["milk"], "days": "6", "agreed_paise": "900"}
    post_and_follow(client, request, "facts", **fulfilment)
    shown = page(client, request)
    assert "Not known for Milk; Vegetarian: Secret Bowl" in section(shown, "step")
    assert "is not known" in errors_shown(refused(client, request, "confirm"))[0]
    assert (
        "Tick that it was agreed."
        in errors_shown(refused(client, request, "confirm", seen=seen(shown)))[0]
    )
    post_and_follow(client, request, "confirm", not_known="on", seen=seen(shown))
    assert AuditEntry.objects.get(action="food.accept").data["not_known"] == ["Secret Bowl"]


def test_changed_dishes_of_a_box_are_checked_too(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client, diet="veg", allergens=["none"])
    shown = page(client, request)
    ticked = {"clash": "on", "clash_reason": "x", "seen": seen(shown)}
    post_and_follow(client, request, "confirm", **ticked)
    where = f"/backoffice/plans/{request.reference}/box"
    sent = {
        "version": "1", "servings": str(Serving.objects.order_by("pk")[0].pk), "reach": "these",
        "dish": ["Paneer Tikka", "Boiled Eggs"], "quantity": ["1", "1"], "new": "on", "reason": "Asked",
    }  # fmt: skip
    html = client.post(where, {**sent, "do": "preview"}).content.decode()
    assert "Boiled Eggs has eggs" in section(html, "preview")
    answer = client.post(where, {**sent, "do": "save"})
    assert answer.status_code == 422
    ticks = {"clash": "on", "clash_reason": "For a guest", "not_known": "on", "seen": seen(html)}
    answer = client.post(where, {**sent, "do": "save", **ticks})
    assert answer.status_code == 302, errors_shown(answer.content.decode())
    assert AuditEntry.objects.filter(action="food.accept", reason="For a guest").count() == 1


def test_the_guests_of_an_event_have_allergies_and_a_diet(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    given = {
        "date": SOON.isoformat(), "guests": "40", "venue": "Alwarpet", "diet": "jain",
        "allergens": ["tree-nut"], "kitchen_note": "Two tables",
    }  # fmt: skip
    shown = post_and_follow(client, request, "event", **given)
    assert re.search("Jain.*Tree nuts.*Two tables", section(shown, "facts"))
    details = FulfilmentDetails.objects.filter(request=request)
    details.update(allergen_list=1)
    shown = post_and_follow(client, request, "event", **given)
    assert "Asked about sesame, mustard, coconut, too" in text(shown)
    shown = post_and_follow(client, request, "event", **given, asked="on")
    assert details.get().allergen_list == 2
    assert "Asked about" not in section(shown, "facts")
    post_and_follow(client, request, "price", agreed_paise="18,000")
    post_and_follow(client, request, "confirm")
    where = f"/backoffice/plans/{request.reference}/box"
    sent = {
        "version": "1", "servings": str(Serving.objects.get().pk), "dish": ["Boiled Eggs"],
        "quantity": ["40"], "reason": "Menu", "do": "save",
    }  # fmt: skip
    html = client.post(where, sent).content.decode()
    assert "Not suitable for this customer (Tree nuts; Jain) Boiled Eggs has eggs" in section(
        html, "preview"
    )
    ticks = {"clash": "on", "clash_reason": "For some", "seen": seen(html)}
    assert client.post(where, {**sent, **ticks}).status_code == 302
    kitchen = logged_in(make_staff_account("meena", Role.KITCHEN))
    sheet = text(kitchen.get(f"/backoffice/kitchen/{SOON}/").content.decode())
    assert "Tree nuts; Jain Boiled Eggs has eggs" in sheet
    assert "Clashes in 1 order" in sheet
    assert sheet.index("Allergies and diets") < sheet.index("To cook")


def test_a_clash_in_a_running_plan_is_on_today_until_agreed(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client, allergens=["none"])
    post_and_follow(client, request, "confirm")
    today = "/backoffice/"
    assert "in running plans" not in text(client.get(today).content.decode())
    fulfilment = {**EGGS, "pin": "600090"}
    del fulfilment["start_date"], fulfilment["weekdays"]
    shown = post_and_follow(
        client, request, "facts", **fulfilment
    )  # an allergy is noted whatever it clashes with
    assert "Not suitable for this customer (Eggs)" in section(shown, "step")
    assert "1 clash in running plans" in text(client.get(today).content.decode())
    assert request.reference in client.get("/backoffice/plans/?list=clash").content.decode()
    plan = f"/backoffice/plans/{request.reference}/"
    carried = seen(client.get(plan).content.decode())
    refused = client.post(f"{plan}accept", {"seen": carried, "clash_reason": "For her husband"})
    assert refused.status_code == 422
    assert 'value="For her husband"' in refused.content.decode()
    sent = {"seen": carried, "clash": "on", "clash_reason": "For her husband"}
    assert client.post(f"{plan}accept", sent).status_code == 302
    assert "in running plans" not in text(client.get(today).content.decode())
    assert "Agreed with the customer." in text(client.get(plan).content.decode())


def test_an_agreement_about_a_diet_does_not_cover_an_allergy(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client, diet="veg", allergens=["none"])
    ticked = {"clash": "on", "seen": seen(page(client, request)), "clash_reason": "Eats eggs out"}
    post_and_follow(client, request, "confirm", **ticked)
    lasting = {key: EGGS[key] for key in EGGS if key not in ("start_date", "weekdays")}
    of_diet = post_and_follow(
        client, request, "facts", **{**lasting, "diet": "vegan", "allergens": ["none"]}
    )
    assert "Boiled Eggs has eggs, as was agreed" in section(of_diet, "step")
    shown = post_and_follow(client, request, "facts", **lasting)  # by now she is allergic to them
    step = section(shown, "step")
    assert "Boiled Eggs has eggs" in step
    assert "as was agreed" not in step
    assert "1 clash in running plans" in text(client.get("/backoffice/").content.decode())
    day = Serving.objects.order_by("seq")[0].date
    labels = client.get(f"/backoffice/kitchen/{day}/").content.decode()
    assert "agreed" not in text(labels)
    plan = f"/backoffice/plans/{request.reference}/"
    ticked |= {"seen": seen(client.get(plan).content.decode())}
    assert client.post(f"{plan}accept", ticked).status_code == 302
    # Of the allergy it was agreed, and so of the diet.
    back = post_and_follow(
        client, request, "facts", **{**lasting, "diet": "veg", "allergens": ["none"]}
    )
    assert "Boiled Eggs has eggs, as was agreed" in section(back, "step")


def test_replacing_dishes_after_confirming_accepts_no_clash(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client)
    carried = {"seen": seen(page(client, request)), "replace_later": "on"}
    both = {**carried, "clash": "on", "clash_reason": "For her husband"}
    assert "Choose one" in errors_shown(refused(client, request, "confirm", **both))[0]
    old = {**carried, "seen": "of-before"}
    assert "has changed" in errors_shown(refused(client, request, "confirm", **old))[0]
    shown = post_and_follow(client, request, "confirm", **carried)
    assert request.status == "confirmed"
    assert not AcceptedDish.objects.exists()
    assert "Replace these dishes on the plan" in section(shown, "step")
    assert f'<a class="button" href="/backoffice/plans/{request.reference}/">Open plan</a>' in shown
    assert "To replace on the plan: Boiled Eggs" in section(shown, "history")
    assert "1 clash in running plans" in text(client.get("/backoffice/").content.decode())


def test_agreed_change_is_added_to_the_kitchen_note(send: Send) -> None:
    client = make_desk_client()
    request = eggs(send, client, kitchen_note="Mild")
    sent = {"seen": seen(page(client, request)), "clash": "on", "clash_reason": "For her husband"}
    long = "x" * 498
    shown = refused(client, request, "confirm", **sent, for_kitchen=long)
    assert "A note for the kitchen can have at most 500 characters." in errors_shown(shown)[0]
    shown = post_and_follow(client, request, "confirm", **sent, for_kitchen="Pack the eggs apart")
    assert FulfilmentDetails.objects.get().kitchen_note == "Mild; Pack the eggs apart"
    assert "Kitchen note: Mild → Mild; Pack the eggs apart" in section(shown, "history")


def test_without_a_clash_the_kitchen_field_is_missing(send: Send) -> None:
    client = make_desk_client()
    shown = page(client, eggs(send, client, allergens=["none"]))
    assert "for_kitchen" not in shown
    assert "replace_later" not in shown
