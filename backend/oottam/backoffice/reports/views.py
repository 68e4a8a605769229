"""The report of some days, and the same as a file. A file is asked for by a form, and it is recorded who took it."""

from functools import partial

from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice import jobs
from oottam.backoffice.generated_files.views import respond
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.backoffice.layout.spreadsheets import CSV_TYPE, XLSX_TYPE
from oottam.backoffice.reports import chart_defs, exports
from oottam.backoffice.reports import filters as addresses
from oottam.backoffice.reports.presenters import figures, is_empty, listed, summary
from oottam.backoffice.reports.tables import Table, tables
from oottam.reporting import sums
from oottam.workflow.services.export_audit import record_export

MAX_QUERY_LENGTH = 200  # characters


@staff_page(Permission.SEE_REVENUE)
def show(request: StaffRequest) -> HttpResponse:
    """The days that the address asks for; where it asks for what cannot be, why."""
    today = timezone.localdate()
    asked = addresses.parse_filters(request.GET, today)
    written = asked.written if asked.refused else (asked.first.isoformat(), asked.last.isoformat())
    shown = {
        "title": "Reports",
        "as_of": timezone.now(),
        "asked": asked,
        "ranges": addresses.choices(asked, today),
        "groupings": addresses.groupings(asked),
        "written": written,
        "query": asked.address().removeprefix("?"),
        "by": asked.by,
    }
    if not asked.refused:
        shown |= _report(tables(sums.find(asked.first, asked.last), asked.periods))
    return render(request, "backoffice/reports/reports.html", shown)


@staff_page(Permission.EXPORT, methods=("POST",))
def export(request: StaffRequest) -> HttpResponseBase:
    """All tables as a workbook, or the one that the form names as CSV."""
    query, today = request.POST.get("query", "")[:MAX_QUERY_LENGTH], timezone.localdate()
    asked = addresses.parse_filters(QueryDict(query), today)
    if asked.refused:
        raise Http404
    named, days = (
        request.POST.get("table", ""),
        f"{asked.first.isoformat()}-to-{asked.last.isoformat()}",
    )
    note = partial(
        record_export, actor=request.user, now=timezone.now(), query=asked.address(), of="report"
    )
    if not named:
        note(count=len(asked.periods), file="xlsx")
        return respond(
            request,
            jobs.REPORT,
            {"query": query, "today": today.isoformat()},
            title="The report",
            name=f"report-{days}.xlsx",
            media_type=XLSX_TYPE,
            back=reverse("backoffice:reports") + asked.address(),
        )
    table = tables(sums.find(asked.first, asked.last), asked.periods).get(named)
    if table is None:
        raise Http404
    note(count=len(table.rows), file="csv")
    answer = StreamingHttpResponse(exports.report_csv(table), content_type=CSV_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{named}-{days}.csv"'
    return answer


def _report(made: dict[str, Table]) -> dict[str, object]:
    """What the template shows of it."""
    return {
        "is_empty": is_empty(made),
        "summary": summary(made),
        "money": figures(made["money"], chart_defs.of_money(made["money"])),
        "requests": figures(made["requests"], chart_defs.of_requests(made["requests"])),
        "by_kind": figures(made["requests-by-kind"]),
        "meals": figures(made["meals"], chart_defs.of_meals(made["meals"])),
        "customers": figures(made["customers"], chart_defs.of_customers(made["customers"])),
        "waiting": figures(made["waiting"]),
        "kinds": listed(made["kinds"], "Booked"),
        "failures": listed(made["failures"], "Boxes"),
        "dishes": listed(made["dishes"], "Portions"),
    }
