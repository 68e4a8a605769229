"""POST /api/appointment."""

import pytest

from oottam.enquiries.models import Appointment
from tests.api_client import columns, field_errors, flags_and_message, stored
from tests.conftest import Send
from tests.enquiries.examples import APPOINTMENT, appointment_body

pytestmark = pytest.mark.django_db
DOCTORS = "Dr. Kavitha Raman, Dr. Arjun Mehta, Dr. Leela Thomas"


@pytest.mark.spec("7.4")
def test_appointment_is_stored_with_doctor_and_address(send: Send) -> None:
    request = stored(send, APPOINTMENT, appointment_body())
    assert columns(Appointment.objects.get()) == {
        "request_id": request.id,
        "doctor": "Dr. Leela Thomas",
        "address": "12 Beach Road, Besant Nagar",
    }


def test_response_has_reference_doctor_and_next_step(send: Send) -> None:
    message = (
        "Thank you! We have received your request REF for an appointment with Dr. Leela Thomas. "
        "We will call you to agree on the date and time."
    )
    assert flags_and_message(send, APPOINTMENT, appointment_body()) == ("", message)


@pytest.mark.parametrize("doctor", DOCTORS.split(", "))
def test_each_doctor_of_the_shop_is_accepted(send: Send, doctor: str) -> None:
    stored(send, APPOINTMENT, appointment_body(doctorName=doctor))
    assert Appointment.objects.get().doctor == doctor


@pytest.mark.parametrize("doctor", ["Dr. Who", "Leela Thomas", "Dr. Leela Thomas ", "{name}"])
def test_unknown_doctor_is_rejected(send: Send, doctor: str) -> None:
    assert field_errors(send, APPOINTMENT, appointment_body(doctorName=doctor)) == [
        ("doctorName", f"Doctor must be one of: {DOCTORS}.")
    ]
    assert Appointment.objects.count() == 0
