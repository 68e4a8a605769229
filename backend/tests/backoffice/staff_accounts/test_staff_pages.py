"""The owner's pages of staff accounts."""

import html
import re
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.accounts import links
from oottam.accounts.models import AccountLink, AccountRole, Purpose
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.backoffice.staff_accounts import ROLES
from oottam.outbox.models import OutboxEntry
from tests.accounts.phone import with_second_factor
from tests.factories.accounts import logged_in, make_staff_account
from tests.outbox.mail_server import SmtpHandler, mail_server

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
STAFF = "/backoffice/staff/"
PASSWORD = "pass of a test"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def test_the_page_offers_every_role() -> None:
    assert [role for role, _ in ROLES] == list(Role)


@pytest.fixture
def owner() -> User:
    user = make_staff_account("priya")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def browser(owner: User) -> Client:
    return logged_in(owner)


@pytest.fixture
def mani() -> User:
    user = make_staff_account("mani", Role.KITCHEN, Role.RIDER)
    user.set_password(PASSWORD)
    user.email = "mani@example.com"
    user.save()
    return user


def text_of(answer: Any) -> str:
    main = re.findall(r"<main.*</main>", answer.content.decode(), re.DOTALL)[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def link_in(answer: Any) -> str:
    assert answer.status_code == 200
    [found] = re.findall(r"<textarea[^>]*>(\S+)</textarea>", answer.content.decode())
    assert found.startswith("http://testserver/backoffice/link/")
    return str(found).removeprefix("http://testserver")


def test_the_list_shows_accounts_and_their_roles(browser: Client, mani: User) -> None:
    with_second_factor(mani)
    invited, closed = make_staff_account("asha", Role.DESK), make_staff_account("ravi", Role.DESK)
    invited.set_unusable_password()
    invited.save()
    closed.is_active = False
    closed.save()
    text = text_of(browser.get(STAFF))
    assert "asha Invited Desk Password only Never logged in" in text
    assert "mani Kitchen, Rider · mani@example.com Second factor Never logged in" in text
    assert re.search(r"priya Owner Password only Last login \d+ \w+", text)
    assert text.endswith("ravi Closed Desk Password only Never logged in")


@pytest.mark.parametrize("count", [1, 3])
def test_more_accounts_take_no_more_queries(
    browser: Client, owner: User, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        made = make_staff_account(f"mani{number}", Role.KITCHEN)
        links.create(account=made, purpose=Purpose.PASSWORD, actor=owner, now=timezone.now())
    with django_assert_num_queries(6):  # session, account, roles; accounts, roles, links
        browser.get(STAFF)


@pytest.mark.parametrize("count", [1, 3])
def test_more_sessions_of_an_account_take_no_more_queries(
    browser: Client, mani: User, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        logged_in(mani)
    with django_assert_num_queries(7):
        browser.get(f"{STAFF}{mani.pk}/")


def test_an_invitation_creates_an_account_and_shows_its_link_once(
    browser: Client, owner: User
) -> None:
    answer = browser.post(f"{STAFF}invite", {"name": "asha", "role": ["desk", "rider"]})
    address = link_in(answer)
    shown = answer.content.decode()
    assert f'data-copy="http://testserver{address}" data-copied="Copied."' in shown
    [sent] = re.findall(r'href="https://wa\.me/\?text=([^"]+)"', shown)
    assert f"\n\nhttp://testserver{address}\n\nIt works once, within 72 hours." in unquote(sent)
    asha = User.objects.get(username="asha")
    assert {each.role for each in AccountRole.objects.filter(account=asha)} == {"desk", "rider"}
    page = browser.get(f"{STAFF}{asha.pk}/")
    assert address not in page.content.decode()
    assert "Invitation: link valid until" in text_of(page)
    new = {"password": "idli with gunpowder", "again": "idli with gunpowder"}
    assert Client().post(address, new)["Location"] == "/backoffice/"
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", "actor"))
    assert actions == [
        ("staff.invite", owner.pk),
        ("staff.link", owner.pk),
        ("staff.password", asha.pk),
    ]


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"name": "priya"}, "name", "A user with that username already exists."),
        ({"name": HOSTILE}, "name", "Enter a valid username."),
        ({"email": HOSTILE}, "email", "Enter a valid email address."),
        ({"role": []}, "roles", "Choose at least one role."),
        ({"role": ["chef"]}, "roles", "Choose at least one role."),
    ],
)
def test_an_invalid_invitation_is_refused_beside_its_field_and_input_stays(
    browser: Client, sent: dict[str, Any], field: str, sentence: str
) -> None:
    form = {"name": "asha", "email": "a@example.com", "role": ["desk"], **sent}
    answer = browser.post(f"{STAFF}invite", form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'<p class="wrong" id="{field}-said">{sentence}' in page
    assert f'value="{html.escape(form["name"])}"' in page
    assert ('value="desk" checked' in page) == ("desk" in form["role"])
    assert "<img" not in page
    assert User.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.enable_socket
def test_an_invited_address_gets_a_mail_where_there_is_a_mail_server(
    browser: Client, settings: Any
) -> None:
    form = {"name": "asha", "email": "a@example.com", "role": "desk"}
    smtp_handler = SmtpHandler()
    with mail_server(smtp_handler) as port:
        settings.MAIL = replace(
            settings.MAIL, host="127.0.0.1", port=port, tls="none", sender="shop@example.com"
        )
        answer = browser.post(f"{STAFF}invite", form)
        assert "It has been mailed to a@example.com." in text_of(answer)
        smtp_handler.faults = [("RCPT", "550 no such user")]
        failed = browser.post(f"{STAFF}invite", {**form, "name": "ravi"})
    [mail] = smtp_handler.mails
    assert (mail["To"], mail["From"]) == ("a@example.com", "Oottam <shop@example.com>")
    assert f"http://testserver{link_in(answer)}\r\n" in mail.get_content()
    assert "It could not be mailed to a@example.com." in text_of(failed)
    assert Client().get(link_in(failed)).status_code == 200
    assert not OutboxEntry.objects.exists()


def test_without_a_mail_server_no_link_is_stored(browser: Client, settings: Any) -> None:
    form = {"name": "asha", "email": "a@example.com", "role": "desk"}
    answer = browser.post(f"{STAFF}invite", form)
    assert "mailed" not in text_of(answer)
    assert 'href="mailto:a%40example.com?subject=' in answer.content.decode()
    assert not settings.MAIL.folder.exists()


@pytest.mark.both_databases
def test_roles_can_be_changed(browser: Client, mani: User) -> None:
    form = {"seen": "kitchen rider", "role": ["desk"]}
    answer = browser.post(f"{STAFF}{mani.pk}/roles", form)
    assert (answer.status_code, answer["Location"]) == (302, f"{STAFF}{mani.pk}/")
    assert [each.role for each in AccountRole.objects.filter(account=mani)] == ["desk"]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"seen": "kitchen rider"}, "Choose at least one role."),
        ({"seen": "desk", "role": ["owner"]}, "Someone else has changed these roles."),
    ],
)
def test_refused_roles_are_shown_beside_their_field(
    browser: Client, mani: User, form: dict[str, Any], sentence: str
) -> None:
    answer = browser.post(f"{STAFF}{mani.pk}/roles", form)
    assert answer.status_code == 422
    assert f'<p class="wrong" id="roles-said">{sentence}' in answer.content.decode()
    assert AccountRole.objects.filter(account=mani).count() == 2


