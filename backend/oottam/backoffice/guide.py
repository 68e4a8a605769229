"""The staff's guide as a page of the shop, and the section of it that explains a page."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from oottam.accounts.roles import Permission
from oottam.backoffice.shared.decorators import StaffRequest, staff_page

# Heading id of the guide -> URL names.
_PAGES_OF_SECTION: Mapping[str, str] = {
    "log-in": "log-in second-step log-out link guide",
    "today": "home customers",
    "requests": "inbox bulk-action export saved-filters saved-filter-save saved-filter-rename saved-filter-delete poll-new-count",
    "a-request": (
        "request confirm copy-details complete cancel new-link take-answers undo-transition send-now reopen assign follow-up details event"
        " slot settle-slot health merge unmerge reorder allergy-read"
    ),
    "money": (
        "price adjust undo-price payment undo-payment refund undo-refund money cash cash-day hand-over hand-over-undo"
        " statements statements-import statements-book bank-rules statement-line statement-line-book statement-line-decide payments remind cash-count"
    ),
    "receipts-and-bills": (
        "bill supplementary credit-note receipt refund-voucher paper papers papers-export tax-profile"
    ),
    "messages": "message resend-mail answer-ticket close-ticket",
    "notes-and-history": "note",
    "plans": (
        "plans plan plan-skip plan-pause plan-resume plan-move plan-box plan-days plan-weekdays plan-address plan-forfeit plan-replace plan-undo"
        " plan-accept plan-desk-only customer-rules"
    ),
    "closed-days": "closed-days close-day open-day notices notices-mail notices-chat",
    "calendar": "calendar",
    "new-order": "new-order new",
    "kitchen": (
        "kitchen kitchen-day kitchen-choose kitchen-unchoose kitchen-put-back kitchen-cook kitchen-uncook"
        " kitchen-replace kitchen-choose-one"
    ),
    "recipes": (
        "kitchen-recipe kitchen-items kitchen-ingredients kitchen-new-ingredient kitchen-ingredient kitchen-item"
        " kitchen-ratings kitchen-new-item kitchen-merge kitchen-unmerge recipes-checked unpublished-drop"
    ),
    "shopping": "shopping-days shopping",
    "labels": "labels labels-pdf labels-test file file-content",
    "runs": (
        "runs-today run-worker own-runs no-result no-result-delivered no-result-failed no-result-undo no-result-rule"
        " failed failed-redeliver failed-replace failed-forfeit failed-reopen routes"
        " route-add route-change route-move route-close route-open runs runs-paper run-assign run-assign-usual stop-place stop-move"
        " stop-hint stop-record-outcome stop-undo run run-take-over take-over-agree take-over-refuse run-record-outcome run-undo run-cash"
        " run-cash-undo run-record-taps"
    ),
    "menu": (
        "menu menu-differences menu-publish menu-discard menu-preview menu-preview-page menu-editions menu-edition"
        " menu-withdraw menu-restore menu-off menu-new-dish menu-dish menu-dish-photo menu-dish-off menu-dish-back"
        " menu-dish-move menu-photo menu-categories menu-category-add menu-category-rename menu-category-remove"
        " menu-category-move menu-spreadsheet menu-spreadsheet-file menu-spreadsheet-read menu-spreadsheet-accept"
    ),
    "weekly-menu": (
        "menu-weekly menu-weekly-copy menu-weekly-swap menu-weekly-picture menu-combos menu-choices menu-new-choice"
        " menu-choice menu-choice-off menu-choice-back menu-choice-move menu-plans"
        " menu-doctor-photo menu-doctor-photo-back"
    ),
    "the-shop": "menu-shop menu-words menu-words-screen menu-legal menu-pictures menu-picture menu-picture-back",
    "sold-out": "sold-out sold-out-mark sold-out-take-back",
    "mails": "mails resend-mails",
    "your-account": (
        "account password end-session end-others second-factor second-factor-begin second-factor-on second-factor-off"
        " recovery-codes"
    ),
    "staff": (
        "staff invite staff-account staff-roles staff-close staff-open staff-end-sessions staff-link staff-withdraw"
    ),
    "audit-log": "audit",
    "personal-data": "privacy privacy-export privacy-erase",
    "reports": "reports report-export",
}
SECTIONS: Mapping[str, str] = {
    page: section for section, pages in _PAGES_OF_SECTION.items() for page in pages.split()
}


SOURCE = Path(__file__).resolve().parents[3] / "docs/backoffice.md"
_IMAGE = "image"


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide without its title; `chapters` are ids and texts of second-level headings, `ids` those of all headings."""

    html: SafeString
    chapters: tuple[tuple[str, str], ...]
    ids: frozenset[str]


@cache
def guide() -> Guide:
    """Render without images and links to other documents, which are not served. Raises OSError."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(parser.parse(SOURCE.read_text("utf-8")))
    for token in tokens:
        if token.type == "inline":
            token.children = _served(token.children or [])
    tokens = _without_empty_paragraphs(tokens)
    headings = _with_ids(tokens)
    return Guide(
        html=SafeString(parser.renderer.render(tokens, parser.options, {})),
        chapters=tuple((name, text) for name, text, tag in headings if tag == "h2"),
        ids=frozenset(name for name, _, _ in headings),
    )


def _without_title(tokens: list[Token]) -> list[Token]:
    ends = next(at for at, token in enumerate(tokens) if token.type == "heading_close")
    return tokens[ends + 1 :]


def _served(parts: list[Token]) -> list[Token]:
    found, left_open = [], False
    for part in parts:
        if part.type == "link_open" and not str(part.attrGet("href")).startswith("#"):
            left_open = True
        elif part.type == "link_close" and left_open:
            left_open = False
        elif part.type != _IMAGE:
            found.append(part)
    return found


def _without_empty_paragraphs(tokens: list[Token]) -> list[Token]:
    empty = {
        at
        for at, token in enumerate(tokens)
        if token.type == "inline"
        and tokens[at - 1].type == "paragraph_open"
        and not any(part.content for part in token.children or [])
    }
    beside = {at + step for at in empty for step in (-1, 0, 1)}
    return [token for at, token in enumerate(tokens) if at not in beside]


def _with_ids(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """Give each heading the id that links within the file use; return id, text and tag of each."""
    result = []
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open":
            name = slugify(inline.content)
            opened.attrSet("id", name)
            result.append((name, inline.content, opened.tag))
    return result


@staff_page(Permission.OWN_ACCOUNT, before_second_factor=True)
def detail(request: StaffRequest) -> HttpResponse:
    """Show the guide; the address's fragment is the id of a heading."""
    return render(request, "backoffice/guide/guide.html", {"title": "Guide", "guide": guide()})
