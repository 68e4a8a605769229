"""The background jobs of the back office: files that the child process makes."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import QueryDict

from oottam.accounts.roles import Permission
from oottam.background.jobs import JobRefusedError, Progress, register
from oottam.backoffice.inbox import filters
from oottam.backoffice.inbox import queries as requests
from oottam.backoffice.inbox.exports import request_workbook
from oottam.backoffice.kitchen.labels import filters as labels
from oottam.backoffice.kitchen.labels import queries as boxes
from oottam.backoffice.kitchen.labels.stocks import STOCKS
from oottam.backoffice.reports import filters as reports
from oottam.backoffice.reports.exports import report_workbook
from oottam.backoffice.reports.tables import tables
from oottam.billing.models import Paper
from oottam.billing.presentation import paper_view
from oottam.privacy import export
from oottam.reporting import sums

LABELS, CALIBRATION = "labels", "calibration"
REQUESTS, REPORT, PERSON, PAPER = "requests", "report", "person", "paper"
NO_PAPER = "This receipt or bill does not exist any more."
NO_LABEL = "There are no such labels on this day."


@register(LABELS, Permission.COOK, is_urgent=True)
def make_labels(arguments: dict[str, Any], progress: Progress) -> Iterable[bytes]:
    """PDF of the labels of `day` (ISO) that `query` filters."""
    from oottam.backoffice.kitchen.labels.document import draw  # noqa: PLC0415 - only the child needs it

    day = date.fromisoformat(arguments["day"])
    filters = labels.parse_filters(QueryDict(arguments["query"]))
    chosen = [box for box in boxes.boxes_of(day) if filters.boxes.matches(box)]
    if not chosen:
        raise JobRefusedError(NO_LABEL)
    yield draw(
        boxes.labels_of(chosen, day),
        filters.stock,
        start=filters.start,
        shift=settings.LABEL_SHIFT,
        title=arguments["title"],
        progress=progress,
    )


@register(CALIBRATION, Permission.COOK, is_urgent=True)
def make_calibration_page(arguments: dict[str, Any], progress: Progress) -> Iterable[bytes]:
    """PDF of a page for adjusting the printer, for the paper `stock`."""
    from oottam.backoffice.kitchen.labels.document import calibration_page  # noqa: PLC0415

    yield calibration_page(STOCKS[arguments["stock"]], settings.LABEL_SHIFT)


@register(REQUESTS, Permission.EXPORT)
def make_workbook_of_requests(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """XLSX of the requests that `query` filters, as the account `me` (primary key) sees them on `today` (ISO)."""
    selection = filters.parse_filters(QueryDict(arguments["query"]))
    me = User.objects.get(pk=arguments["me"])
    found_requests = requests.all_of(selection, me, date.fromisoformat(arguments["today"]))
    return request_workbook(found_requests, lambda done: progress(done, arguments["count"]))


@register(REPORT, Permission.EXPORT)
def make_workbook_of_report(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """XLSX of the report that `query` filters, on `today` (ISO)."""
    filters = reports.parse_filters(
        QueryDict(arguments["query"]), date.fromisoformat(arguments["today"])
    )
    built = tables(sums.load_report(filters.first, filters.last), filters.periods)
    return report_workbook(built, f"{filters.first.isoformat()}-to-{filters.last.isoformat()}")


@register(PERSON, Permission.ERASE)
def make_export_of_person(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """ZIP of the data held of a person in the requests `references`; `made_at` (ISO) is written into it."""
    made_at = datetime.fromisoformat(arguments["made_at"])
    return export.archive(arguments["references"], made_at, progress)


@register(PAPER, Permission.WORK_REQUESTS, is_urgent=True)
def make_paper(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """PDF of the receipt or bill `paper` (primary key)."""
    from oottam.backoffice.papers.document import draw  # noqa: PLC0415 - only the child needs it

    paper = Paper.objects.filter(pk=arguments["paper"]).first()
    if paper is None:
        raise JobRefusedError(NO_PAPER)
    yield draw(asdict(paper_view(paper)))
