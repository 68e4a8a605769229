"""An order as staff read it, below its request."""

from typing import Any

from django.contrib import admin
from django.template.loader import render_to_string

from oottam.backoffice.inlines import ReadOnlyInline, rupees_or
from oottam.common.money import format_rupees
from oottam.orders.models import Order, OrderLine
from oottam.requests.models import Kind


class OrderInline(ReadOnlyInline):
    """Read-only: an order is what the customer sent, at our prices."""

    kinds = (Kind.VEG, Kind.NONVEG, Kind.TRAY)
    model = Order
    verbose_name_plural = "Order"
    fields = readonly_fields = (
        "total",
        "claimed_total",
        "days",
        "free_days",
        "meals",
        "delivery_time",
        "address",
        "sent_count",
        "lines",
    )

    @admin.display(description="Total")
    def total(self, order: Order) -> str:
        """The amount that counts."""
        return format_rupees(order.total_paise)

    @admin.display(description="Total sent with the form")
    def claimed_total(self, order: Order) -> str:
        """What the customer's page said; "none" when it said nothing."""
        return rupees_or(order.claimed_total_paise, "none")

    @admin.display(description="Meals")
    def meals(self, order: Order) -> str:
        """The ticked meal sections."""
        return ", ".join(order.meals)

    @admin.display(description="Item count sent with the form", empty_value="none")
    def sent_count(self, order: Order) -> int | None:
        """What the customer's page said it had counted."""
        return order.claimed_count

    @admin.display(description="Dishes")
    def lines(self, order: Order) -> str:
        """A table of the dishes; the template escapes whatever is in it."""
        rows = [_row(line) for line in order.lines.all()]
        carries_originals = any(row["claimed_original"] for row in rows)
        shown = {"lines": rows, "carries_originals": carries_originals}
        return render_to_string("backoffice/order_lines.html", shown)


def _row(line: OrderLine) -> dict[str, Any]:
    return {
        "position": line.position,
        "dish": line.dish_name,
        "unit_price": format_rupees(line.unit_price_paise),
        "original": rupees_or(line.original_paise, ""),
        "charged": format_rupees(line.charged_paise),
        "claimed": rupees_or(line.claimed_paise, "none"),
        "claimed_original": rupees_or(line.claimed_original_paise, ""),
        "differs": line.claimed_paise != line.charged_paise,
        "original_differs": line.claimed_original_paise
        != (line.original_paise or line.charged_paise),
    }
