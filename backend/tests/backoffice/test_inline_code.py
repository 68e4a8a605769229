"""Nothing on the pages of the back office needs what the Content-Security-Policy forbids: inline code."""

import re
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from oottam.staff.roles import Role
from tests.backoffice.colleagues import account, logged_in
from tests.conftest import Send
from tests.every_call import BODIES

pytestmark = pytest.mark.django_db
INLINE = (
    r"<style[^>]*>|\sstyle=\S+|\son[a-z]+=\S+|javascript:|"
    r"<script(?![^>]*(?:\ssrc=|application/json))[^>]*>"
)


@pytest.fixture
def staff() -> Client:
    return logged_in(account("priya", Role.OWNER), checks_csrf=True)


def pages(staff: Client) -> dict[str, str]:
    """Every page that can be reached by links from the first, by its path."""
    found: dict[str, str] = {}
    ahead = [reverse("backoffice:inbox")]
    while ahead:
        path = ahead.pop()
        response = staff.get(path, follow=True)
        assert response.status_code == 200, path
        found[path] = response.content.decode()
        links = re.findall(r'<a\b[^>]*\shref="([^"#]+)"', found[path])
        here = [link for link in links if not urlsplit(link).scheme]
        paths = {urlsplit(urljoin(path, link)).path for link in here}
        ahead += [new for new in paths if new not in {*found, *ahead}]
    return found


def test_no_page_that_staff_can_reach_has_any(staff: Client, send: Send) -> None:
    for path, body in BODIES.items():
        assert send(body, path).status_code == 200
    found = pages(staff)
    for name in ("inbox", "mails", "staff", "invite", "audit", "account", "second-factor"):
        assert reverse(f"backoffice:{name}") in found
    requests = [path for path in found if re.fullmatch(r"/backoffice/requests/OT-\w{7}/", path)]
    assert len(requests) == len(BODIES)
    inline = {path: re.findall(INLINE, text) for path, text in found.items()}
    assert {path: some for path, some in inline.items() if some} == {}


def test_neither_has_the_log_in_nor_its_lock() -> None:
    client = Client()
    form = {"username": "priya", "password": "wrong"}
    answers = [client.get(reverse("backoffice:log-in"))]
    answers += [client.post(reverse("backoffice:log-in"), form) for _ in range(6)]
    assert [answer.status_code for answer in answers][::6] == [200, 429]
    for answer in answers:
        assert re.findall(INLINE, answer.content.decode()) == []


def test_neither_has_the_refusal_of_a_form_that_cannot_be_checked(staff: Client) -> None:
    answer = staff.post(reverse("backoffice:invite"), {"name": "asha"})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "This form could not be checked, so nothing of it was kept." in page
    assert re.findall(INLINE, page) == []
    island = staff.post(reverse("backoffice:invite"), headers={"Accept": "application/json"})
    assert island.json() == {
        "message": "This form could not be checked, so nothing of it was kept."
    }
