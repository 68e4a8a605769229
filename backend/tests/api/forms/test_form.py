"""Forms are validated strictly and report every invalid field."""

from decimal import Decimal
from typing import Annotated, Any

import pytest
from pydantic import Field

from oottam import catalogue
from oottam.api.forms import (
    Form,
    FormError,
    FormPart,
    Rule,
    RuleError,
    Violation,
    claimed_amount,
    claimed_count,
    optional,
    required,
    whole_number,
)
from oottam.catalogue import Catalogue
from oottam.core.responses import FieldError
from oottam.enquiries.events import EventForm
from oottam.requests.models import Flag
from tests.bodies import without


class Guest(FormPart):
    name: str = required("Guest's name", 5)
    adult: bool = True


def no_bob(sent: list[Guest], catalogue: Catalogue) -> list[Guest]:
    """At least two guests, none called Bob."""
    bobs = [n for n, guest in enumerate(sent) if guest.name == "Bob"]
    wrong = [Violation("may not come.", title="Bob", entry=n, part="name") for n in bobs]
    if len(sent) < 2:
        wrong.append(Violation("must be two or more."))
    if wrong:
        raise RuleError(*wrong)
    return sent


class Party(Form):
    place: str = required("Place", 10)
    host: str = required("Host", 5, long=Flag.LONG_NAME, missing=Flag.NAME_MISSING)
    guests: Annotated[list[Guest], Rule(no_bob, list[Guest])] = Field(title="Guests")
    note: str | None = optional("Note", 3)


GUESTS = [{"name": "Asha"}, {"name": "Ravi"}]


def party(**overrides: Any) -> dict[str, Any]:
    return {"place": "Home", "host": "Devi", "guests": GUESTS, **overrides}


def errors(body: Any) -> list[tuple[str, str]]:
    with pytest.raises(FormError) as refused:
        Party.read(body, catalogue.current())
    return [(error.field, error.message) for error in refused.value.errors]


def test_valid_body_is_parsed() -> None:
    read = Party.read(party(note="hi"), catalogue.current())
    assert (read.place, read.note) == ("Home", "hi")
    assert read.guests == [Guest(name="Asha"), Guest(name="Ravi")]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [("", "The form must be an object.")]),
        (None, [("", "The form must be an object.")]),
        (without(party(), "place"), [("place", "Place is required.")]),
        (party(place=" "), [("place", "Place is required.")]),
        (party(host=""), [("host", "Host is required.")]),
        (party(place=None), [("place", "Place must be text.")]),
        (party(note=5), [("note", "Note must be text.")]),
        (party(guests={}), [("guests", "Guests must be a list.")]),
        (party(guests=[]), [("guests", "Guests must be two or more.")]),
        (party(guests=[1, {}]), [
            ("guests[0]", "Guests, entry 1, must be an object."),
            ("guests[1].name", "Guest's name is required."),
        ]),
        (party(guests=[{"name": "Asha", "adult": 1}]), [
            ("guests[0].adult", "adult must be true or false."),
        ]),
        (party(guests=[*GUESTS, {"name": "Bob"}]), [("guests[2].name", "Bob may not come.")]),
    ],
)  # fmt: skip
def test_error_has_a_path_and_a_message(body: Any, expected: list[tuple[str, str]]) -> None:
    assert errors(body) == expected


@pytest.mark.parametrize(
    ("sent", "stored", "flags"),
    [
        ({"host": " \u200b"}, ("Home", "", ""), [Flag.NAME_MISSING]),
        ({"host": "Devika"}, ("Home", "Devi…", ""), [Flag.LONG_NAME]),
        ({"place": "Besant Nagar"}, ("Besant Na…", "Devi", ""), [Flag.LONG_TEXT]),
        ({"note": "long"}, ("Home", "Devi", "lo…"), [Flag.LONG_TEXT]),
        ({"note": "  "}, ("Home", "Devi", ""), []),
        ({"note": None}, ("Home", "Devi", None), []),
        ({"guests": [{"name": "Asha Raman"}, GUESTS[1]]}, ("Home", "Devi", ""), [Flag.LONG_TEXT]),
    ],
)
def test_blank_or_long_text_is_accepted_and_flagged(
    sent: Any, stored: tuple[str, str, str | None], flags: list[Flag]
) -> None:
    read = Party.read(party(**sent), catalogue.current())
    assert (read.place, read.host, read.note) == stored
    assert Party.flags(party(**sent)) == flags


