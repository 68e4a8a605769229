"""Money taken at the door, recorded as a payment once per event, and cash handovers."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from oottam.audit.log import record
from oottam.billing import balances, payments
from oottam.core.errors import DomainError
from oottam.core.money import short_rupees
from oottam.delivery.models import CashCollection, CashHandover, Run
from oottam.delivery.services.history import History, require_key, require_week, servings_of
from oottam.requests.models import Request
from oottam.workflow.models import Payment, PaymentMethod
from oottam.workflow.services.editing import ExcessError
from oottam.workflow.services.undo_window import OWN_TIME, require_may_undo

# An amount of more than so many times the due is asked about, as on the phone (CashForm.tsx).
FAR_BEYOND = 2


def record_cash(
    *,
    run: Run,
    reference: str,
    paise: int,
    key: str,
    actor: User,
    now: datetime,
    method: PaymentMethod = PaymentMethod.CASH,
    history: History | None = None,
    tapped_at: datetime | None = None,
) -> Payment:
    """Record cash, or a UPI payment that the rider saw, from a customer of this run. The amount is not limited to what
    is due.

    `history` is that of the rider's run, None for the desk. Raises DomainError.
    """
    if method not in AT_THE_DOOR:
        raise DomainError("At the door, choose cash or UPI.", "method")
    require_key(key)
    require_week(run.date, now)
    at = history.moment(tapped_at, now) if history else now
    with transaction.atomic():
        # Locked before the key is checked: the same event may arrive twice at once.
        request = Request.objects.select_for_update().filter(reference=reference).first()
        known = CashCollection.objects.select_related("payment").filter(key=key).first()
        if known is not None:
            return known.payment
        servings = servings_of(request, run) if request else []
        if request is None or not servings:
            raise DomainError("This run has no stop with this reference.")
        too_late = history.rejection_reason(servings, at) if history else ""
        if too_late:
            raise DomainError(too_late)
        payment = payments.record_payment(
            reference=reference,
            version=request.version,
            actor=actor,
            now=now,
            paise=paise,
            method=method,
            paid_on=timezone.localdate(at),
            beyond=None,  # the money was taken: a question would only lose the record
        )
        CashCollection.objects.create(key=key, run=run, payment=payment, tapped_at=at, at=now)
    return payment


def find_exceeded_due(*, run: Run, reference: str, paise: int) -> int | None:
    """Return the due amount of a request of this run, if `paise` is more than FAR_BEYOND times as much; else None."""
    request = Request.objects.filter(reference=reference).first()
    if request is None or not servings_of(request, run):
        return None
    due = balances.balance(request).owed or 0
    return due if 0 < FAR_BEYOND * due < paise else None


def undoable_cash(actor: User, now: datetime) -> list[Payment]:
    """Return the payments at doors that this rider can still undo, newest first; one query."""
    queryset = Payment.objects.filter(
        cash_collection__isnull=False, undone_at=None, by=actor, at__gt=now - OWN_TIME
    )
    return list(queryset.select_related("request").defer("request__body").order_by("-pk"))


def undo_cash(*, payment_id: int, actor: User, now: datetime) -> None:
    """Undo the rider's own payment at a door. Raises DomainError."""
    with transaction.atomic():
        row = Payment.objects.filter(pk=payment_id, cash_collection__isnull=False, by=actor).first()
        if row is None:
            raise DomainError("There is nothing to undo.")
        request = Request.objects.select_for_update().get(pk=row.request_id)
        payments.undo_payment(
            reference=request.reference,
            version=request.version,
            actor=actor,
            now=now,
            payment=payment_id,
            reason="",
        )


def overpayment_message(payment: Payment) -> str:
    """Describe the overpayment for the rider; "" for none."""
    request = payment.request
    excess = balances.overpaid(request, balances.balance(request))
    if not excess:
        return ""
    return f"{short_rupees(excess)} more than is due for {request.reference}. It is recorded."


