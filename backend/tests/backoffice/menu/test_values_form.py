"""The form of single values: what it stores, what a colleague changed, rows."""

import json
from typing import Any

import pytest
from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import QueryDict
from django.utils import timezone

from oottam.backoffice.menu.values.forms import ValueField, ValuesForm
from oottam.backoffice.menu.values.rows import Column, RowsField
from oottam.core.merging import EditsRefusedError
from oottam.menu import drafts, values
from oottam.menu.content import Content, shipped

pytestmark = pytest.mark.django_db
TAGLINE = "An exclusive protein experience, cooked the Chennai way."
DOCTORS = shipped("site.json")["doctors"]["names"]
FIELDS = [
    ValueField("site.json", ("brand", "tagline"), "Tagline", forms.CharField(required=False)),
    ValueField("site.json", ("place", "town"), "Town", forms.CharField(required=False)),
    ValueField(
        "site.json", ("place", "freeDeliveryKm"), "Radius", forms.DecimalField(required=False)
    ),
    ValueField(
        "site.json",
        ("doctors", "names"),
        "Doctors",
        RowsField([Column("", "Doctor", forms.CharField(max_length=60))], min_rows=1, max_rows=12),
    ),
]
NAME = ValueField("site.json", ("brand", "name"), "Name", forms.CharField())


def data(doctors: list[str] = DOCTORS, **changed: str) -> QueryDict:
    posted = QueryDict(mutable=True)
    shown = {"site-brand-tagline": TAGLINE, "site-place-town": "", "site-place-freeDeliveryKm": ""}
    for name, value in shown.items():
        posted[f"initial-{name}"] = value
        posted[name] = value
    posted["initial-site-doctors-names"] = json.dumps([{"": name} for name in DOCTORS])
    posted.setlist("site-doctors-names.text", doctors)
    for name, value in changed.items():
        posted[name.replace("__", "-")] = value
    return posted


def form(posted: QueryDict | None, *more: ValueField, may_publish: bool = True) -> ValuesForm:
    return ValuesForm(posted, [*FIELDS, *more], drafts.load().content, may_publish=may_publish)


def save(found: ValuesForm) -> None:
    assert found.is_valid(), found.errors
    values.save(found.edits, subject="the shop", actor=None, now=timezone.now())


def stored(*path: str) -> Any:
    return values.value_at(drafts.load().content.file("site.json"), path)


def test_only_what_was_changed_is_an_edit() -> None:
    save(form(data()))
    assert drafts.load().revision == 0
    save(form(data(site__place__town="Coimbatore", site__place__freeDeliveryKm="2.5")))
    assert stored("place") == {"town": "Coimbatore", "freeDeliveryKm": 2.5}
    assert stored("doctors") == shipped("site.json")["doctors"]


def test_rows_are_stored_in_their_order() -> None:
    save(form(data([DOCTORS[2], "", DOCTORS[0], "Dr. Meena Iyer"])))
    assert stored("doctors", "names") == [DOCTORS[2], DOCTORS[0], "Dr. Meena Iyer"]


@pytest.mark.parametrize(
    ("step", "after"),
    [
        ("add/site-doctors-names", [*DOCTORS, ""]),
        ("remove/site-doctors-names/2", [DOCTORS[0], DOCTORS[2]]),
        ("up/site-doctors-names/2", [DOCTORS[1], DOCTORS[0], DOCTORS[2]]),
        ("down/site-doctors-names/2", [DOCTORS[0], DOCTORS[2], DOCTORS[1]]),
        ("up/site-doctors-names/1", DOCTORS),
        ("down/site-doctors-names/999999999", DOCTORS),
    ],
)
def test_a_button_moves_a_row_and_saves_nothing(step: str, after: list[str]) -> None:
    found = form(data(do=step, site__place__town="Coimbatore"))
    assert (found.is_rearranged, found.errors, found.status) == (True, {}, 200)
    rows: Any = found["site-doctors-names"]
    assert [row[""] for row in rows.value()] == after
    assert found["site-place-town"].value() == "Coimbatore"


@pytest.mark.parametrize(
    ("doctors", "sentence"),
    [
        (["", ""], "There must be at least 1."),
        (["Dr. A B"] * 2, "The same row is there twice."),
        (["Dr. A B", "Dr. " + "x" * 60], "Row 2: Ensure this value has at most 60"),
        ([f"Dr. A {at}" for at in range(13)], "There can be 12 at most."),
    ],
)
def test_a_wrong_list_is_refused(doctors: list[str], sentence: str) -> None:
    assert form(data(doctors)).errors["site-doctors-names"].as_text().startswith(f"* {sentence}")


def test_a_colleagues_value_is_named_and_the_other_one_taken_over() -> None:
    save(form(data(site__brand__tagline="Theirs.", site__place__town="Madurai")))
    found = form(data(site__brand__tagline="Mine."))
    with pytest.raises(EditsRefusedError) as caught:
        save(found)
    found.refuse(caught.value)
    assert found.status == 409
    assert found.errors == {
        "site-brand-tagline": ["A colleague has since changed this to “Theirs.”."]
    }
    assert found["site-place-town"].value() == "Madurai"
    posted: Any = found.data
    save(ValuesForm(posted, FIELDS, drafts.load().content))
    assert (stored("brand", "tagline"), stored("place", "town")) == ("Mine.", "Madurai")


def test_the_schemas_error_stands_at_its_field() -> None:
    found = form(data(site__brand__tagline="x" * 91))
    with pytest.raises(EditsRefusedError) as caught:
        save(found)
    found.refuse(caught.value)
    assert (found.status, list(found.errors)) == (422, ["site-brand-tagline"])


def test_what_is_the_owners_alone_is_only_read_by_the_desk() -> None:
    found = form(None, NAME, may_publish=False)
    assert found.read_only == {"site-brand-name": ("Name", "Oottam")}
    assert "site-brand-name" not in found.fields
    with pytest.raises(PermissionDenied):
        form(data(site__brand__name="Mine"), NAME, may_publish=False)


def test_a_form_without_the_shown_values_replaces_nothing() -> None:
    posted = data(site__brand__tagline="Mine.")
    del posted["initial-site-brand-tagline"]
    with pytest.raises(EditsRefusedError):
        save(form(posted))


def test_words_that_are_the_shipped_ones_are_not_stored() -> None:
    heading = ValueField(
        "texts.json", ("landing", "heroHeading"), "Heading", forms.CharField(required=False)
    )
    words = shipped("texts.json")["landing"]["heroHeading"]

    def post(shown: str, typed: str) -> Content:
        posted = QueryDict(mutable=True)
        posted["initial-texts-landing-heroHeading"] = shown
        posted["texts-landing-heroHeading"] = typed
        save(ValuesForm(posted, [heading], drafts.load().content))
        return drafts.load().content

    assert post(words, "Ours").files["texts.json"] == {
        "$schema": "schemas/texts.schema.json",
        "landing": {"heroHeading": "Ours"},
    }
    assert "texts.json" not in post("Ours", words).files
    post(words, "Ours")
    assert "texts.json" not in post("Ours", "").files


@pytest.mark.parametrize(
    "sent",
    ["[" * 3000, f"[{'9' * 5000}]", "null", '[{"": {}}]', '[{"": 1}]', '[{"a": "b"}]', "\ud800"],
)
def test_broken_list_that_was_shown_is_refused(sent: str) -> None:
    field = RowsField([Column("", "Doctor", forms.CharField(max_length=60))], max_rows=12)
    with pytest.raises(ValidationError, match="not sent completely"):
        field.to_python(sent)
