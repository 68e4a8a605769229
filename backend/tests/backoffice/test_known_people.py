"""Known details of a person are copied with their age: reorders, phone orders, merges; never where several people share a number."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.backoffice.phone_orders.views import caller_of
from oottam.privacy.retention import apply_retention
from oottam.requests.identity import token_of
from oottam.requests.models import Request, Status
from oottam.workflow.models import FulfilmentDetails
from oottam.workflow.services.details import save_details
from tests.backoffice.request.request_page import KNOWN, page, post_and_follow, section, text, value
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.accounts import make_desk_client, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
OCTOBER = datetime(2026, 10, 12, 6, tzinfo=UTC)
PLACE: dict[str, Any] = {"pin": "600090", "locality": "Besant Nagar", "zone_ok": True}


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


def known(send: Send, **changes: Any) -> Request:
    """A request of 12 October whose customer is allergic to tree nuts."""
    request = make_request_now(send, "veg", **changes)
    Request.objects.filter(pk=request.pk).update(received_at=OCTOBER)
    save_details(
        reference=request.reference, version=1, actor=make_staff_account(f"of-{request.reference}"),
        now=timezone.now(), allergens=["tree-nut"], kitchen_note="Mild", **PLACE,
    )  # fmt: skip
    return Request.objects.get(pk=request.pk)


def opened(request: Request) -> int:
    return AuditEntry.objects.filter(action="health.open", reference=request.reference).count()


def test_a_reorder_copies_known_details_and_their_age(send: Send, staff: Client) -> None:
    request = known(send)
    where = f"/backoffice/requests/new/again/{request.reference}/"
    shown = staff.get(where).content.decode()
    assert "Tree nuts, as of 12 Oct" in text(shown)
    assert opened(request) == 1
    assert "Not suitable for this customer (Tree nuts; Vegetarian) Dry Fruit Smoothie has" in text(
        shown
    )
    form = dict(re.findall(r'<input type="hidden" name="(seen|count)" value="([^"]*)">', shown))
    for _ in range(2):  # a second press fills in nothing more
        staff.post(where, form)
    new = Request.objects.exclude(pk=request.pk).get()
    fulfilment = FulfilmentDetails.objects.get(request=new)
    assert (fulfilment.allergens, fulfilment.kitchen_note, fulfilment.pin, fulfilment.zone_ok) == (
        ["tree-nut"], "Mild", "600090", True,
    )  # fmt: skip
    assert (fulfilment.health_since, opened(request)) == (date(2026, 10, 12), 2)
    shown = page(staff, new)
    assert "Known as of 12 Oct. Check with the customer." in section(shown, "facts")
    assert "Not suitable for this customer (Tree nuts" in section(shown, "step")
    for each in (request, new):
        status = Client().get(f"/status/{token_of(each.pk)}").content.decode()
        assert "eanut" not in status
        assert "Mild" not in status
    post_and_follow(staff, new, "facts", **{**KNOWN, "allergens": ["milk"]})
    assert FulfilmentDetails.objects.get(request=new).health_since is None  # asked anew


def test_a_phone_order_from_a_known_number_is_filled_in(send: Send, staff: Client) -> None:
    request = known(send)
    chosen = staff.post("/backoffice/requests/new/", {"phone": request.phone}).content.decode()
    assert "For Asha Raman , details from" in text(chosen)
    assert "Tree nuts; Vegetarian, as of 12 Oct : check with the customer." in text(chosen)
    [where] = re.findall(r'href="(/backoffice/requests/new/subscription/[^"]*)"', chosen)
    shown = staff.get(where).content.decode()
    assert value(shown, "field-firstName") == "Asha"
    assert value(shown, "field-phone") == request.phone
    island = staff.get(where.replace("subscription", "veg")).content.decode()
    data = json.loads(re.findall(r'<script id="caller"[^>]*>(.*?)</script>', island)[0])
    assert data["person"]["address"] == "12 Beach Road, Besant Nagar"
    assert (data["person"]["timing"], data["meals"]) == ("08:30", ["breakfast"])
    assert "tree nuts" in data["warnings"]["Dry Fruit Smoothie"]
    assert opened(request) == 3  # each page that showed it
    body = json.dumps(veg_body())
    headers = {"Idempotency-Key": "key-of-a-call"}
    answer = staff.post(
        where.replace("subscription", "veg"), body, "application/json", headers=headers
    )
    assert answer.status_code == 201
    fulfilment = FulfilmentDetails.objects.get(request__reference=answer.json()["reference"])
    assert (fulfilment.allergens, fulfilment.pin) == (["tree-nut"], "600090")
    other = staff.post(
        where.replace("subscription", "veg"), json.dumps(veg_body(name="Ravi")),
        "application/json", headers={"Idempotency-Key": "of-another"},
    )  # fmt: skip
    assert not FulfilmentDetails.objects.filter(
        request__reference=other.json()["reference"]
    ).exists()


@pytest.mark.parametrize(
    ("allergens", "food"),
    [
        (["tree-nut"], "Tree nuts; Vegetarian, as of 12 Oct"),
        ([], "No allergies; Vegetarian, as of 12 Oct"),
        (None, "Vegetarian, as of 12 Oct"),
    ],
)
def test_no_allergies_is_shown_only_for_a_caller_without_any(
    send: Send, allergens: list[str] | None, food: str
) -> None:
    request = known(send)
    FulfilmentDetails.objects.filter(request=request).update(allergens=allergens)
    caller = caller_of(request.reference)
    assert caller
    assert caller.food == food


def test_a_number_of_several_people_fills_in_nothing(send: Send, staff: Client) -> None:
    request, other = known(send), known(send, name="Ravi")
    shown = staff.post("/backoffice/requests/new/", {"phone": request.phone}).content.decode()
    assert "Several customers have this number." in text(shown)
    assert f"for={other.reference}" in shown
    assert "Tree nuts" not in text(shown)
    new = make_request_now(send)
    shown = page(staff, new)
    assert "Fill in from Ravi Raman" in section(shown, "facts")
    assert "Tree nuts, from" not in section(shown, "facts")
    assert opened(request) == opened(other) == 0
    shown = post_and_follow(staff, new, "carry", source=other.reference)
    assert "Known as of 12 Oct" in section(shown, "facts")
    assert (opened(request), opened(other)) == (0, 1)
    stranger = known(send, phone="98400 99999", email="mani@example.com", name="Mani")
    assert staff.post(
        f"/backoffice/requests/{new.reference}/carry",
        {"version": 2, "source": stranger.reference},
    ).status_code == 404  # fmt: skip


def test_a_merge_preserves_allergies(send: Send, staff: Client) -> None:
    kept, double = make_request_now(send), known(send)
    Request.objects.filter(pk=double.pk).update(received_at=kept.received_at)
    post_and_follow(staff, kept, "facts", **{**KNOWN, "allergens": ["milk"]})
    post_and_follow(staff, double, "merge", into=kept.reference)
    assert FulfilmentDetails.objects.get(request=kept).allergens == ["milk", "tree-nut"]


def test_copied_details_are_not_retained_longer(
    send: Send, staff: Client, settings: Any, tmp_path: Any
) -> None:
    settings.VAR = tmp_path
    request, new = known(send), make_request_now(send)
    post_and_follow(staff, new, "carry", source=request.reference)
    late = OCTOBER + timedelta(days=95)
    Request.objects.filter(pk=new.pk).update(status=Status.ACTIVE)
    apply_retention(late, pause=lambda seconds: None)
    assert FulfilmentDetails.objects.get(request=new).allergens == [
        "tree-nut"
    ]  # while it runs, the kitchen needs it
    Request.objects.filter(pk=new.pk).update(status=Status.COMPLETED, closed_at=late)
    apply_retention(late + timedelta(days=1), pause=lambda seconds: None)
    assert FulfilmentDetails.objects.get(request=new).allergens is None


def test_a_changed_address_sets_its_own_locality_and_area(send: Send, staff: Client) -> None:
    request = known(send)
    same = {**KNOWN, "allergens": ["tree-nut"], "kitchen_note": "Mild"}
    post_and_follow(staff, request, "facts", **{**same, "address": "4 Lake View, Velachery"})
    fulfilment = FulfilmentDetails.objects.get()
    assert (fulfilment.locality, fulfilment.pin, fulfilment.zone_ok) == ("Velachery", "", None)
    now = {**same, "locality": "Velachery", "pin": "", "zone_ok": "unknown"}
    post_and_follow(staff, request, "facts", **{**now, "address": "4 Lake View, Adyar 600020"})
    fulfilment = FulfilmentDetails.objects.get()
    assert (fulfilment.locality, fulfilment.pin) == ("Adyar", "600020")
    now |= {"locality": "Adyar", "pin": "600020", "zone_ok": "true"}
    post_and_follow(staff, request, "facts", **{**now, "address": "5 Lake View, Adyar"})
    fulfilment = FulfilmentDetails.objects.get()
    assert (fulfilment.pin, fulfilment.zone_ok) == ("600020", True)  # a slip of the pen within it


@pytest.mark.parametrize(
    ("kind", "known_diet", "diet"),
    [
        ("veg", "jain", "jain"),  # stricter than the menu
        ("veg", "egg", "veg"),
        ("veg", "any", "veg"),
        ("nonveg", "veg", "unknown"),  # to be asked
        ("nonveg", "jain", "unknown"),
        ("nonveg", "any", "any"),
        ("tray", "vegan", "vegan"),
    ],
)
def test_a_known_diet_wins_over_the_menu_s_suggestion(
    send: Send, staff: Client, kind: str, known_diet: str, diet: str
) -> None:
    source = known(send)
    source.fulfilment.full_diet = known_diet
    source.fulfilment.save()
    new = make_request_now(send, kind)
    post_and_follow(staff, new, "carry", source=source.reference)
    assert FulfilmentDetails.objects.get(request=new).full_diet == diet


def test_a_diet_typed_by_the_desk_stays(send: Send, staff: Client) -> None:
    source = known(send)
    source.fulfilment.full_diet = "veg"
    source.fulfilment.save()
    new = make_request_now(send, "nonveg")
    post_and_follow(staff, new, "facts", **{**KNOWN, "diet": "any", "allergens": []})
    post_and_follow(staff, new, "carry", source=source.reference)
    assert FulfilmentDetails.objects.get(request=new).full_diet == "any"
