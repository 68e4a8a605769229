"""A person's data: search, export, erasure; for owners."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.audit.log import MAX_REASON_LENGTH
from oottam.backoffice import jobs
from oottam.backoffice.generated_files import respond
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.errors import DomainError, StaleError
from oottam.privacy import erasure, lookup
from oottam.privacy import export as privacy_export
from oottam.requests.models import OPEN

MAX_SEARCH_LENGTH = 254  # characters
TYPED = "erase"  # guards against a mistaken click


@staff_page(Permission.ERASE)
def detail(request: StaffRequest) -> HttpResponse:
    """Show the stored data of the person in the address."""
    return _render(request, request.GET.get("q", ""))


@staff_action(Permission.ERASE)
def export(request: StaffRequest) -> HttpResponseBase:
    """Export the selected requests, for the person."""
    selected = _selected(request)
    if not selected:
        messages.warning(request, "Select requests first.")
        return redirect(_address(request.POST.get("q", "")))
    now = timezone.now()
    privacy_export.record_export(references=list(selected), actor=request.user, now=now)
    return respond(
        request,
        jobs.PERSON,
        {"references": list(selected), "made_at": now.isoformat()},
        title="The person’s data",
        name=f"person-{timezone.localtime(now):%Y-%m-%d-%H%M}.zip",
        media_type="application/zip",
        back=_address(request.POST.get("q", "")),
    )


@staff_action(Permission.ERASE)
def erase(request: StaffRequest) -> HttpResponse:
    """Erase the selected requests, once the word is typed and a reason given."""
    sent = request.POST
    selected = _selected(request)
    try:
        _require_meant(selected, sent.get("reason", ""), sent.get("typed", ""))
        erasure.erase(
            references=list(selected),
            actor=request.user,
            now=timezone.now(),
            reason=sent.get("reason", "").replace("\0", ""),
            cancel=sent.get("cancel") == "1",
            versions=selected,
        )
    except StaleError as error:
        errors = {"request": f"{error}: please check it again. Nothing more was erased."}
        return _render(request, sent.get("q", ""), errors=errors, checked=selected, status=409)
    except DomainError as error:
        errors = {error.field: str(error)}
        return _render(request, sent.get("q", ""), errors=errors, checked=selected, status=422)
    count = len(selected)
    messages.success(request, f"Erased: {count} request{pluralize(count)}.")
    return redirect("backoffice:privacy")  # without the search text: nothing is held of that name


def _require_meant(selected: dict[str, int], reason: str, typed: str) -> None:
    if not selected:
        raise DomainError("Select requests first.", "request")
    if len(reason) > MAX_REASON_LENGTH:
        raise DomainError(f"A reason can have at most {MAX_REASON_LENGTH} characters.", "reason")
    if typed.strip().lower() != TYPED:
        raise DomainError(f"Type the word {TYPED}: this cannot be undone.", "typed")


def _render(
    request: StaffRequest,
    text: str,
    *,
    errors: dict[str, str] | None = None,
    checked: dict[str, int] | None = None,
    status: int = 200,
) -> HttpResponse:
    text = text.strip()[:MAX_SEARCH_LENGTH]
    requests = lookup.find_requests(text) if text else []
    sent: Any = request.POST
    context = {
        "title": "Privacy",
        "search_text": text,
        "rows": [(each, checked is None or each.reference in checked) for each in requests],
        "held": lookup.count_rows(requests) if requests else [],
        "any_open": any(each.status in OPEN for each in requests),
        "typed_word": TYPED,
        "longest_reason": MAX_REASON_LENGTH,
        "errors": errors or {},
        "sent": {name: sent.get(name, "") for name in ("reason", "typed", "cancel")},
    }
    return render(request, "backoffice/privacy/privacy.html", context, status=status)


def _selected(request: StaffRequest) -> dict[str, int]:
    """Return references with the versions that were seen."""
    pairs = (text.partition(":") for text in request.POST.getlist("request"))
    return {
        reference: parse_pk(version) or 0
        for reference, _, version in pairs
        if "\0" not in reference
    }


def _address(text: str) -> str:
    query = urlencode({"q": text[:MAX_SEARCH_LENGTH]}) if text else ""
    return f"{reverse('backoffice:privacy')}?{query}"
