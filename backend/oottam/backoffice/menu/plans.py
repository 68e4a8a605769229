"""The health plans and the doctors."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import RegexValidator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.dishes.forms import PhotoForm
from oottam.backoffice.menu.draft_forms import NOT_PUBLISHED, TextField
from oottam.backoffice.menu.pictures import (
    HEALTH_PLANS,
    picture_address,
    picture_choices,
    picture_tiles,
)
from oottam.backoffice.menu.values.forms import (
    ValueField,
    ValuesForm,
    render_values,
    save_values,
    values_form,
)
from oottam.backoffice.menu.values.rows import Column, Row, RowsField
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form
from oottam.core.errors import DomainError
from oottam.menu import doctors, drafts
from oottam.menu.content import SITE, Content
from oottam.menu.pictures import SCENES
from oottam.workflow.models import AppointmentSlot, SlotState

DOCTORS = ("doctors", "names")
TITLE = "Dr. "


class DoctorField(TextField):
    """A doctor's name, behind "Dr. "."""

    def to_python(self, value: Any) -> str:
        name = super().to_python(value)
        bare = name.removeprefix("Dr.").removeprefix("Dr ").strip()
        return f"{TITLE}{bare}" if bare else ""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if len(value) < len(TITLE) + 2:
            raise forms.ValidationError("Write the doctor’s whole name.")


class DoctorsField(RowsField):
    """A row for each doctor; all but the name may be empty."""

    def from_json(self, value: Any) -> list[Row]:
        """An entry that is only a name is a row, too."""
        entries = [{"name": each} if isinstance(each, str) else each for each in value or []]
        return super().from_json(entries)

    def to_json(self, value: list[Row]) -> Any:
        """Leave out what is empty."""
        return [doctors.to_entry(self._entry(row)) for row in value]

    def _entry(self, row: Row) -> dict[str, Any]:
        known: dict[str, Any] = {key: cell for key, cell in row.items() if cell}
        if known.get("years", "").isdecimal():
            known["years"] = int(known["years"])
        return known


def _optional(key: str, label: str, max_length: int, example: str) -> Column:
    field = TextField(required=False, max_length=max_length)
    field.widget.attrs["placeholder"] = example
    return Column(key, label, field)


def _years() -> Column:
    column = _optional("years", "Years of experience", 2, "")
    column.field.widget.attrs["inputmode"] = "numeric"
    sentence = "Enter whole years, 1 to 70."
    column.field.validators.append(RegexValidator(r"\A([1-9]|[1-6][0-9]|70)\Z", sentence))
    return column


def _doctors() -> DoctorsField:
    return DoctorsField(
        [
            Column("name", "Doctor", DoctorField(max_length=60)),
            _optional("speciality", "Speciality", 60, "Dietetics"),
            _optional("registration", "Registration number", 60, "Council and number"),
            _years(),
            _optional("languages", "Languages", 80, "Tamil, English"),
            _optional("fee", "Fee", 40, "First call free"),
            _optional("times", "Times", 80, "Mon to Fri, 5 pm to 8 pm"),
            Column("image", "Photo", forms.CharField(required=False, widget=forms.HiddenInput)),
        ],
        min_rows=1,
        max_rows=12,
        row_label="doctor",
        unique="name",
        help_text="In the order of the page. Customers book by the name; what is empty is not shown. Write only what is so.",
    )


