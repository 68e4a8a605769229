"""The shop's public text pages: terms, privacy notice and licences."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

from oottam import catalogue
from oottam.catalogue import Catalogue, ShopText
from oottam.catalogue.site import Legal
from oottam.catalogue.texts import PLACEHOLDERS, Part
from oottam.shop.views import placeholder_values
from tests.http_client import Answer, browse, caller

pytestmark = pytest.mark.django_db(transaction=True)
Change = Callable[..., Catalogue]


def fetch(path: str, method: str = "GET", **headers: str) -> Answer:
    return browse(caller(), path, method, **headers)


def main_text(answer: Answer) -> str:
    [inside] = re.findall(r"<main\b.*?</main>", answer.body.decode(), re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inside)).split())


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Return a function that replaces values of site.json, or the texts."""

    def change(texts: Any = None, **changes: Any) -> Catalogue:
        known = catalogue.current()
        changed = replace(
            known,
            site=replace(known.site, **changes),
            texts=texts or known.texts,
        )
        monkeypatch.setattr(catalogue, "current", lambda: changed)
        return changed

    return change


@pytest.mark.parametrize(
    ("path", "title", "expected"),
    [
        (
            "/shop/terms",
            "Terms",
            "we will call you between 9:00 am and 7:00 pm, Monday to Saturday.",
        ),
        ("/shop/privacy", "Privacy", "Orders are kept for 36 months after they are completed"),
    ],
)
def test_text_page_is_public_and_revalidated(path: str, title: str, expected: str) -> None:
    answer = fetch(path)
    html = answer.body.decode()
    assert (answer.status, main_text(answer).startswith(f"{title} ")) == (200, True)
    assert expected in main_text(answer)
    assert f"<title>{title} · Oottam</title>" in html
    assert 'href="/order/"' in html
    assert re.search(r'<meta name="description" content="This page says|These terms apply', html)
    assert "{" not in main_text(answer)
    headers = {name: answer.headers.get(name) for name in
            ("cache-control", "x-robots-tag", "referrer-policy", "content-type", "set-cookie")}  # fmt: skip
    assert headers == {
        "cache-control": "no-cache",
        "x-robots-tag": None,
        "referrer-policy": "strict-origin-when-cross-origin",
        "content-type": "text/html; charset=utf-8",
        "set-cookie": None,
    }
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert re.findall(r"noindex|<script|<style|\sstyle=|\son\w+=|<form|<iframe", html) == []
    same = fetch(path, If_None_Match=answer.headers["etag"])
    assert (same.status, same.body, same.headers["cache-control"]) == (304, b"", "no-cache")
    head = fetch(path, "HEAD")
    assert (head.status, head.body, head.headers["etag"]) == (200, b"", answer.headers["etag"])


@pytest.mark.parametrize(
    "path", ["/shop/terms/", "/shop/Terms", "/shop/TERMS//", "/shop/terms).", "/shop/Terms/%20"]
)
def test_other_spellings_redirect_to_the_page(path: str) -> None:
    answer = browse(caller(), path, query="from=mail")
    assert (answer.status, answer.headers["location"]) == (308, "/shop/terms?from=mail")
    licences = browse(caller(), path.lower().replace("terms", "Licences"))
    assert (licences.status, licences.headers["location"]) == (308, "/shop/licences")


@pytest.mark.parametrize(
    "path",
    ["/shop", "/shop/", "/shop/x", "/shop/terms/x", "/shop/%2e%2e/terms", "/shop/<b>", "/shop/x)."],
)
def test_unknown_name_gets_the_404_page(path: str) -> None:
    answer = fetch(path)
    assert (answer.status, answer.headers["cache-control"]) == (404, "no-store")
    assert "<h1>Nothing on this plate</h1>" in answer.body.decode()
    assert "There is no page at this address. Go to the home page" in main_text(answer)
    assert "<b>" not in answer.body.decode()


def test_text_page_rejects_other_methods() -> None:
    assert [fetch("/shop/terms", method).status for method in ("POST", "PUT")] == [404, 404]
    assert fetch("/shop/terms", "OPTIONS").status == 405


