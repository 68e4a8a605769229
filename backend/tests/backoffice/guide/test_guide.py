"""The guide as a page, and the links of every staff page to its sections."""

import re
from typing import Any

import pytest

from oottam.accounts.roles import Role
from oottam.backoffice.guide import SECTIONS, SOURCE, guide
from oottam.backoffice.shared.decorators import patterns
from oottam.backoffice.urls import urlpatterns
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account

GUIDE = "/backoffice/guide/"


def staff_pages() -> set[str]:
    """Return the names of all staff addresses, those before the log-in included."""
    named: list[Any] = list(patterns(urlpatterns))
    return {each.name for each in named}


def test_every_staff_page_has_a_section_of_the_guide() -> None:
    assert SECTIONS.keys() == staff_pages()
    assert set(SECTIONS.values()) - guide().ids == set()


def test_links_within_the_guide_match_its_headings() -> None:
    inside = set(re.findall(r'href="#([^"]+)"', guide().html))
    assert inside - guide().ids == set()
    assert len(inside) > 8


def test_heading_ids_match_the_file_s_links_and_are_unique() -> None:
    written = re.findall(r"^##+ (.+)$", SOURCE.read_text("utf-8"), re.MULTILINE)
    assert len(guide().ids) == len(written)
    assert {"the-customers-page", "a-day-at-the-desk"} <= guide().ids


def test_images_and_external_documents_are_left_out_without_empty_paragraphs() -> None:
    html = guide().html
    assert "<img" not in html
    assert ".md" not in html
    assert ".webp" not in html
    assert re.search(r"<p>\s*</p>", html) is None
    assert "personal data" in html
    assert "<h1" not in html
    assert re.search(r"<table>\s<thead>\s<tr>\s<th>Task</th>\s<th>owner</th>", html)


@pytest.mark.django_db
@pytest.mark.parametrize("role", list(Role))
def test_every_role_can_read_the_guide(role: Role) -> None:
    answer = logged_in(make_staff_account("mani", role)).get(GUIDE)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert '<a href="#a-day-in-the-kitchen">A day in the kitchen</a>' in html
    assert 'class="help"' not in html


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "section"),
    [
        ("", "today"),
        ("requests/", "requests"),
        ("kitchen/2026-12-07/labels/", "labels"),
        ("requests/OT-0000000/", "a-request"),  # a request that is not there
    ],
)
def test_a_page_links_to_its_section_of_the_guide(address: str, section: str) -> None:
    page = make_desk_client().get(f"/backoffice/{address}").content.decode()
    [link] = re.findall(r'<a class="help" href="([^"]+)"([^>]*)>', page)
    assert link[0] == f"{GUIDE}#{section}"
    assert 'aria-label="Help with this page"' in link[1]
