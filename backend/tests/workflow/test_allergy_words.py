"""Words about allergies in free text ask for reading."""

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request
from oottam.workflow.domain.allergy_words import mentions, mentions_in_address
from oottam.workflow.services.allergy_mentions import allergy_mentions, mark_as_read
from oottam.workflow.services.customer_answers import apply_answers, submit
from oottam.workflow.services.details import save_details
from oottam.workflow.services.notes import add_note
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


@pytest.mark.parametrize(
    ("address", "codes"),
    [
        ("12 Beach Road, near the fish market", []),
        ("No. 5, Fish Market Road, Milk Colony", []),
        ("Old No New No 12 Crab Street", []),
        ("No: A-4, Fish Market Road", []),
        ("மீன் மார்க்கெட் அருகில், எண் 5", []),
        ("12 Beach Road. Allergic to peanuts!", ["", "peanut"]),
        ("Near the fish market, nut allergy", ["fish", "peanut", ""]),
        ("12 Beach Road, no fish please", ["fish"]),
        ("12 Beach Road, please do not send egg", ["egg"]),
        ("12 Beach Road (nut-free kitchen only)", ["peanut"]),
        ("12 Beach Road, meen vendam", ["fish"]),
        ("கடற்கரை சாலை 12, மீன் வேண்டாம்", ["fish"]),
        ("கடற்கரை சாலை 12, முட்டை இல்லாமல்", ["egg"]),
    ],
)
def test_food_in_an_address_counts_beside_an_allergy_or_a_negation(
    address: str, codes: list[str]
) -> None:
    assert [each.code for each in mentions_in_address(address)] == codes


def test_excerpt_has_whole_words_around_the_first_mention() -> None:
    text = f"{'before ' * 10}no nuts\nplease {'after ' * 10}"
    [mention] = mentions(text)
    assert mention.excerpt == f"… {'before ' * 5}no nuts please {'after ' * 5}…"


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


def test_a_market_in_an_address_asks_nothing_and_in_a_note_it_does(planner: Planner) -> None:
    address = "12 Fish Market Road, Besant Nagar"
    request = planner.asked(address=address, fulfilment={"address": address})
    add_note(**planner.current(request), text="Likes fish")
    assert read(request) == [("Note", "Likes fish")]


def keys(request: Request) -> list[str]:
    return [
        key for each in allergy_mentions(Request.objects.get(pk=request.pk)) for key in each.keys
    ]


def test_a_mention_that_was_read_asks_again_once_its_text_changes(planner: Planner) -> None:
    request = planner.asked()
    save_details(**planner.current(request), kitchen_note="More fish")
    mark_as_read(**planner.current(request), seen=keys(request))
    assert read(request) == []
    entry = AuditEntry.objects.get(action="food.read")
    assert (entry.actor, entry.at) == (planner.actor, planner.now)
    save_details(**planner.current(request), kitchen_note="More fish. No nuts")
    assert read(request) == [
        ("Kitchen note", "More fish. No nuts"),
    ]


@pytest.mark.both_databases
def test_a_request_is_confirmed_once_its_texts_were_read(planner: Planner) -> None:
    """The kitchen's sheet and labels have recorded allergies only."""
    request = planner.asked(address="12 Beach Road, Besant Nagar. Allergic to peanuts!")
    with pytest.raises(DomainError, match=r"Read this before you confirm: Address: “.*Allergic"):
        planner.confirm(request)
    mark_as_read(**planner.current(request), seen=keys(request))
    planner.confirm(request)


def test_a_request_is_confirmed_with_the_allergen_that_its_text_names(planner: Planner) -> None:
    request = planner.asked(address="12 Beach Road, Besant Nagar. Allergic to peanuts!")
    save_details(**planner.current(request), allergens=["peanut"])
    planner.confirm(request)


def test_a_customers_note_asks_once_when_it_becomes_the_kitchens(planner: Planner) -> None:
    request = planner.asked(fulfilment={"allergens": None})
    submit(
        request_id=request.pk,
        key="a" * 32,
        given={"kitchen_note": "No fish", "door_note": "Ring twice"},
        now=planner.now,
        sender="203.0.113.9",
    )
    mark_as_read(**planner.current(request), seen=keys(request))
    assert read(request) == []
    apply_answers(**planner.current(request), names=["kitchen_note"])
    assert [where for where, _ in read(request)] == []


def test_only_mentions_that_were_shown_are_read(planner: Planner) -> None:
    request = planner.asked()
    add_note(**planner.current(request), text="Likes fish")
    seen = keys(request)
    add_note(**planner.current(request), text="No eggs")
    mark_as_read(**planner.current(request), seen=[*seen, "unknown"])
    assert read(request) == [("Note", "No eggs")]
