"""Keys that requests are found by, of new requests and of those from before there were keys."""

import importlib

import pytest
from django.apps import apps

from oottam.core.names import fold
from oottam.requests.models import Request
from oottam.requests.search_keys import MAX_LENGTH, address_key, search_keys
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send

AREA = "44"  # of the shipped shop


@pytest.mark.parametrize(
    ("name", "phone", "keys"),
    [
        ("Asha Raman", "98400 12345", ("+919840012345", "")),
        ("S. Ramesh", "2345 6789", (f"+91{AREA}23456789", "s ramesh")),
        ("Asha", "98400 12345 / 98400 12346", ("+919840012345", "919840012346")),
        ("José", "98400 1234", ("", "jose 984001234")),
        ("", "", ("", "")),
    ],
)
def test_key_has_what_the_columns_do_not_show(name: str, phone: str, keys: tuple[str, str]) -> None:
    assert search_keys(name, phone) == keys


def test_key_fits_its_column() -> None:
    assert len(search_keys("ﷺ" * 401, "1 " * 30).search_key) == MAX_LENGTH


def test_folding_keeps_the_vowel_signs_of_indian_scripts() -> None:
    assert fold("கீதா") != fold("கதா")
    assert fold("नीता") != fold("नता")


@pytest.mark.django_db
def test_earlier_requests_get_their_keys_by_the_migration(send: Send) -> None:
    written = veg_body(name="S. Ramesh", lastname="", phone="௯௮௪௦௦ ௧௨௩௪௫ / 98400 12346")
    request, plain = stored(send, VEG, written), stored(send, VEG, veg_body())
    before = (request.phone_normalised, request.search_key)
    assert before == ("+919840012345", "s ramesh 919840012346")
    Request.objects.filter(pk=request.pk).update(phone_normalised="", search_key="")
    importlib.import_module("oottam.requests.migrations.0007_search_key").fill(apps, None)
    request.refresh_from_db()
    assert (request.phone_normalised, request.search_key) == before
    plain.refresh_from_db()
    assert plain.search_key == ""


def test_address_key_folds_each_text_once() -> None:
    texts = ("12, K. K. Nagar – 600 078", "１２, K.K. Nagar-600 078", "", "Pérambur")
    assert address_key(*texts) == "12 kk nagar 600 078\nperambur"


@pytest.mark.django_db
def test_earlier_requests_get_their_address_keys_by_the_migration(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    migration = importlib.import_module("oottam.requests.migrations.0008_address_key")
    monkeypatch.setattr(migration, "BATCH", 1)
    requests = [stored(send, VEG, veg_body(address=f"1{at}, K.K. Nagar")) for at in range(3)]
    before = {request.pk: request.address_key for request in requests}
    assert sorted(before.values()) == [f"1{at} kk nagar" for at in range(3)]
    Request.objects.update(address_key="")
    migration.fill(apps, None)
    assert dict(Request.objects.values_list("pk", "address_key")) == before
