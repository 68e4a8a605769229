"""Appointments with a doctor, who has one customer at a time."""

from datetime import datetime, timedelta
from typing import Unpack

from django.db import connection

from oottam.audit.models import AuditEntry
from oottam.core.db.errors import raise_if_duplicate
from oottam.core.errors import DomainError
from oottam.requests.models import CLOSED, Kind, Request
from oottam.workflow.models import AppointmentSlot, SlotState
from oottam.workflow.services.editing import EditContext, RequestEdit, edit_request

MAX_MINUTES = 240
MAX_DOCTOR_LENGTH = 200  # characters
MAX_BOOKED = 100  # listed slots
TAKEN = "The doctor is booked at that time."


def book(
    *, doctor: str, starts_at: datetime, minutes: int, **context: Unpack[EditContext]
) -> AppointmentSlot:
    """Book a slot in place of the one booked before. Raises DomainError where the doctor is taken.

    Concurrent bookings of one doctor are serialised (on SQLite all writers are), and a unique constraint rejects
    equal beginnings.
    """
    with edit_request(action="appointment.agree", **context) as edit:
        if edit.request.kind != Kind.APPOINTMENT:
            raise DomainError("Only appointments have a time with a doctor.")
        if edit.request.status in CLOSED:
            raise DomainError("It is closed: reopen it before you book a time.")
        if not doctor.strip() or len(doctor) > MAX_DOCTOR_LENGTH:
            raise DomainError("Choose a doctor.", "doctor")
        if not 5 <= minutes <= MAX_MINUTES:
            raise DomainError(f"Enter 5 to {MAX_MINUTES} minutes.", "minutes")
        if starts_at <= edit.now:
            raise DomainError("That time has already passed.", "starts_at")
        AppointmentSlot.objects.filter(request=edit.request, state=SlotState.AGREED).update(
            state=SlotState.CANCELLED
        )
        _lock_doctor(doctor)
        _require_free(doctor, starts_at, minutes)
        with raise_if_duplicate(DomainError(TAKEN, "starts_at")):
            slot = AppointmentSlot.objects.create(
                request=edit.request, doctor=doctor, starts_at=starts_at, minutes=minutes
            )
        edit.data |= {"doctor": doctor, "starts_at": starts_at.isoformat(), "minutes": minutes}
    return slot


def settle_slot(*, state: SlotState, **context: Unpack[EditContext]) -> None:
    """Set the booked slot to done, missed or cancelled.

    Raises DomainError without a booked slot, or before its time.
    """
    with edit_request(action=f"appointment.{state}", **context) as edit:
        agreed = AppointmentSlot.objects.filter(request=edit.request, state=SlotState.AGREED)
        # Settling it earlier would free the doctor's time.
        if state != SlotState.CANCELLED and agreed.filter(starts_at__gt=edit.now).exists():
            raise DomainError("The appointment is still to come.")
        if not agreed.update(state=state):
            raise DomainError("No time is booked.")


def rebook(edit: RequestEdit, step: AuditEntry) -> None:
    """Book the slots that an undone step had settled. Raises DomainError if the doctor is not free."""
    for slot in AppointmentSlot.objects.filter(
        request=edit.request, pk__in=step.data.get("slots", ())
    ):
        _lock_doctor(slot.doctor)
        _require_free(slot.doctor, slot.starts_at, slot.minutes)
        with raise_if_duplicate(DomainError(TAKEN, "starts_at")):
            AppointmentSlot.objects.filter(pk=slot.pk).update(state=SlotState.AGREED)


def booked_from(moment: datetime, *, exclude: Request) -> list[AppointmentSlot]:
    """Return other requests' booked slots from then on, by doctor; one query, the next MAX_BOOKED."""
    agreed = AppointmentSlot.objects.filter(state=SlotState.AGREED, starts_at__gte=moment)
    nearest = list(agreed.exclude(request=exclude).order_by("starts_at")[:MAX_BOOKED])
    return sorted(nearest, key=lambda slot: (slot.doctor, slot.starts_at))


def _lock_doctor(doctor: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [doctor])


def _require_free(doctor: str, starts_at: datetime, minutes: int) -> None:
    ends_at = starts_at + timedelta(minutes=minutes)
    longest = timedelta(minutes=MAX_MINUTES)
    near = AppointmentSlot.objects.filter(
        doctor=doctor,
        state=SlotState.AGREED,
        starts_at__lt=ends_at,
        starts_at__gt=starts_at - longest,
    )
    if any(slot.ends_at > starts_at for slot in near):
        raise DomainError(TAKEN, "starts_at")
