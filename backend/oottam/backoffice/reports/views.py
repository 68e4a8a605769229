"""The report on a range of days, and its export, which is logged."""

from functools import partial

from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice import jobs
from oottam.backoffice.generated_files import respond
from oottam.backoffice.reports import exports, filters, presenters
from oottam.backoffice.reports.presenters import figures, is_empty, summary, top_list
from oottam.backoffice.reports.tables import Table, tables
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.backoffice.shared.spreadsheets import CSV_TYPE, XLSX_TYPE
from oottam.reporting import sums
from oottam.workflow.services.export_audit import record_export

MAX_QUERY_LENGTH = 200  # characters


@staff_page(Permission.SEE_REVENUE)
def report(request: StaffRequest) -> HttpResponse:
    """Show the days in the address, or why they cannot be shown."""
    today = timezone.localdate()
    report_filter = filters.parse_filters(request.GET, today)
    typed = (
        report_filter.typed
        if report_filter.refused
        else (report_filter.first.isoformat(), report_filter.last.isoformat())
    )
    context = {
        "title": "Reports",
        "as_of": timezone.now(),
        "filters": report_filter,
        "ranges": filters.choices(report_filter, today),
        "groupings": filters.groupings(report_filter),
        "typed": typed,
        "query": report_filter.address().removeprefix("?"),
        "by": report_filter.by,
    }
    if not report_filter.refused:
        context |= _report(
            tables(sums.load_report(report_filter.first, report_filter.last), report_filter.periods)
        )
    return render(request, "backoffice/reports/reports.html", context)


@staff_page(Permission.EXPORT, methods=("POST",))
def export(request: StaffRequest) -> HttpResponseBase:
    """Export all tables as a workbook, or the table that the form names as CSV."""
    query, today = request.POST.get("query", "")[:MAX_QUERY_LENGTH], timezone.localdate()
    report_filter = filters.parse_filters(QueryDict(query), today)
    if report_filter.refused:
        raise Http404
    table_key, days = (
        request.POST.get("table", ""),
        f"{report_filter.first.isoformat()}-to-{report_filter.last.isoformat()}",
    )
    note = partial(
        record_export,
        actor=request.user,
        now=timezone.now(),
        query=report_filter.address(),
        of="report",
    )
    if not table_key:
        note(count=len(report_filter.periods), file="xlsx")
        return respond(
            request,
            jobs.REPORT,
            {"query": query, "today": today.isoformat()},
            title="The report",
            name=f"report-{days}.xlsx",
            media_type=XLSX_TYPE,
            back=reverse("backoffice:reports") + report_filter.address(),
        )
    table = tables(
        sums.load_report(report_filter.first, report_filter.last), report_filter.periods
    ).get(table_key)
    if table is None:
        raise Http404
    note(count=len(table.rows), file="csv")
    response = StreamingHttpResponse(exports.report_csv(table), content_type=CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{table_key}-{days}.csv"'
    return response


def _report(built: dict[str, Table]) -> dict[str, object]:
    return {
        "is_empty": is_empty(built),
        "summary": summary(built),
        "money": figures(built["money"], presenters.chart_of_money(built["money"])),
        "requests": figures(built["requests"], presenters.chart_of_requests(built["requests"])),
        "by_kind": figures(built["requests-by-kind"]),
        "meals": figures(built["meals"], presenters.chart_of_meals(built["meals"])),
        "customers": figures(built["customers"], presenters.chart_of_customers(built["customers"])),
        "waiting": figures(built["waiting"]),
        "kinds": top_list(built["kinds"], "Booked"),
        "failures": top_list(built["failures"], "Boxes"),
        "dishes": top_list(built["dishes"], "Portions"),
    }
