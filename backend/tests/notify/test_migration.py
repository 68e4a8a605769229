"""A shop that took requests before there was an outbox."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from oottam.intake.models import Request
from oottam.notify.models import OutboxEntry
from tests.bodies import veg_body
from tests.calling import columns, stored
from tests.conftest import VEG, Send

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(*target: Any) -> None:
    call_command("migrate", "notify", *target, verbosity=0)


def test_its_requests_stay_as_they_are_and_nobody_is_mailed_about_them(send: Send) -> None:
    stored(send, VEG, veg_body())
    before = columns(Request.objects.get())
    try:
        migrate("zero")
        assert OutboxEntry._meta.db_table not in connection.introspection.table_names()
    finally:
        migrate()
    assert columns(Request.objects.get()) == before
    assert OutboxEntry.objects.count() == 0
    stored(send, VEG, veg_body())
    assert OutboxEntry.objects.count() == 2
