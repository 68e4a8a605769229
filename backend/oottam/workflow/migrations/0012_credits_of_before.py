"""What came too much already is kept from here on, and what was paid for requests that are cancelled."""

from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

AT_ONCE = 1000


def take_over(apps: Any, schema_editor: Any) -> None:
    """Payments, less price and adjustments; of what is cancelled nothing is due."""
    Credit = apps.get_model("handling", "Credit")
    Payment = apps.get_model("handling", "Payment")
    Request = apps.get_model("requests", "Request")
    paid = _sum_of(Payment.objects.filter(undone_at=None))
    adjusted = _sum_of(apps.get_model("handling", "Adjustment").objects.all())
    ordered = Coalesce("order__total_paise", "combo__total_paise")
    found = Request.objects.annotate(
        paid=paid,
        adjusted=adjusted,
        ordered=ordered,
        price=Coalesce("order__total_paise", "combo__total_paise", "facts__agreed_paise"),
    ).filter(pk__in=Payment.objects.filter(undone_at=None).values("request"))
    cancelled = found.filter(status="cancelled").annotate(too_much=F("paid"))
    on_request = Q(ordered=0, adjusted=0)  # no price is known of these
    priced = found.exclude(status="cancelled").filter(price__isnull=False).exclude(on_request)
    others = priced.annotate(too_much=F("paid") - F("price") - F("adjusted")).filter(too_much__gt=0)
    for some in (cancelled, others):
        rows = some.order_by().values_list("pk", "too_much")
        Credit.objects.bulk_create(
            (Credit(request_id=request, paise=paise) for request, paise in rows),
            batch_size=AT_ONCE,
        )


def _sum_of(rows: Any) -> Any:
    of_one = rows.filter(request=OuterRef("pk")).order_by().values("request")
    return Coalesce(Subquery(of_one.annotate(sum=Sum("paise")).values("sum")), 0)


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0011_refunds"),
        ("orders", "0001_initial"),
        ("requests", "0004_erasure"),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
