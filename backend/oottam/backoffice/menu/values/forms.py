"""A form of single values of the draft's files: only what was changed is stored, so a colleague's changes stay.

Each field has the value that was shown beside it (show_hidden_initial); `menu/values.py` compares it.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from pathlib import PurePath
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms.utils import ErrorDict
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.menu.draft_forms import SAVED
from oottam.backoffice.menu.values.rows import RowsField, rearrange
from oottam.backoffice.shared.conflicts import Change, merge_form
from oottam.backoffice.shared.decorators import StaffRequest
from oottam.backoffice.shared.fields import StaffForm
from oottam.catalogue.own_file import end_sentence
from oottam.catalogue.schema import JsonPath
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.merging import EditsRefusedError
from oottam.menu import drafts, values
from oottam.menu.content import Content
from oottam.menu.prices import to_json
from oottam.menu.protected import is_protected
from oottam.menu.values import ValueEdit

MAX_SHOWN = 200  # characters of a colleague's value


@dataclass(frozen=True, slots=True)
class ValueField:
    """A value of a file of folder.NAMES, and the field in which it is typed.

    An empty field stores None, which leaves an optional property out. A field may convert the file's value by
    `from_json` and `to_json`.
    """

    file: str
    path: JsonPath
    label: str
    field: forms.Field

    @property
    def place(self) -> tuple[str, JsonPath]:
        """Where the value stands."""
        return self.file, self.path

    @property
    def name(self) -> str:
        """The form field's name, such as "site-brand-name"."""
        return "-".join((PurePath(self.file).stem, *map(str, self.path)))

    @property
    def is_protected(self) -> bool:
        """Whether the owner alone changes it."""
        return is_protected(self.file, self.path)


class ValuesForm(StaffForm):
    """A form of the fields; those that the user may not change are `read_only`, and refused if they are posted.

    A posted button that adds, removes or moves a row changes the form alone: `is_rearranged`.
    """

    action: ClassVar[str] = "values"

    def __init__(
        self,
        data: QueryDict | None,
        value_fields: Sequence[ValueField],
        content: Content,
        *,
        may_publish: bool = True,
        row: str = "",
    ) -> None:
        self.value_fields = [each for each in value_fields if may_publish or not each.is_protected]
        self.read_only = {
            each.name: (each.label, describe_whole(values.current_value(content, *each.place)))
            for each in value_fields
            if each not in self.value_fields
        }
        if data is not None and any(_is_posted(data, name) for name in self.read_only):
            raise PermissionDenied
        rearranged = self.rearrange(data) if data is not None else None
        self.is_rearranged, self.is_conflict = rearranged is not None, False
        initial = {
            each.name: to_form(each.field, values.current_value(content, *each.place))
            for each in self.value_fields
        }
        super().__init__(rearranged or data, row=row, initial=initial)
        for each in self.value_fields:
            field = deepcopy(each.field)
            field.label, field.show_hidden_initial = each.label, True
            self.fields[each.name] = field

    def full_clean(self) -> None:
        """Validate, unless a row was only moved."""
        if self.is_rearranged:
            self._errors, self.cleaned_data = ErrorDict(), {}
        else:
            super().full_clean()

    def rearrange(self, data: QueryDict) -> QueryDict | None:
        """Return the data as the posted button changes it; None if the button saves."""
        changed = (
            rearrange(field.field, field.name, data)
            for field in self.value_fields
            if isinstance(field.field, RowsField)
        )
        return next((each for each in changed if each is not None), None)

    @property
    def edits(self) -> list[ValueEdit]:
        """The changed values of the fields without an error; the form is validated."""
        edits = [
            ValueEdit(
                field.file,
                field.path,
                field.label,
                self._initial_value(field),
                _to_json(self.fields[field.name], self.cleaned_data[field.name]),
            )
            for field in self.value_fields
            if field.name in self.cleaned_data
        ]
        return [edit for edit in edits if edit.typed != edit.shown]

    @property
    def status(self) -> int:
        """The HTTP status of the page that shows this form."""
        if not self.is_bound or self.is_rearranged:
            return 200
        return 409 if self.is_conflict else 422

    def refuse(self, error: DomainError) -> None:
        """Show what a colleague changed in the meantime, and add the errors at their fields."""
        if not isinstance(error, EditsRefusedError):
            super().refuse(error)
            return
        content, edits = drafts.load().content, {edit.place: edit for edit in self.edits}
        changes, typed = dict[str, Change](), dict[str, Any]()
        for field in self.value_fields:
            current = values.current_value(content, *field.place)
            edit = edits.get(field.place)
            changes[field.name] = (edit.shown if edit else current, current)
            typed[field.name] = edit.typed if edit else current
        unchanged = type(self)(None, self.value_fields, content)
        merge_form(self, unchanged, changes, typed, lambda _, value: isolate(describe(value)))
        self.is_conflict = bool(error.conflicts)
        names = {field.place: field.name for field in self.value_fields}
        for place, sentence in error.errors.items():
            self.add_error(names.get(place), end_sentence(sentence))

    def _initial_value(self, value_field: ValueField) -> Any:
        field = self.fields[value_field.name]
        raw = self.data.get(self.add_initial_prefix(value_field.name), "")
        try:
            return _to_json(field, field.to_python(raw))
        except ValidationError:
            return None


