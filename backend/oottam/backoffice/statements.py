"""Payments matched with a bank's or a UPI app's list: the list in, what each line may pay, and a person's press."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.request.money_forms import ExcessForm
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import MultilineText, PlainText, Rupees, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.backoffice.shared.search import search
from oottam.billing import balances, matching
from oottam.billing.models import BankRules, LineState, StatementLine
from oottam.billing.payments import with_left
from oottam.billing.statements import files
from oottam.billing.statements.layouts import AmbiguousDatesError, parse
from oottam.core.errors import DomainError
from oottam.core.money import short_rupees
from oottam.requests.models import Request
from oottam.workflow.models import Payment

MAX_SHOWN = 100
MAX_OPEN = 300  # lines to match on one page
MAX_FOUND = 10
MAX_TICKED = MAX_OPEN
MAX_ERRORS = 5  # sentences at once
SKIPPED = {
    "debits": "money that went out",
    "no_date": "no date",
    "balances": "balances",
    "failed": "failed or pending",
    "refunds": "refunds",
    "zero": "no amount",
}
LISTS = {
    "settlement": LineState.SETTLEMENT,
    "ignored": LineState.IGNORED,
    "matched": LineState.MATCHED,
}


class ImportForm(StaffForm):
    """A list as a file, or pasted."""

    action = "import"
    statement = forms.FileField(
        label="The list, as a file",
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.xls,.xlsx,.ods,.tsv,.txt"}),
        help_text="CSV or Excel, as your bank or UPI app exports it.",
    )
    text = MultilineText(
        label="Or its rows, pasted", rows=4, required=False, max_length=200_000,
        help_text="With their headings.",
    )  # fmt: skip
    dates = forms.ChoiceField(
        label="Dates",
        required=False,
        choices=(
            ("", "As the list has them"),
            ("day", "Day first: 03/04 is 3 April"),
            ("month", "Month first: 03/04 is 4 March"),
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError for neither, or both."""
        cleaned = super().clean() or {}
        if (
            bool(cleaned.get("statement")) == bool((cleaned.get("text") or "").strip())
            and not self.errors
        ):
            raise forms.ValidationError("Choose a file, or paste rows.")
        return cleaned


class LineForm(ExcessForm):
    """Book a line, or a part of it, for a request."""

    action = "book-line"
    reference = PlainText(label="For which request?", max_length=16, help_text="Such as OT-7K2M9QX")
    rupees = Rupees(label="Amount in rupees")
    refused_as: ClassVar[dict[str, str]] = {}


class RulesForm(StaffForm):
    action = "bank-rules"
    lumps = forms.TypedChoiceField(
        label="How do payments to your UPI id arrive at the bank?",
        coerce=lambda value: value == "lumps",
        choices=(
            ("each", "Each payment by itself: the bank's list has all of them"),
            ("lumps", "Many together, as a settlement: the UPI app's report has them"),
        ),
        widget=forms.RadioSelect,
    )


@staff_page(Permission.WORK_REQUESTS)
def statements(request: StaffRequest) -> HttpResponse:
    """Show what waits; `?list=` shows settlements, lines of no customer, or matched ones, newest first."""
    chosen = LISTS.get(request.GET.get("list", ""))
    if chosen is None:
        return _render(request)
    lines = StatementLine.objects.filter(state=chosen).prefetch_related("matches__payment__request")
    context = {
        "title": f"Statements: {chosen.label.lower()}",
        "tab": request.GET["list"],
        "lines": list(lines[:MAX_SHOWN]),
        "count": lines.count(),
        "may_reopen": chosen != LineState.MATCHED,
    }
    return render(request, "backoffice/statements/decided.html", context)


