"""Mail texts of every kind of request compared with golden files, and mails with hostile input.

After an intended change, regenerate the files with `REWRITE_GOLDEN=1` and review the diff.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from oottam import catalogue
from oottam.api import endpoints, mails
from oottam.api.writing import batch
from oottam.catalogue.site import Hours
from oottam.outbox.mail_content import Link, MailContent
from oottam.outbox.message import plain_text
from oottam.requests.models import Request
from tests.api_client import stored
from tests.bodies import UNPRICED, veg_body
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES, EXAMPLES, KINDS
from tests.enquiries import examples as enquiries
from tests.outbox.mails import as_read, mail_about, part, raw_mail

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "golden"
ICON = Path(__file__).parents[3] / "frontend/public/icon-192.png"
SEPARATOR = "=" * 72 + "\n"
RECIPIENTS = ("shop", "customer")
WHEN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)  # 01:30 IST on the next day
MAILED_BODIES = {path: example.mailed or example.body for path, example in EXAMPLES.items()}
HEALTH = ("97", "protein", "peanut", "millet")
# Hostile input in a mail to another person.
SPAM = "Win money at http://evil.example"
HOSTILE = f'\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script><img src=x>{{{{ site }}}}\u202eesrever\u2066 🥗 ஊட்டம் "{SPAM}"'


def golden(kind: str) -> dict[str, str]:
    """Expected texts by recipient; the shop's is first in the file."""
    to_shop, to_customer = (GOLDEN / f"{kind}.txt").read_text("utf-8").split(SEPARATOR)
    return {"shop": to_shop, "customer": to_customer}


@pytest.fixture(autouse=True)
def _one_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "new_reference", lambda: "OT-7K2M9QX")


def request_of(send: Send, path: str, body: dict[str, Any]) -> Request:
    request = stored(send, path, body)
    request.received_at = WHEN
    request.save()
    return request


@pytest.mark.parametrize("path", BODIES)
def test_mails_match_their_golden_file(send: Send, path: str) -> None:
    request = request_of(send, path, MAILED_BODIES[path])
    texts = {recipient: as_read(mail_about(request, recipient)) for recipient in RECIPIENTS}
    if os.environ.get("REWRITE_GOLDEN"):
        (GOLDEN / f"{KINDS[path]}.txt").write_text(SEPARATOR.join(texts.values()), "utf-8")
    assert texts == golden(KINDS[path])


@pytest.mark.parametrize("recipient", RECIPIENTS)
@pytest.mark.parametrize("path", BODIES)
def test_html_contains_the_words_of_the_plain_text(send: Send, path: str, recipient: str) -> None:
    mail = mail_about(request_of(send, path, MAILED_BODIES[path]), recipient)
    words = set(re.findall(r"[^\W_]+", part(mail, "plain").lower()))
    visible = re.sub(r"<head>.*</head>|<[^>]+>", " ", part(mail, "html"), flags=re.DOTALL)
    connecting = {"instead", "of"}  # the HTML strikes the old amount through
    assert words - connecting <= set(re.findall(r"[^\W_]+", unescape(visible).lower()))


@pytest.mark.parametrize("path", BODIES)
def test_html_loads_nothing_external_and_fits_a_phone(send: Send, path: str) -> None:
    request = request_of(send, path, MAILED_BODIES[path])
    for recipient in RECIPIENTS:
        html = part(mail_about(request, recipient), "html")
        assert (
            re.findall(r"<(?:img|link|script|iframe|form|style)|\ssrc=|url\(|@import|https?:", html)
            == []
        )
        assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in html
        assert "max-width:600px" in html


@pytest.fixture
def storefront(settings: Any, tmp_path: Path) -> Path:
    """A build with the shipped icon."""
    settings.STOREFRONT = tmp_path
    (tmp_path / "site").mkdir()
    (tmp_path / "site/icon-192.png").write_bytes(ICON.read_bytes())
    return tmp_path