def values_form(
    request: StaffRequest,
    value_fields: Sequence[ValueField],
    form: type[ValuesForm] = ValuesForm,
) -> ValuesForm:
    """Return the form of a page, bound where it was posted."""
    may_publish = Permission.PUBLISH_MENU in permissions_of(request.user)
    data = request.POST if request.method == "POST" else None
    return form(data, value_fields, drafts.load().content, may_publish=may_publish)


def save_values(request: StaffRequest, form: ValuesForm, subject: str) -> bool:
    """Save a posted form, and say so; False if the page has to show the form.

    `subject` names the page in the draft's history, as "the shop".
    """
    if not form.is_bound or form.is_rearranged or not form.is_valid():
        return False
    try:
        count = values.save(form.edits, subject=subject, actor=request.user, now=timezone.now())
    except EditsRefusedError as error:
        form.refuse(error)
        return False
    if count:
        messages.success(request, SAVED)
    else:
        messages.info(request, "Nothing was changed.")
    return True


def render_values(
    request: StaffRequest,
    template: str,
    form: ValuesForm,
    context: Mapping[str, Any],
    *,
    refused: StaffForm | None = None,
) -> HttpResponse:
    """Render the page of a form that was not saved; `refused` is another form of the page."""
    invalid_form = form if form.is_bound and not form.is_rearranged and form.errors else refused
    context = {**context, "form": form, "invalid_form": invalid_form}
    return render(
        request, f"backoffice/menu/{template}", context, status=422 if refused else form.status
    )


def describe(value: Any) -> str:
    """Return a value as staff read it, a long one shortened."""
    text = describe_whole(value)
    return f"{text[:MAX_SHOWN]}..." if len(text) > MAX_SHOWN else text


def describe_whole(value: Any) -> str:
    """Return a value as staff read it, a list with a line for each entry."""
    if isinstance(value, list):
        text = "\n".join(map(describe_whole, value))
    elif isinstance(value, dict):
        text = ", ".join(map(describe_whole, value.values()))
    else:
        text = "" if value is None else str(value)
    return text or "nothing"


def to_form(field: forms.Field, value: Any) -> Any:
    """Return what a field shows of a file's value."""
    convert = getattr(field, "from_json", None)
    return convert(value) if convert else "" if value is None else value


def write_value(data: QueryDict, field: forms.Field, name: str, value: Any) -> None:
    """Put a file's value into a form's data."""
    shown = to_form(field, value)
    if isinstance(field, RowsField):
        field.widget.write(data, name, shown)
    else:
        data[name] = str(shown)


def _is_posted(data: QueryDict, name: str) -> bool:
    return any(key == name or key.startswith(f"{name}.") for key in data)


def _to_json(field: forms.Field, value: Any) -> Any:
    if convert := getattr(field, "to_json", None):
        return convert(value)
    if isinstance(value, Decimal):
        return to_json(value)
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return None if value == "" else value
