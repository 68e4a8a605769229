"""Paths of a request's status pages, for replies and mails, and the pages' chat links."""

from functools import cache
from urllib.parse import quote
from uuid import UUID

from django.urls import reverse

from oottam import catalogue
from oottam.api import endpoints
from oottam.requests.identity import token_of
from oottam.requests.models import Request
from oottam.workflow.services import reminder_rules
from oottam.workflow.services.details import MEAL_KINDS


@endpoints.status_path.provide
def status_path(request_id: UUID, link_number: int = 0) -> str:
    return _status_prefix() + token_of(request_id, link_number)


def page_path(request: Request) -> str:
    """Path of the status page, by the request's present link."""
    return status_path(request.pk, request.link_number)


def reorder_path(request: Request) -> str:
    return f"{page_path(request)}/again/"


def start_path(request: Request) -> str:
    """Path of the form for missing details."""
    return f"{page_path(request)}/start/"


def plan_path(request: Request) -> str:
    """Path of the customer's page of the plan."""
    return f"{page_path(request)}/plan/"


def ask_path(request: Request) -> str:
    """Path of the customer's page to ask, to complain, and to ask about their data."""
    return f"{page_path(request)}/ask/"


def paid_path(request: Request) -> str:
    """Path of the customer's page to say that they have paid."""
    return f"{page_path(request)}/paid/"


@endpoints.start_path.provide
def start_path_of_kind(request: Request) -> str:
    return start_path(request) if request.kind in MEAL_KINDS else ""


@reminder_rules.opt_out_path.provide
def opt_out_path(token: str) -> str:
    """Path of the page on which a person opts out of reminders."""
    return reverse("status-reminders", args=[token])


def chat_url(matter: str, message: str = "") -> str:
    """URL that opens the messaging app with a message to the shop: its greeting about the matter, then `message`."""
    site = catalogue.current().site
    text = f"{site.greeting_about.replace('{matter}', matter)} {message}"
    return f"https://wa.me/{site.contact.chat_number}?text={quote(text, safe='')}"


@cache
def _status_prefix() -> str:
    """Cached: every endpoint's response contains the path, and `reverse` costs seven times the token."""
    return reverse("status", args=["x"]).removesuffix("x")