def test_shop_texts_are_html_escaped(site: Change) -> None:
    part = Part("list", ("<script>alert(1)</script> & {name}",))
    site(texts={"terms": ShopText("<b>Terms</b>", (part,), is_sample=False)})
    html = fetch("/shop/terms").body.decode()
    assert "<h1>&lt;b&gt;Terms&lt;/b&gt;</h1>" in html
    assert "<li>&lt;script&gt;alert(1)&lt;/script&gt; &amp; Oottam</li>" in html


def test_legal_details_appear_once_set(site: Change) -> None:
    assert "For complaints" not in main_text(fetch("/shop/terms"))
    legal = Legal(None, "Thinai Kitchen LLP", "Meena, meena@example.com")
    site(legal=legal, origin="https://shop.example")
    for path in ("/shop/terms", "/shop/privacy"):
        answer = fetch(path)
        assert "For complaints, contact Meena, meena@example.com." in main_text(answer)
        assert f'<link rel="canonical" href="https://shop.example{path}">' in answer.body.decode()
    assert "Oottam is run by Thinai Kitchen LLP." in main_text(fetch("/shop/terms"))


def test_retention_periods_follow_the_settings(settings: Any) -> None:
    assert tuple(placeholder_values(catalogue.current())) == PLACEHOLDERS
    (
        settings.HEALTH_RETENTION_DAYS,
        settings.ENQUIRIES_RETENTION_MONTHS,
        settings.ORDERS_RETENTION_MONTHS,
    ) = 1, 6, 0
    text = main_text(fetch("/shop/privacy"))
    assert "a nutrition enquiry is kept for 1 day after it reaches us." in text
    assert "appointments and nutrition are kept for 6 months after" in text
    assert "Orders are kept for an unlimited time after" in text
    assert "comes from www.google.com." in text


def test_licences_page_is_public(tmp_path: Path, settings: Any) -> None:
    settings.STOREFRONT = tmp_path
    assert fetch("/shop/licences").status == 404  # pages of an earlier release
    package = {
        "name": "react",
        "version": "19",
        "licence": "MIT",
        "text": "Permission <b>is</b>\ngranted",
    }
    (tmp_path / "licences.json").write_text(json.dumps([package]), "utf-8")
    answer = fetch("/shop/licences")
    assert answer.status == 200
    assert (
        "Open-source licences react 19 MIT The licence's text Permission <b>is</b> granted"
        in main_text(answer)
    )
    assert fetch("/shop/licences", If_None_Match=answer.headers["etag"]).status == 304
    assert 'href="/shop/licences"' in fetch("/shop/terms").body.decode()


def test_the_menu_to_print_has_every_dish_with_its_allergens(
    site: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = site(legal=Legal("12345678901234", None, None))
    held = {
        "portion": "250 g",
        "figures": [[300, 11, 1, 1, 1, False]],
        "allergens": ["milk", "soy"],
    }
    facts = {
        "allergens": {"milk": "milk", "soy": "soya"},
        "dishes": {
            "Berry Smoothie": held,
            "Podi Idli": {**held, "allergens": []},
            "Masala Omelette": {"portion": "", "figures": [None], "allergens": None},
        },
    }
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, facts=facts))
    answer = fetch("/shop/menu")
    text = main_text(answer)
    assert answer.status == 200
    assert "Berry Smoothie 250 g · 300 kcal, 11 g protein Contains milk and soya. ₹266" in text
    assert "Podi Idli 250 g · 300 kcal, 11 g protein None of the allergens" in text
    assert "Masala Omelette Allergens not known: please ask us." in text
    assert "FSSAI Licence No. 12345678901234" in text
    html = answer.body.decode()
    for name in known.dish_names():
        assert escape(name) in html
    assert fetch("/shop/menu", If_None_Match=answer.headers["etag"]).status == 304


def test_the_menu_of_a_shop_that_shows_no_figures_has_allergens(site: Change) -> None:
    known = site(figures="nowhere")
    held = {"portion": "250 g", "figures": [[300, 11, 1, 1, 1, False]], "allergens": ["milk"]}
    facts = {"allergens": {"milk": "milk"}, "dishes": {"Berry Smoothie": held}}
    known = replace(known, facts=facts)
    assert known.amounts("Berry Smoothie") == ""
    assert replace(known, site=replace(known.site, figures="pages")).amounts("Berry Smoothie")
