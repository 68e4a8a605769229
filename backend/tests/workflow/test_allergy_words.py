"""Words about allergies in free text ask for reading."""

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.requests.models import Kind, Request
from oottam.workflow.domain.allergy_words import mentions
from oottam.workflow.services.allergy_mentions import allergy_mentions
from oottam.workflow.services.details import save_details
from oottam.workflow.services.notes import add_note
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.plans import Planner


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("I am allergic to peanuts", ["", "peanut"]),
        ("NO EGGS, no fish!", ["egg", "fish"]),
        ("Shellfish allergy; lactose intolerant", ["crustacean", "", "milk"]),
        ("எனக்கு வேர்க்கடலை ஒவ்வாமை உள்ளது", ["peanut", ""]),
        ("மீனும் முட்டையும் வேண்டாம்", ["fish", "egg"]),
        ("meen vendam, godhumai illai", ["fish", "gluten"]),
        ("12 Beach Road, Besant Nagar", []),
        ("Coconut Grove, Doughnut Street, Selfish Corner, Meena Flats", []),
        ("கோபால் தெரு, மீனாட்சி", []),  # names that hold milk and fish
        ("", []),
    ],
)
def test_words_are_found_in_english_and_tamil(text: str, codes: list[str]) -> None:
    assert [each.code for each in mentions(text)] == codes


def test_excerpt_has_whole_words_around_the_first_mention() -> None:
    text = f"{'before ' * 10}no nuts\nplease {'after ' * 10}"
    [mention] = mentions(text)
    assert mention.excerpt == f"… {'before ' * 5}no nuts please {'after ' * 5}…"


@pytest.fixture
def priya(db: None) -> User:
    return make_staff_account("priya", Role.DESK)


@pytest.fixture
def planner(send: Send, priya: User) -> Planner:
    return Planner(send, priya)


def read(request: Request) -> list[tuple[str, str]]:
    found = allergy_mentions(Request.objects.get(pk=request.pk))
    return [(each.where, each.excerpt) for each in found]


def test_address_and_notes_are_read_until_the_allergen_is_recorded(planner: Planner) -> None:
    address = "12 Beach Road, Besant Nagar. Allergic to peanuts!"
    request = planner.asked(address=address)
    assert read(request) == [("Address", address)]
    add_note(**planner.current(request), text="She said: no fish either")
    save_details(**planner.current(request), allergens=["peanut"])
    assert read(request) == [("Note", "She said: no fish either")]
    save_details(**planner.current(request), allergens=["peanut", "fish"])
    assert read(request) == []


def test_message_of_an_event_is_read(planner: Planner) -> None:
    request = planner.asked(Kind.EVENT, message="Two guests have a milk allergy")
    assert read(request) == [("Message", "Two guests have a milk allergy")]
