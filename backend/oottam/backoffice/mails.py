"""The outbox: sent, waiting and failed mails."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import OuterRef, Subquery
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.queries import first_page, parse_pk
from oottam.backoffice.templatetags.staff import mail_state, query
from oottam.outbox.models import EDITION, MENU, OutboxEntry, Recipient, State
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Message
from oottam.workflow.services.resend import resend

PER_PAGE = 50
_REFERENCE = re.compile(r"[A-Z0-9-]{1,16}")


@dataclass(frozen=True, slots=True)
class MailFilter:
    """ "" does not filter. `behind` is the primary key of the last mail on the previous page."""

    state: str = ""
    recipient: str = ""
    reference: str = ""
    letters: bool = False  # only messages that staff wrote
    behind: int | None = None

    def address(self, behind: int | None = None) -> str:
        """Return the query string of the page after the mail `behind`."""
        letters = "1" if self.letters else ""
        params = query(
            state=self.state,
            recipient=self.recipient,
            q=self.reference,
            letters=letters,
            behind=behind,
        )
        return f"?{params}"


VIEWS = (
    ("All", MailFilter()),
    ("Failed", MailFilter(state=State.FAILED)),
    ("Waiting", MailFilter(state=State.WAITING)),
    ("Held back", MailFilter(state=State.WITHHELD)),
    ("Staff messages", MailFilter(letters=True)),
)


def parse_filters(query: QueryDict) -> MailFilter:
    """Parse the query string; invalid values are ignored."""
    state, recipient = query.get("state", ""), query.get("recipient", "")
    reference = query.get("q", "").strip().upper()
    return MailFilter(
        state=state if state in State.values else "",
        recipient=recipient if recipient in Recipient.values else "",
        reference=reference if _REFERENCE.fullmatch(reference) else "",
        letters=query.get("letters") == "1",
        behind=parse_pk(query.get("behind", "")),
    )


def page_of(mail_filter: MailFilter) -> tuple[list[dict[str, Any]], int | None]:
    """Return one page, and the mail after which the next begins: two queries.

    `staff_message` is the message that staff wrote for the mail, `edition` that of the menu, where it is about one.
    """
    queryset = OutboxEntry.objects.order_by("-pk")
    for name in ("state", "recipient", "reference"):
        if value := getattr(mail_filter, name):
            queryset = queryset.filter(**{name: value})
    if mail_filter.letters:
        queryset = queryset.filter(message_id__isnull=False)
    if mail_filter.behind:
        queryset = queryset.filter(pk__lt=mail_filter.behind)
    customer = Request.objects.filter(reference=OuterRef("reference")).values("customer_name")
    entries, last = first_page(queryset.annotate(customer=Subquery(customer[:1])), PER_PAGE)
    staff_messages = _staff_messages(entries)
    rows = [
        {
            "entry": entry,
            "about": "Menu" if entry.kind == MENU else str(Kind(entry.kind).label),
            "waits": entry.state == State.WAITING,
            "staff_message": staff_messages.get(entry.message_id),
            "edition": int(entry.reference.removeprefix(EDITION)) if entry.kind == MENU else None,
        }
        for entry in entries
    ]
    return rows, last and last.pk


def _staff_messages(entries: Sequence[OutboxEntry]) -> dict[int | None, Message]:
    numbers = [entry.message_id for entry in entries if entry.message_id is not None]
    queryset = Message.objects.filter(pk__in=numbers).select_related("by").defer("text")
    return {message.pk: message for message in queryset}


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List mails, newest first; `state`, `recipient`, `letters` and `q` (a reference) filter."""
    mail_filter = parse_filters(request.GET)
    rows, behind = page_of(mail_filter)
    context = {
        "title": "Mails",
        "filters": mail_filter,
        "rows": rows,
        "next": mail_filter.address(behind=behind) if behind else "",
        "states": [(state.value, mail_state(state)) for state in State],
        "recipients": Recipient.choices,
        "views": [
            {"label": label, "address": view.address(), "here": view == mail_filter}
            for label, view in VIEWS
        ],
        "query": mail_filter.address().removeprefix("?"),
    }
    return render(request, "backoffice/mails/mails.html", context)


@staff_action(Permission.WORK_REQUESTS)
def resend_mails(request: StaffRequest) -> HttpResponse:
    """Send the selected mails again."""
    numbers = [number for typed in request.POST.getlist("mail") if (number := parse_pk(typed))]
    result = resend(mails=numbers[:PER_PAGE], actor=request.user, now=timezone.now())
    if not (result.again or result.waiting):
        messages.warning(request, "Select mails first.")
    if result.again:
        messages.success(request, f"{result.again} will be sent again.")
    if result.waiting:
        messages.info(request, f"{result.waiting} still waiting: sent automatically.")
    back = parse_filters(QueryDict(request.POST.get("query", "")[:1000])).address()
    return redirect(f"{reverse('backoffice:mails')}{back}")
