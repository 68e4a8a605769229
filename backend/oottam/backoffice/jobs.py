"""The background jobs of the back office: files of which the child process holds the fonts, the typesetter, the workbook."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import QueryDict

from oottam.accounts.roles import Permission
from oottam.background.jobs import JobRefusedError, Progress, register
from oottam.backoffice.inbox import exports, filters
from oottam.backoffice.inbox import queries as requests
from oottam.backoffice.kitchen.labels import filters as labels
from oottam.backoffice.kitchen.labels import queries as boxes
from oottam.backoffice.kitchen.labels.stocks import STOCKS
from oottam.backoffice.reports import exports as reports_exports
from oottam.backoffice.reports import filters as reports
from oottam.backoffice.reports.tables import tables
from oottam.privacy import export
from oottam.reporting import sums

LABELS, CALIBRATION = "labels", "calibration"
REQUESTS, REPORT, PERSON = "requests", "report", "person"
NO_LABEL = "There are no such labels on this day."


@register(LABELS, Permission.COOK, is_urgent=True)
def make_labels(arguments: dict[str, Any], progress: Progress) -> Iterable[bytes]:
    """PDF of the labels of `day` (ISO) that the address `query` asks for."""
    from oottam.backoffice.kitchen.labels.document import draw  # noqa: PLC0415 - only the child needs it

    day = date.fromisoformat(arguments["day"])
    asked = labels.parse_filters(QueryDict(arguments["query"]))
    chosen = [box for box in boxes.boxes_of(day) if asked.chosen.has(box)]
    if not chosen:
        raise JobRefusedError(NO_LABEL)
    yield draw(
        boxes.labels_of(chosen, day),
        asked.stock,
        start=asked.start,
        shift=settings.LABEL_SHIFT,
        title=arguments["title"],
        progress=progress,
    )


@register(CALIBRATION, Permission.COOK, is_urgent=True)
def make_calibration_page(arguments: dict[str, Any], progress: Progress) -> Iterable[bytes]:
    """PDF of a page to adjust the printer by, for the paper `stock`."""
    from oottam.backoffice.kitchen.labels.document import calibration_page  # noqa: PLC0415

    yield calibration_page(STOCKS[arguments["stock"]], settings.LABEL_SHIFT)


@register(REQUESTS, Permission.EXPORT)
def make_workbook_of_requests(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """XLSX of the list at the address `query`, as the account number `me` sees it on the day `today` (ISO)."""
    asked = filters.parse_filters(QueryDict(arguments["query"]))
    me = User.objects.get(pk=arguments["me"])
    found = requests.all_of(asked, me, date.fromisoformat(arguments["today"]))
    return exports.as_xlsx(found, lambda done: progress(done, arguments["count"]))


@register(REPORT, Permission.EXPORT)
def make_workbook_of_report(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """XLSX of the report at the address `query`, on the day `today` (ISO)."""
    asked = reports.parse_filters(
        QueryDict(arguments["query"]), date.fromisoformat(arguments["today"])
    )
    made = tables(sums.find(asked.first, asked.last), asked.periods)
    return reports_exports.as_xlsx(made, f"{asked.first.isoformat()}-to-{asked.last.isoformat()}")


@register(PERSON, Permission.ERASE)
def make_export_of_person(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    """ZIP of what is held of a person in the requests `references`; `made_at` (ISO) stands in it."""
    made_at = datetime.fromisoformat(arguments["made_at"])
    return export.archive(arguments["references"], made_at, progress)
