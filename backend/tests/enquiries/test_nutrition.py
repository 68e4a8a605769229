"""POST /api/nutrition: health data are stored and never logged or returned."""

import json
import logging
from typing import Any

import pytest

from oottam.api.writing.writer import WRITER
from oottam.enquiries.models import UNCLEAR_AGE, NutritionEnquiry
from tests.api_client import columns, field_errors, flags, flags_and_message, stored
from tests.bodies import without
from tests.conftest import Send
from tests.enquiries.examples import NUTRITION, nutrition_body

pytestmark = pytest.mark.django_db


@pytest.mark.spec("7.5")
def test_enquiry_is_stored_as_sent(send: Send) -> None:
    request = stored(send, NUTRITION, nutrition_body())
    assert columns(NutritionEnquiry.objects.get()) == {
        "request_id": request.id,
        "age": 29,
        "dietary_goal": "More protein in my day",
        "allergies": "Peanuts",
        "preferred_foods": "Millets",
    }


def test_response_has_reference_and_next_step_without_health_data(send: Send) -> None:
    message = (
        "Thank you! We have received your nutrition enquiry REF. We will reply to you by email."
    )
    assert flags_and_message(send, NUTRITION, nutrition_body()) == ("", message)


@pytest.mark.parametrize(
    ("age", "years"), [(1, 1), (120, 120), ("1", 1), ("120", 120), ("029", 29), (29.0, 29)]
)
def test_age_accepts_numbers_and_numeric_text(send: Send, age: Any, years: int) -> None:
    stored(send, NUTRITION, nutrition_body(age=age))
    assert NutritionEnquiry.objects.get().age == years


@pytest.mark.parametrize(
    "age",
    [0, 121, -1, 29.5, "0", "121", " ", " 29", "29.0", "1e2", "+29", "2९", "thirty", 10**20],
)
def test_other_age_is_accepted_and_flagged(send: Send, age: Any) -> None:
    request = stored(send, NUTRITION, nutrition_body(age=age))
    assert (flags(request), request.nutrition.age) == ("age-unclear", UNCLEAR_AGE)


@pytest.mark.parametrize("age", [True, None, [], {}])
def test_age_must_be_a_number_or_text(send: Send, age: Any) -> None:
    assert field_errors(send, NUTRITION, nutrition_body(age=age)) == [
        ("age", "Age must be a number.")
    ]


@pytest.mark.parametrize(
    "body",
    [
        without(nutrition_body(), "allergies", "preferredFoods"),
        nutrition_body(allergies="", preferredFoods=""),
        nutrition_body(allergies=None, preferredFoods=None),
    ],
)
def test_allergies_and_preferred_foods_are_optional(send: Send, body: Any) -> None:
    stored(send, NUTRITION, body)
    enquiry = NutritionEnquiry.objects.get()
    assert (enquiry.allergies, enquiry.preferred_foods) == ("", "")


def test_health_fields_are_marked_sensitive() -> None:
    fields = [field for field in NutritionEnquiry._meta.fields if field.name != "request"]
    assert [field.name for field in fields if "Sensitive" in field.help_text] == [
        "age",
        "dietary_goal",
        "allergies",
        "preferred_foods",
    ]


SECRETS = nutrition_body(dietaryGoal="goal-7", allergies="nut-7", preferredFoods="food-7", age=77)


@pytest.mark.parametrize("body", [SECRETS, {**SECRETS, "email": "no"}, {**SECRETS, "age": "77y"}])
def test_enquiry_is_not_logged(send: Send, caplog: pytest.LogCaptureFixture, body: Any) -> None:
    caplog.set_level(logging.DEBUG)
    send(body, NUTRITION)
    lines = [record for record in caplog.records if record.name.startswith("oottam")]
    assert [line.name for line in lines] == ["oottam.access"]
    assert "-7" not in caplog.text.replace("2026-", "")


def test_storage_failure_does_not_log_the_enquiry(
    send: Send, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(jobs: Any) -> Any:
        raise ValueError(json.dumps(SECRETS))

    monkeypatch.setattr(WRITER, "submit", failing)
    response = send(SECRETS, NUTRITION)
    assert response.status_code == 500
    assert "nutrition failed: ValueError" in caplog.text
    for text in (caplog.text, response.content.decode()):
        assert [secret for secret in ("goal-7", "nut-7", "food-7") if secret in text] == []
