"""Payments matched with the lines of a bank's or a UPI app's list; nothing is booked without a person's press.

Amounts are whole paise. A line's reference is a UTR, so a line is stored once however often its list is imported: its
digest, by a key in the database, stays when an erasure empties the reference.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from oottam.api.writing.rate_limits import count_status_form
from oottam.audit.log import record
from oottam.billing.balances import with_sums
from oottam.billing.models import BankRules, LineState, MatchedPayment, PaymentClaim, StatementLine
from oottam.billing.payments import record_payment, update_lines, with_left
from oottam.billing.statements.layouts import Entry
from oottam.core.errors import DomainError, NotFoundError
from oottam.core.money import short_rupees
from oottam.core.names import fold
from oottam.requests.identity import digest_of
from oottam.requests.models import Request, Status
from oottam.workflow.models import Debt, Payment, PaymentMethod
from oottam.workflow.services.editing import require_not_erased

MAX_LINES = 500  # open lines that are compared at once, newest first
MAX_DEBTS = 2000
MAX_CLAIMS = 5  # per request
AT_ONCE = 500  # rows of a statement
UTR = re.compile(r"\d{12}")
_OUR_REFERENCE = re.compile(r"\bOT[\s_-]*([0-9A-HJKMNP-TV-Z]{7})\b", re.IGNORECASE)
MIN_NAME = 4  # letters of a word that names somebody
PHONE_DIGITS = 10
BY_REFERENCE, BY_CLAIM = "reference", "the customer's UTR"
BY_PHONE, BY_NAME, BY_PART_OF_NAME = (
    "amount and phone number",
    "amount and name",
    "amount and part of the name",
)
_WHYS = (BY_CLAIM, BY_REFERENCE, BY_PHONE, BY_NAME, BY_PART_OF_NAME)  # the likeliest first
_DAYS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y")


@dataclass(frozen=True, slots=True)
class Imported:
    """How many lines were new, known from an earlier list, and of these with another amount, which is not taken over."""

    new: int
    known: int
    differing: int


@transaction.atomic
def import_entries(
    entries: Sequence[Entry], *, source: str, lumps: bool, actor: User, now: datetime
) -> Imported:
    """Store each entry once, as a settlement where it pays out many payments and the shop's id settles in `lumps`."""
    new = differing = 0
    for at in range(0, len(entries), AT_ONCE):
        lines = {line.digest: line for line in map(_line, entries[at : at + AT_ONCE])}
        known = StatementLine.objects.filter(digest__in=lines).values_list("digest", "paise")
        for digest, paise in list(known):
            differing += lines.pop(digest).paise != paise
        for line in lines.values():
            line.imported_at, line.by = now, actor
            line.state = LineState.SETTLEMENT if lumps and line.looks_settled else LineState.OPEN
        StatementLine.objects.bulk_create(lines.values(), ignore_conflicts=True)
        new += len(lines)
    data = {"source": source, "new": new, "known": len(entries) - new}
    record(action="statement.import", actor=actor, at=now, data=data)
    return Imported(new, len(entries) - new, differing)


