"""Differences between the draft and the live menu, publishing, and editions."""

from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts import login
from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.access.account import WRONG_PASSWORD
from oottam.backoffice.menu.draft_forms import posted_revision
from oottam.backoffice.menu.publishing import queries
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import Clock, Day, PlainText, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.clock import clock_time
from oottam.core.errors import DomainError
from oottam.menu import drafts, editions
from oottam.menu.differences import compare
from oottam.menu.drafts import Change, DraftChangedError
from oottam.menu.models import MAX_NOTE_LENGTH, Edition, EditionState

NOW, LATER = "now", "later"
OPENING = time(6)


class PublishForm(StaffForm):
    """When to publish which revision of the draft."""

    action = "publish"
    refused_as: ClassVar[dict[str, str]] = {"starts_at": "date"}
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    note = PlainText(
        label="Note",
        required=False,
        max_length=MAX_NOTE_LENGTH,
        help_text="For the list of versions, such as: Prices of December",
    )
    when = forms.ChoiceField(
        label="When",
        choices=((NOW, "Now"), (LATER, "Later, at this time (IST)")),
        widget=forms.RadioSelect,
    )
    date = Day(label="Date", required=False)
    time = Clock(label="Time (IST)", required=False)
    password = forms.CharField(
        label="Your password",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Any = None, *, revision: int) -> None:
        tomorrow = timezone.localdate() + timedelta(days=1)
        initial = {
            "revision": revision,
            "when": NOW,
            "date": tomorrow,
            "time": OPENING,
        }
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Ask for the time of a later publication."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("when") == LATER:
            for name in ("date", "time"):
                if name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, "Enter when to publish.")
        return cleaned

    def starts_at(self) -> datetime | None:
        """Return the time of a valid form (IST); None for now."""
        if self.cleaned_data["when"] == NOW:
            return None
        moment = datetime.combine(self.cleaned_data["date"], self.cleaned_data["time"])
        return timezone.make_aware(moment)


SHOWN_CHANGES = 10
PUBLISHED = "Published version "
CONFIRM = "yes"  # a tick that confirms what cannot be undone


@staff_page(Permission.EDIT_MENU)
def differences(request: StaffRequest) -> HttpResponse:
    """Show what publishing the draft would change."""
    return _render_differences(request)


@staff_action(Permission.PUBLISH_MENU)
def publish(request: StaffRequest) -> HttpResponse:
    """Publish the draft now or at a time, after the owner's password."""
    now = timezone.now()
    draft = drafts.load()
    revision = posted_revision(request)
    if draft.revision != revision:
        return _changed(request, revision, draft)
    found = queries.review(draft, now)
    form = PublishForm(request.POST, revision=draft.revision)
    if not form.is_valid():
        return _render_differences(request, form=form, found=found, draft=draft, status=422)
    name, password = request.user.get_username(), form.cleaned_data["password"]
    if login.check_password(request, name, password, now) != request.user:
        form.add_error("password", WRONG_PASSWORD)
        return _render_differences(request, form=form, found=found, draft=draft, status=422)
    try:
        edition = editions.publish(
            revision=revision,
            note=form.cleaned_data["note"],
            starts_at=form.starts_at(),
            actor=request.user,
            now=now,
        )
    except DraftChangedError:
        return _changed(request, revision, drafts.load())
    except DomainError as error:
        form.refuse(error)
        return _render_differences(request, form=form, found=found, draft=draft, status=422)
    messages.success(request, _describe(edition))
    return redirect("backoffice:menu-editions")


def _describe(edition: Edition) -> str:
    if edition.state == EditionState.LIVE:
        return f"Version {edition.number} is published. Customers see it within seconds."
    starts_at = timezone.localtime(edition.starts_at)
    return f"Version {edition.number} goes live on {starts_at:%a} {starts_at.day} {starts_at:%b %Y} at {clock_time(starts_at)} IST."


def _changed(request: StaffRequest, revision: int, draft: drafts.DraftView) -> HttpResponse:
    """Show what was changed since the form was made; a form that was sent twice has published already."""
    changes = [change for change in draft.changes if change.revision > revision]
    mine = bool(changes) and changes[-1].by == request.user.get_username()
    if mine and changes[-1].sentence.startswith(PUBLISHED) and not _has_draft(draft):
        return redirect("backoffice:menu-editions")
    return _render_differences(request, changes=changes, draft=draft, is_stale=True, status=409)


