"""The inbox: every request, newest first, read-only but for how far the staff are with it."""

from typing import Any

import django.contrib.auth.admin  # noqa: F401 - registers accounts; below they are taken off again
from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from oottam.backoffice.details import DETAILS, may_see
from oottam.backoffice.local_time import in_india
from oottam.backoffice.outbox import OutboxAdmin
from oottam.backoffice.strict_admin import StrictAdmin
from oottam.common.money import format_rupees
from oottam.notify.models import OutboxEntry
from oottam.orders.models import ComboOrder, Order
from oottam.requests.models import Flag, Request, RequestFlag


class FlagFilter(admin.SimpleListFilter):
    """Requests that carry a flag."""

    title = "flag"
    parameter_name = "flag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every flag, and any of them."""
        return [("any", "Any flag"), *[(flag.value, str(flag.label)) for flag in Flag]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Request]) -> QuerySet[Request]:
        """Those that carry the chosen one."""
        chosen = self.value()
        if chosen == "any":
            return queryset.filter(Exists(RequestFlag.objects.filter(request=OuterRef("pk"))))
        return queryset.filter(flags__flag=chosen) if chosen else queryset


@admin.register(Request)
class RequestAdmin(StrictAdmin):
    """One list for all eight kinds; the details of a kind come as an inline below."""

    list_display = (
        "reference",
        "received",
        "kind",
        "customer_name",
        "phone",
        "days",
        "total",
        "flagged",
        "status",
    )
    list_filter = ("status", "kind", FlagFilter)
    list_select_related = ("order", "combo")
    list_per_page = 50
    search_fields = ("reference", "customer_name", "phone", "phone_normalised", "email")
    date_hierarchy = "received_at"
    readonly_fields = (
        "reference",
        "received",
        "kind",
        "flagged",
        "customer_name",
        "phone",
        "phone_normalised",
        "email",
        "mails",
        "body",
        "extra_fields",
    )
    fieldsets = (
        (None, {"fields": ("reference", "received", "kind", "flagged", "status", "mails")}),
        ("Customer", {"fields": ("customer_name", "phone", "phone_normalised", "email")}),
    )
    as_it_was_sent = (
        "As it was sent",
        {"classes": ("collapse",), "fields": ("body", "extra_fields")},
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Request]:
        """With the flags of a whole page by one query."""
        return super().get_queryset(request).prefetch_related("flags")

    @admin.display(description="Received (IST)", ordering="received_at")
    def received(self, request: Request) -> str:
        """When it came in, by the clock in India; a request's own page would show bare UTC."""
        return in_india(request.received_at)

    @admin.display(description="Days", empty_value="")
    def days(self, request: Request) -> int | None:
        """Days ordered; empty where nothing was ordered."""
        order = _order(request)
        return order.days if order else None

    @admin.display(
        description="Total",
        ordering=Coalesce("order__total_paise", "combo__total_paise"),
        empty_value="",
    )
    def total(self, request: Request) -> str | None:
        """The amount that counts."""
        order = _order(request)
        return format_rupees(order.total_paise) if order else None

    @admin.display(description="Flags", empty_value="")
    def flagged(self, request: Request) -> str | None:
        """What to look at, in words."""
        return "; ".join(request.flag_labels()) or None

    @admin.display(description="Mails")
    def mails(self, request: Request) -> str:
        """Where to see whether the shop and the customer were told."""
        outbox = reverse("admin:notify_outboxentry_changelist")
        return format_html('<a href="{}?q={}">Mails about it</a>', outbox, request.reference)

    def get_inlines(
        self, request: HttpRequest, obj: Request | None
    ) -> "list[type[InlineModelAdmin[Any, Any]]]":
        """What is particular to this kind of request."""
        return [DETAILS[obj.kind]] if obj else []

    def get_fieldsets(self, request: HttpRequest, obj: Request | None = None) -> Any:
        """The raw body is for those who may see this kind of request."""
        shown = super().get_fieldsets(request, obj)
        return [*shown, self.as_it_was_sent] if obj and may_see(request.user, obj.kind) else shown

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Requests come from customers."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Request | None = None) -> bool:
        """What a customer sent is kept."""
        return False


admin.site.register(OutboxEntry, OutboxAdmin)
# Accounts have pages of their own.
admin.site.unregister([User, Group])


def _order(request: Request) -> Order | ComboOrder | None:
    """What was ordered; None where a request orders nothing."""
    order: Order | ComboOrder | None = getattr(request, "order", None)
    return order or getattr(request, "combo", None)
