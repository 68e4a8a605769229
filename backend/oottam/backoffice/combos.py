"""A combo order as staff read it, below its request."""

from django.contrib import admin
from django.template.loader import render_to_string

from oottam.backoffice.inlines import ReadOnlyInline, rupees_or
from oottam.common.money import format_rupees
from oottam.orders.models import ComboOrder
from oottam.requests.models import Kind


class ComboInline(ReadOnlyInline):
    """Read-only: what the customer chose, at our prices."""

    kinds = (Kind.COMBO,)
    model = ComboOrder
    verbose_name_plural = "Combo order"
    fields = readonly_fields = (
        "total",
        "claimed_total",
        "base",
        "discount",
        "claimed_discount",
        "days",
        "delivery_time",
        "address",
        "sent_count",
        "slots",
    )

    @admin.display(description="Total")
    def total(self, order: ComboOrder) -> str:
        """The amount that counts."""
        return format_rupees(order.total_paise)

    @admin.display(description="Total sent with the form")
    def claimed_total(self, order: ComboOrder) -> str:
        """What the customer's page said; "none" when it said nothing."""
        return rupees_or(order.claimed_total_paise, "none")

    @admin.display(description="Before discount")
    def base(self, order: ComboOrder) -> str:
        """All items at their price."""
        return format_rupees(order.base_paise)

    @admin.display(description="Discount")
    def discount(self, order: ComboOrder) -> str:
        """What is taken off."""
        return format_rupees(order.discount_paise)

    @admin.display(description="Discount sent with the form")
    def claimed_discount(self, order: ComboOrder) -> str:
        """What the customer's page said; "none" when it said nothing."""
        return rupees_or(order.claimed_discount_paise, "none")

    @admin.display(description="Item count sent with the form", empty_value="none")
    def sent_count(self, order: ComboOrder) -> int | None:
        """What the customer's page said; "none" when it said nothing."""
        return order.claimed_count

    @admin.display(description="Meals")
    def slots(self, order: ComboOrder) -> str:
        """A table of the meals by week; the template escapes whatever is in it."""
        rows = [
            {
                "position": slot.position,
                "week": slot.week,
                "meal": slot.meal.capitalize(),
                "day": slot.day,
                "items": slot.items,
                "price": format_rupees(slot.unit_price_paise),
            }
            for slot in order.slots.all()
        ]
        return render_to_string("backoffice/combo_slots.html", {"slots": rows})