def _render(
    request: StaffRequest, form: ImportForm | None = None, rules: RulesForm | None = None
) -> HttpResponse:
    open_lines = matching.open_lines()
    is_invalid = bool((form and form.errors) or (rules and rules.errors))
    initial = {"lumps": "lumps" if _lumps() else "each"}
    context = {
        "title": "Statements",
        "tab": "",
        "form": form or ImportForm(),
        "rules": rules or RulesForm(initial=initial),
        "has_rules": BankRules.objects.exists(),
        "lines": open_lines[:MAX_OPEN],
        "count": matching.open_count(),
        "sure": sum(each.is_sure for each in open_lines[:MAX_OPEN]),
        "likely": sum(each.is_likely for each in open_lines[:MAX_OPEN]),
        "ticks_likely": request.GET.get("tick") == "likely",
        "invalid_form": form if form and form.errors else rules if rules and rules.errors else None,
    }
    return render(
        request, "backoffice/statements/statements.html", context, status=422 if is_invalid else 200
    )


def _lumps() -> bool:
    return BankRules.objects.filter(lumps=True).exists()


@staff_action(Permission.WORK_REQUESTS)
def import_statement(request: StaffRequest) -> HttpResponse:
    """Store the payments of a list that are not known yet."""
    form = ImportForm(request.POST, files=request.FILES)
    if form.is_valid():
        with form.shows_errors():
            _import(request, form.cleaned_data)
            return redirect("backoffice:statements")
    return _render(request, form)


def _import(request: StaffRequest, given: Mapping[str, Any]) -> None:
    """Raises DomainError for what cannot be read."""
    file, now = given["statement"], timezone.now()
    rows = files.read_rows(file.name, file.read()) if file else files.read_text(given["text"])
    try:
        statement = parse(
            rows,
            today=timezone.localdate(now),
            day_first={"day": True, "month": False}.get(given["dates"]),
        )
    except AmbiguousDatesError as error:
        raise DomainError(f"{error} Choose it, and send the list again.", "dates") from error
    done = matching.import_entries(
        statement.entries,
        source=file.name[:100] if file else "pasted",
        lumps=_lumps(),
        actor=request.user,
        now=now,
    )
    skipped = [
        f"{SKIPPED.get(why, why)} ({count})" for why, count in statement.skipped.items() if count
    ]
    left_out = f" Left out: {', '.join(skipped)}." if skipped else ""
    differs = f" {done.differing} had another amount, which stays." if done.differing else ""
    known = f", {done.known} known already" if done.known else ""
    messages.success(
        request, f"{done.new} new payment{'' if done.new == 1 else 's'}{known}.{differs}{left_out}"
    )


@staff_action(Permission.WORK_REQUESTS)
def book_ticked(request: StaffRequest) -> HttpResponse:
    """Book each ticked suggestion by itself; what has changed since is named, and the others are booked."""
    booked, paise, errors = 0, 0, list[str]()
    for value in request.POST.getlist("book")[:MAX_TICKED]:
        try:
            payment = _book(request, value)
        except DomainError as error:
            errors.append(f"{value.split(':')[1][:10] if ':' in value else 'A line'}: {error}")
        else:
            booked, paise = booked + 1, paise + payment.paise
    for text in errors[:MAX_ERRORS]:
        messages.error(request, text)
    if len(errors) > MAX_ERRORS:
        messages.error(
            request, f"{len(errors) - MAX_ERRORS} more have changed, and were not booked."
        )
    if booked:
        messages.success(
            request,
            f"{booked} payment{'' if booked == 1 else 's'} booked, {short_rupees(paise)} in all.",
        )
    elif not errors:
        messages.info(request, "Nothing was ticked.")
    return redirect("backoffice:statements")


def _book(request: StaffRequest, value: str) -> Payment:
    """Book "line:reference:paise:excess", or attach "line:payment:number". Raises DomainError."""
    line, _, rest = value.partition(":")
    name, _, numbers = rest.partition(":")
    number, _, excess = numbers.partition(":")
    line_id, amount = parse_pk(line), parse_pk(number)
    if line_id is None or amount is None:
        raise DomainError("This line could not be read: please tick it again.")
    if name == "payment":
        matching.attach(line_id=line_id, payment_id=amount, actor=request.user, now=timezone.now())
        return Payment.objects.get(pk=amount)
    return matching.book(
        line_id=line_id,
        reference=name,
        paise=amount,
        beyond=parse_pk(excess) or 0,
        actor=request.user,
        now=timezone.now(),
    )


