"""Pages before the log-in have no inline code, as the Content-Security-Policy requires; for others see test_every_page.py."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from oottam.accounts.roles import Role
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
INLINE = (
    r"<style[^>]*>|\sstyle=\S+|\son[a-z]+=\S+|javascript:|"
    r"<script(?![^>]*(?:\ssrc=|application/json))[^>]*>"
)


@pytest.fixture
def staff() -> Client:
    return logged_in(make_staff_account("priya", Role.OWNER), checks_csrf=True)


def test_the_log_in_and_its_lock_have_no_inline_code() -> None:
    client = Client()
    form = {"username": "priya", "password": "wrong"}
    answers = [client.get(reverse("backoffice:log-in"))]
    answers += [client.post(reverse("backoffice:log-in"), form) for _ in range(6)]
    assert [answer.status_code for answer in answers][::6] == [200, 429]
    for answer in answers:
        assert re.findall(INLINE, answer.content.decode()) == []


def test_the_csrf_failure_page_has_no_inline_code(staff: Client) -> None:
    answer = staff.post(reverse("backoffice:invite"), {"name": "asha"})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "This form could not be verified, so nothing was saved." in page
    assert re.findall(INLINE, page) == []
    island = staff.post(reverse("backoffice:invite"), headers={"Accept": "application/json"})
    assert island.json() == {"message": "This form could not be verified, so nothing was saved."}
