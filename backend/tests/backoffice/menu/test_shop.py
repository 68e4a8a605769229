"""The pages of the shop: its details, the pages' words, its legal words."""

import html
import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from oottam.backoffice.menu.shop.words import FILLED_IN, SCREENS, fields_of
from oottam.catalogue.page_texts import PLACEHOLDERS
from oottam.menu import drafts
from oottam.menu.content import Content, shipped
from oottam.menu.differences import compare
from oottam.menu.values import WORDS, current_value
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.menu import edit_draft

pytestmark = pytest.mark.django_db
SHOP = "/backoffice/menu/shop/"
WORDS_PAGE = "/backoffice/menu/words/"
LEGAL = "/backoffice/menu/legal/"
INPUT = re.compile(r"<(input|textarea|select)\b([^>]*)>(?:([^<]*)</textarea>)?")
SELECTED = re.compile(r'<select name="([^"]+)".*?<option value="([^"]*)" selected', re.DOTALL)


@pytest.fixture
def client() -> Client:
    return logged_in(make_staff_account("mani"))


def read_form(client: Client, address: str) -> QueryDict:
    """What a browser would post of the page's form without a change."""
    page = client.get(address).content.decode()
    page = page[page.index('<form method="post" class="stacked') :]
    found = QueryDict(mutable=True)
    for kind, attributes, text in INPUT.findall(page):
        by_name = dict(re.findall(r'([a-z]+)="([^"]*)"', attributes))
        if kind != "select" and by_name.get("name", "csrf") != "csrfmiddlewaretoken":
            value = text.removeprefix("\n") if kind == "textarea" else by_name.get("value", "")
            found.appendlist(html.unescape(by_name["name"]), html.unescape(value))
    for name, value in SELECTED.findall(page):
        found[name] = value
    return found


def post(client: Client, address: str, changed: Mapping[str, str | list[str]]) -> Any:
    data = read_form(client, address)
    for name, value in changed.items():
        assert name == "do" or name in data, name
        data.setlist(name, value if isinstance(value, list) else [value])
    return client.post(address, data.urlencode(), "application/x-www-form-urlencoded")


def site() -> Any:
    return drafts.load().content.file("site.json")


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize("address", [SHOP, LEGAL, *(f"{WORDS_PAGE}{each}/" for each in SCREENS)])
def test_a_form_that_nothing_was_changed_in_stores_nothing(client: Client, address: str) -> None:
    answer = post(client, address, {})
    assert (answer.status_code, drafts.load().revision) == (302, 0)
    assert "Nothing was changed." in text_of(client.get(address))


FOLD = re.compile(r'<details class="fold stack"( open)?>.*?</details>', re.DOTALL)


def test_what_a_shop_needs_stands_before_a_fold_with_the_rest(client: Client) -> None:
    page = text_of(client.get(SHOP))
    found = FOLD.search(page)
    assert found
    assert found[1] is None
    assert page.index("<h2>Needed</h2>") < page.index("site-payment-upiId") < found.start()
    assert "More: public address, map, social networks" in found[0]
    assert "site-colours-ink" in found[0]


@pytest.mark.parametrize(
    ("changed", "is_open"),
    [
        ({"site-colours-ink": "#eeeeee"}, True),
        ({"do": "add/site-social-links"}, True),
        ({"site-contact-email": "no"}, False),
    ],
    ids=["error", "new row", "error elsewhere"],
)
def test_fold_opens_for_what_is_wanted_in_it(
    client: Client, changed: Mapping[str, str], is_open: bool
) -> None:
    found = FOLD.search(text_of(post(client, SHOP, changed)))
    assert found
    assert bool(found[1]) is is_open


