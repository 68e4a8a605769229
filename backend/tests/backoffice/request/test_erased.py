"""An erased request accepts no new text: no form has a text field, and none is stored."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from oottam.privacy.erasure import erase
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment, FulfilmentDetails, Message, Note, Payment
from oottam.workflow.services.editing import ERASED
from tests.backoffice.every_page import parse_page
from tests.backoffice.request.request_page import KNOWN, address, page, post, text, value
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
TOMORROW = (timezone.localdate() + timedelta(days=1)).isoformat()
# Every form of a request's page in which words, days or places stand.
FORMS: list[tuple[Kind, str, dict[str, Any]]] = [
    (Kind.VEG, "note", {"text": "Lives at the beach"}),
    (Kind.VEG, "facts", {**KNOWN, "kitchen_note": "Mild"}),
    (Kind.VEG, "adjust", {"way": "more", "rupees": "1", "reason": "Asha asked"}),
    (Kind.VEG, "follow-up", {"on": ""}),
    (Kind.VEG, "message", {"template": "question", "channel": "mail", "subject": "a", "text": "b"}),
    (Kind.VEG, "message", {"template": "question", "channel": "whatsapp", "text": "b"}),
    (Kind.VEG, "reopen", {"reason": "Asha called"}),
    (Kind.EVENT, "event", {"date": TOMORROW, "venue": "At Asha's"}),
    (Kind.EVENT, "price", {"agreed_paise": "100"}),
    (Kind.NUTRITION, "follow-up", {"on": TOMORROW}),
]
ERASED_FORMS = {"note", "facts", "event", "price", "adjust", "follow-up", "message", "reopen"}


@pytest.fixture
def client() -> Client:
    return logged_in(make_staff_account("meena"))


def erased(send: Send, kind: Kind = Kind.VEG, client: Client | None = None) -> Request:
    request = make_request_now(send, kind)
    if client:
        paid: dict[str, Any] = {
            "rupees": "10",
            "method": "upi",
            "paid_on": timezone.localdate().isoformat(),
        }
        assert post(client, request, "payment", **paid).status_code == 302
    erase(
        references=[request.reference],
        actor=make_staff_account("owner"),
        now=timezone.now(),
        reason="Asked for it",
        cancel=True,
    )
    request.refresh_from_db()
    return request


def is_refused(answer: HttpResponse) -> bool:
    said = answer.content.decode().partition('role="alert"')[2].partition("</div>")[0]
    return answer.status_code == 422 and ERASED in text(said)


@pytest.mark.parametrize(("kind", "action", "words"), FORMS)
def test_new_text_on_an_erased_request_is_refused_with_the_reason(
    send: Send, client: Client, kind: Kind, action: str, words: dict[str, Any]
) -> None:
    request = erased(send, kind)
    assert is_refused(post(client, request, action, **words))
    for table in (Note, Message, Adjustment, FulfilmentDetails):
        assert not table.objects.filter(request=request).exists()


def test_money_of_an_erased_request_is_recorded_without_text(send: Send, client: Client) -> None:
    request = erased(send, client=client)
    paid: dict[str, Any] = {
        "rupees": "20",
        "method": "bank",
        "paid_on": timezone.localdate().isoformat(),
    }
    assert is_refused(post(client, request, "payment", **paid, bank_reference="Asha K"))
    asks = post(client, request, "payment", **paid).content.decode()  # nothing is due any more
    paid["beyond"] = value(asks, "payment-beyond")
    assert post(client, request, "payment", **paid).status_code == 302
    made = Payment.objects.latest("pk")
    assert (made.paise, made.reference) == (2000, "")
    undone: dict[str, Any] = {"payment": made.pk, "reason": "Asha's sister paid"}
    assert is_refused(post(client, request, "payment/undo", **undone))
    assert post(client, request, "payment/undo", payment=made.pk).status_code == 302


@pytest.mark.parametrize("kind", [Kind.VEG, Kind.SUBSCRIPTION, Kind.EVENT, Kind.APPOINTMENT])
def test_no_form_of_an_erased_request_has_a_text_field(
    send: Send, client: Client, kind: Kind
) -> None:
    request = erased(send, kind, client)
    shown = page(client, request)
    forms = parse_page(shown, address(request)).forms
    offered = {form.action.rsplit("/", 1)[-1] for form in forms}
    assert offered & ERASED_FORMS == set()
    typed = [
        name
        for form in forms
        for name, kind_, _ in form.fields
        if kind_ in ("textarea", "text") and form.action.startswith(address(request))
    ]
    assert set(typed) == {"rupees"}