def test_long_texts_are_returned_whole_with_their_titles() -> None:
    body = party(place="Besant Nagar", host=" ", guests=[{"name": "Asha Raman"}, GUESTS[1]])
    assert Party.long_texts(body) == [("Place", "Besant Nagar"), ("Guest's name", "Asha Raman")]


def test_all_kinds_of_errors_are_reported_together() -> None:
    body = {"host": "Devi", "guests": [{"name": 1}, {"name": "Bob"}, {"name": "Asha"}], "note": 5}
    assert errors(body) == [
        ("place", "Place is required."),
        ("guests[0].name", "Guest's name must be text."),
        ("guests[1].name", "Bob may not come."),
        ("note", "Note must be text."),
    ]


def test_unknown_fields_are_recorded_with_their_paths() -> None:
    body = party(extra=1, guests=[{"name": "Asha", "age": 3}, {"name": "Ravi", "age": 4}])
    assert Party.extras(body, 9) == ["guests[].age", "extra"]
    assert Party.extras(body, 1) == ["guests[].age"]


def test_optional_email_is_not_reported_beside_other_errors() -> None:
    by_phone = EventForm.without_email()
    with pytest.raises(FormError) as refused:
        by_phone.read(
            {"email": "", "phone": "1", "eventType": "Party Platters"}, catalogue.current()
        )
    assert [error.field for error in refused.value.errors] == ["name"]
    assert by_phone is EventForm.without_email()


def test_error_type_without_a_message_is_rejected() -> None:
    class Counted(Form):
        tables: int = Field(title="Tables", ge=1)

    for wrong in ("2", 0):
        with pytest.raises(FormError) as refused:
            Counted.read({"tables": wrong}, catalogue.current())
        assert refused.value.errors == [FieldError("tables", "Tables is not in the right format.")]


@pytest.mark.parametrize("error", [FieldError("a", "b")])
def test_form_error_text_has_the_number_of_fields(error: FieldError) -> None:
    assert str(FormError([error])) == "invalid fields: 1"


@pytest.mark.parametrize(
    ("sent", "number"),
    [
        (6, 6),
        ("6", 6),
        ("040", 40),
        (Decimal("6.0"), 6),
        (Decimal("6.5"), None),
        (True, None),
        ("", None),
        (" 6", None),
        ("+6", None),
        ("-6", None),
        ("6.0", None),
        ("६", None),
        ("６", None),
        ("1" * 10, None),
        (None, None),
        ([6], None),
    ],
)
def test_whole_number_is_a_number_or_ascii_digits(sent: Any, number: int | None) -> None:
    assert whole_number(sent) == number


@pytest.mark.parametrize(
    ("sent", "paise"),
    [
        (0, 0),
        (1638, 163800),
        (Decimal("25.5"), 2550),
        (Decimal("1e3"), 100000),
        (-1, -100),
        (None, None),
    ],
)
def test_claimed_amount_is_converted_to_paise(sent: Any, paise: int | None) -> None:
    assert claimed_amount(sent, catalogue.current()) == paise


@pytest.mark.parametrize("sent", [True, "1638", "", [], {}, 10**12 + 1, -(10**12) - 1])
def test_malformed_amount_is_rejected(sent: Any) -> None:
    with pytest.raises(RuleError):
        claimed_amount(sent, catalogue.current())


@pytest.mark.parametrize(
    ("sent", "count"), [(2, 2), ("2", 2), ("", None), (None, None), (0, 0), (10**6, 10**6)]
)
def test_claimed_count_is_parsed(sent: Any, count: int | None) -> None:
    assert claimed_count(sent, catalogue.current()) == count


@pytest.mark.parametrize("sent", [True, -1, "two", 10**6 + 1, Decimal("1.5"), []])
def test_malformed_count_is_rejected(sent: Any) -> None:
    with pytest.raises(RuleError):
        claimed_count(sent, catalogue.current())
