"""When doctors are taken, in words: beside the field in which a time is agreed."""

from datetime import date, datetime
from itertools import groupby

from django.utils import timezone

from oottam.core.clock import clock_time
from oottam.core.days import begin_of
from oottam.requests.models import Request
from oottam.workflow.models import AppointmentSlot
from oottam.workflow.services.appointments import booked_from


def taken_from(now: datetime, *, but: Request, first: str) -> str:
    """The times to come that others have, by doctor, the `first` one before the others."""
    told = {
        doctor: _sentence(doctor, list(slots))
        for doctor, slots in groupby(booked_from(now, exclude=but), lambda slot: slot.doctor)
    }
    if not told:
        return "No doctor has a booking yet."
    return " ".join(told[doctor] for doctor in sorted(told, key=lambda each: (each != first, each)))


def taken_on(day: date, *, but: Request, doctor: str) -> str:
    """The times that others have with that doctor on that day, in India."""
    midnight = begin_of(day, timezone.get_default_timezone())
    slots = [
        slot
        for slot in booked_from(midnight, exclude=but)
        if slot.doctor == doctor and timezone.localdate(slot.starts_at) == day
    ]
    return _sentence(doctor, slots) if slots else f"{doctor} is free all day: {_day(day)}."


def _sentence(doctor: str, slots: list[AppointmentSlot]) -> str:
    by_day = groupby(slots, lambda slot: timezone.localdate(slot.starts_at))
    days = [f"{_day(day)} {', '.join(map(_times, of_day))}" for day, of_day in by_day]
    return f"{doctor} is booked: {'; '.join(days)}."


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"


def _times(slot: AppointmentSlot) -> str:
    begin, end = timezone.localtime(slot.starts_at), timezone.localtime(slot.ends_at)
    return f"{clock_time(begin)} to {clock_time(end)}"