@pytest.mark.parametrize("action", ["close", "roles"])
def test_the_last_owner_cannot_be_demoted(browser: Client, owner: User, action: str) -> None:
    form = {"seen": "owner", "role": ["desk"]}
    answer = browser.post(f"{STAFF}{owner.pk}/{action}", form)
    assert answer.status_code == 422
    assert "This is the last owner. Make someone else an owner first." in text_of(answer)
    assert browser.get(STAFF).status_code == 200


def test_an_account_can_be_closed_and_reopened(browser: Client, mani: User) -> None:
    theirs = logged_in(mani)
    browser.post(f"{STAFF}{mani.pk}/close")
    assert theirs.get("/backoffice/account/").status_code == 302
    assert "Reopen account" in text_of(browser.get(f"{STAFF}{mani.pk}/"))
    form = {"username": "mani", "password": PASSWORD}
    assert Client().post("/backoffice/login/", form).status_code == 200
    browser.post(f"{STAFF}{mani.pk}/open")
    assert Client().post("/backoffice/login/", form).status_code == 302


def test_all_sessions_of_an_account_can_be_ended(browser: Client, mani: User) -> None:
    theirs = logged_in(mani)
    assert "Logged in now Another browser" in text_of(browser.get(f"{STAFF}{mani.pk}/"))
    browser.post(f"{STAFF}{mani.pk}/end-sessions")
    assert theirs.get("/backoffice/account/").status_code == 302
    assert browser.get(STAFF).status_code == 200


def test_links_are_made_for_passwords_and_second_factors(browser: Client, mani: User) -> None:
    with_second_factor(mani)
    page = browser.get(f"{STAFF}{mani.pk}/").content.decode()
    for purpose in ("password", "second-factor"):
        assert f'name="purpose" value="{purpose}"' in page
        answer = browser.post(f"{STAFF}{mani.pk}/link", {"purpose": purpose})
        assert Client().get(link_in(answer)).status_code == 200
    assert "remove your second factor" in text_of(Client().get(link_in(answer))).lower()


@pytest.mark.parametrize("purpose", ["", "everything"])
def test_a_link_needs_a_purpose(browser: Client, mani: User, purpose: str) -> None:
    answer = browser.post(f"{STAFF}{mani.pk}/link", {"purpose": purpose})
    assert answer.status_code == 422
    assert not AccountLink.objects.exists()


def test_a_closed_account_gets_no_link(browser: Client, mani: User) -> None:
    browser.post(f"{STAFF}{mani.pk}/close")
    answer = browser.post(f"{STAFF}{mani.pk}/link", {"purpose": "password"})
    assert answer.status_code == 422
    assert "This account is closed. Reopen it first." in text_of(answer)


def test_links_can_be_withdrawn(browser: Client, mani: User) -> None:
    address = link_in(browser.post(f"{STAFF}{mani.pk}/link", {"purpose": "password"}))
    assert "Withdraw the link" in text_of(browser.get(f"{STAFF}{mani.pk}/"))
    browser.post(f"{STAFF}{mani.pk}/withdraw")
    assert Client().get(address).status_code == 410


@pytest.mark.parametrize("number", ["999999", "99999999999999999999999"])
@pytest.mark.parametrize("action", ["", "close", "link", "roles"])
def test_an_unknown_account_is_a_404(browser: Client, number: str, action: str) -> None:
    address = f"{STAFF}{number}/{action}"
    answer = browser.post(address, {"purpose": "password"}) if action else browser.get(address)
    assert answer.status_code == 404


@pytest.mark.both_databases
def test_a_hostile_address_is_escaped(browser: Client, mani: User) -> None:
    User.objects.filter(pk=mani.pk).update(username=HOSTILE, email=HOSTILE)
    for address in (STAFF, f"{STAFF}{mani.pk}/"):
        page = browser.get(address).content.decode()
        assert html.escape(HOSTILE) in page
        assert "<img" not in page
    answer = browser.post(f"{STAFF}{mani.pk}/link", {"purpose": "password"})
    assert "<img" not in answer.content.decode()
