"""The user's own account: password, second factor, sessions."""

import base64
import html
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from oottam.accounts import login, sessions, throttling, totp
from oottam.accounts.models import OpenSession, RecoveryCode, SecondFactor
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.menu import drafts
from tests.accounts.phone import shows, with_second_factor
from tests.backoffice.test_permissions import addresses
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_price

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PASSWORD = "pass of a test"
NEW = "idli with gunpowder"
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
ACCOUNT = "/backoffice/account/"
FACTOR = f"{ACCOUNT}second-factor/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def mani() -> User:
    user = make_staff_account("mani", Role.KITCHEN)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def browser(mani: User) -> Client:
    return logged_in(mani)


def elsewhere(user: User, agent: str = "Firefox/140.0 (Android 14)") -> Client:
    client = Client(headers={"User-Agent": agent})
    client.post("/backoffice/login/", {"username": user.username, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(ACCOUNT).status_code == 200)


def text_of(answer: Any) -> str:
    """Return the visible text."""
    main = re.findall(r"<main.*</main>", answer.content.decode(), re.DOTALL)[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def set_up(browser: Client) -> tuple[str, list[str]]:
    """Set up by the pages; return the key and the recovery codes."""
    assert browser.post(f"{FACTOR}begin", {"password": PASSWORD})["Location"] == FACTOR
    page = browser.get(FACTOR).content.decode()
    [written] = re.findall(r'<code class="key">([A-Z2-7 ]+)</code>', page)
    key = base64.b32decode(written.replace(" ", "")).hex()
    done = browser.post(f"{FACTOR}on", {"code": shows(key)})
    assert done.status_code == 200
    return key, re.findall(r'<code class="key">([^<]+)</code>', done.content.decode())


def test_the_account_page_shows_the_user_and_their_sessions(mani: User, browser: Client) -> None:
    mani.email = "m@example.com"
    mani.save()
    elsewhere(mani)
    text = text_of(browser.get(ACCOUNT))
    assert "mani Kitchen · m@example.com" in text
    assert "Another browser This session since 21 Nov, 12:00 pm" in text
    assert "Firefox on Android since 21 Nov, 12:00 pm, last used 21 Nov, 12:00 pm End" in text
    assert "203.0.113" not in text


@pytest.mark.parametrize("count", [1, 3])
def test_more_sessions_take_no_more_queries(
    mani: User, browser: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        elsewhere(mani)
    with django_assert_num_queries(5):  # session, account, roles, second factor, sessions
        browser.get(ACCOUNT)


def test_one_session_can_be_ended(mani: User, browser: Client) -> None:
    other, third = elsewhere(mani), elsewhere(mani)
    number = OpenSession.objects.get(key=other.session.session_key).pk
    answer = browser.post(f"{ACCOUNT}sessions/{number}/end")
    assert (answer.status_code, answer["Location"]) == (302, ACCOUNT)
    assert [is_in(browser), is_in(other), is_in(third)] == [True, False, True]
    assert AuditEntry.objects.get().data == {"account": mani.pk, "sessions": 1}


@pytest.mark.both_databases
def test_a_session_of_another_user_cannot_be_ended(browser: Client) -> None:
    priya = logged_in(make_staff_account("priya"))
    number = OpenSession.objects.get(key=priya.session.session_key).pk
    assert browser.post(f"{ACCOUNT}sessions/{number}/end").status_code == 404
    assert is_in(priya)


def test_all_other_sessions_can_be_ended(mani: User, browser: Client) -> None:
    others, priya = [elsewhere(mani) for _ in range(2)], logged_in(make_staff_account("priya"))
    browser.post(f"{ACCOUNT}sessions/end-others")
    assert [is_in(browser), *map(is_in, others), is_in(priya)] == [True, False, False, True]
    assert "2 ended." not in text_of(browser.get(ACCOUNT))  # it was said on the page before


def test_an_expired_session_is_not_listed(mani: User, browser: Client, clock: Any) -> None:
    elsewhere(mani)
    for _ in range(3):
        clock.shift(timedelta(hours=1))
        assert is_in(browser)
    assert "Firefox" not in text_of(browser.get(ACCOUNT))
    assert "last used 21 Nov, 3:00 pm" in text_of(browser.get(ACCOUNT))


def test_logging_out_deletes_the_session(browser: Client) -> None:
    browser.post("/backoffice/logout/")
    assert not OpenSession.objects.exists()
    assert not Session.objects.exists()
    assert not is_in(browser)


def test_a_log_out_needs_a_post(browser: Client) -> None:
    assert browser.get("/backoffice/logout/").status_code == 302
    assert is_in(browser)


def test_ended_sessions_are_deleted(browser: Client, clock: Any) -> None:
    clock.shift(timedelta(hours=13))
    assert sessions.purge(datetime.now(NOON.tzinfo)) == 1
    assert not OpenSession.objects.exists()


def change_password(browser: Client, **sent: str) -> Any:
    form = {"old": PASSWORD, "password": NEW, "again": NEW, **sent}
    return browser.post(f"{ACCOUNT}password", form)


def test_a_changed_password_ends_all_other_sessions(mani: User, browser: Client) -> None:
    other, before = elsewhere(mani), browser.session.session_key
    answer = change_password(browser)
    assert (answer.status_code, answer["Location"]) == (302, ACCOUNT)
    assert [is_in(browser), is_in(other)] == [True, False]
    mani.refresh_from_db()
    assert mani.check_password(NEW)
    assert browser.session.session_key != before
    assert [session.key for session in OpenSession.objects.all()] == [browser.session.session_key]
    assert AuditEntry.objects.get().action == "staff.password"


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"old": "wrong"}, "old", "Wrong password."),
        ({"password": "1234"}, "password", "This password is too short."),
        ({"password": "73918264"}, "password", "This password is entirely numeric."),
        ({"again": "another one"}, "again", "The two passwords are different."),
    ],
)
def test_a_refused_password_is_reported_beside_its_field(
    mani: User, browser: Client, sent: dict[str, str], field: str, sentence: str
) -> None:
    answer = change_password(browser, **sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert re.search(rf'<p class="wrong" id="{field}-said">{re.escape(sentence)}', page)
    assert re.search(
        rf'<input id="{field}"[^>]* aria-invalid="true" aria-describedby="{field}-said"', page
    )
    assert (NEW in page, PASSWORD in page) == (False, False)
    mani.refresh_from_db()
    assert mani.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("path", "field"),
    [("password", "old"), ("second-factor/begin", "password"), ("second-factor/off", "password")],
)
def test_a_stolen_session_cannot_guess_the_password(browser: Client, path: str, field: str) -> None:
    answers = [browser.post(f"{ACCOUNT}{path}", {field: "wrong"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
    assert browser.post(f"{ACCOUNT}{path}", {field: PASSWORD}).status_code == 429


def test_each_page_that_asks_for_a_password_says_how_long_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def refuse(_request: Any, name: str, *_: Any) -> Any:
        asked.append(name)
        raise throttling.TooManyAttemptsError(90)

    monkeypatch.setattr(login, "check_password", refuse)
    owner = make_staff_account("priya")
    with_second_factor(owner)
    browser, asking = logged_in(owner), set()
    session = browser.session
    session[totp.PASSED] = True
    session.save()
    typed = dict.fromkeys(("username", "password", "old"), "wrong")
    for name, address in addresses().items():
        if name in ("log-out", "end-session", "end-others"):
            continue
        sent = {**typed, "revision": drafts.load().revision, "when": "now"}
        answer = browser.post(address, sent)
        if asked:
            asking.add(name)
            assert (name, answer.status_code, answer["Retry-After"]) == (name, 429, "90")
            assert "Please try again in 2 minutes." in text_of(answer)
        asked.clear()
    assert asking == {
        *("log-in", "password", "menu-publish"),
        *("second-factor-begin", "second-factor-off", "recovery-codes"),
    }


def test_publishing_says_how_long_to_wait_after_five_wrong_passwords() -> None:
    browser, revision = (
        logged_in(make_staff_account("priya")),
        edit_price("Dry Fruit Smoothie", 300),
    )
    sent = {"revision": revision, "when": "now", "password": "wrong"}
    publish = "/backoffice/menu/differences/publish"
    answers = [browser.post(publish, sent) for _ in range(6)]
    assert [each.status_code for each in answers] == [422] * 5 + [429]
    assert "Please try again in 15 minutes." in text_of(answers[-1])
    assert drafts.load().is_changed


def test_the_second_factor_is_set_up_after_the_password(mani: User, browser: Client) -> None:
    other = elsewhere(mani)
    key, codes = set_up(browser)
    assert SecondFactor.objects.get().key == key
    assert (len(codes), RecoveryCode.objects.count()) == (10, 10)
    assert [is_in(browser), is_in(other)] == [True, False]
    assert "On since 21 Nov, 12:00 pm" in text_of(browser.get(ACCOUNT))
    assert "10 recovery codes left" in text_of(browser.get(FACTOR))


def test_the_qr_code_is_drawn_without_inline_style(browser: Client) -> None:
    browser.post(f"{FACTOR}begin", {"password": PASSWORD})
    page = browser.get(FACTOR).content.decode()
    [drawn] = re.findall(r'<svg class="qr"[^>]*viewBox="0 0 (\d+) \1"><path d="([^"]+)"/>', page)
    size, path = drawn
    assert 37 <= int(size) <= 77
    assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", path)
    assert path.startswith("M4 4h7v1h-7z")  # the finder at the upper left, in its quiet ground
    assert re.findall(r"\sstyle=|<style|<script(?! type=\"module\" src=)", page) == []


def test_no_key_is_shown_without_the_password(browser: Client) -> None:
    answer = browser.post(f"{FACTOR}begin", {"password": "wrong"})
    assert answer.status_code == 422
    assert 'class="key"' not in answer.content.decode()
    assert 'class="key"' not in browser.get(FACTOR).content.decode()
    assert browser.post(f"{FACTOR}on", {"code": "000000"})["Location"] == FACTOR
    assert not SecondFactor.objects.exists()


def test_an_unconfirmed_key_expires(browser: Client, clock: Any) -> None:
    browser.post(f"{FACTOR}begin", {"password": PASSWORD})
    clock.shift(timedelta(minutes=15))
    assert 'class="key"' not in browser.get(FACTOR).content.decode()


def test_a_wrong_first_code_keeps_the_same_key(browser: Client) -> None:
    browser.post(f"{FACTOR}begin", {"password": PASSWORD})
    before = re.findall(r'class="key">([^<]+)', browser.get(FACTOR).content.decode())
    answer = browser.post(f"{FACTOR}on", {"code": "000000"})
    assert answer.status_code == 422
    assert "This is not the code" in text_of(answer)
    assert re.findall(r'class="key">([^<]+)', answer.content.decode()) == before


def test_recovery_codes_are_shown_once(browser: Client) -> None:
    _, codes = set_up(browser)
    for path in (FACTOR, ACCOUNT):
        page = browser.get(path).content.decode()
        assert [code for code in codes if code in page] == []
    answer = browser.post(f"{FACTOR}codes", {"password": PASSWORD})
    new = re.findall(r'class="key">([^<]+)', answer.content.decode())
    assert (len(new), set(new) & set(codes)) == (10, set())
    assert browser.post(f"{FACTOR}codes", {"password": "wrong"}).status_code == 422


def test_the_second_factor_is_switched_off_after_the_password(mani: User, browser: Client) -> None:
    set_up(browser)
    assert browser.post(f"{FACTOR}off", {"password": "wrong"}).status_code == 422
    assert SecondFactor.objects.exists()
    assert browser.post(f"{FACTOR}off", {"password": PASSWORD})["Location"] == ACCOUNT
    assert not SecondFactor.objects.exists()
    assert is_in(browser)
    assert is_in(elsewhere(mani))


@pytest.mark.both_databases
def test_a_user_who_must_have_a_second_factor_sets_up_another_immediately(
    mani: User, browser: Client, settings: Any
) -> None:
    set_up(browser)
    settings.SECOND_FACTOR = "all"
    assert is_in(browser)
    browser.post(f"{FACTOR}off", {"password": PASSWORD})
    assert browser.get(ACCOUNT)["Location"] == FACTOR


@pytest.mark.both_databases
def test_a_second_set_up_does_not_replace_the_first(mani: User, browser: Client) -> None:
    key, _ = set_up(browser)
    browser.post(f"{FACTOR}begin", {"password": PASSWORD})
    assert browser.post(f"{FACTOR}on", {"code": "000000"})["Location"] == FACTOR
    assert SecondFactor.objects.get().key == key
