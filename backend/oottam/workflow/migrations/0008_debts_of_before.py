"""What is owed already is kept from here on."""

from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

AT_ONCE = 1000
AGREED = ("confirmed", "active", "completed")


def take_over(apps: Any, schema_editor: Any) -> None:
    """Price and adjustments, less what was paid."""
    Debt = apps.get_model("handling", "Debt")
    Request = apps.get_model("requests", "Request")
    adjusted = apps.get_model("handling", "Adjustment").objects.all()
    paid = apps.get_model("handling", "Payment").objects.filter(undone_at=None)
    price = Coalesce("order__total_paise", "combo__total_paise", "facts__agreed_paise")
    left = price + _sum_of(adjusted) - _sum_of(paid)
    found = Request.objects.filter(status__in=AGREED).annotate(owed=left).filter(owed__gt=0)
    owing = found.order_by().values_list("pk", F("owed"))
    Debt.objects.bulk_create(
        (Debt(request_id=request, paise=owed) for request, owed in owing), batch_size=AT_ONCE
    )


def _sum_of(rows: Any) -> Any:
    of_one = rows.filter(request=OuterRef("pk")).order_by().values("request")
    return Coalesce(Subquery(of_one.annotate(sum=Sum("paise")).values("sum")), 0)


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0007_debt"),
        ("orders", "0001_initial"),
        ("requests", "0004_erasure"),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