@staff_page(Permission.WORK_REQUESTS)
def line_detail(request: StaffRequest, line_id: int) -> HttpResponse:
    """Show one line, and find whom it pays."""
    return _render_line(request, line_id)


def _render_line(request: StaffRequest, line_id: int, form: LineForm | None = None) -> HttpResponse:
    line = get_object_or_404(with_left(StatementLine.objects.all()), pk=line_id)
    text = request.GET.get("q", "").strip()
    found = search(Request.objects.filter(erased_at=None), text) if text else Request.objects.none()
    rows = balances.with_sums(found).defer("body").order_by("-received_at")[:MAX_FOUND]
    owing = [(each, balances.balance(each).owed) for each in rows]
    owing.sort(key=lambda each: (each[1] or 0) <= 0)
    context = {
        "title": f"{short_rupees(line.paise)} of {line.paid_on:%d %b}",
        "line": line,
        "is_open": line.state == LineState.OPEN,
        "matches": line.matches.select_related("payment__request"),
        "query": text,
        "found": [(each, owed, _amount(owed, line.left)) for each, owed in owing],
        "form": form or LineForm(initial={"rupees": line.left}),
        "invalid_form": form,
    }
    return render(request, "backoffice/statements/line.html", context, status=422 if form else 200)


def _amount(owed: int | None, left: int) -> str:
    """Propose what is owed, at most what is left of the line; as a form takes it, in rupees."""
    paise = min(owed, left) if owed and owed > 0 else left
    return short_rupees(paise).removeprefix("₹")


def _full_reference(typed: str) -> str:
    """Complete "7k2m9qx" to "OT-7K2M9QX"."""
    return "OT-" + re.sub(r"^OT|[-_ ]", "", typed.strip().upper())


@staff_action(Permission.WORK_REQUESTS)
def book_line(request: StaffRequest, line_id: int) -> HttpResponse:
    form = LineForm(request.POST)
    if form.is_valid():
        with form.shows_errors():
            given = form.cleaned_data
            payment = matching.book(
                line_id=line_id,
                reference=_full_reference(given["reference"]),
                paise=given["rupees"],
                beyond=given["beyond"] or 0,
                actor=request.user,
                now=timezone.now(),
            )
            messages.success(
                request, f"{short_rupees(payment.paise)} booked for {payment.request.reference}."
            )
            return redirect("backoffice:statements")
    return _render_line(request, line_id, form)


@staff_action(Permission.WORK_REQUESTS)
def decide_line(request: StaffRequest, line_id: int) -> HttpResponse:
    """Take a line off the list, or put it back."""
    with errors_as_messages(request):
        try:
            state = LineState(request.POST.get("state", ""))
        except ValueError:
            raise DomainError("Please choose what the line is.") from None
        if state == LineState.MATCHED:
            raise DomainError("Please choose what the line is.")
        was = request.POST.get("was", LineState.OPEN)
        matching.set_state(
            line_id=line_id,
            was=LineState(was) if was in LineState.values else LineState.OPEN,
            state=state,
            actor=request.user,
            now=timezone.now(),
        )
        messages.success(request, f"{state.label}.")
    return redirect("backoffice:statements")


@staff_action(Permission.MANAGE)
def set_rules(request: StaffRequest) -> HttpResponse:
    form = RulesForm(request.POST)
    if not form.is_valid():
        return _render(request, rules=form)
    matching.set_rules(lumps=form.cleaned_data["lumps"], actor=request.user, now=timezone.now())
    messages.success(request, "Saved.")
    return redirect("backoffice:statements")


@staff_page(Permission.WORK_REQUESTS)
def payments(request: StaffRequest) -> HttpResponse:
    """Find payments by UTR, amount or day."""
    text = request.GET.get("q", "").strip()[:40]
    found = matching.find_payments(text, MAX_SHOWN + 1) if text else []
    context = {
        "repeated": [] if text else matching.repeated_references(MAX_SHOWN),
        "title": "Payments",
        "query": text,
        "payments": found[:MAX_SHOWN],
        "lines": matching.find_lines(text, MAX_FOUND) if text else [],
        "is_cut": len(found) > MAX_SHOWN,
    }
    return render(request, "backoffice/statements/payments.html", context)
