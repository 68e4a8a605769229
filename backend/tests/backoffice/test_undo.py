"""Every action can be undone by another one, or its page warns beforehand.

A new address for POST fails here until a line says which of the two applies.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from oottam.accounts import saved_filters
from oottam.accounts.models import OpenSession
from oottam.accounts.roles import Role
from oottam.delivery.models import Route, Run, StopPosition
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.outbox.models import OutboxEntry
from oottam.plans.services.closed_days import close_day
from oottam.requests.models import Request
from oottam.schedule.models import PlanChange, UnpublishedRecipes
from oottam.workflow.models import AppointmentSlot, Debt, Message, Payment, Refund, Ticket
from oottam.workflow.services import transitions
from tests.accounts.phone import with_second_factor
from tests.backoffice.request.request_page import SOON, complete_details, page, post, text
from tests.backoffice.test_permissions import TABLE
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_price
from tests.factories.plans import LUNCH, Planner, skip
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
# By which other action; some by themselves, with what was there before.
UNDONE_BY = {
    "log-in": "log-out",
    "second-step": "log-out",
    "log-out": "log-in",
    "link": "password",
    "password": "password",
    "second-factor-begin": "second-factor-begin",
    "second-factor-on": "second-factor-off",
    "saved-filter-save": "saved-filter-delete",
    "saved-filter-rename": "saved-filter-rename",
    "assign": "assign",
    "customer-rules": "customer-rules",
    "plan-desk-only": "plan-desk-only",
    "follow-up": "follow-up",
    "details": "details",
    "allergy-read": "details",  # the allergy is recorded
    "take-answers": "details",
    "event": "event",
    "copy-details": "details",
    "new-order": "new-order",  # looks a number up
    "slot": "slot",
    "price": "undo-price",
    "adjust": "undo-price",
    "undo-price": "adjust",
    "refund": "undo-refund",
    "run-cash-undo": "run-cash",
    "hand-over": "hand-over-undo",
    "cash-count": "cash-count",
    "statements-import": "statement-line-decide",
    "statements-book": "undo-payment",
    "statement-line-book": "undo-payment",
    "statement-line-decide": "statement-line-decide",
    "bank-rules": "bank-rules",
    "hand-over-undo": "hand-over",
    "merge": "unmerge",
    "unmerge": "merge",
    "plan-skip": "plan-undo",
    "plan-pause": "plan-undo",
    "plan-resume": "plan-undo",
    "plan-move": "plan-undo",
    "plan-box": "plan-undo",
    "plan-days": "plan-undo",
    "plan-weekdays": "plan-undo",
    "plan-address": "plan-undo",
    "plan-forfeit": "plan-undo",
    "plan-replace": "plan-undo",
    "plan-accept": "plan-box",
    "close-day": "open-day",
    "open-day": "close-day",
    "notices-mail": "open-day",
    "kitchen-choose": "kitchen-unchoose",
    "kitchen-unchoose": "kitchen-choose",
    "kitchen-choose-one": "kitchen-unchoose",
    "kitchen-replace": "kitchen-put-back",
    "kitchen-put-back": "kitchen-replace",
    "kitchen-cook": "kitchen-uncook",
    "kitchen-uncook": "kitchen-cook",
    "kitchen-ingredient": "kitchen-ingredient",
    "kitchen-item": "kitchen-item",
    "kitchen-new-item": "kitchen-unmerge",
    "kitchen-merge": "kitchen-unmerge",
    "kitchen-unmerge": "kitchen-merge",
    "failed-redeliver": "stop-record-outcome",
    "no-result-delivered": "no-result-undo",
    "no-result-failed": "no-result-undo",
    "no-result-undo": "no-result-delivered",
    "no-result-rule": "no-result-rule",
    "failed-replace": "plan-undo",
    "failed-forfeit": "failed-reopen",
    "failed-reopen": "failed-forfeit",
    "route-add": "route-close",
    "route-change": "route-change",
    "route-move": "route-move",
    "run-assign": "run-assign",
    "run-assign-usual": "run-assign",
    "stop-place": "stop-place",
    "stop-move": "stop-move",
    "stop-hint": "stop-hint",
    "stop-record-outcome": "stop-undo",
    "stop-undo": "stop-record-outcome",
    "run-take-over": "take-over-refuse",
    "take-over-agree": "run-assign",
    "take-over-refuse": "run-take-over",
    "run-record-outcome": "run-undo",
    "run-undo": "run-record-outcome",
    "run-record-taps": "run-record-taps",
    "route-open": "route-close",
    "invite": "staff-close",
    "staff-close": "staff-open",
    "staff-open": "staff-close",
    "staff-link": "staff-withdraw",
    "staff-withdraw": "staff-link",
    "menu": "menu",
    "menu-new-dish": "menu-dish-off",
    "menu-dish": "menu-dish",
    "menu-shop": "menu-shop",
    "menu-words-screen": "menu-words-screen",
    "menu-legal": "menu-legal",
    "tax-profile": "tax-profile",
    "menu-picture": "menu-picture-back",
    "menu-picture-back": "menu-picture",
    "menu-dish-photo": "menu-dish-photo",
    "menu-dish-off": "menu-dish-back",
    "menu-dish-back": "menu-dish-off",
    "menu-dish-move": "menu-dish-move",
    "menu-category-add": "menu-category-remove",
    "menu-category-rename": "menu-category-rename",
    "menu-category-remove": "menu-category-add",
    "menu-category-move": "menu-category-move",
    "menu-weekly": "menu-weekly",
    "menu-weekly-swap": "menu-weekly-swap",
    "menu-weekly-picture": "menu-weekly-picture",
    "menu-combos": "menu-combos",
    "menu-new-choice": "menu-choice-off",
    "menu-choice": "menu-choice",
    "menu-choice-off": "menu-choice-back",
    "menu-choice-back": "menu-choice-off",
    "menu-choice-move": "menu-choice-move",
    "menu-plans": "menu-plans",
    "menu-doctor-photo": "menu-doctor-photo-back",
    "menu-doctor-photo-back": "menu-doctor-photo",
    "menu-spreadsheet-read": "menu-spreadsheet-read",  # stores nothing
    "menu-spreadsheet-accept": "menu-discard",
    "menu-publish": "menu-restore",
    "menu-withdraw": "menu-publish",
    "menu-restore": "menu-discard",
    "sold-out-mark": "sold-out-take-back",
    "sold-out-take-back": "sold-out-mark",
}
UNDONE_SOON = "You can undo this for 15 minutes; after that"
# On which page, and in which words.
SAYS = {
    "end-session": ("own", "Anything not yet saved there is lost."),
    "end-others": ("own", "Anything not yet saved there is lost."),
    "second-factor-off": ("factor", "You can set up a new one at any time."),
    "recovery-codes": ("factor", "your old ones stop working."),
    "bulk-action": ("inbox", "You can undo a confirmation on its page for 15 minutes"),
    "export": ("inbox", "Downloads are logged."),
    "report-export": ("reports", "Downloads are logged."),
    "saved-filter-delete": (
        "saved-filters",
        "A deleted list cannot be restored, but you can save it again.",
    ),
    "confirm": ("ready", f"{UNDONE_SOON} cancel it, and the owner can reopen it."),
    "complete": ("confirmed", f"{UNDONE_SOON} only the owner can reopen it."),
    "cancel": ("ready", f"{UNDONE_SOON} only the owner can reopen it."),
    "undo-transition": ("taken-back", "with everything that followed from it."),
    "menu-discard": ("draft", "Drop all of these changes, for everybody"),
    "menu-weekly-copy": ("copy-week", "This replaces 18 meals of week 2"),
    "send-now": ("held", "Once it is sent, the last step can no longer be undone."),
    "reopen": ("cancelled", "It starts again as new; details and payments stay."),
    "settle-slot": ("appointment", "This cannot be undone."),
    "payment": ("ready", "You can undo it for 15 minutes; after that only the owner can."),
    "undo-refund": (
        "refunded",
        "It stays in the list, struck through. If the money did go out, record it again.",
    ),
    "undo-payment": ("ready", "It stays in the list, struck through."),
    "answer-ticket": ("asked", "A mail cannot be recalled."),
    "close-ticket": ("asked", "An answered question is not opened again."),
    "bill": ("ready", "It gets a number and cannot be changed or deleted."),
    "supplementary": ("ready", "It gets a number and cannot be changed or deleted."),
    "credit-note": ("ready", "It gets a number and cannot be changed or deleted."),
    "receipt": ("ready", "It gets a number and cannot be changed or deleted."),
    "refund-voucher": ("ready", "It gets a number and cannot be changed or deleted."),
    "remind": ("due", "A reminder by mail cannot be recalled."),
    "papers-export": ("papers", "Downloads are logged."),
    "new-link": ("ready", "the old one stops working at once."),
    "note": ("ready", "Notes cannot be changed later."),
    "message": ("letter", "A mail is saved as a file at once and cannot be recalled."),
    "resend-mail": ("ready", "Sent mails can't be recalled."),
    "health": ("nutrition", "They are shown on request, and each viewing is logged."),
    "new": (
        "new",
        "When you save, the customer gets a mail if there is an e-mail address. You can cancel it",
    ),
    "kitchen-new-ingredient": ("ingredient", "You can change it later."),
    "recipes-checked": ("dishes", "You are asked again when the shop's folder changes."),
    "unpublished-drop": ("unpublished", "They cannot be offered again."),
    "reorder": ("again", "To undo it, cancel it."),
    "plan-undo": ("undone", "To have it again, do it again."),
    "route-close": ("routes", "A reopened route starts without PIN codes."),
    "run-cash": (
        "run",
        "You can undo it in My runs for 15 minutes; after that only the owner can.",
    ),
    "notices-chat": ("notices", "Nothing is sent until you press send in WhatsApp."),
    "resend-mails": ("mails", "Sent mails can't be recalled."),
    "staff-roles": ("colleague", "Changing roles ends all sessions of this account."),
    "staff-end-sessions": ("colleague", "Anything not yet saved is lost"),
    "privacy-export": ("privacy", "the download is logged."),
    "privacy-erase": ("privacy", "This cannot be undone"),
}


LETTER: dict[str, Any] = {
    "template": "cancelled",
    "channel": "mail",
    "subject": "It is off",
    "text": "Hello,",
}


def _ready(send: Send) -> Request:
    """A veg order with all details, a payment and a sent mail."""
    request = make_request_now(send)
    complete_details(request)
    today = timezone.localdate()
    by = make_staff_account("cashier")
    Payment.objects.create(
        request=request, paise=1, method="cash", paid_on=today, by=by, at=timezone.now()
    )
    OutboxEntry.objects.update(state="sent", sent_at=timezone.now())
    return request


def _at(client: Client, name: str, *parts: object, query: str = "") -> str:
    response = client.get(reverse(f"backoffice:{name}", args=parts) + query)
    assert response.status_code == 200
    return response.content.decode()


def _ready_page(client: Client, send: Send) -> str:
    return page(client, _ready(send))


def _refunded(client: Client, send: Send) -> str:
    request = _ready(send)
    now, by = timezone.now(), make_staff_account("giver")
    given = {"given_on": now.date(), "by": by, "at": now}
    Refund.objects.create(request=request, paise=1, method="cash", **given)
    return page(client, request)


def _confirmed(client: Client, send: Send) -> str:
    request = _ready(send)
    Request.objects.update(status="confirmed")
    return _at(client, "request", request.reference).partition('aria-labelledby="facts"')[0]


def _taken_back(client: Client, send: Send) -> str:
    """Cancelled just now, by the desk."""
    request = _ready(send)
    by, now = make_staff_account("mani", Role.DESK), timezone.now()
    transitions.cancel(
        reference=request.reference,
        version=request.version,
        actor=by,
        now=now,
        reason="Mistaken",
    )
    return page(client, request)


def _held(client: Client, send: Send) -> str:
    _taken_back(client, send)
    request = Request.objects.get(status="cancelled")
    post(client, request, "message", **LETTER)
    return page(client, request)


def _cancelled(client: Client, send: Send) -> str:
    request = make_request_now(send)
    Request.objects.update(status="cancelled", closed_at=timezone.now())
    return page(client, request)


def _appointment(client: Client, send: Send) -> str:
    request = make_request_now(send, "appointment")
    starts_at = timezone.now() - timedelta(hours=1)
    AppointmentSlot.objects.create(request=request, doctor="Dr", starts_at=starts_at, minutes=30)
    return page(client, request)


def _letter(client: Client, send: Send) -> str:
    assert not Message.objects.exists()
    return _at(client, "request", make_request_now(send).reference, query="?write=question")


def _saved_filters(client: Client, send: Send) -> str:
    owner = make_staff_account("keeper", Role.OWNER)
    saved_filters.save(account=owner, name="Veg", query="kind=veg", reserved=())
    return _at(logged_in(owner), "saved-filters")


def _own(client: Client, send: Send) -> str:
    user = make_staff_account("somebody", Role.DESK)
    now = timezone.now()
    for key in ("a", "b"):
        OpenSession.objects.create(
            account=user, key=key, browser="Firefox", began_at=now, used_at=now
        )
    return _at(logged_in(user), "account")


def _factor(client: Client, send: Send) -> str:
    user = make_staff_account("careful", Role.DESK)
    with_second_factor(user)
    return _at(logged_in(user), "second-factor")


def _colleague(client: Client, send: Send) -> str:
    user = make_staff_account("mani", Role.DESK)
    now = timezone.now()
    OpenSession.objects.create(account=user, key="a", browser="Firefox", began_at=now, used_at=now)
    return _at(client, "staff-account", user.pk)


def _inbox(client: Client, send: Send) -> str:
    make_request_now(send)
    return _at(client, "inbox")


def _reports(client: Client, send: Send) -> str:
    _ready(send)
    return _at(client, "reports")


def _undone(client: Client, send: Send) -> str:
    planner = Planner(send, make_staff_account("planner", Role.DESK), timezone.now())
    plan = planner.lunches(6, start=SOON)
    planner.do(plan, skip(plan, [SOON], [LUNCH]))
    change = PlanChange.objects.order_by("-pk")[0]
    return _at(client, "plan-undo", plan.request.reference, query=f"?change={change.pk}")


def _routes(client: Client, send: Send) -> str:
    Route.objects.create(name="Beach", position=1)
    return _at(client, "routes")


def _run(client: Client, send: Send) -> str:
    planner = Planner(send, make_staff_account("planner", Role.DESK), timezone.now())
    plan = planner.lunches(6, start=SOON)
    route = Route.objects.create(name="Beach", position=1)
    StopPosition.objects.create(plan=plan, route=route)
    run = Run.objects.create(date=SOON, meal=LUNCH, route=route)
    return _at(client, "run", run.pk)


def _notices(client: Client, send: Send) -> str:
    planner = Planner(send, make_staff_account("planner", Role.DESK), timezone.now())
    planner.lunches(6, start=SOON)
    closing = close_day(day=SOON, meal=0, reason="Feast", actor=planner.actor, now=planner.now)
    return _at(client, "notices", closing.change_id)


def _papers(client: Client, send: Send) -> str:
    request = _ready(send)
    post(client, request, "papers/receipt", payment=Payment.objects.get().pk)
    return _at(client, "papers")


def _due(client: Client, send: Send) -> str:
    request = _ready(send)
    Debt.objects.create(request=request, paise=100)
    return _at(client, "money")


def _mails(client: Client, send: Send) -> str:
    make_request_now(send)
    return _at(client, "mails")


def _privacy(client: Client, send: Send) -> str:
    return _at(client, "privacy", query=f"?q={make_request_now(send).reference}")


def _unpublished(client: Client, _: Send) -> str:
    item = find_or_create_item("Berry Smoothie")
    UnpublishedRecipes.objects.create(recipes=[{"name": item.name}])
    return _at(client, "kitchen-items")


def _draft(client: Client, _: Send) -> str:
    edit_price("Berry Smoothie", 99)
    return _at(client, "menu-differences")


def _with_ticket(client: Client, send: Send) -> str:
    request = make_request_now(send)
    Ticket.objects.create(
        request=request, kind="question", key="0" * 32, text="Less oil?", at=timezone.now()
    )
    return page(client, request)


PAGES: dict[str, Callable[[Client, Send], str]] = {
    "ready": _ready_page,
    "refunded": _refunded,
    "confirmed": _confirmed,
    "cancelled": _cancelled,
    "taken-back": _taken_back,
    "held": _held,
    "appointment": _appointment,
    "letter": _letter,
    "asked": _with_ticket,
    "nutrition": lambda client, send: page(client, make_request_now(send, "nutrition")),
    "inbox": _inbox,
    "reports": _reports,
    "saved-filters": _saved_filters,
    "new": lambda client, send: _at(client, "new-order"),
    "ingredient": lambda client, send: _at(client, "kitchen-new-ingredient"),
    "dishes": lambda client, send: _at(client, "kitchen-items"),
    "unpublished": _unpublished,
    "again": lambda client, send: _at(client, "reorder", _ready(send).reference),
    "undone": _undone,
    "routes": _routes,
    "run": _run,
    "notices": _notices,
    "draft": _draft,
    "copy-week": lambda client, _: _at(client, "menu-weekly-copy", query="?week=1&to=2"),
    "mails": _mails,
    "colleague": _colleague,
    "own": _own,
    "factor": _factor,
    "privacy": _privacy,
    "papers": _papers,
    "due": _due,
}


def test_every_action_can_be_undone_or_says_that_it_cannot() -> None:
    actions = {name for name, (methods, _) in TABLE.items() if "POST" in methods}
    assert actions == {*UNDONE_BY, *SAYS}
    assert not UNDONE_BY.keys() & SAYS.keys()
    assert set(UNDONE_BY.values()) <= actions


@pytest.mark.parametrize("name", SAYS)
def test_an_action_without_undo_warns_beforehand(send: Send, name: str) -> None:
    where, sentence = SAYS[name]
    assert sentence in text(PAGES[where](logged_in(make_staff_account("boss", Role.OWNER)), send))