@staff_action(Permission.EDIT_MENU)
def discard(request: StaffRequest) -> HttpResponse:
    """Drop the draft after a confirmation."""
    revision = posted_revision(request)
    if request.POST.get("confirm") != CONFIRM:
        return _render_differences(request, discard_error="Tick this first.", status=422)
    try:
        drafts.discard(revision=revision, actor=request.user, now=timezone.now())
    except DraftChangedError:
        return _changed(request, revision, drafts.load())
    messages.success(request, "The changes are dropped. What customers see is the same.")
    return redirect("backoffice:menu-differences")


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """List editions: what is live, since when and where, and what is scheduled."""
    rows, next_before = queries.editions(parse_pk(request.GET.get("before", "")))
    current = queries.live_edition()
    context = {
        "title": "Versions",
        "rows": rows,
        "live": current,
        "scheduled": queries.scheduled(),
        "servers": queries.servers(current.number if current else 0, timezone.now()),
        "next": f"?before={next_before}" if next_before else "",
        "may_publish": Permission.PUBLISH_MENU in permissions_of(request.user),
    }
    return render(request, "backoffice/menu/publishing/editions.html", context)


@staff_action(Permission.PUBLISH_MENU)
def withdraw(request: StaffRequest, edition: int) -> HttpResponse:
    """Take back the scheduled edition."""
    with errors_as_messages(request):
        editions.withdraw(number=edition, actor=request.user, now=timezone.now())
        messages.success(request, f"Version {edition} is taken back. It does not go live.")
    return redirect("backoffice:menu-editions")


@staff_page(Permission.EDIT_MENU)
def detail(request: StaffRequest, edition: int) -> HttpResponse:
    """Compare an edition with the live one, or with the edition `with`."""
    return _render_edition(request, edition)


@staff_action(Permission.EDIT_MENU)
def restore(request: StaffRequest, edition: int) -> HttpResponse:
    """Make an edition's content the draft; a draft that is there has to be dropped first."""
    draft, revision = drafts.load(), posted_revision(request)
    if _has_draft(draft) and request.POST.get("confirm") != CONFIRM:
        return _render_edition(request, edition, error="Tick this first.", status=422)
    try:
        editions.restore(number=edition, revision=revision, actor=request.user, now=timezone.now())
    except DraftChangedError as error:
        return _render_edition(request, edition, error=str(error), status=409)
    except DomainError as error:
        raise Http404 from error
    messages.success(
        request, f"Version {edition} is back, not live yet. Customers see it once it is published."
    )
    return redirect("backoffice:menu-differences")


def _has_draft(draft: drafts.DraftView) -> bool:
    """Whether there are changes that nobody has published or scheduled."""
    return draft.content.menu.to_text() != drafts.newest().menu.to_text()


def _render_differences(
    request: StaffRequest,
    *,
    draft: drafts.DraftView | None = None,
    found: dict[str, Any] | None = None,
    form: PublishForm | None = None,
    changes: list[Change] | None = None,
    is_stale: bool = False,
    discard_error: str = "",
    status: int = 200,
) -> HttpResponse:
    draft = draft or drafts.load()
    found = found or queries.review(draft, timezone.now())
    form = form or PublishForm(revision=draft.revision)
    context: dict[str, Any] = {
        "title": "What changes",
        "draft": draft,
        "has_draft": _has_draft(draft),
        "is_to_publish": _has_draft(draft) or found["has_other_figures"],
        "review": found,
        "scheduled": queries.scheduled(),
        "changes": list(reversed(draft.changes))[:SHOWN_CHANGES] if draft.is_changed else (),
        "form": form,
        "invalid_form": form if form.is_bound and form.errors else None,
        "since": changes or (),
        "is_stale": is_stale,
        "discard_error": discard_error,
        "may_publish": Permission.PUBLISH_MENU in permissions_of(request.user),
    }
    return render(request, "backoffice/menu/publishing/differences.html", context, status=status)


def _render_edition(
    request: StaffRequest, number: int, *, error: str = "", status: int = 200
) -> HttpResponse:
    draft = drafts.load()
    other_number, base = draft.live_number, draft.base
    try:
        content = editions.content_of(number)
    except DomainError as missing:
        raise Http404 from missing
    sent = request.GET.get("with", "")
    if sent == "0" or parse_pk(sent):
        with suppress(DomainError):  # an unknown edition is ignored
            base, other_number = editions.content_of(int(sent)), int(sent)
    rows, _ = queries.editions(None)
    context = {
        "title": f"Version {number}",
        "number": number,
        "edition": next((row for row in rows if row.number == number), None),
        "other": other_number,
        "others": [row.number for row in rows if row.number != number] + [0] * (number != 0),
        "groups": queries.groups_of(compare(base, content)),
        "live_number": draft.live_number,
        "draft": draft,
        "has_draft": _has_draft(draft),
        "is_draft": draft.content.menu == content.menu,
        "changes": list(reversed(draft.changes))[:SHOWN_CHANGES],
        "address": reverse("backoffice:menu-edition", args=[number]),
        "error": error,
    }
    return render(request, "backoffice/menu/publishing/edition.html", context, status=status)
