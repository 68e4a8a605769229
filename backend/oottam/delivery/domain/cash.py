"""Money taken at the door: a payment like any other, noted once however often its tap comes."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam.common.money import short_rupees
from oottam.delivery.domain.keys import require_key
from oottam.delivery.models import CashTap, Run
from oottam.handling.domain import money
from oottam.handling.domain.changes import RefusedError
from oottam.handling.models import Method, Payment
from oottam.requests.models import Request
from oottam.schedule.models import Serving


def take_cash(
    *, run: Run, reference: str, paise: int, key: str, actor: User, now: datetime
) -> Payment:
    """Note cash from somebody who gets boxes by this run, however much is due. Raises RefusedError."""
    require_key(key)
    with transaction.atomic():
        # Locked before the key is looked for: the same tap may come by two ways at once.
        request = Request.objects.select_for_update().filter(reference=reference).first()
        known = CashTap.objects.select_related("payment").filter(key=key).first()
        if known is not None:
            return known.payment
        served = Serving.objects.filter(
            plan__request=request, date=run.date, meal=run.meal, state__in=(1, 2, 3)
        )
        if request is None or not served.exists():
            raise RefusedError("Nobody of this run has this reference.")
        payment = money.note_payment(
            reference=reference,
            version=request.version,
            actor=actor,
            now=now,
            paise=paise,
            method=Method.CASH,
            paid_on=timezone.localdate(now),
            beyond=None,  # it has changed hands: asking whether it did would only lose it
        )
        CashTap.objects.create(key=key, run=run, payment=payment)
    return payment


def more_than_due(payment: Payment) -> str:
    """A sentence on what came too much with it, for whoever took it; "" where nothing did."""
    request = payment.request
    too_much = money.overpaid(request, money.balance(request))
    if not too_much:
        return ""
    return f"{short_rupees(too_much)} more than is due for {request.reference}. It is noted."
