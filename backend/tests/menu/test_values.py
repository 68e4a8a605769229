"""Single values of the draft's files: stored over what was shown, or not at all."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.core.merging import EditsRefusedError
from oottam.menu import drafts, values
from oottam.menu.content import shipped
from oottam.menu.values import ValueEdit, replace_at, value_at

PHONE = ("contact", "phone")
SHOWN = "+91 44 0000 0000"


def edit(path: tuple[str | int, ...], shown: Any, typed: Any, file: str = "site.json") -> ValueEdit:
    return ValueEdit(file, path, str(path[-1]), shown, typed)


def save(*edits: ValueEdit) -> int:
    actor = User.objects.get_or_create(username="meera")[0]
    return values.save(edits, subject="The shop", actor=actor, now=timezone.now())


def stored(*path: str | int, file: str = "site.json") -> Any:
    return value_at(drafts.load().content.file(file), path)


@pytest.mark.parametrize(
    ("path", "new", "after"),
    [
        (("a", "b"), 2, {"a": {"b": 2}, "l": [{"n": 1}]}),
        (("a", "b"), None, {"l": [{"n": 1}]}),
        (("c", "d"), 3, {"a": {"b": 1}, "l": [{"n": 1}], "c": {"d": 3}}),
        (("l", 0, "n"), 5, {"a": {"b": 1}, "l": [{"n": 5}]}),
        (("l",), [], {"a": {"b": 1}, "l": []}),
    ],
)
def test_replaces_a_value(path: tuple[str | int, ...], new: Any, after: Any) -> None:
    before = {"a": {"b": 1}, "l": [{"n": 1}]}
    assert replace_at(before, path, new) == after
    assert before == {"a": {"b": 1}, "l": [{"n": 1}]}


@pytest.mark.django_db
def test_stores_what_differs_from_what_was_shown() -> None:
    changed = save(
        edit(PHONE, SHOWN, "+91 422 000 0000"), edit(("brand", "name"), "Oottam", "Oottam")
    )
    assert changed == 1
    assert stored("contact") == {
        **shipped("site.json")["contact"],
        "phone": "+91 422 000 0000",
        "sample": False,
    }
    assert stored("brand", "sample") is True
    assert drafts.load().changes[-1].sentence == "Changed The shop: phone"
    entry = AuditEntry.objects.get(action="menu.edit")
    assert entry.data["phone"] == {"was": SHOWN, "now": "+91 422 000 0000"}


@pytest.mark.django_db
def test_stores_a_value_that_the_shop_had_none_of_and_takes_it_away_again() -> None:
    save(edit(("place", "town"), None, "Coimbatore"), edit(("payment", "upiId"), None, "ab@upi"))
    assert stored("place") == {"town": "Coimbatore"}
    save(edit(("place", "town"), "Coimbatore", None), edit(("payment", "upiId"), "ab@upi", None))
    assert not drafts.load().is_changed


@pytest.mark.django_db
def test_refuses_all_where_a_colleague_has_changed_one() -> None:
    save(edit(PHONE, SHOWN, "+91 422 000 0000"))
    with pytest.raises(EditsRefusedError) as caught:
        save(edit(PHONE, SHOWN, "+91 422 111 1111"), edit(("brand", "name"), "Oottam", "Other"))
    assert caught.value.conflicts == {("site.json", PHONE): "+91 422 000 0000"}
    assert stored("brand", "name") == "Oottam"


@pytest.mark.django_db
def test_takes_what_a_colleague_has_typed_likewise() -> None:
    save(edit(PHONE, SHOWN, "+91 422 000 0000"))
    save(edit(PHONE, SHOWN, "+91 422 000 0000"))
    assert stored(*PHONE) == "+91 422 000 0000"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "shown", "typed"),
    [
        (PHONE, SHOWN, "12"),
        (("brand", "name"), "Oottam", None),
        (("brand", "name"), "Oottam", "x" * 41),
        (("brand", "name"), "Oottam", "Oot\u202etam"),
    ],
)
def test_names_the_value_that_the_schema_refuses(path: Any, shown: Any, typed: Any) -> None:
    with pytest.raises(EditsRefusedError) as caught:
        save(edit(path, shown, typed))
    assert list(caught.value.errors) == [("site.json", path)]
    assert not drafts.load().is_changed