class DoctorPhotoForm(PhotoForm):
    """A photograph of one doctor, chosen on the device or taken."""

    action = "doctor-photo"
    doctor = forms.CharField(max_length=60, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["photo"].widget.attrs.pop("capture")


def fields_of(content: Content) -> list[ValueField]:
    """The values of the page."""
    pictures = picture_choices(content, SCENES)
    fields = []
    for at, plan in enumerate(content.file(HEALTH_PLANS)["plans"]):
        for key, label, field in (
            ("title", "Name", TextField(max_length=40)),
            (
                "description",
                "Description",
                TextField(
                    max_length=300,
                    widget=forms.Textarea(attrs={"rows": 4}),
                    help_text="300 letters at most. Promise no result.",
                ),
            ),
            ("image", "Picture", forms.ChoiceField(choices=pictures)),
        ):
            label = f"{plan['title']}, {label.lower()}"  # noqa: PLW2901
            fields.append(ValueField(HEALTH_PLANS, ("plans", at, key), label, field))
    return [*fields, ValueField(SITE, DOCTORS, "Doctors", _doctors())]


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Show plans and doctors, and save what was changed."""
    form = values_form(request, fields_of(drafts.load().content))
    if save_values(request, form, "plans and doctors"):
        doctors.drop_unused_photos(actor=request.user, now=timezone.now())
        return redirect("backoffice:menu-plans")
    return _render(request, form)


@staff_action(Permission.EDIT_MENU)
def photo(request: StaffRequest) -> HttpResponse:
    """Make a photograph a doctor's."""
    form = DoctorPhotoForm(request.POST, files=request.FILES)
    if form.is_valid():
        with form.shows_errors():
            doctors.set_photo(
                name=form.cleaned_data["doctor"],
                image=form.cleaned_data["photo"].read(),
                middle=form.middle,
                actor=request.user,
                now=timezone.now(),
            )
            messages.success(request, f"The photo is saved, not live yet. {NOT_PUBLISHED}")
            return redirect("backoffice:menu-plans")
    fields = fields_of(drafts.load().content)
    return _render(request, ValuesForm(None, fields, drafts.load().content), form)


@staff_action(Permission.EDIT_MENU)
def remove_photo(request: StaffRequest) -> HttpResponse:
    """Show a doctor's initials again."""
    try:
        name = request.POST.get("doctor", "")
        doctors.remove_photo(name=name, actor=request.user, now=timezone.now())
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"The photo is removed, not live yet. {NOT_PUBLISHED}")
    return redirect("backoffice:menu-plans")


def _render(
    request: StaffRequest, form: ValuesForm, refused: DoctorPhotoForm | None = None
) -> HttpResponse:
    content = drafts.load().content
    context = {
        "title": "Plans and doctors",
        "plans": _plans(form, content),
        "doctors": form[form.value_fields[-1].name],
        "pictures": picture_tiles(content, SCENES),
        "appointments": _appointments_elsewhere(content, timezone.now()),
        "photos": [
            (
                doctor["name"],
                doctors.photo_of(content, doctor),
                _photo_form(str(at), doctor["name"], refused),
            )
            for at, doctor in enumerate(doctors.doctors_of(content))
        ],
    }
    return render_values(request, "plans/plans.html", form, context, refused=refused)


def _photo_form(row: str, name: str, refused: DoctorPhotoForm | None) -> DoctorPhotoForm:
    if refused and refused.data.get("doctor") == name:
        return refused
    return DoctorPhotoForm(row=row, initial={"doctor": name})


def _plans(form: ValuesForm, content: Content) -> Sequence[tuple[Any, ...]]:
    plans, names = content.file(HEALTH_PLANS)["plans"], [field.name for field in form.value_fields]
    return [
        (
            plan["title"],
            picture_address(content, plan["image"], SCENES),
            *(form[name] for name in names[3 * at : 3 * at + 3]),
        )
        for at, plan in enumerate(plans)
    ]


def _appointments_elsewhere(content: Content, now: datetime) -> list[tuple[str, int]]:
    """Doctors who left, with the number of their appointments to come."""
    booked = AppointmentSlot.objects.filter(state=SlotState.AGREED, starts_at__gte=now)
    found = booked.exclude(doctor__in=[each["name"] for each in doctors.doctors_of(content)])
    return list(found.order_by("doctor").values_list("doctor").annotate(appointments=Count("pk")))
