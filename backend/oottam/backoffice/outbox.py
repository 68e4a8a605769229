"""The outbox as staff see it: what went out, what waits, what did not work, and "Send again"."""

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from oottam.backoffice.local_time import in_india
from oottam.backoffice.strict_admin import StrictAdmin
from oottam.notify import outbox
from oottam.notify.models import OutboxEntry, State
from oottam.requests.models import Kind


class OutboxAdmin(StrictAdmin):
    """Read-only but for one action."""

    list_display = (
        "request",
        "about",
        "recipient",
        "state",
        "attempts",
        "next_try",
        "sent",
        "last_error",
    )
    list_display_links = ("recipient",)
    list_filter = ("state", "recipient")
    list_per_page = 50
    search_fields = ("=reference",)
    actions = ("send_again",)
    fields = readonly_fields = (
        "request",
        "about",
        "recipient",
        "created",
        "state",
        "attempts",
        "next_try",
        "sent",
        "last_error",
        "resends",
    )

    @admin.display(description="Request")
    def request(self, entry: OutboxEntry) -> str:
        """Its reference, which leads to the inbox."""
        inbox = reverse("admin:requests_request_changelist")
        return format_html('<a href="{}?q={}">{}</a>', inbox, entry.reference, entry.reference)

    @admin.display(description="About")
    def about(self, entry: OutboxEntry) -> str:
        """The kind of request, in words."""
        return str(Kind(entry.kind).label)

    @admin.display(description="Next try (IST)", empty_value="")
    def next_try(self, entry: OutboxEntry) -> str | None:
        """When it is tried again; while it is being sent, when another worker would take it over."""
        return in_india(entry.due_at) if entry.state == State.WAITING else None

    @admin.display(description="Created (IST)")
    def created(self, entry: OutboxEntry) -> str:
        """When the request came in."""
        return in_india(entry.created_at)

    @admin.display(description="Sent (IST)", ordering="sent_at")
    def sent(self, entry: OutboxEntry) -> str | None:
        """When it went out, the last time."""
        return in_india(entry.sent_at) if entry.sent_at else None

    @admin.action(description="Send again", permissions=["send_again"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[OutboxEntry]) -> None:
        """Mails that were sent or failed go out once more; those that wait will go out anyway."""
        again = list(chosen.exclude(state=State.WAITING))
        count = outbox.send_again(
            chosen.filter(pk__in=[entry.pk for entry in again]), timezone.now()
        )
        LogEntry.objects.log_actions(str(request.user.pk), again, CHANGE, "Asked to send it again.")
        waiting = len(chosen) - count
        said = [f"{count} to be sent again." if count else "Nothing to send again."]
        if waiting:
            said.append(f"{waiting} not sent yet: the worker will try by itself.")
        messages.info(request, " ".join(said))

    def has_send_again_permission(self, request: HttpRequest) -> bool:
        """Whoever may change mails."""
        return request.user.has_perm("notify.change_outboxentry")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Entries come from requests."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: OutboxEntry | None = None) -> bool:
        """What happened is not rewritten."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: OutboxEntry | None = None) -> bool:
        """Nor removed."""
        return False
