"""The page of the health plans and the doctors."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.menu import drafts
from oottam.menu.content import shipped
from oottam.workflow.models import AppointmentSlot
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/plans/"
DOCTORS = shipped("site.json")["doctors"]["names"]
GAIN: dict[str, Any] = {"health-plans-plans-0-title": "<b>Gain</b>"}


@pytest.fixture
def client() -> Client:
    return make_desk_client()


def fields(doctors: list[str] = DOCTORS, **changed: Any) -> dict[str, Any]:
    shown = {
        f"health-plans-plans-{at}-{key}": plan[key]
        for at, plan in enumerate(shipped("catalogue/health-plans.json")["plans"])
        for key in ("title", "description", "image")
    }
    return {
        **{f"initial-{name}": value for name, value in shown.items()},
        **shown,
        "initial-site-doctors-names": json.dumps([{"": name} for name in DOCTORS]),
        "site-doctors-names.text": doctors,
        **changed,
    }


def doctors() -> list[str]:
    return list(drafts.load().content.file("site.json")["doctors"]["names"])


def plan(at: int) -> Any:
    return drafts.load().content.file("catalogue/health-plans.json")["plans"][at]


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_words_and_pictures_of_a_plan_are_stored(client: Client) -> None:
    changed: dict[str, Any] = {
        "health-plans-plans-1-title": "Lighter",
        "health-plans-plans-1-description": "Two\nlines.",
        "health-plans-plans-1-image": "plan-nutrition",
    }
    assert client.post(PAGE, fields(**changed)).status_code == 302
    assert plan(1) == {
        "id": "weight-loss",
        "title": "Lighter",
        "description": "Two lines.",
        "image": "plan-nutrition",
    }
    assert doctors() == DOCTORS


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"health-plans-plans-0-title": ""}, "This field is required."),
        ({"health-plans-plans-0-description": "x" * 301}, "at most 300"),
        ({"health-plans-plans-0-image": "none-of-them"}, "Select a valid choice"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, changed: dict[str, Any], sentence: str
) -> None:
    answer = client.post(PAGE, fields(**changed))
    assert (answer.status_code, text_of(answer).count(sentence)) == (422, 2)
    assert drafts.load().revision == 0


def test_doctors_are_added_renamed_moved_and_removed(client: Client) -> None:
    names = [DOCTORS[1], "Mala Iyer", "Dr. Kavitha Raman-Iyer", ""]
    assert client.post(PAGE, fields(names)).status_code == 302
    assert doctors() == [DOCTORS[1], "Dr. Mala Iyer", "Dr. Kavitha Raman-Iyer"]


@pytest.mark.parametrize("names", [[""], ["Dr. "], ["Dr. A"], ["Dr. Mala Iyer", "mala"] * 7])
def test_wrong_doctors_are_refused(client: Client, names: list[str]) -> None:
    assert client.post(PAGE, fields(names)).status_code == 422
    assert doctors() == DOCTORS


def test_a_rows_button_moves_it_in_the_form_alone(client: Client) -> None:
    answer = client.post(PAGE, fields(do="up/site-doctors-names/2"))
    page = text_of(answer)
    assert (answer.status_code, "Nothing is saved yet." in page) == (200, True)
    assert page.index(f'value="{DOCTORS[1]}"') < page.index(f'value="{DOCTORS[0]}"')
    assert drafts.load().revision == 0


def test_a_colleagues_change_of_the_list_is_shown(client: Client) -> None:
    client.post(PAGE, fields([*DOCTORS, "Dr. Mala Iyer"]))
    answer = client.post(PAGE, fields(DOCTORS[:2]))
    page = text_of(answer)
    assert (answer.status_code, "Changed by someone else." in page) == (409, True)
    assert "Dr. Mala Iyer" in page
    assert len(doctors()) == 4


def test_appointments_of_a_doctor_who_left_keep_the_name_and_are_named(
    client: Client, send: Send
) -> None:
    request = make_request_now(send, "appointment")
    slot = AppointmentSlot.objects.create(
        request=request,
        doctor=DOCTORS[0],
        starts_at=timezone.now() + timedelta(days=2),
        minutes=30,
    )
    assert "appointment to come" not in text_of(client.get(PAGE))
    client.post(PAGE, fields(DOCTORS[1:]))
    assert f"{DOCTORS[0]} is not on this list and has 1 appointment to come." in text_of(
        client.get(PAGE)
    )
    slot.refresh_from_db()
    assert slot.doctor == DOCTORS[0]


def test_words_are_text(client: Client) -> None:
    client.post(PAGE, fields(["Dr. <b>Iyer</b>"], **GAIN))
    page = client.get(PAGE).content.decode()
    assert "&lt;b&gt;Iyer&lt;/b&gt;" in page
    assert "&lt;b&gt;Gain&lt;/b&gt;" in page
    assert "<b>" not in page
