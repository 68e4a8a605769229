"""POST /api/appointment."""

import json

import pytest

from oottam.enquiries.models import Appointment
from tests.api_client import UNTOUCHED, columns, flags_and_message, refusals, stored
from tests.conftest import Send
from tests.enquiries.examples import APPOINTMENT, appointment_body

pytestmark = pytest.mark.django_db
DOCTORS = "Dr. Kavitha Raman, Dr. Arjun Mehta, Dr. Leela Thomas"


@pytest.mark.spec("7.4")
def test_the_request_is_stored_as_it_was_sent(send: Send) -> None:
    request = stored(send, APPOINTMENT, appointment_body())
    assert columns(request, "id", "reference", "received_at") == {
        "kind": "appointment",
        "status": "new",
        "customer_name": "Asha Raman",
        "phone": "98400 12345",
        "phone_normalised": "+919840012345",
        "email": "asha@example.com",
        "body": json.dumps(appointment_body(), ensure_ascii=False),
        "extra_fields": [],
        **UNTOUCHED,
    }
    assert columns(Appointment.objects.get()) == {
        "request_id": request.id,
        "doctor": "Dr. Leela Thomas",
        "address": "12 Beach Road, Besant Nagar",
    }


def test_the_reply_names_reference_doctor_and_next_step(send: Send) -> None:
    message = (
        "Thank you! We have received your request REF for an appointment with Dr. Leela Thomas. "
        "We will call you to agree on the date and time."
    )
    assert flags_and_message(send, APPOINTMENT, appointment_body()) == ("", message)


@pytest.mark.parametrize("doctor", DOCTORS.split(", "))
def test_each_doctor_of_the_shop_can_be_asked_for(send: Send, doctor: str) -> None:
    stored(send, APPOINTMENT, appointment_body(doctorName=doctor))
    assert Appointment.objects.get().doctor == doctor


@pytest.mark.parametrize("doctor", ["Dr. Who", "Leela Thomas", "Dr. Leela Thomas ", "{name}"])
def test_another_doctor_is_refused(send: Send, doctor: str) -> None:
    assert refusals(send, APPOINTMENT, appointment_body(doctorName=doctor)) == [
        ("doctorName", f"Doctor must be one of: {DOCTORS}.")
    ]
    assert Appointment.objects.count() == 0
