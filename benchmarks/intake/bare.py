"""A minimal Django endpoint for comparison: it stores the same rows by the ORM, without validation.

    python -m benchmarks.intake.bare

It has the shop's settings, database options and number of threads, and runs on Granian's WSGI interface. It parses the
JSON and does not price, and has no idempotency keys, rate limits or logs. Each thread commits separately; on SQLite
one after the other, as most would otherwise fail with "database is locked". `/nothing` responds without storing
anything, to measure HTTP alone.
"""

import json
import os
import secrets
import threading
from contextlib import nullcontext
from typing import Any

import django
from granian import Granian
from granian.constants import Interfaces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.conf import settings  # noqa: E402 - Django has to be set up first
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.intake.orders import PATH  # noqa: E402
from oottam.api.models import IdempotencyRecord, RateLimitEntry  # noqa: E402
from oottam.orders.models import Order, OrderLine  # noqa: E402
from oottam.outbox.models import OutboxEntry, Recipient  # noqa: E402
from oottam.requests.identity import new_id  # noqa: E402
from oottam.requests.models import Request  # noqa: E402
from oottam.serving.worker import announce_ready  # noqa: E402

write_lock = threading.Lock() if connection.vendor == "sqlite" else nullcontext()


def store(http: HttpRequest) -> JsonResponse:
    """Store as many rows as the shop does for an order."""
    form = json.loads(http.body)
    now = timezone.now()
    reference = secrets.token_hex(8)
    with write_lock, transaction.atomic():
        request = Request.objects.create(
            id=new_id(now),
            kind="veg",
            reference=reference,
            received_at=now,
            customer_name=form["name"],
            phone=form["phone"],
            email=form["email"],
            body=http.body.decode(),
        )
        order = Order.objects.create(
            request=request,
            days=form["date"],
            delivery_time=form["timing"],
            address=form["address"],
            total_paise=int(form["finalAmount"] * 100),
            **form["sections"],
        )
        OrderLine.objects.bulk_create(
            _line(order, *entry) for entry in enumerate(form["selectedItems"])
        )
        IdempotencyRecord.objects.create(
            kind="veg",
            key=http.headers["Idempotency-Key"],
            body_digest="",
            reply="",
            request=request,
        )
        number = int(form["phone"])
        RateLimitEntry.objects.create(
            at=int(now.timestamp()), address=number, phone=number, email=number
        )
        OutboxEntry.objects.bulk_create(
            OutboxEntry(kind="veg", reference=reference, recipient=to, created_at=now, due_at=now)
            for to in Recipient
        )
    return _reply({"reference": reference})


def _line(order: Order, position: int, item: dict[str, Any]) -> OrderLine:
    return OrderLine(
        order=order,
        position=position,
        dish_id=item["name"],
        dish_name=item["name"],
        unit_price_paise=int(item["discountedCost"] * 100),
        charged_paise=int(item["discountedCost"] * 100),
    )


def nothing(http: HttpRequest) -> JsonResponse:
    """Respond without storing anything."""
    return _reply({})


def _reply(body: dict[str, str]) -> JsonResponse:
    """Set the Content-Length, so that the connection stays open."""
    reply = JsonResponse(body)
    reply["Content-Length"] = str(len(reply.content))
    return reply


urlpatterns = [path(PATH[1:], store), path("nothing", nothing)]


def load() -> Any:
    """Return the application, in the worker process."""
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    # WSGI has no event loop: call directly.
    threading.Thread(target=announce_ready, args=(lambda call: call(),), daemon=True).start()
    return get_wsgi_application()


def main() -> None:
    """Serve until killed."""
    Granian(
        "bare",
        port=settings.PORT,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=settings.THREADS,
        log_enabled=False,
    ).serve(target_loader=load, wrap_loader=False)


if __name__ == "__main__":
    main()