def test_every_value_of_the_sites_file_can_be_typed(client: Client) -> None:
    changed: dict[str, str | list[str]] = {
        "site-brand-name": "Kovai Kitchen",
        "site-brand-nativeName": "கோவை",
        "site-brand-tagline": "Millets.",
        "site-brand-cuisines.text": ["Kongu", "Millets"],
        "site-place-town": "Coimbatore",
        "site-place-freeDeliveryKm": "7.5",
        "site-place-pinPrefix": "641",
        "site-place-areaExample": "Peelamedu",
        "site-contact-phone": "+91 422 000 0000",
        "site-contact-email": "hello@kovai.example",
        "site-contact-chatNumber": "914220000000",
        "site-contact-location": "Coimbatore: Peelamedu",
        "site-origin-url": "https://order.kovai.example/",
        "site-map-query": "Peelamedu, Coimbatore",
        "site-map-embedUrl": "https://www.google.com/maps?q=Peelamedu&output=embed",
        "site-social-links.network": ["Instagram"],
        "site-social-links.url": ["https://www.instagram.com/kovai"],
        "site-externalLinks-links.label": ["Home", "Menu"],
        "site-externalLinks-links.url": ["https://kovai.example/", "https://kovai.example/menu"],
        "site-legal-fssaiLicence": "12345678901234",
        "site-legal-fssaiKind": "registration",
        "site-legal-legalName": "Kovai Foods",
        "site-legal-grievanceContact": "Ms. Devi",
        "site-hours-calls": "between 8:00 am and noon",
        "site-hours-meals-lunch-from": "11:30",
        "site-hours-meals-lunch-to": "14:00",
        "site-payment-upiId": "kovai@bank",
        "site-trust-reviews.quote": ["Hot,\nand on time."],
        "site-trust-reviews.source": ["A sample review"],
        "site-chatGreetings-general": "Hi Kovai",
        "site-chatGreetings-veg": "Hi Kovai, veg",
        "site-chatGreetings-nonveg": "Hi Kovai, non-veg",
        "site-chatGreetings-tray": "Hi Kovai, tray",
        "site-chatGreetings-about": "Kovai! About {matter}:",
        "site-colours-accent": "#0b6b3a",
        "site-colours-brand": "#14506e",
        "site-colours-ground": "#fffdf5",
    }
    answer = post(client, SHOP, changed)
    assert answer.status_code == 302, re.findall('class="wrong"[^>]*>([^<]*)', text_of(answer))
    stored = site()
    assert stored["brand"] == {
        "sample": False,
        "name": "Kovai Kitchen",
        "nativeName": "கோவை",
        "tagline": "Millets.",
        "cuisines": ["Kongu", "Millets"],
    }
    assert stored["place"] == {
        "town": "Coimbatore",
        "freeDeliveryKm": 7.5,
        "pinPrefix": "641",
        "areaExample": "Peelamedu",
    }
    assert stored["origin"] == {"sample": False, "url": "https://order.kovai.example"}
    assert stored["externalLinks"]["links"][1] == {
        "label": "Menu",
        "url": "https://kovai.example/menu",
    }
    assert stored["hours"]["meals"]["lunch"] == {"from": "11:30", "to": "14:00"}
    assert stored["colours"] == {"accent": "#0b6b3a", "brand": "#14506e", "ground": "#fffdf5"}
    assert stored["payment"]["upiId"] == "kovai@bank"
    assert stored["chatGreetings"]["about"] == "Kovai! About {matter}:"
    assert stored["trust"] == {
        "reviews": [{"quote": "Hot, and on time.", "source": "A sample review"}]
    }
    assert stored["doctors"] == shipped("site.json")["doctors"]
    flat = json.dumps(stored, ensure_ascii=False)
    assert "Chennai" not in flat
    assert "Oottam" not in flat


