"""The actions on a doctor's appointment: agree a time, note its outcome; with the times that are booked already."""

from datetime import date, datetime
from itertools import groupby
from typing import Any, Self

from django import forms
from django.http import QueryDict
from django.utils import timezone

from oottam import catalogue
from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.shared.fields import Clock, Day
from oottam.core.clock import clock_time
from oottam.core.days import start_of_day
from oottam.core.direction import isolate
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.plan_schedule import format_day
from oottam.workflow.models import AppointmentSlot, SlotState
from oottam.workflow.services import appointments
from oottam.workflow.services.appointments import MAX_MINUTES

USUAL_MINUTES = 30
_OUTCOMES = {
    SlotState.DONE: "Recorded: took place.",
    SlotState.MISSED: "Recorded: no-show.",
    SlotState.CANCELLED: "The time is released.",
}


class SlotForm(ActionForm):
    """Agree a time with a doctor, in India."""

    action = "slot"
    kinds = frozenset({Kind.APPOINTMENT})
    success_message = "The time is booked."
    refused_as = {"starts_at": "time"}
    doctor = forms.ChoiceField(label="Doctor")
    date = Day(label="Day")
    time = Clock(label="Time")
    minutes = forms.IntegerField(
        label="Minutes", initial=USUAL_MINUTES, min_value=5, max_value=MAX_MINUTES
    )

    def __init__(self, data: Any = None, *, preferred_doctor: str = "", booked: str = "") -> None:
        super().__init__(data, initial={"doctor": preferred_doctor})
        doctors = catalogue.current().site.doctors
        choices = [(name, name) for name in doctors]
        if preferred_doctor and preferred_doctor not in doctors:
            # Else the first one would be booked unseen.
            left = f"{isolate(preferred_doctor)} is no longer here: choose another one"
            choices = [("", left), *choices]
        self.offer("doctor", choices)
        self.show_booked(booked)

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> Self:
        customer_request = cls.load(reference)
        form = cls(data)
        form.is_valid()
        day, doctor = (form.cleaned_data.get(name) for name in ("date", "doctor"))
        if day and doctor:
            form.show_booked(booked_on(day, exclude=customer_request, doctor=doctor))
        return form

    def show_booked(self, booked: str) -> None:
        """List the booked times in the field's hint."""
        self.fields["time"].help_text = self["time"].help_text = booked

    def execute(self, **context: Any) -> AppointmentSlot:
        values = self.cleaned_data
        starts_at = timezone.make_aware(datetime.combine(values["date"], values["time"]))
        return appointments.book(
            doctor=values["doctor"], starts_at=starts_at, minutes=values["minutes"], **context
        )


class SettleSlotForm(ActionForm):
    """Note the outcome of the agreed time."""

    action = "settle-slot"
    service = staticmethod(appointments.settle_slot)
    kinds = frozenset({Kind.APPOINTMENT})
    state = forms.TypedChoiceField(
        coerce=SlotState, choices=[(state.value, state.label) for state in _OUTCOMES]
    )

    def describe_result(self, result: None) -> str:
        return _OUTCOMES[self.cleaned_data["state"]]


def booked_from(now: datetime, *, exclude: Request, first: str) -> str:
    """List the times to come of other requests, by doctor, that of `first` before the others."""
    sentences = {
        doctor: _sentence(doctor, list(slots))
        for doctor, slots in groupby(
            appointments.booked_from(now, exclude=exclude), lambda slot: slot.doctor
        )
    }
    if not sentences:
        return "No doctor has a booking yet."
    doctors = sorted(sentences, key=lambda doctor: (doctor != first, doctor))
    return " ".join(sentences[doctor] for doctor in doctors)


def booked_on(day: date, *, exclude: Request, doctor: str) -> str:
    """List the times of other requests with the doctor on a day in India."""
    midnight = start_of_day(day, timezone.get_default_timezone())
    slots = [
        slot
        for slot in appointments.booked_from(midnight, exclude=exclude)
        if slot.doctor == doctor and timezone.localdate(slot.starts_at) == day
    ]
    return _sentence(doctor, slots) if slots else f"{doctor} is free all day: {format_day(day)}."


def _sentence(doctor: str, slots: list[AppointmentSlot]) -> str:
    by_day = groupby(slots, lambda slot: timezone.localdate(slot.starts_at))
    days = [f"{format_day(day)} {', '.join(map(_times, of_day))}" for day, of_day in by_day]
    return f"{doctor} is booked: {'; '.join(days)}."


def _times(slot: AppointmentSlot) -> str:
    begin, end = timezone.localtime(slot.starts_at), timezone.localtime(slot.ends_at)
    return f"{clock_time(begin)} to {clock_time(end)}"
