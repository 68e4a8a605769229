"""The preview: pages of the draft without scripts, for staff alone."""

from pathlib import Path

import pytest
from django.test import Client

from oottam.backoffice.menu.publishing import preview
from oottam.menu import drafts
from oottam.menu.models import Edition
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import FAILING, edit_price, write_program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("program")]
PREVIEW = "/backoffice/menu/preview/"
BASE = f"{PREVIEW}abc"
PAGE = """<!doctype html><html><head><title>Veg</title><link rel="modulepreload" href="/order/assets/start.js">
<link rel="stylesheet" href="/order/assets/base.css"><script type="module">go()</script></head><body class="a">
<noscript>On</noscript><a class="b" href="/order/meal/VegMeal">Veg</a><a href="https://wa.me/1">Chat</a>
<img srcset="/order/assets/idli-1.avif 320w, /order/assets/dosa-1.avif 640w"><form method="post"><button>Order</button></form></body></html>"""


@pytest.fixture
def client() -> Client:
    return logged_in(make_staff_account("mani"))


def digest() -> str:
    return drafts.load().content.digest[: preview.DIGEST_LENGTH]


def test_previewed_page_has_no_script_and_links_within_the_preview() -> None:
    text = preview.without_scripts(PAGE, BASE, frozenset({"idli-1.avif"}))
    assert "<script" not in text
    assert "modulepreload" not in text
    assert "noscript" not in text
    assert f'<a class="b" href="{BASE}/order/meal/VegMeal">' in text
    assert 'href="https://wa.me/1"' in text
    assert 'href="/order/assets/base.css"' in text
    assert f"{BASE}/order/assets/idli-1.avif 320w, /order/assets/dosa-1.avif 640w" in text
    assert '<form inert method="post">' in text
    assert '<meta name="robots" content="noindex, nofollow"><title>Preview: Veg' in text
    assert f'<body class="a">{preview.NOTE}' in text


def test_the_draft_is_rendered_without_being_published(client: Client) -> None:
    edit_price("Dry Fruit Smoothie", 300)
    answer = client.get(f"{PREVIEW}{digest()}/order/")
    assert answer.status_code == 200
    assert answer.content.endswith(b"<h1>[1, {}]</h1>")  # the fake renderer's page of edition 1
    assert answer["Cache-Control"] == "no-store"
    assert not Edition.objects.exists()


def test_preview_of_an_earlier_draft_redirects_to_the_list_of_pages(client: Client) -> None:
    former = digest()
    edit_price("Dry Fruit Smoothie", 300)
    shown = client.get(f"{PREVIEW}{former}/order/", follow=True)
    assert "The menu has changed: this is how it is now." in shown.content.decode()


def test_unrenderable_draft_shows_the_error(client: Client, program: Path) -> None:
    edit_price("Dry Fruit Smoothie", 310)
    write_program(program, FAILING)
    shown = client.get(f"{PREVIEW}{digest()}/order/", follow=True)
    assert "The pages could not be made" in shown.content.decode()


@pytest.mark.parametrize(
    "page", ["order/none", "index.html", "order/assets/../routes.json", "order/assets/a.avif"]
)
def test_unknown_page_is_not_found(client: Client, page: str) -> None:
    edit_price("Dry Fruit Smoothie", 320)
    assert client.get(f"{PREVIEW}{digest()}/{page}").status_code == 404