def test_what_is_emptied_is_left_out(client: Client) -> None:
    review = ("site-trust-reviews.quote", "site-trust-reviews.source")
    typed = {"site-place-town": "Salem", "site-payment-upiId": "salem@bank"}
    post(client, SHOP, {**typed, **dict.fromkeys(review, "A sample")})
    assert drafts.load().is_changed
    post(client, SHOP, {**dict.fromkeys(typed, ""), **dict.fromkeys(review, "")})
    assert not drafts.load().is_changed


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("site-brand-name", "", "This field is required."),
        ("site-brand-name", "x" * 41, "at most 40 characters"),
        ("site-place-freeDeliveryKm", "0", "Enter more than 0 km."),
        ("site-place-freeDeliveryKm", "far", "Enter the kilometres as a number"),
        ("site-place-freeDeliveryKm", "1001", "Enter 1000 km at most."),
        ("site-place-pinPrefix", "64", "Enter three digits"),
        ("site-contact-phone", "98400 12345", "Enter it with the country code"),
        ("site-contact-chatNumber", "+91 98", "Enter digits only"),
        ("site-contact-email", "hello", "valid email"),
        ("site-origin-url", "https://order.example.com/shop", "Enter it as https:"),
        ("site-origin-url", 'https://x"><svg', "Enter it as https:"),
        ("site-origin-url", "https://a@evil.example", "Enter it as https:"),
        ("site-origin-url", "https://order.example.com?a=b", "Enter it as https:"),
        ("site-origin-url", "https://order.example.com#a", "Enter it as https:"),
        ("site-origin-url", "https://order.example.com?", "Enter it as https:"),
        ("site-origin-url", "ftp://order.example.com", "Enter it as https:"),
        ("site-social-links.url", ["https://a@evil.example/"] * 5, "Enter a whole"),
        ("site-social-links.url", ['https://x"><svg/'] * 5, "Enter a whole"),
        ("site-map-embedUrl", "https://maps.evil.example/embed", "of a map of www.google.com"),
        ("site-map-embedUrl", "http://www.google.com/maps", "of a map of www.google.com"),
        ("site-map-embedUrl", "https://www.google.com@evil.example/", "Enter a whole address"),
        ("site-social-links.url", ["javascript:alert(1)"] * 5, "Network 1, address: Enter a whole"),
        ("site-externalLinks-links.label", ["Home"] * 6, "The same link is there twice."),
        ("site-externalLinks-links.label", [""] * 6, "Link 1, label: This field is required."),
        ("site-legal-fssaiLicence", "1234", "14 digits"),
        ("site-trust-reviews.quote", ["Good."], "Review 1, who wrote it, and where: This field is"),
        ("site-trust-reviews.source", ["A sample"], "Review 1, review: This field is required."),
        ("site-trust-reviews.quote", ["x" * 241], "at most 240 characters"),
        ("site-trust-reviews.source", ["x" * 61], "at most 60 characters"),
        ("site-hours-meals-lunch-from", "", "Enter both times."),
        ("site-hours-meals-lunch-to", "11:00", "later than the time before it"),
        ("site-payment-upiId", "kovai", "name@bank"),
        ("site-payment-upiId", "9840012345@bank", "This is a phone number"),
        ("site-chatGreetings-about", "Hello", "Keep {matter} in it."),
        ("site-colours-ink", "#cccccc", "have a contrast of 1.5"),
        ("site-colours-accent", "#f2a71b", "and need 4.5 : 1"),
        ("site-colours-accent", "red", "Enter the colour as"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, field: str, typed: str | list[str], sentence: str
) -> None:
    answer = post(client, SHOP, {field: typed, "site-brand-tagline": "Typed meanwhile."})
    page = text_of(answer)
    at = page.index(f'name="{field}"')
    fieldset = page.index("</fieldset>", at) if "." in field else at + 1500
    before = page.rindex("<fieldset", 0, at) if "." in field else at
    assert (answer.status_code, sentence in page[before:fieldset]) == (422, True)
    assert 'value="Typed meanwhile."' in page
    assert drafts.load().revision == 0


def test_the_desk_reads_what_is_the_owners_and_changes_the_rest() -> None:
    desk = make_desk_client()
    page = text_of(desk.get(SHOP))
    assert "Only the owner changes name, contact" in page
    assert "<dt>UPI id</dt><dd>nothing</dd>" in page
    assert 'name="site-payment-upiId"' not in page
    assert post(desk, SHOP, {"site-brand-tagline": "Millets."}).status_code == 302
    assert site()["brand"]["tagline"] == "Millets."


