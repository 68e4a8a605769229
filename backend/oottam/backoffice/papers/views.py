"""PDFs of receipts and bills, the month's list with its CSV for the accountant, and the tax profile."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam import catalogue
from oottam.accounts.roles import Permission
from oottam.backoffice import jobs
from oottam.backoffice.generated_files import respond
from oottam.backoffice.shared.decorators import StaffRequest, staff_form, staff_page
from oottam.backoffice.shared.fields import Day, PlainText, StaffForm
from oottam.backoffice.shared.spreadsheets import BOM, CSV_TYPE, Cell, escape_formula
from oottam.billing import profiles, tax
from oottam.billing.models import Paper, TaxProfile
from oottam.billing.month import PaperRow, kind_sums, paper_rows
from oottam.billing.papers import papers_between
from oottam.billing.profiles import ProfileValues
from oottam.billing.tax import TaxKind
from oottam.core.days import shift
from oottam.core.money import in_rupees
from oottam.workflow.services.export_audit import record_export

PDF = "application/pdf"
MAX_SHOWN = 300
_MONTH = re.compile(r"(20[0-9]{2})-(0[1-9]|1[0-2])")
# Title of a column of the CSV -> the row's value; amounts in rupees.
COLUMNS: tuple[tuple[str, Callable[[PaperRow], Cell]], ...] = (
    ("Number", lambda row: row.number),
    ("Paper", lambda row: row.title),
    ("Date", lambda row: row.day),
    ("Cancelled", lambda row: "cancelled" if row.is_cancelled else ""),
    ("Request", lambda row: row.reference),
    ("Customer", lambda row: row.buyer),
    ("Customer's GSTIN", lambda row: row.buyer_gstin),
    ("Place of supply", lambda row: row.place_of_supply),
    ("SAC", lambda row: row.sac),
    ("Rate (%)", lambda row: row.percent),
    ("Taxable value (₹)", lambda row: in_rupees(row.taxable)),
    ("CGST (₹)", lambda row: in_rupees(row.cgst)),
    ("SGST (₹)", lambda row: in_rupees(row.sgst)),
    ("Total (₹)", lambda row: in_rupees(row.total)),
    ("Answers", lambda row: row.answers),
    ("Method", lambda row: row.method),
    ("Bank reference", lambda row: row.bank_reference),
)


@staff_page(Permission.WORK_REQUESTS, waits=True)
def pdf(request: StaffRequest, number: int) -> HttpResponseBase:
    """Return a paper as PDF; `number` is its primary key."""
    paper = get_object_or_404(Paper.objects.select_related("request"), pk=number)
    title = f"{paper.content['title']} {paper.number}"
    return respond(
        request,
        jobs.PAPER,
        {"paper": paper.pk},
        title=title,
        name=f"{paper.number.replace('/', '-')}.pdf",
        media_type=PDF,
        back=f"{reverse('backoffice:request', args=[paper.request.reference])}#papers",
        is_inline=True,
    )


@staff_page(Permission.SEE_REVENUE)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the papers of a month (`?month=2026-11`, else this one) with their sums."""
    first, last = _month(request.GET.get("month", ""))
    found = papers_between(first, last)
    rows = list(paper_rows(found.iterator(chunk_size=500)))
    today = timezone.localdate()
    context = {
        "title": f"Receipts and bills, {first:%B %Y}",
        "month": f"{first:%Y-%m}",
        "month_name": f"{first:%B %Y}",
        "before": f"{shift(first, -timedelta(days=1)):%Y-%m}",
        "after": f"{shift(last, timedelta(days=1)):%Y-%m}" if last < today else "",
        "rows": rows[-MAX_SHOWN:],
        "count": len(rows),
        "sums": kind_sums(rows),
    }
    return render(request, "backoffice/papers/list.html", context)


