"""What was agreed before it was booked is booked, on the day on which it was confirmed as far as that is known."""

from typing import Any
from zoneinfo import ZoneInfo

from django.db import migrations
from django.db.models import Min, Sum
from django.db.models.functions import Coalesce

AT_ONCE = 1000
AGREED = ("confirmed", "active", "completed")
INDIA = ZoneInfo("Asia/Kolkata")


def take_over(apps: Any, schema_editor: Any) -> None:
    """Requests of which the record does not know the day count from the day on which they came."""
    Booking = apps.get_model("handling", "Booking")
    Request = apps.get_model("requests", "Request")
    Entry = apps.get_model("audit", "Entry")
    confirmed = dict(
        Entry.objects.order_by()
        .filter(action__in=("request.confirm", "request.status"))
        .values_list("reference")
        .annotate(at=Min("at"))
    )
    adjusted = dict(
        apps.get_model("handling", "Adjustment")
        .objects.order_by()
        .values_list("request")
        .annotate(sum=Sum("paise"))
    )
    price = Coalesce("order__total_paise", "combo__total_paise", "facts__agreed_paise")
    found = Request.objects.filter(status__in=AGREED, bookings__isnull=True).annotate(price=price)
    rows = found.values_list("pk", "reference", "received_at", "phone_normalised", "price")
    agreed = [
        (confirmed.get(reference, received_at), number, phone, price, adjusted.get(number, 0))
        for number, reference, received_at, phone, price in rows
    ]
    known = set[str]()
    made = []
    for at, number, phone, price, more in sorted(agreed, key=lambda row: row[:2]):
        made.append(
            Booking(
                request_id=number,
                why="confirmed",
                paise=0 if price is None else price + more,
                at=at,
                day=at.astimezone(INDIA).date(),
                is_first=True,
                came_back=phone in known,
            )
        )
        known |= {phone} - {""}
    Booking.objects.bulk_create(made, batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0005_booking"),
        ("audit", "0002_from_the_admin_site"),
        ("orders", "0001_initial"),
        ("requests", "0004_erasure"),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