@dataclass(frozen=True, slots=True)
class RiderDay:
    """A rider's takings of one day, in paise: cash, UPI, and the cash that was handed over."""

    rider: User
    day: date
    cash: int
    upi: int
    handed_over: int

    @property
    def missing(self) -> int:
        """Cash still to be handed over; negative where more was."""
        return self.cash - self.handed_over

    @property
    def excess(self) -> int:
        """Cash handed over in excess of the collected amount."""
        return max(0, -self.missing)


def rider_days(first: date, last: date, *, rider: User | None = None) -> list[RiderDay]:
    """Return days with money in this range, newest first and by name; three queries."""
    payments = Payment.objects.filter(
        cash_collection__isnull=False, undone_at=None, paid_on__range=(first, last)
    )
    handovers = CashHandover.objects.filter(undone_at=None, day__range=(first, last))
    if rider is not None:
        payments, handovers = payments.filter(by=rider), handovers.filter(rider=rider)
    sums = Counter[tuple[date, int, str]]()
    amounts = payments.order_by().values_list("paid_on", "by", "method").annotate(sum=Sum("paise"))
    for day, by, method, paise in amounts:
        sums[day, by, method] += int(paise)
    for day, by, paise in (
        handovers.order_by().values_list("day", "rider").annotate(sum=Sum("paise"))
    ):
        sums[day, by, _HANDED_OVER] += int(paise)
    riders = User.objects.in_bulk({by for _, by, _ in sums})
    result = [
        RiderDay(
            riders[by],
            day,
            sums[day, by, PaymentMethod.CASH.value],
            sums[day, by, PaymentMethod.UPI.value],
            sums[day, by, _HANDED_OVER],
        )
        for day, by in {(day, by) for day, by, _ in sums}
    ]
    return sorted(result, key=lambda row: (-row.day.toordinal(), row.rider.get_username()))


def record_handover(
    *, rider: User, day: date, paise: int, actor: User, now: datetime, beyond: int = 0
) -> CashHandover:
    """Record the cash that the desk counted. Raises DomainError.

    `beyond` is the excess in paise that the desk confirmed. Raises ExcessError for another excess.
    """
    payments.require_amount(paise)
    if day > timezone.localdate(now):
        raise DomainError("That day is in the future.", "day")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=rider.pk)  # serialises handovers of one rider
        before = next(iter(rider_days(day, day, rider=rider)), None)
        excess = paise - (before.missing if before else 0)
        if excess > 0 and beyond != excess:
            raise ExcessError(
                f"{short_rupees(excess)} more than is missing: a colleague may have recorded it already.",
                excess,
            )
        handover = CashHandover.objects.create(rider=rider, day=day, paise=paise, by=actor, at=now)
        data = {"rider": rider.pk, "paise": paise}
        record(action="cash.hand-over", actor=actor, at=now, day=day, data=data)
    return handover


def received_on(run: Run) -> dict[str, list[tuple[int, str]]]:
    """Return (paise, method) received on the run, by reference; one query."""
    collections = CashCollection.objects.filter(run=run, payment__undone_at=None).order_by("pk")
    result: dict[str, list[tuple[int, str]]] = {}
    for reference, paise, method in collections.values_list(
        "payment__request__reference", "payment__paise", "payment__method"
    ):
        result.setdefault(reference, []).append((paise, method))
    return result


def undo_handover(*, handover_id: int, actor: User, now: datetime) -> None:
    """Undo a handover: by its recorder for a while, later by the owner. Raises DomainError."""
    with transaction.atomic():
        handover = CashHandover.objects.select_for_update().filter(pk=handover_id).first()
        if handover is None or handover.undone_at is not None:
            raise DomainError("There is nothing to undo.")
        require_may_undo(handover.by_id, handover.at, actor, now)
        handover.undone_at = now
        handover.save(update_fields=["undone_at"])
        data = {"rider": handover.rider_id, "paise": handover.paise}
        record(action="cash.undo", actor=actor, at=now, day=handover.day, data=data)


AT_THE_DOOR = (PaymentMethod.CASH, PaymentMethod.UPI)
_HANDED_OVER = "over"
