from collections import defaultdict
from typing import Any

from django.db import migrations, models

from oottam.requests.search_keys import address_key

BATCH = 500
# Models with addresses of requests, and the columns that are searched.
_SOURCES = (
    ("orders", "Order", ("address",)),
    ("orders", "ComboOrder", ("address",)),
    ("enquiries", "Appointment", ("address",)),
    ("handling", "FulfilmentDetails", ("address", "pin")),
)


def fill(apps: Any, schema_editor: Any) -> None:
    """Fold the addresses of earlier requests by today's rule."""
    Request = apps.get_model("requests", "Request")
    known = Request.objects.filter(erased_at=None, address_key="").order_by("pk")
    last = None
    while batch := list((known.filter(pk__gt=last) if last else known).only("pk")[:BATCH]):
        last = batch[-1].pk
        texts: dict[Any, list[str]] = defaultdict(list)
        for app, model, columns in _SOURCES:
            rows = apps.get_model(app, model).objects.filter(request__in=batch)
            for pk, *values in rows.values_list("request_id", *columns):
                texts[pk] += values
        changed = [request for request in batch if texts[request.pk]]
        for request in changed:
            request.address_key = address_key(*texts[request.pk])
        Request.objects.bulk_update(changed, ["address_key"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("requests", "0007_search_key"),
        ("orders", "0001_initial"),
        ("enquiries", "0001_initial"),
        ("handling", "0020_later_addresses"),
    ]

    operations = [
        migrations.AddField(
            model_name="request",
            name="address_key",
            field=models.TextField(
                blank=True,
                db_default="",
                help_text="The folded words of its addresses and PIN codes",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