@staff_page(Permission.EXPORT, methods=("POST",))
def export(request: StaffRequest) -> HttpResponseBase:
    """Export the papers of the month that the form names as CSV, which is logged."""
    first, last = _month(request.POST.get("month", ""))
    papers = papers_between(first, last)
    record_export(
        actor=request.user,
        now=timezone.now(),
        query=f"?month={first:%Y-%m}",
        count=papers.count(),
        file="csv",
        of="papers",
    )
    rows = paper_rows(papers.iterator(chunk_size=500))
    response = StreamingHttpResponse(papers_csv(rows), content_type=CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="papers-{first:%Y-%m}.csv"'
    return response


def papers_csv(rows: Iterable[PaperRow]) -> Iterator[bytes]:
    """Yield the titles, and a line for each paper."""
    yield BOM.encode()
    yield _csv_line([title for title, _ in COLUMNS])
    for row in rows:
        yield _csv_line([value(row) for _, value in COLUMNS])


def _csv_line(cells: Iterable[Cell]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow([escape_formula(cell) for cell in cells])
    return line.getvalue().encode()


def _month(typed: str) -> tuple[date, date]:
    """Return the first and last day of a month in the address; this month for none. Raises Http404."""
    if not typed:
        today = timezone.localdate()
        first = today.replace(day=1)
    else:
        match = _MONTH.fullmatch(typed)
        if match is None:
            raise Http404
        first = date(int(match[1]), int(match[2]), 1)
    following = shift(first, timedelta(days=31)).replace(day=1)
    return first, shift(following, -timedelta(days=1))


def _percent(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=tax.MAX_PERCENT,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _code(label: str) -> PlainText:
    return PlainText(label=label, max_length=6)


class TaxProfileForm(StaffForm):
    """The tax profile from a day on; fields are those of `ProfileValues`."""

    action = "tax-profile"
    refused_as: ClassVar[dict[str, str]] = {"prefix": "number_prefix"}
    kind = forms.ChoiceField(
        label="How is the shop registered?",
        choices=[(each.value, each.label) for each in TaxKind],
        widget=forms.RadioSelect,
    )
    gstin = PlainText(label="GSTIN", max_length=20, required=False)
    state = forms.ChoiceField(
        label="State", choices=[(code, f"{name} ({code})") for code, name in tax.STATES.items()]
    )
    legal_name = PlainText(
        label="Legal name", max_length=200, required=False, help_text="Empty: that of The shop"
    )
    address = PlainText(
        label="Address on bills",
        max_length=500,
        required=False,
        help_text="Empty: that of The shop",
    )
    fssai_number = PlainText(
        label="FSSAI number", max_length=20, required=False, help_text="Empty: that of The shop"
    )
    number_prefix = PlainText(
        label="Prefix of numbers",
        max_length=16,
        help_text="At most 3 characters: OT gives OT/26-27/000123",
    )
    food_percent = _percent("GST on meals, in percent")
    food_sac = _code("SAC of meals")
    contract_percent = _percent("GST on corporate contracts, in percent")
    contract_sac = _code("SAC of corporate contracts")
    consultation_sac = _code("SAC of doctors' fees, which are exempt")
    with_payments = forms.BooleanField(
        label="Issue a receipt with every payment, and the bill with the first", required=False
    )
    valid_from = Day(label="From", help_text="After the day of the last receipt or bill")

    def values(self) -> ProfileValues:
        """Return what was typed."""
        values = dict(self.cleaned_data)
        kind, prefix = TaxKind(values.pop("kind")), values.pop("number_prefix")
        return ProfileValues(kind=kind, prefix=prefix, **values)


@staff_form(Permission.MANAGE)
def tax_profile(request: StaffRequest) -> HttpResponse:
    """Show the profiles, and set the next one."""
    form = TaxProfileForm(request.POST if request.method == "POST" else None, initial=_initial())
    if request.method == "POST" and form.is_valid():
        with form.shows_errors():
            saved = profiles.save_profile(form.values(), actor=request.user, now=timezone.now())
            day = saved.valid_from
            messages.success(request, f"Tax profile saved: it applies from {day:%d.%m.%Y}.")
            return redirect("backoffice:tax-profile")
    context = {
        "title": "Tax profile",
        "form": form,
        "profiles": TaxProfile.objects.order_by("-valid_from"),
        "today": profiles.profile_on(timezone.localdate()),
        "shop": catalogue.current().site,
    }
    return render(
        request, "backoffice/papers/tax_profile.html", context, status=422 if form.errors else 200
    )


def _initial() -> dict[str, Any]:
    """Return the latest profile's values, from the first day that may be set."""
    today, last = timezone.localdate(), profiles.last_paper_day()
    first = shift(last, timedelta(days=1)) if last and last >= today else today
    latest = TaxProfile.objects.order_by("valid_from").last() or profiles.profile_on(today)
    valid_from = max(first, latest.valid_from or first)
    return model_to_dict(latest) | {"number_prefix": latest.prefix, "valid_from": valid_from}