@pytest.fixture
def public_shop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A shop that mails can link to, in colours of its own."""
    known = catalogue.current()
    colours = {"accent": "#7a1fa2", "brand": "#0b3d91", "ink": "#101828", "ground": "#eef4ff"}
    catalogue.use(
        replace(known, site=replace(known.site, origin="https://shop.example", colours=colours))
    )
    monkeypatch.setattr(endpoints.status_path, "provider", lambda *link: "/status/a&b")
    monkeypatch.setattr(endpoints.start_path, "provider", lambda request: "/start")
    yield
    catalogue.use(known)


def test_html_matches_its_golden_file(send: Send, storefront: Path, public_shop: None) -> None:
    html = part(mail_about(request_of(send, VEG, MAILED_BODIES[VEG]), "customer"), "html")
    if os.environ.get("REWRITE_GOLDEN"):
        (GOLDEN / "veg.html").write_text(html, "utf-8")
    assert html == (GOLDEN / "veg.html").read_text("utf-8")


def test_status_link_is_a_button_and_a_text(send: Send, public_shop: None) -> None:
    html = part(mail_about(request_of(send, VEG, veg_body()), "customer"), "html")
    url = "https://shop.example/status/a&amp;b"
    links = re.findall(rf'<a href="{url}"[^>]*>([^<]*)</a>', html)
    assert links == ["Track your order", url]


def pictures(mail: EmailMessage) -> list[EmailMessage]:
    return [each for each in mail.walk() if each.get_content_maintype() == "image"]


def test_logo_is_an_inline_part_that_only_the_html_shows(send: Send, storefront: Path) -> None:
    mail = mail_about(request_of(send, VEG, veg_body()), "customer")
    assert [each.get_content_type() for each in mail.walk()] == [
        "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
    ]  # fmt: skip
    [logo] = pictures(mail)
    assert logo.get_content() == ICON.read_bytes()
    assert logo.get_content_disposition() == "inline"
    content_id = logo["Content-ID"].strip("<>")
    assert re.findall(r'\ssrc="([^"]*)"', part(mail, "html")) == [f"cid:{content_id}"]
    assert part(mail, "plain").startswith("Hello Asha")


def test_logo_of_many_colours_is_made_small(send: Send, storefront: Path) -> None:
    noise = Image.effect_noise((192, 192), 90).convert("RGB")
    noise.save(storefront / "site/icon-192.png")
    [logo] = pictures(mail_about(request_of(send, VEG, veg_body()), "customer"))
    with Image.open(BytesIO(logo.get_content())) as picture:
        assert (picture.format, picture.width) == ("PNG", picture.height)
        assert picture.width >= 48
    assert 1000 < len(logo.get_content()) <= 6000


def test_mail_has_no_logo_where_the_icon_cannot_be_read(send: Send, storefront: Path) -> None:
    (storefront / "site/icon-192.png").write_bytes(b"no picture" * 1000)
    mail = mail_about(request_of(send, VEG, veg_body()), "customer")
    assert mail.get_content_type() == "multipart/alternative"
    assert (pictures(mail), "<img" in part(mail, "html")) == ([], False)


def test_a_rendering_s_own_icon_is_the_logo(
    send: Send, storefront: Path, settings: Any, tmp_path: Path
) -> None:
    settings.VAR = tmp_path / "var"
    site = settings.VAR / "rendered/current/site"
    site.mkdir(parents=True)
    Image.new("RGB", (192, 192), "red").save(site / "icon-192.png")
    [logo] = pictures(mail_about(request_of(send, VEG, veg_body()), "customer"))
    assert logo.get_content() == (site / "icon-192.png").read_bytes()


def test_headers_are_short_lines_of_ascii(send: Send) -> None:
    request = request_of(send, VEG, veg_body(name="ஆஷா " * 40, email=f"{'x' * 100}@example.com"))
    head = raw_mail(request, "shop").partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert all(line.isascii() and len(line) <= 120 for line in head)
    assert len([line for line in head if line.startswith(b" =?utf-8?")]) > 2


@pytest.mark.parametrize("recipient", RECIPIENTS)
def test_order_of_unpriced_dishes_has_no_amount(send: Send, recipient: str) -> None:
    items = [{"name": UNPRICED, "discountedCost": 0}]
    request = request_of(send, VEG, veg_body(selectedItems=items, finalAmount=0))
    mail = as_read(mail_about(request, recipient))
    assert "₹" not in mail
    assert "- Ragi Porridge: on request\n\nTotal: on request\n\n" in mail
    assert "The price will be agreed when we call." in mail


@pytest.mark.parametrize("recipient", RECIPIENTS)
def test_mails_omit_health_data(send: Send, recipient: str) -> None:
    request = request_of(send, enquiries.NUTRITION, enquiries.nutrition_body(age=97))
    mail = mail_about(request, recipient)
    for word in HEALTH:
        assert word not in (as_read(mail) + part(mail, "html")).lower()


def test_reply_to_is_the_other_party(send: Send) -> None:
    request = request_of(send, VEG, veg_body())
    to_shop, to_customer = (mail_about(request, recipient) for recipient in RECIPIENTS)
    assert (to_shop["Reply-To"], to_customer["Reply-To"]) == (
        "asha@example.com",
        "hello@example.com",
    )
    for mail in (to_shop, to_customer):
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["From"] == "Oottam <hello@example.com>"


def test_shop_mail_links_to_the_back_office_if_the_shop_has_an_origin(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = catalogue.current()
    site = replace(known.site, origin="https://shop.example")
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))
    request = request_of(send, VEG, veg_body())
    address = "https://shop.example/backoffice/requests/OT-7K2M9QX/"
    to_shop, to_customer = (mail_about(request, recipient) for recipient in RECIPIENTS)
    assert f"Open in the back office:\n{address}\n" in part(to_shop, "plain")
    assert f'<a href="{address}"' in part(to_shop, "html")
    assert "backoffice" not in to_customer.as_string()


def test_acknowledgement_names_the_calling_hours(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = catalogue.current()
    site = replace(known.site, hours=Hours())
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))
    request = request_of(send, VEG, veg_body())
    text = " ".join(part(mail_about(request, "customer"), "plain").split())
    assert "We will call you within working hours, to agree on the first day." in text


def test_staff_link_comes_from_the_app_that_provides_it(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        mails.staff_link, "provider", lambda reference: Link("Here", f"at {reference}")
    )
    request = request_of(send, VEG, veg_body())
    assert "Here:\nat OT-7K2M9QX\n" in part(mail_about(request, "shop"), "plain")


def hostile(body: dict[str, Any]) -> dict[str, Any]:
    """The body with hostile text in every free-text field."""
    free = {"name", "lastname", "firstName", "lastName", "phone", "address", "message", "planName",
            "dietaryGoal", "allergies", "preferredFoods"}  # fmt: skip
    filled: dict[str, Any] = {
        name: (HOSTILE[:60] if name == "phone" else HOSTILE) for name in body if name in free
    }
    if "planName" in body:
        filled["selectedItems"] = [{"id": HOSTILE[:60], "title": HOSTILE, "desc": HOSTILE}]
    return {**body, **filled}


def test_right_to_left_text_is_isolated(send: Send) -> None:
    name, isolated = "محمد", "\u2068محمد\u2069"
    request = request_of(
        send, VEG, veg_body(name=f"\u202e{name}", lastname="", address=f"{name} 5")
    )
    mail = mail_about(request, "shop")
    assert mail["Subject"].endswith(f"({isolated})")
    assert f"Name: {isolated}\n" in part(mail, "plain")
    assert f"\u2068{name} 5\u2069" in part(mail, "plain")
    assert f"<bdi>{name}</bdi>" in part(mail, "html")
    assert f"Hello {isolated}," in part(mail_about(request, "customer"), "plain")


@pytest.mark.parametrize("recipient", RECIPIENTS)
@pytest.mark.parametrize("path", BODIES)
def test_hostile_input_adds_no_header_and_no_html(send: Send, path: str, recipient: str) -> None:
    mail = mail_about(request_of(send, path, hostile(BODIES[path])), recipient)
    assert sorted(mail.keys()) == [
        "Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Reply-To",
        "Subject", "To", "X-Auto-Response-Suppress", "X-Request-ID",
    ]  # fmt: skip
    assert not re.search(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]", mail["Subject"])
    assert re.findall("<script|<img", part(mail, "html")) == []
    for kind in ("plain", "html"):
        assert not re.search(
            r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", part(mail, kind)
        )
        assert "\nBcc:" not in part(mail, kind)


@pytest.mark.parametrize("path", BODIES)
def test_acknowledgement_omits_hostile_input(send: Send, path: str) -> None:
    mail = mail_about(request_of(send, path, hostile(BODIES[path])), "customer")
    for text in (mail["Subject"], part(mail, "plain"), part(mail, "html")):
        for word in ("evil", "Bcc", "alert", "esrever", "ஊட்டம்"):
            assert word not in text
    assert part(mail, "plain").startswith("Hello,\n")


def test_shop_mail_escapes_hostile_input(send: Send) -> None:
    request = request_of(send, enquiries.EVENT, enquiries.event_body(message=HOSTILE))
    mail = mail_about(request, "shop")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x&gt;{{ site }}" in part(mail, "html")
    assert "  | <script>alert(1)</script><img src=x>{{ site }}" in part(mail, "plain")
    assert "🥗 ஊட்டம்" in part(mail, "plain")


@pytest.mark.parametrize(
    ("name", "greeting"),
    [
        ("Asha Raman", "Hello Asha Raman,"),
        ("ஆஷா இராமன்", "Hello ஆஷா இராமன்,"),
        ("अर्जुन", "Hello अर्जुन,"),
        ("Zoë O'Neil-D’Souza", "Hello Zoë O'Neil-D’Souza,"),
        ("Dr. A.R. Rao", "Hello Dr. A.R. Rao,"),
        (" Asha\n Raman ", "Hello Asha Raman,"),
        ("evil.example", "Hello,"),
        ("x.co", "Hello,"),
        ("Asha www.evil.example", "Hello,"),
        ("http://evil", "Hello,"),
        ("a@b", "Hello,"),
        ("Call 98400", "Hello,"),
        ("🥗", "Hello,"),
        ("A" * 61, "Hello,"),
    ],
)
def test_greeting_omits_unlikely_names(send: Send, name: str, greeting: str) -> None:
    request = request_of(send, VEG, veg_body(name=name, lastname=""))
    assert part(mail_about(request, "customer"), "plain").split("\n")[0] == greeting


def use_facts(**site: Any) -> None:
    held = {"figures": [[235, 13, 20, 5, 3, True]]}
    known = catalogue.current()
    dishes = dict.fromkeys(known.dish_names(), held)
    site_of_shop = replace(known.site, **site)
    catalogue.use(replace(known, facts={"dishes": dishes}, site=site_of_shop))


def test_an_order_s_lines_say_what_a_portion_holds(send: Send) -> None:
    meals = {"breakfast": True, "lunch": True, "dinner": False}
    request = request_of(send, VEG, veg_body(sections=meals))
    use_facts()
    text = " ".join(part(mail_about(request, "customer"), "plain").split())
    assert "per day, per meal · about 235 kcal, 13 g protein" in text
    assert "Each day: about 470 kcal, 26 g protein" in text
    use_facts(figures="nowhere")
    assert "g protein" not in part(mail_about(request, "customer"), "plain")


def test_link_stays_whole_in_the_plain_text(send: Send) -> None:
    """Its end would not belong to it, in programs that find links in texts."""
    url = f"https://shop.example/{'a' * 100}"
    text = f"Your plan, day by day, and everything that you or we have changed in it: {url}"
    content = MailContent("", "", "", "", paragraphs=[text, "b" * 100])
    lines = plain_text(content, catalogue.current().site).split("\n")
    assert url in lines
    assert "b" * 72 in lines
