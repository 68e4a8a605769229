"""Privacy: what is held of a person, as a file to give to them, or erased."""

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
from oottam.audit.record import MAX_REASON_LENGTH
from oottam.backoffice import jobs
from oottam.backoffice.generated_files.views import respond
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.core.errors import DomainError, StaleError
from oottam.privacy import erasure, lookup
from oottam.privacy import export as privacy_export
from oottam.workflow.services.transitions import OPEN

MAX_SEARCH_LENGTH = 254  # characters
TYPED = "erase"  # so that nobody does it by a slip of the finger


@staff_page(Permission.ERASE)
def show(request: StaffRequest) -> HttpResponse:
    """What is held of the person whom the address names."""
    return _shown(request, request.GET.get("q", ""))


@staff_action(Permission.ERASE)
def export(request: StaffRequest) -> HttpResponseBase:
    """The file of what was ticked, to be given to the person."""
    chosen = _ticked(request)
    if not chosen:
        messages.warning(request, "Select requests first.")
        return redirect(_address(request.POST.get("q", "")))
    now = timezone.now()
    privacy_export.note(references=list(chosen), actor=request.user, now=now)
    return respond(
        request,
        jobs.PERSON,
        {"references": list(chosen), "made_at": now.isoformat()},
        title="The person’s data",
        name=f"person-{timezone.localtime(now):%Y-%m-%d-%H%M}.zip",
        media_type="application/zip",
        back=_address(request.POST.get("q", "")),
    )


@staff_action(Permission.ERASE)
def erase(request: StaffRequest) -> HttpResponse:
    """Erase what was ticked, once the word is typed and a reason given."""
    sent = request.POST
    chosen = _ticked(request)
    try:
        _require_meant(chosen, sent.get("reason", ""), sent.get("typed", ""))
        erased = erasure.erase(
            references=list(chosen),
            actor=request.user,
            now=timezone.now(),
            reason=sent.get("reason", "").replace("\0", ""),
            cancel=sent.get("cancel") == "1",
            versions=chosen,
        )
    except StaleError as error:
        wrong = {"request": f"{error}: please check it again. Nothing more was erased."}
        return _shown(request, sent.get("q", ""), wrong=wrong, ticked=chosen, status=409)
    except DomainError as error:
        wrong = {error.field: str(error)}
        return _shown(request, sent.get("q", ""), wrong=wrong, ticked=chosen, status=422)
    count = len(erased)
    messages.success(request, f"Erased: {count} request{pluralize(count)}.")
    return redirect("backoffice:privacy")  # without the name of whom nothing is held any more


def _require_meant(chosen: dict[str, int], reason: str, typed: str) -> None:
    if not chosen:
        raise DomainError("Select requests first.", "request")
    if len(reason) > MAX_REASON_LENGTH:
        raise DomainError(f"A reason can have at most {MAX_REASON_LENGTH} characters.", "reason")
    if typed.strip().lower() != TYPED:
        raise DomainError(f"Type the word {TYPED}: this cannot be undone.", "typed")


def _shown(
    request: StaffRequest,
    words: str,
    *,
    wrong: dict[str, str] | None = None,
    ticked: dict[str, int] | None = None,
    status: int = 200,
) -> HttpResponse:
    words = words.strip()[:MAX_SEARCH_LENGTH]
    found = lookup.find(words) if words else []
    sent: Any = request.POST
    shown = {
        "title": "Privacy",
        "words": words,
        "rows": [(each, ticked is None or each.reference in ticked) for each in found],
        "held": lookup.held(found) if found else [],
        "any_open": any(each.status in OPEN for each in found),
        "typed_word": TYPED,
        "longest_reason": MAX_REASON_LENGTH,
        "wrong": wrong or {},
        "sent": {name: sent.get(name, "") for name in ("reason", "typed", "cancel")},
    }
    return render(request, "backoffice/privacy/privacy.html", shown, status=status)


def _ticked(request: StaffRequest) -> dict[str, int]:
    """References with the versions that were seen; a reference that nobody could have is unknown later."""
    pairs = (each.partition(":") for each in request.POST.getlist("request"))
    return {
        reference: parse_pk(version) or 0
        for reference, _, version in pairs
        if "\0" not in reference
    }


def _address(words: str) -> str:
    query = urlencode({"q": words[:MAX_SEARCH_LENGTH]}) if words else ""
    return f"{reverse('backoffice:privacy')}?{query}"
