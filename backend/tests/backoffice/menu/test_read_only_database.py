"""A database that takes no writes: pages are shown, a form says in a sentence that nothing was saved, the menu goes on."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.menu import drafts, live
from oottam.menu.models import Edition, Photo, SoldOut
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_price, fake_renderer, make_photo, publish

pytestmark = pytest.mark.django_db
MENU = "/backoffice/menu/"
DISH = f"{MENU}dishes/veg/berry-smoothie/"
FORMS: dict[str, dict[str, Any]] = {
    MENU: {"revision": "9", "veg/dry-fruit-smoothie/week=273": "280"},
    f"{DISH}off": {},
    f"{DISH}move": {"category": "nut-milk", "before": ""},
    f"{DISH}photo": {"photo": None},
    f"{MENU}categories/veg/add": {"title": "Sweets"},
    f"{MENU}sold-out/mark": {"today": "Dry Fruit Smoothie"},
    f"{MENU}differences/discard": {"confirm": "yes"},
    f"{MENU}editions/1/restore": {"confirm": "yes"},
    f"{MENU}differences/publish": {"when": "now", "password": "pass of a test"},
}
PAGES = (
    MENU,
    DISH,
    f"{MENU}differences/",
    f"{MENU}editions/",
    f"{MENU}editions/1/",
    f"{MENU}categories/veg/",
    f"{MENU}spreadsheet/",
    f"{MENU}sold-out/",
)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Client:
    staff = settings.STOREFRONT / "staff"
    fake_renderer(tmp_path, monkeypatch, settings)
    (settings.STOREFRONT / "staff").symlink_to(staff)
    user = make_staff_account("mani", Role.OWNER)
    user.set_password("pass of a test")
    user.save()
    edit_price("Berry Smoothie", 280)
    publish()
    edit_price("Berry Smoothie", 285)
    client = logged_in(user)
    client.raise_request_exception = False
    return client


@pytest.fixture
def read_only(client: Client) -> Iterator[None]:
    is_sqlite = connection.vendor == "sqlite"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON" if is_sqlite else "SET TRANSACTION READ ONLY")
        yield
        if is_sqlite:
            cursor.execute("PRAGMA query_only = OFF")
        transaction.set_rollback(True)


def state() -> Any:
    tables = (Edition, SoldOut, Photo, AuditEntry)
    return drafts.load(), [list(table.objects.order_by("pk").values()) for table in tables]


@pytest.mark.parametrize("path", FORMS)
def test_a_form_says_in_a_sentence_that_nothing_was_saved(
    client: Client, read_only: None, path: str
) -> None:
    before = state()
    fields = {"revision": drafts.load().revision, **FORMS[path]}
    for accepted in ("text/html", "application/json"):
        if "photo" in fields:
            fields["photo"] = SimpleUploadedFile("a.jpg", make_photo())
        answer = client.post(path, fields, headers={"Accept": accepted})
        assert (answer.status_code, state()) == (503, before)
        is_page = accepted == "text/html"
        sentence = "so nothing was saved." if is_page else "Nothing can be saved at the moment."
        assert sentence in answer.content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_shown(client: Client, read_only: None, path: str) -> None:
    assert client.get(path).status_code == 200


def test_the_live_menu_goes_on(client: Client, read_only: None) -> None:
    menu = live.read(timezone.now())
    assert menu.edition == 1
    assert live.render(menu)
    later = timezone.now() + timedelta(hours=23)
    assert live.load_catalogue(menu, live.contract_folder(1), later).edition == 1
