"""The health plans and the doctors."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_form
from oottam.backoffice.menu.draft_forms import TextField
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
from oottam.backoffice.menu.values.rows import Column, RowsField
from oottam.menu import drafts
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
    doctors = RowsField(
        [Column("", "Doctor", DoctorField(max_length=60))],
        min_rows=1,
        max_rows=12,
        row_label="doctor",
        help_text="In the order of the page. Customers book by this name.",
    )
    return [*fields, ValueField(SITE, DOCTORS, "Doctors", doctors)]


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Show plans and doctors, and save what was changed."""
    content = drafts.load().content
    form = values_form(request, fields_of(content))
    if save_values(request, form, "plans and doctors"):
        return redirect("backoffice:menu-plans")
    context = {
        "title": "Plans and doctors",
        "plans": _plans(form, content),
        "doctors": form[form.value_fields[-1].name],
        "pictures": picture_tiles(content, SCENES),
        "appointments": _appointments_elsewhere(content, timezone.now()),
    }
    return render_values(request, "plans/plans.html", form, context)


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
    found = booked.exclude(doctor__in=content.file(SITE)["doctors"]["names"])
    return list(found.order_by("doctor").values_list("doctor").annotate(appointments=Count("pk")))
