"""Tax profiles and papers for tests. Amounts are paise."""

from dataclasses import replace
from datetime import date
from typing import Any

from django.contrib.auth.models import User

from oottam.billing.models import TaxProfile
from oottam.billing.payments import record_payment
from oottam.billing.profiles import ProfileValues, save_profile
from oottam.billing.tax import DEFAULT_RATES, Supply, TaxKind
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Payment, PaymentMethod
from oottam.workflow.services.transitions import confirm
from tests.conftest import Send
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request, read_again

GSTIN = "33AAPFU0939F1Z2"
TODAY = date(2026, 11, 23)
VALUES = ProfileValues(
    kind=TaxKind.REGULAR,
    gstin=GSTIN,
    state="33",
    legal_name="Oottam Foods LLP",
    address="4 Second Avenue, Besant Nagar, Chennai 600 090",
    fssai_number="12426008000123",
    prefix="OT",
    valid_from=date(2026, 4, 1),
    food_percent=DEFAULT_RATES[Supply.FOOD].percent,
    food_sac=DEFAULT_RATES[Supply.FOOD].sac,
    contract_percent=DEFAULT_RATES[Supply.CONTRACT].percent,
    contract_sac=DEFAULT_RATES[Supply.CONTRACT].sac,
    consultation_sac=DEFAULT_RATES[Supply.CONSULTATION].sac,
    with_payments=False,
)


def make_profile(owner: User, **changes: Any) -> TaxProfile:
    """Set a tax profile: regular from 1 April, unless changed."""
    return save_profile(replace(VALUES, **changes), actor=owner, now=TEN_AM)


def make_confirmed(send: Send, actor: User, kind: Kind = Kind.VEG, **overrides: Any) -> Request:
    """A confirmed request of this kind; a veg order costs 1638 rupees."""
    request = make_confirmable(make_request(send, kind, **overrides), actor)
    confirm(**current(request, actor))
    return read_again(request)


def pay(request: Request, actor: User, paise: int, **changes: Any) -> Payment:
    """Record a payment by UPI, of today."""
    given: dict[str, Any] = {
        "method": PaymentMethod.UPI,
        "paid_on": TODAY,
        "bank_reference": "433012345678",
        "may_repeat": True,
        "beyond": None,
        **changes,
    }
    return record_payment(**current(request, actor), paise=paise, **given)
