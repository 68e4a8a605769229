from typing import Any

from django.conf import settings
from django.db import migrations, models

from oottam.requests.search_keys import search_keys

BATCH = 500


def fill(apps: Any, schema_editor: Any) -> None:
    """Read the numbers and names of earlier requests by today's rule."""
    Request = apps.get_model("requests", "Request")
    fields = ("phone_normalised", "search_key")
    known = Request.objects.filter(erased_at=None).only("pk", "customer_name", "phone", *fields)
    changed = []
    for request in known.order_by("pk").iterator(chunk_size=BATCH):
        keys = search_keys(request.customer_name, request.phone)
        if keys != (request.phone_normalised, request.search_key):
            request.phone_normalised, request.search_key = keys
            changed.append(request)
    Request.objects.bulk_update(changed, fields, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("requests", "0006_help_texts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="request",
            name="search_key",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="The folded name where it differs, further phone numbers, digits of an unclear one",
                max_length=500,
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("search_key", ""), _negated=True),
                fields=["search_key"],
                name="request_by_search_key",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