def _line(entry: Entry) -> StatementLine:
    identity = entry.reference or entry.digest
    return StatementLine(
        digest=digest_of(b"statement", identity), reference=entry.reference, paid_on=entry.paid_on,
        paise=entry.paise, payer=entry.payer, note=entry.note, looks_settled=entry.looks_settled,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a line may pay: the request owes `owed` paise (None: no price yet). `payment` is one that was booked by hand.

    `is_sure`: our reference or the UTR says so, and the amount is exact.
    """

    request: Request
    paise: int
    owed: int | None
    why: str
    is_sure: bool
    payment: Payment | None = None

    @property
    def value(self) -> str:
        """The form's value for it."""
        if self.payment:
            return f"payment:{self.payment.pk}"
        return f"{self.request.reference}:{self.paise}:{self.excess}"

    @property
    def excess(self) -> int:
        """How much more it is than the request owes, in paise."""
        return max(0, self.paise - self.owed) if self.owed else 0


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line with what is left of it in paise, and what it may pay, the likeliest first."""

    line: StatementLine
    left: int
    suggestions: Sequence[Suggestion]
    has_twin: bool  # another line has the same day and amount, perhaps of the same payment in another list
    is_likely: bool = False  # one order alone has the amount and the whole name or phone number

    @property
    def is_sure(self) -> bool:
        return bool(self.suggestions) and self.suggestions[0].is_sure


def open_lines() -> list[OpenLine]:
    """Return the newest open lines, those that are sure first; eight queries at most."""
    lines = list(with_left(StatementLine.objects.filter(state=LineState.OPEN))[:MAX_LINES])
    found, twins = _Candidates(lines), _twins(lines)
    taken: set[str] = set()  # requests that a line before is sure to pay
    result = []
    for line in lines:
        suggestions = [
            each if not (each.is_sure and each.value in taken) else replace(each, is_sure=False)
            for each in found.suggestions(line)
        ]
        sure = [each for each in suggestions[:1] if each.is_sure]
        taken |= {each.value for each in sure}
        has_twin = (line.paid_on, line.paise) in twins
        strong = [each for each in suggestions if each.why in (BY_PHONE, BY_NAME)]
        is_likely = len(strong) == 1 and not sure and not has_twin and strong[0].value not in taken
        if is_likely:
            suggestions = strong
            taken.add(strong[0].value)
        result.append(OpenLine(line, line.left, sure or suggestions, has_twin, is_likely))
    return sorted(
        result, key=lambda each: (not each.is_sure, not each.is_likely, not each.suggestions)
    )


def _twins(lines: Sequence[Any]) -> set[tuple[date, int]]:
    """Return the days and amounts that several lines have; one query."""
    same = StatementLine.objects.filter(
        paid_on__in={line.paid_on for line in lines}, paise__in={line.paise for line in lines}
    )
    counted = same.order_by().values("paid_on", "paise").annotate(count=Count("pk"))
    return set(counted.filter(count__gt=1).values_list("paid_on", "paise"))


class _Candidates:
    """What the lines may pay, read for all of them at once."""

    def __init__(self, lines: Iterable[Any]) -> None:
        named: set[str] = set()
        utrs, amounts = set[str](), set[int]()
        for line in lines:
            named |= _named_references(line)
            utrs |= {line.reference} - {""}
            amounts.add(line.left)
        self._claimed: dict[str, set[str]] = {}
        claims = PaymentClaim.objects.filter(utr__in=utrs).values_list("utr", "request__reference")
        for utr, reference in claims if utrs else ():
            self._claimed.setdefault(utr, set()).add(reference)
            named.add(reference)
        known = Request.objects.filter(reference__in=named, erased_at=None).exclude(
            status=Status.CANCELLED
        )
        self._requests = (
            {each.reference: each for each in with_sums(known).defer("body")} if named else {}
        )
        self._booked: dict[str, list[Payment]] = {}
        by_hand = Payment.objects.filter(reference__in=utrs, undone_at=None, matched=None)
        for payment in by_hand.select_related("request").defer("request__body") if utrs else ():
            self._booked.setdefault(payment.reference, []).append(payment)
        self._debts: dict[int, list[Request]] = {}
        debts = Debt.objects.filter(paise__in=amounts, request__erased_at=None)
        for debt in (
            debts.select_related("request").defer("request__body")[:MAX_DEBTS] if amounts else ()
        ):
            self._debts.setdefault(debt.paise, []).append(debt.request)

    def suggestions(self, line: Any) -> list[Suggestion]:
        left = line.left
        booked = [
            Suggestion(each.request, each.paise, None, "booked already", each.paise == left, each)
            for each in self._booked.get(line.reference, ())
            if each.paise <= left
        ]
        claimed = self._claimed.get(line.reference, set()) if line.reference else set()
        references = {
            **dict.fromkeys(sorted(_named_references(line)), BY_REFERENCE),
            **dict.fromkeys(sorted(claimed), BY_CLAIM),
        }
        found = []
        for reference, why in references.items():
            request = self._requests.get(reference)
            if request is None:
                continue
            owed = _owed(request)
            if owed is not None and owed <= 0:
                continue
            found.append(Suggestion(request, left, owed, why, is_sure=owed == left))
        words, digits = _words(line), re.sub(r"\D", "", f"{line.note} {line.payer}")
        found += [
            Suggestion(request, left, left, why, is_sure=False)
            for request in self._debts.get(left, ())
            if request.reference not in references and (why := _same_person(request, words, digits))
        ]
        found.sort(key=lambda each: (not each.is_sure, _WHYS.index(each.why)))
        return [*booked, *found]


def _named_references(line: StatementLine) -> set[str]:
    text = f"{line.note} {line.payer}"
    return {f"OT-{found[1].upper()}" for found in _OUR_REFERENCE.finditer(text)}


def _owed(request: Request) -> int | None:
    """Return what a request of `with_sums` owes in paise; None without a price."""
    values: Mapping[str, int | None] = request.__dict__
    price = values["price"]
    if price is None:
        return None
    return price + (values["adjusted"] or 0) - (values["paid"] or 0) + (values["refunded"] or 0)


def _words(line: StatementLine) -> set[str]:
    return set(re.findall(r"\w+", fold(f"{line.payer} {line.note}")))


def _same_person(request: Request, words: Collection[str], digits: str) -> str:
    """Say why this person may be the payer; "" where nothing says so."""
    phone = request.phone_normalised[-PHONE_DIGITS:]
    if phone and phone in digits:
        return BY_PHONE
    named = re.findall(r"\w+", fold(request.customer_name))
    if named and all(word in words for word in named):
        return BY_NAME
    is_part = any(word in words for word in named if len(word) >= MIN_NAME)
    return BY_PART_OF_NAME if is_part else ""


class TakenError(DomainError):
    """The line or the request has changed since the page was shown."""


def book(
    *, line_id: int, reference: str, paise: int, actor: User, now: datetime, beyond: int | None = 0
) -> Payment:
    """Record a payment of this line for a request. Raises DomainError, also where less is left of the line.

    `beyond` is the overpayment in paise that was confirmed (see `record_payment`).
    """
    with transaction.atomic():
        # The request before the line, as undoing a payment takes them.
        request = Request.objects.select_for_update().filter(reference=reference).first()
        if request is None:
            raise DomainError(f"There is no request {reference}.", "reference")
        require_not_erased(request, "reference")
        line = _locked(line_id)
        if paise > line.left:
            raise TakenError(f"Only {short_rupees(line.left)} of this line is left.", "rupees")
        payment = record_payment(
            paise=paise,
            method=PaymentMethod.UPI if _is_upi(line) else PaymentMethod.BANK,
            paid_on=line.paid_on,
            bank_reference=line.reference,
            may_repeat=True,
            beyond=beyond,
            reference=reference,
            version=request.version,
            actor=actor,
            now=now,
        )
        MatchedPayment.objects.create(payment=payment, line=line)
        update_lines(StatementLine.objects.filter(pk=line.pk))
    return payment


def _is_upi(line: StatementLine) -> bool:
    text = f"{line.note} {line.payer}"
    return bool(UTR.fullmatch(line.reference) or re.search(r"\bupi\b|@", text, re.IGNORECASE))


def attach(*, line_id: int, payment_id: int, actor: User, now: datetime) -> None:
    """Match a payment that was booked by hand with its line. Raises DomainError."""
    with transaction.atomic():
        payment = Payment.objects.select_related("request").filter(pk=payment_id).first()
        if payment is None:
            raise DomainError("There is no such payment.")
        Request.objects.select_for_update().get(pk=payment.request_id)
        line = _locked(line_id)
        payment.refresh_from_db()
        is_taken = MatchedPayment.objects.filter(payment=payment).exists()
        if (
            is_taken
            or payment.undone_at
            or payment.reference != line.reference
            or payment.paise > line.left
        ):
            raise TakenError("This payment has changed since: please look again.")
        MatchedPayment.objects.create(payment=payment, line=line)
        update_lines(StatementLine.objects.filter(pk=line.pk))
        record(
            action="statement.attach", actor=actor, at=now, reference=payment.request.reference,
            data={"line": line.pk, "payment": payment.pk, "paise": payment.paise},
        )  # fmt: skip


def set_state(
    *, line_id: int, was: LineState, state: LineState, actor: User, now: datetime
) -> None:
    """Say that a line, which `was` in this state, is no customer's payment, a settlement, or open. Raises DomainError."""
    with transaction.atomic():
        line = _locked(line_id, states=(was,))
        if line.left != line.paise:
            raise DomainError("A payment was booked for it: undo that first.")
        StatementLine.objects.filter(pk=line.pk).update(
            state=state, decided_at=now, decided_by=actor
        )
        record(
            action="statement.decide", actor=actor, at=now,
            data={"line": line.pk, "state": {"was": line.state, "now": state.value}},
        )  # fmt: skip


def claim(*, request_id: UUID, utr: str, now: datetime, sender: str) -> None:
    """Store the UTR of a payment that the customer says they made, once; `sender` is the customer's IP address.

    Raises NotFoundError, DomainError and, at the address's cap, the API's RequestRejectedError.
    """
    with transaction.atomic():
        request = Request.objects.select_for_update().filter(pk=request_id, erased_at=None).first()
        if request is None:
            raise NotFoundError(str(request_id))
        known = list(PaymentClaim.objects.filter(request=request).values_list("utr", flat=True))
        if utr in known:
            return
        if len(known) >= MAX_CLAIMS:
            raise DomainError(_("You have told us several numbers already. Please ask us."))
        count_status_form(sender, now)
        PaymentClaim.objects.create(request=request, utr=utr, at=now)
        record(
            action="request.claim-payment", actor=None, at=now, reference=request.reference,
            data={"by_customer": True},
        )  # fmt: skip


def set_rules(*, lumps: bool, actor: User, now: datetime) -> None:
    """Store how payments to the shop's UPI id arrive."""
    with transaction.atomic():
        before = BankRules.objects.first()
        BankRules(pk=BankRules.ONLY, lumps=lumps).save()
        data = {"lumps": {"was": before.lumps if before else None, "now": lumps}}
        record(action="statement.rules", actor=actor, at=now, data=data)


def open_count() -> int:
    """Return how many lines wait; by their index."""
    return StatementLine.objects.filter(state=LineState.OPEN).count()


def _locked(line_id: int, states: Sequence[LineState] = (LineState.OPEN,)) -> Any:
    """Lock the line. Raises TakenError where it is in none of these states."""
    if not StatementLine.objects.select_for_update().filter(pk=line_id, state__in=states).first():
        raise TakenError("This line has been dealt with meanwhile.")
    return with_left(StatementLine.objects.all()).get(pk=line_id)


def find_payments(text: str, limit: int) -> list[Payment]:
    """Return payments by UTR, amount in rupees or day (2026-12-07 or 7/12/2026), newest first; [] for other texts."""
    matching = _payment_filter(text.strip())
    if matching is None:
        return []
    found = Payment.objects.filter(matching).select_related("request").defer("request__body")
    return list(found.order_by("-paid_on", "-pk")[:limit])


def find_lines(text: str, limit: int) -> list[StatementLine]:
    """Return lines of lists by UTR, amount or day, as `find_payments`, that are not matched."""
    matching = _payment_filter(text.strip())
    if matching is None:
        return []
    return list(StatementLine.objects.filter(matching).exclude(state=LineState.MATCHED)[:limit])


def repeated_references(limit: int) -> list[Payment]:
    """Return payments whose UTR another one has, and no line of a list tells apart: perhaps the same money, booked twice."""
    alone = Payment.objects.filter(undone_at=None, matched=None).exclude(reference="")
    twice = alone.order_by().values("reference").annotate(count=Count("pk")).filter(count__gt=1)
    found = alone.filter(
        reference__in=twice.values("reference"), reference__regex=r"^[A-Za-z0-9]{12,22}$"
    )
    return list(
        found.select_related("request").defer("request__body").order_by("reference", "pk")[:limit]
    )


def _payment_filter(text: str) -> Q | None:
    for pattern in _DAYS:
        with suppress(ValueError):
            return Q(paid_on=datetime.strptime(text, pattern).date())  # noqa: DTZ007 - a day alone
    if re.fullmatch(r"[A-Za-z0-9]{12,22}", text):
        return Q(reference=text.upper())
    if amount := re.fullmatch(r"(?:₹|rs\.?)?\s*([\d,]{1,12})(?:\.(\d\d?))?", text, re.IGNORECASE):
        rupees, paise = amount[1].replace(",", ""), (amount[2] or "0").ljust(2, "0")
        return Q(paise=int(rupees or 0) * 100 + int(paise))
    return None