@pytest.mark.parametrize(
    "name",
    ["site-payment-upiId", "site-social-links.url", "site-legal-legalName", "site-brand-name"],
)
def test_a_forged_post_of_the_desk_is_refused(name: str) -> None:
    desk = make_desk_client()
    data = read_form(desk, SHOP)
    data[name] = "thief@bank"
    answer = desk.post(SHOP, data.urlencode(), "application/x-www-form-urlencoded")
    assert answer.status_code == 403
    answer = desk.post(LEGAL, {"terms": "# Mine\n\nAll of it.", "initial-terms": ""})
    assert answer.status_code == 403
    assert drafts.load().revision == 0


def test_only_the_protected_details_stand_apart_in_differences(client: Client) -> None:
    post(
        client,
        SHOP,
        {
            "site-brand-tagline": "Millets.",
            "site-payment-upiId": "kovai@bank",
            "site-contact-location": "Salem",
            "site-colours-accent": "#0b6b3a",
            "site-hours-calls": "at noon",
            "site-chatGreetings-veg": "Hi",
        },
    )
    view = drafts.load()
    found = [each.path for each in compare(view.base, view.content) if each.is_protected]
    assert found == [("payment", "upiId")]


def test_markup_stays_text(client: Client) -> None:
    post(client, SHOP, {"site-brand-tagline": "<b>Millets</b>"})
    page = client.get(SHOP).content.decode()
    assert "&lt;b&gt;Millets" in page
    assert "<b>Millets" not in page


def test_two_editors_see_each_others_values(client: Client) -> None:
    colleague = make_desk_client()
    mine = read_form(client, SHOP)
    post(colleague, SHOP, {"site-brand-tagline": "Theirs.", "site-chatGreetings-veg": "Hello"})
    mine["site-brand-tagline"] = "Mine."
    answer = client.post(SHOP, mine.urlencode(), "application/x-www-form-urlencoded")
    page = text_of(answer)
    assert answer.status_code == 409
    assert "A colleague has since changed this to “Theirs.”." in page
    assert 'name="site-brand-tagline" value="Mine."' in page
    assert 'name="site-chatGreetings-veg" value="Hello"' in page


def test_every_word_of_the_pages_has_a_field() -> None:
    words = shipped(WORDS)
    assert list(SCREENS) == [screen for screen in words if screen != "$schema"]
    for screen in SCREENS:
        assert {each.path[1] for each in fields_of(screen)} == set(words[screen])
    assert tuple(FILLED_IN) == PLACEHOLDERS


def test_words_are_changed_and_the_shipped_ones_taken_back(client: Client) -> None:
    page, field = f"{WORDS_PAGE}landing/", "texts-landing-heroHeading"
    words = shipped(WORDS)["landing"]["heroHeading"]
    assert post(client, page, {field: "Millets for {town}"}).status_code == 302
    assert drafts.load().content.files[WORDS]["landing"] == {"heroHeading": "Millets for {town}"}
    assert f"Shipped: {words}" in text_of(client.get(page))
    assert "1 of your own" in text_of(client.get(WORDS_PAGE))
    answer = post(client, page, {"do": f"shipped/{field}"})
    assert f'name="{field}" value="{words}"' in text_of(answer)
    assert drafts.load().revision == 1
    post(client, page, {field: ""})
    assert not drafts.load().is_changed


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Millets for {twon}", "Did you mean {town}?"),
        ("Millets for {Chennai}", "is not known here"),
        ("Millets for {town", "A brace stands alone here."),
        ("Millets for }town", "A brace stands alone here."),
        ("Millets for {}", "{} is not known here"),
        ("x" * 91, "at most 90 characters"),
    ],
)
def test_wrong_words_are_refused_at_their_field(client: Client, typed: str, sentence: str) -> None:
    answer = post(client, f"{WORDS_PAGE}landing/", {"texts-landing-heroHeading": typed})
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert drafts.load().revision == 0


