"""Forms are read strictly, and every field that is wrong is named."""

from decimal import Decimal
from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from msgspec import Meta

from oottam import catalogue
from oottam.catalogue import Catalogue
from oottam.common.replies import FieldError
from oottam.intake.forms.common_fields import ClaimedAmount, ClaimedCount, whole_number
from oottam.intake.forms.fields import Field, Problem, UnacceptableError
from oottam.intake.forms.form import Form, FormError


class Guest(msgspec.Struct):
    name: Annotated[str, Meta(title="Guest's name", pattern=r"\S", max_length=5)]
    adult: bool = True


class Guests(Field[list[Guest]]):
    """At least two guests, none called Bob."""

    wire: ClassVar[Any] = list[Guest]

    @classmethod
    def check(cls, sent: list[Guest], catalogue: Catalogue) -> list[Guest]:
        bobs = [n for n, guest in enumerate(sent) if guest.name == "Bob"]
        problems = [Problem("may not come.", title="Bob", entry=n, part="name") for n in bobs]
        if len(sent) < 2:
            problems.append(Problem("must be two or more."))
        if problems:
            raise UnacceptableError(*problems)
        return sent


class Party(msgspec.Struct):
    place: Annotated[str, Meta(title="Place", pattern=r"\S", max_length=10)]
    guests: Annotated[Guests, Meta(title="Guests")]
    note: Annotated[Annotated[str, Meta(max_length=3)] | None, Meta(title="Note")] = None


FORM = Form(Party)
GUESTS = [{"name": "Asha"}, {"name": "Ravi"}]


def party(**overrides: Any) -> dict[str, Any]:
    return {"place": "Home", "guests": GUESTS, **overrides}


def errors(body: Any) -> list[tuple[str, str]]:
    with pytest.raises(FormError) as refused:
        FORM.read(body, catalogue.current())
    return [(error.field, error.message) for error in refused.value.errors]


def test_a_right_body_becomes_a_form() -> None:
    read = FORM.read(party(note="hi"), catalogue.current())
    assert (read.place, read.note) == ("Home", "hi")
    assert read.guests.value == [Guest("Asha"), Guest("Ravi")]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [("", "The form must be an object.")]),
        (None, [("", "The form must be an object.")]),
        ({"guests": GUESTS}, [("place", "Place is required.")]),
        (party(place=" "), [("place", "Place is required.")]),
        (party(place=None), [("place", "Place must be text.")]),
        (party(place="x" * 11), [("place", "Place is too long: at most 10 characters.")]),
        (party(note="long"), [("note", "Note is too long: at most 3 characters.")]),
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
def test_each_fault_has_its_path_and_sentence(body: Any, expected: list[tuple[str, str]]) -> None:
    assert errors(body) == expected


def test_faults_of_every_kind_are_named_together() -> None:
    body = {"guests": [{"name": 1}, {"name": "Bob"}, {"name": "Asha"}], "note": "long"}
    assert errors(body) == [
        ("place", "Place is required."),
        ("guests[0].name", "Guest's name must be text."),
        ("guests[1].name", "Bob may not come."),
        ("note", "Note is too long: at most 3 characters."),
    ]


def test_fields_that_nobody_asked_for_are_noted_with_their_paths() -> None:
    body = party(extra=1, guests=[{"name": "Asha", "age": 3}, {"name": "Ravi", "age": 4}])
    assert FORM.extras(body, 9) == ["guests[].age", "extra"]
    assert FORM.extras(body, 1) == ["guests[].age"]


@pytest.mark.parametrize("error", [FieldError("a", "b")])
def test_an_error_of_a_form_counts_its_fields(error: FieldError) -> None:
    assert str(FormError([error])) == "1 wrong fields"


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
def test_whole_numbers_are_numbers_or_ascii_digits(sent: Any, number: int | None) -> None:
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
def test_a_claimed_amount_is_read_in_paise(sent: Any, paise: int | None) -> None:
    assert ClaimedAmount.check(sent, catalogue.current()) == paise


@pytest.mark.parametrize("sent", [True, "1638", "", [], {}, 10**12 + 1, -(10**12) - 1])
def test_a_malformed_amount_is_refused(sent: Any) -> None:
    with pytest.raises(UnacceptableError):
        ClaimedAmount.check(sent, catalogue.current())


@pytest.mark.parametrize(
    ("sent", "count"), [(2, 2), ("2", 2), ("", None), (None, None), (0, 0), (10**6, 10**6)]
)
def test_a_claimed_count_is_read(sent: Any, count: int | None) -> None:
    assert ClaimedCount.check(sent, catalogue.current()) == count


@pytest.mark.parametrize("sent", [True, -1, "two", 10**6 + 1, Decimal("1.5"), []])
def test_a_malformed_count_is_refused(sent: Any) -> None:
    with pytest.raises(UnacceptableError):
        ClaimedCount.check(sent, catalogue.current())
