"""The changes that the recipe "An endpoint" of CONTRIBUTING.md describes: a callback request."""

# Insertions by file: the text before which to insert, which occurs once ("" is the end), and the insertion.
CHANGES: dict[str, list[tuple[str, str]]] = {
    "backend/oottam/requests/models.py": [
        (
            "\n\nclass Status(",
            '    CALLBACK = "callback", "Request for a call"\n',
        ),
    ],
    "backend/oottam/enquiries/models.py": [
        (
            "",
            '''

class Callback(models.Model):
    """A request for a call."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="callback"
    )
    about = models.TextField(max_length=2000)

    def __str__(self) -> str:
        return "Callback"
''',
        ),
    ],
    "backend/oottam/enquiries/mails.py": [
        ("EventEnquiry, Subscription\n", "Callback, "),
        (
            "\n\ndef _reply_channel(",
            '''

def callback(request: Request) -> MailDetails:
    """The subject goes to the shop only."""
    return MailDetails(
        noun="request for a call",
        next_step="We will call you.",
        free_text=[Fact("About", Callback.objects.get(request=request).about)],
    )
''',
        ),
    ],
    "backend/oottam/enquiries/api.py": [
        ("events, mails, nutrition", "callbacks, "),
        (
            '    Endpoint(\n        "/api/nutrition"',
            """    Endpoint(
        "/api/callback",
        Kind.CALLBACK,
        "request for a call",
        callbacks.CallbackForm,
        callbacks.accept,
        mails.callback,
    ),
""",
        ),
    ],
    "backend/oottam/enquiries/personal.py": [
        ("    EventEnquiry,\n    NutritionEnquiry,\n", "    Callback,\n"),
        (
            "    Table(EventEnquiry,",
            """    Table(
        Callback,
        "Request for a call",
        PER_REQUEST,
        request="request",
        plain="request",
        personal={"about": Personal()},
    ),
""",
        ),
    ],
    "backend/oottam/backoffice/request/queries.py": [
        ('    "appointment",\n', '    "callback",\n'),
    ],
    "backend/oottam/backoffice/templates/backoffice/request/order_summary.html": [
        (
            '  {% elif customer_request.kind == "event" %}',
            """  {% elif customer_request.kind == "callback" %}
  <dl class="known"><div class="whole"><dt>About</dt><dd>{{ customer_request.callback.about|linebreaksbr }}</dd></div></dl>
""",
        ),
    ],
    "backend/oottam/backoffice/phone_orders/views.py": [
        ("Kind.APPOINTMENT, Kind.NUTRITION)", "Kind.CALLBACK, "),
    ],
    "backend/oottam/backoffice/phone_orders/forms.py": [
        (
            "        Kind.APPOINTMENT: [",
            """        Kind.CALLBACK: [Field("name", "Name"), PHONE, EMAIL, Field("message", "Message", "textarea")],
""",
        ),
    ],
    "backend/tests/enquiries/examples.py": [
        (
            "    Example(\n        path=NUTRITION,",
            """    Example(
        path="/api/callback",
        kind="callback",
        body={
            "name": "Asha Raman",
            "phone": "98400 12345",
            "email": "asha@example.com",
            "message": "Lunch for an office",
        },
        texts={"name": "Name", **REACHED, "message": "Message"},
        shown="About Lunch for an office",
        columns={"about": "message"},
        tables=("enquiries_callback", "", ""),
    ),
""",
        ),
    ],
    "CHANGELOG.md": [("", "- A form to be called.\n")],
}

# New files, each beside a file that the recipe names.
FILES: dict[str, str] = {
    "backend/oottam/enquiries/callbacks.py": '''"""Requests for a call."""

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer
from oottam.api.forms import Email, Form, Name, Phone, required
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import Callback


class CallbackForm(Form):
    """A request for a call."""

    name: Name
    phone: Phone
    email: Email
    message: str = required("Message", 2000)


def accept(form: CallbackForm, arrival: Arrival, _: Catalogue) -> AcceptedRequest:
    """Accept the request; staff call back."""
    return AcceptedRequest(
        customer=Customer(form.name, email=form.email, phone=form.phone),
        message=lambda reference: f"Thank you! We have received your request {reference}. We will call you.",
        rows=[Row(Callback, request_id=arrival.request_id, about=form.message)],
    )
''',
    "backend/tests/enquiries/test_callback.py": '''"""Callback requests are stored with their subject."""

import pytest

from tests.api_client import stored
from tests.conftest import Send
from tests.endpoint_cases import BODIES


@pytest.mark.django_db
def test_callback_is_stored_with_its_subject(send: Send) -> None:
    request = stored(send, "/api/callback", BODIES["/api/callback"])
    assert request.callback.about == "Lunch for an office"
''',
    "backend/tests/outbox/golden/callback.txt": """From: Oottam <hello@example.com>
To: hello@example.com
Reply-To: asha@example.com
Subject: Oottam: OT-7K2M9QX, request for a call (Asha Raman)
Message-ID: <OT-7K2M9QX.shop@example.com>

New request for a call OT-7K2M9QX

It is saved in the back office, ready to be assigned.

Received: 22 Nov 2026, 1:30 am (IST)
Name: Asha Raman
Phone:
  | +919840012345
  | (written: 98400 12345)
E-mail: asha@example.com
About: Lunch for an office

Oottam
+91 44 0000 0000, hello@example.com
========================================================================
From: Oottam <hello@example.com>
To: asha@example.com
Reply-To: hello@example.com
Subject: Oottam: your request for a call OT-7K2M9QX
Message-ID: <OT-7K2M9QX.customer@example.com>

Hello Asha Raman,

Thank you! We have received your request for a call. Please have the
reference at hand if you contact us about it.

Reference: OT-7K2M9QX
We will call you on: +919840012345

WHAT HAPPENS NEXT
We will call you.

Oottam
+91 44 0000 0000, hello@example.com

You are getting this email because this address was entered in a form on
our website. If that was not you, you can ignore this email: nothing has
been ordered or booked.
""",
}