def test_questions_are_added_moved_and_bounded(client: Client) -> None:
    page, name = f"{WORDS_PAGE}birthdayPage/", "texts-birthdayPage-questions"
    count = len(shipped(WORDS)["birthdayPage"]["questions"])
    answer = post(client, page, {"do": f"add/{name}"})
    assert answer.content.decode().count(f'name="{name}.question"') == count + 1
    answer = post(
        client, page, {f"{name}.question": ["Q?"] * 13, f"{name}.answer": [*map(str, range(13))]}
    )
    assert "There can be 12 at most." in text_of(answer)
    post(
        client,
        page,
        {f"{name}.question": ["Why {name}?", "When?"], f"{name}.answer": ["So.", "Now."]},
    )
    assert current_value(drafts.load().content, WORDS, ("birthdayPage", "questions")) == [
        {"question": "Why {name}?", "answer": "So."},
        {"question": "When?", "answer": "Now."},
    ]
    differences = compare(drafts.load().base, drafts.load().content)
    assert [each.path for each in differences] == [("birthdayPage", "questions")]


def test_the_ten_names_below_the_pictures_stay_ten(client: Client) -> None:
    page, name = f"{WORDS_PAGE}mealSubscription/", "texts-mealSubscription-featuredRecipes"
    assert f"add/{name}" not in client.get(page).content.decode()
    answer = post(client, page, {f"{name}.text": ["One"]})
    assert "There must be at least 10." in text_of(answer)


def test_an_unknown_screen_is_not_there(client: Client) -> None:
    assert client.get(f"{WORDS_PAGE}nowhere/").status_code == 404


def test_legal_words_are_stored_without_the_samples_line(client: Client) -> None:
    assert "Still the sample: Terms, Privacy notice." in text_of(client.get(LEGAL))
    text = str(read_form(client, LEGAL)["terms"]).replace("\r\n", "\n")
    assert text.startswith("# ")
    answer = post(
        client, LEGAL, {"terms": f"{text}\r\n## Cats\r\n\r\nAre welcome in {{town}}.\r\n"}
    )
    assert answer.status_code == 302
    stored = drafts.load().content.file("shop/terms.txt")
    assert stored.startswith("# ")
    assert stored.endswith("## Cats\n\nAre welcome in {town}.\n")
    view = drafts.load()
    found = [each for each in compare(view.base, view.content) if each.is_protected]
    assert any("Are welcome in {town}." in each.sentence for each in found)
    assert "Still the sample: Privacy notice." in text_of(client.get(LEGAL))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("No title.", "has no title"),
        ("# Terms", "says nothing below its title"),
        ("# Terms\n\nIn {twon}.", "Line 3: {twon} is not known here."),
        ("# Terms\n\n#Cats\n", "Line 3: a title begins with"),
    ],
)
def test_wrong_legal_words_are_refused_with_their_line(
    client: Client, typed: str, sentence: str
) -> None:
    answer = post(client, LEGAL, {"terms": typed})
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)


def test_the_desk_reads_the_legal_words() -> None:
    page = text_of(make_desk_client().get(LEGAL))
    assert "Only the owner changes these words." in page
    assert "<textarea" not in page


def test_an_error_in_differences_leads_to_its_page(client: Client) -> None:
    def spoil(content: Content) -> Content:
        shop = content.file("site.json")
        shop["contact"]["phone"] = "12"
        words = {**shipped(WORDS), "landing": {"heroHeading": ""}}
        return content.replace("site.json", shop).replace(WORDS, words)

    edit_draft(spoil)
    page = client.get("/backoffice/menu/differences/").content.decode()
    for address in (SHOP, f"{WORDS_PAGE}landing/"):
        assert f'href="{address}">' in page


def test_words_are_changed_one_after_the_other(client: Client) -> None:
    page = f"{WORDS_PAGE}landing/"
    post(client, page, {"texts-landing-heroHeading": "Millets"})
    lead = shipped(WORDS)["landing"]["heroLead"]
    assert read_form(client, page)["texts-landing-heroLead"] == lead
    assert post(client, page, {"texts-landing-eventsHeading": "Feasts"}).status_code == 302
    words = drafts.load().content.files[WORDS]["landing"]
    assert words == {"heroHeading": "Millets", "eventsHeading": "Feasts"}
