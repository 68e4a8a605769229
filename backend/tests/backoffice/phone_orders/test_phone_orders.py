"""Phone orders: each kind, the refusals, and one request however often the form is posted."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from oottam import catalogue
from oottam.accounts.roles import Role
from oottam.api.models import IdempotencyRecord
from oottam.audit.models import AuditEntry
from oottam.backoffice.phone_orders import views
from oottam.outbox.models import OutboxEntry
from oottam.privacy.lookup import find_requests
from oottam.requests.models import Kind, Request, RequestFlag, Source
from oottam.workflow.services.duplicates import nearest_duplicates, of_the_same_person
from tests.api_client import columns, stored
from tests.bodies import veg_body
from tests.conftest import Send
from tests.endpoint_cases import BODIES, KINDS
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
BODY_OF = {KINDS[path]: body for path, body in BODIES.items()}
PATH_OF = {kind: path for path, kind in KINDS.items()}
ISLANDS = ["veg", "nonveg", "tray", "combo"]
PLAIN = ["subscription", "event", "appointment", "nutrition"]
HOSTILE = "<script>alert(1)</script>"
# What is typed into a plain form: the wire's fields, and meals by their ids.
TYPED: dict[str, dict[str, Any]] = {
    kind: {name: value for name, value in BODY_OF[kind].items() if isinstance(value, str)}
    for kind in PLAIN
}
TYPED["subscription"] = {
    **TYPED["subscription"],
    "selectedItems": ["B1", "W1-B-Monday"],
}


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


def address(kind: str) -> str:
    return f"/backoffice/requests/new/{kind}/"


def post(staff: Client, kind: str, body: object, key: str | None = "a-key", **extra: Any) -> Any:
    """Post as the island does."""
    headers = {"Accept": "application/json", **({"Idempotency-Key": key} if key else {}), **extra}
    return staff.post(
        address(kind), json.dumps(body), content_type="application/json", headers=headers
    )


def words(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def test_the_choice_lists_all_eight_kinds(staff: Client) -> None:
    shown = staff.get("/backoffice/requests/new/").content.decode()
    linked = re.findall(r'href="/backoffice/requests/new/(\w+)/"', shown)
    assert linked == [*ISLANDS, *PLAIN]
    assert sorted(linked) == sorted(Kind.values)


def test_the_choice_is_marked_as_the_current_page_alone(staff: Client) -> None:
    shown = staff.get(address("event")).content.decode()
    assert re.findall(r'<a href="([^"]+)" aria-current="page"', shown) == [
        "/backoffice/requests/new/"
    ]


@pytest.mark.parametrize("kind", ISLANDS)
def test_an_island_s_page_names_its_script_and_its_requirement(staff: Client, kind: str) -> None:
    shown = staff.get(address(kind)).content.decode()
    scripts = re.findall(r'<script type="module" src="([^"]+)">', shown)
    assert scripts == [
        f"/static/staff/assets/{name}" for name in ("layout-5f2c.ts", f"phoneOrder-{kind}-5f2c.tsx")
    ]
    assert "<noscript>" in shown
    assert "This page needs JavaScript" in shown
    assert re.search(r'<div data-token><input type="hidden" name="csrfmiddlewaretoken"', shown)


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ISLANDS)
def test_an_island_s_order_equals_a_customer_s(staff: Client, send: Send, kind: str) -> None:
    sent = stored(send, PATH_OF[kind], BODY_OF[kind])
    answer = post(staff, kind, BODY_OF[kind])
    entered = Request.objects.get(source=Source.STAFF)
    assert (answer.status_code, answer.json()) == (
        201,
        {
            "status": "success",
            "reference": entered.reference,
            "address": f"/backoffice/requests/{entered.reference}/",
        },
    )
    own = ("id", "reference", "received_at", "source", "entered_by_id")
    assert columns(entered, *own) == columns(sent, *own)
    assert entered.entered_by
    assert entered.entered_by.username == "priya"
    assert OutboxEntry.objects.filter(reference=entered.reference).count() == 2


@pytest.mark.parametrize("kind", PLAIN)
def test_a_plain_form_s_request_equals_a_customer_s(staff: Client, kind: str) -> None:
    answer = staff.post(address(kind), {**TYPED[kind], "key": "a-key"})
    entered = Request.objects.get()
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/backoffice/requests/{entered.reference}/",
    )
    assert (entered.kind, entered.source) == (kind, Source.STAFF)
    expected = dict(BODY_OF[kind])
    if kind == "subscription":
        blank = {"image": "", "desc": ""}
        items = expected["selectedItems"]
        expected["selectedItems"] = [{**items[0], **blank}, {**items[1], "image": ""}]
    assert json.loads(entered.body) == expected


@pytest.mark.parametrize("kind", Kind.values)
def test_a_phone_order_is_logged_with_its_actor(staff: Client, kind: str) -> None:
    if kind in ISLANDS:
        post(staff, kind, BODY_OF[kind])
    else:
        staff.post(address(kind), TYPED[kind])
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.reference) == ("request.enter", Request.objects.get().reference)
    assert entry.actor
    assert entry.actor.username == "priya"


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", Kind.values)
def test_a_form_posted_twice_stores_one_request(staff: Client, kind: str) -> None:
    def sent() -> str:
        if kind in ISLANDS:
            return str(post(staff, kind, BODY_OF[kind]).json()["address"])
        return str(staff.post(address(kind), {**TYPED[kind], "key": "a-key"})["Location"])

    assert sent() == sent()
    assert (Request.objects.count(), AuditEntry.objects.count()) == (1, 1)


def test_a_request_stored_without_an_audit_entry_gets_one_on_the_next_post(staff: Client) -> None:
    post(staff, "veg", veg_body())
    AuditEntry.objects.all().delete()  # as when the server dies in between
    post(staff, "veg", veg_body())
    assert (Request.objects.count(), AuditEntry.objects.count()) == (1, 1)


def test_other_details_with_the_same_key_are_refused(staff: Client) -> None:
    post(staff, "veg", veg_body())
    answer = post(staff, "veg", veg_body(phone="98400 99999"))
    assert (answer.status_code, answer.json()["errors"]) == (422, [])
    assert Request.objects.count() == 1


def test_a_plain_form_with_other_details_is_stored_by_a_second_press(staff: Client) -> None:
    staff.post(address("event"), {**TYPED["event"], "key": "a-key"})
    changed = {**TYPED["event"], "phone": "98400 99999", "key": "a-key"}
    answer = staff.post(address("event"), changed)
    assert answer.status_code == 422
    assert "was already saved with other details" in words(answer)
    [key] = re.findall(r'name="key" value="([^"]+)"', words(answer))
    assert key != "a-key"
    assert staff.post(address("event"), {**changed, "key": key}).status_code == 302
    assert Request.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "wrong", "fields"),
    [
        ("veg", {"date": 5, "email": "no"}, {"date", "email"}),
        ("nonveg", {"selectedItems": []}, {"selectedItems"}),
        ("tray", {"selectedItems": [{"name": "Phulka", "price": 162}]}, {"selectedItems"}),
        ("combo", {"selectedItems": {}, "lastname": ""}, {"selectedItems", "lastname"}),
    ],
)
def test_an_island_gets_the_errors_that_a_customer_gets(
    staff: Client, kind: str, wrong: dict[str, Any], fields: set[str]
) -> None:
    answer = post(staff, kind, {**BODY_OF[kind], **wrong})
    assert answer.status_code == 422
    assert {error["field"] for error in answer.json()["errors"]} == fields
    assert (Request.objects.count(), AuditEntry.objects.count()) == (0, 0)


@pytest.mark.parametrize("kind", PLAIN)
def test_an_empty_plain_form_is_refused_beside_its_fields(staff: Client, kind: str) -> None:
    answer = staff.post(address(kind), {})
    assert answer.status_code == 422
    wrong = re.findall(r'<p class="wrong" id="wrong-(\w+)">', words(answer))
    example = next(name for name in BODY_OF[kind])
    assert example in wrong
    marked = re.findall(
        r'name="(\w+)"[^>]* aria-invalid="true" aria-describedby="([^"]+)"', words(answer)
    )
    assert {name for name, _ in marked} == set(wrong)
    assert all(f"wrong-{name}" in described.split() for name, described in marked)
    assert len(re.findall(" autofocus", words(answer))) == 1
    assert Request.objects.count() == 0


@pytest.mark.parametrize("kind", PLAIN)
def test_input_stays_after_a_refusal_and_is_escaped(staff: Client, kind: str) -> None:
    first = {name: HOSTILE for name in TYPED[kind] if name != "selectedItems"}
    answer = staff.post(
        address(kind), {**TYPED[kind], **first, "key": HOSTILE, "selectedItems": ["B1", HOSTILE]}
    )
    # The key is none, which is as good a refusal as a wrong e-mail address.
    assert answer.status_code in (400, 422)
    shown = answer.content.decode()
    assert HOSTILE not in shown
    assert words(answer).count(HOSTILE) >= 2
    if kind == "subscription":
        assert re.findall(r'value="([^"]+)" checked', shown) == ["B1"]


def test_an_invalid_choice_is_refused_beside_its_field(staff: Client) -> None:
    answer = staff.post(address("appointment"), {**TYPED["appointment"], "doctorName": "Dr. No"})
    assert answer.status_code == 422
    assert 'id="wrong-doctorName"' in words(answer)


@pytest.mark.parametrize("key", [None, "", "two words", "x" * 1000])
def test_an_island_needs_a_valid_key(staff: Client, key: str | None) -> None:
    assert post(staff, "veg", veg_body(), key).status_code == 400
    assert (Request.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)


@pytest.mark.parametrize(("body", "status"), [("{", 400), ("[1]", 422), ('{"a": 1, "a": 2}', 400)])
def test_an_invalid_body_is_refused_as_json(staff: Client, body: str, status: int) -> None:
    answer = staff.post(
        address("veg"), body, content_type="application/json", headers={"Idempotency-Key": "k"}
    )
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json")
    assert answer.json()["status"] == "error"


def test_an_island_s_address_accepts_json_only(staff: Client) -> None:
    assert staff.post(address("veg"), veg_body(sections="x", selectedItems="x")).status_code == 415


@pytest.mark.parametrize("kind", ["veg", "event"])
def test_a_failing_database_is_reported_and_input_stays(
    staff: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: Any) -> str:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(views, "submit_phone_order", broken)
    if kind == "veg":
        answer = post(staff, kind, veg_body())
    else:
        answer = staff.post(address(kind), {**TYPED[kind], "key": "a-key"})
        assert TYPED[kind]["message"] in words(answer)
        assert 'name="key" value="a-key"' in words(answer)
    assert answer.status_code == 503
    assert "We could not save your" in words(answer)


@pytest.mark.parametrize("role", [Role.KITCHEN, Role.RIDER])
@pytest.mark.parametrize("kind", ["", *Kind.values])
def test_users_without_the_permission_cannot_enter_requests(role: Role, kind: str) -> None:
    other = logged_in(make_staff_account("asha", role))
    there = address(kind) if kind else "/backoffice/requests/new/"
    assert other.get(there).status_code == 403
    assert (
        other.post(there, BODY_OF.get(kind, {}), content_type="application/json").status_code == 403
    )
    assert Request.objects.count() == 0


def test_an_anonymous_island_gets_a_401() -> None:
    assert post(Client(), "veg", veg_body()).status_code == 401
    assert Client().get(address("veg")).status_code == 302


def test_a_form_of_another_site_is_refused() -> None:
    careful = logged_in(make_staff_account("asha", Role.DESK), checks_csrf=True)
    assert post(careful, "veg", veg_body()).status_code == 403
    assert careful.post(address("event"), TYPED["event"]).status_code == 403
    shown = words(careful.get(address("veg")))
    [token] = re.findall(r'data-token><input [^>]*value="(\w+)"', shown)
    assert post(careful, "veg", veg_body(), **{"X-CSRFToken": token}).status_code == 201


def test_an_unknown_kind_is_a_404(staff: Client) -> None:
    assert staff.get(address("pizza")).status_code == 404
    assert staff.post(address("pizza"), {}).status_code == 404


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["", *Kind.values])
def test_a_page_runs_the_queries_of_session_and_user_only(
    staff: Client, kind: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        staff.get(address(kind) if kind else "/backoffice/requests/new/")


@pytest.mark.parametrize("kind", ["", *Kind.values])
def test_no_page_violates_the_content_security_policy(staff: Client, kind: str) -> None:
    shown = staff.get(address(kind) if kind else "/backoffice/requests/new/").content.decode()
    assert (
        re.findall(
            r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]* (?:src=|type=\"application/json\"))",
            shown,
        )
        == []
    )


def test_an_empty_menu_is_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    current = catalogue.current()
    empty = replace(current.menus["nonveg"], dishes=(), by_name={})
    without = replace(current, menus={**current.menus, "nonveg": empty})
    monkeypatch.setattr(catalogue, "_current", without)
    shown = make_desk_client().get("/backoffice/requests/new/").content.decode()
    assert "Veg meal" in shown
    assert "Non-veg meal" not in shown


def without_email(staff: Client, kind: str, **changes: Any) -> Any:
    """A phone order with an empty e-mail field."""
    if kind in ISLANDS:
        return post(staff, kind, {**BODY_OF[kind], "email": "", **changes})
    return staff.post(address(kind), {**TYPED[kind], "email": "", "key": "a-key", **changes})


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", Kind.values)
def test_a_phone_order_needs_no_e_mail_and_sends_none(staff: Client, kind: str) -> None:
    assert without_email(staff, kind).status_code in (201, 302)
    entered = Request.objects.get()
    assert (entered.email, json.loads(entered.body)["email"]) == ("", "")
    assert [mail.recipient for mail in OutboxEntry.objects.all()] == ["shop"]
    shown = staff.get(f"/backoffice/requests/{entered.reference}/").content.decode()
    assert "No e-mail" in shown
    assert "mailto:" not in shown.partition("</header>")[2].partition("</main>")[0]


def test_an_invalid_e_mail_is_refused_by_phone_too(staff: Client) -> None:
    for kind in ("veg", "event"):
        assert without_email(staff, kind, email="asha at home").status_code == 422
    assert post(staff, "veg", {**BODY_OF["veg"], "email": None}).status_code == 422
    assert not Request.objects.exists()


@pytest.mark.parametrize("kind", Kind.values)
def test_a_customer_s_own_form_requires_the_e_mail(send: Send, kind: str) -> None:
    lacking = {name: value for name, value in BODY_OF[kind].items() if name != "email"}
    for body in ({**lacking, "email": ""}, lacking):
        answer = send(body, PATH_OF[kind])
        assert answer.status_code == 422
        assert [each["field"] for each in json.loads(answer.content)["errors"]] == ["email"]


def test_callers_without_e_mail_are_different_people(staff: Client) -> None:
    for number in ("98400 11111", "98400 22222"):
        body = {**BODY_OF["veg"], "email": "", "phone": number, "name": number}
        assert post(staff, "veg", body, number.replace(" ", "-")).status_code == 201
    first, second = Request.objects.order_by("received_at")
    assert list(of_the_same_person(first)) == []
    assert nearest_duplicates([first, second]) == {}
    assert [flag.flag for flag in RequestFlag.objects.all()] == []
    assert find_requests(first.reference) == [first]
    shown = staff.get(f"/backoffice/requests/{first.reference}/").content.decode()
    assert second.reference not in shown
