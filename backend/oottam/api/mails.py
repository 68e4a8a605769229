"""Composes the mails about a request; `Endpoint.describe` adds the parts of its kind.

The shop's mail contains the customer's input. The acknowledgement goes to an unverified address, so it
contains no free text, which could be abused for spam: only values of the contract, and a plausible
name.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.utils import formats, timezone

from oottam import catalogue
from oottam.api import endpoints
from oottam.api.endpoints import start_path, status_path
from oottam.api.mail_details import MailDetails, is_entered_by_desk
from oottam.core.clock import clock_time
from oottam.core.direction import isolate
from oottam.core.hook import Hook
from oottam.outbox.mail_content import Compose, Fact, Link, MailContent, request_composer
from oottam.outbox.models import Recipient
from oottam.outbox.sanitize import one_line
from oottam.requests.models import Request

MAX_NAME_LENGTH = 60  # characters
# Letters with their marks and joiners, blanks, apostrophes, hyphens and full stops, but no host names.
_NAME = re.compile(r"(?:[^\W\d_]|[ .'’\-\u200c\u200d])+")
_HOST = re.compile(r"\.\w\w")

FORM_NOTICE = (
    "You are getting this email because {why}. If that was not you, you can ignore this email: "
    "nothing has been ordered or booked."
)
PHONE_ORDER_NOTICE = (
    "You are getting this email because our team noted it for you and was given this address. If that "
    "was not you, please reply to this email: we will cancel it."
)


def status_link(request: Request) -> Link | None:
    """Return the status page's URL; None without the shop's URL in site.json."""
    origin, path = catalogue.current().site.origin, status_path(request.pk, request.link_number)
    if not (origin and path):
        return None
    noun = "order" if endpoints.of_kind(request.kind).noun == "order" else "request"
    return Link(f"Track your {noun}", origin + path)


def start_link(request: Request) -> Link | None:
    """Return the URL of the form for missing details; None for kinds without one, or without the shop's URL."""
    origin, path = catalogue.current().site.origin, start_path(request)
    return (
        Link("Answer a few questions, so that we can start", origin + path)
        if origin and path
        else None
    )


@Hook
def reordered_references(requests: Collection[Request]) -> Mapping[UUID, str]:
    """Return the references of the requests that some of these reorder, by the id of the newer one."""
    raise NotImplementedError


@Hook
def staff_link(reference: str) -> Link | None:
    """Return a link to the request's staff page; None without the shop's URL in site.json."""
    raise NotImplementedError


@request_composer.provide
def read(references: Collection[str]) -> Compose:
    found = Request.objects.filter(reference__in=references, erased_at=None)
    # What was sent is large, and mails do not show it.
    found = found.defer("body", "extra_fields").prefetch_related("flags").order_by()
    requests = {request.reference: request for request in found}
    by_rows = defaultdict[str, list[Request]](list)
    for request in requests.values():
        by_rows[endpoints.of_kind(request.kind).rows].append(request)
    for rows, of_kinds in by_rows.items():
        prefetch_related_objects(of_kinds, *filter(None, [rows]))
    originals = reordered_references(requests.values())

    @cache
    def describe(reference: str) -> MailDetails:
        """Describe the request for both mails, the shop's and the customer's."""
        request = requests[reference]
        return endpoints.of_kind(request.kind).describe(request)

    def compose(reference: str, recipient: Recipient) -> MailContent | None:
        request = requests.get(reference)
        if request is None:
            return None
        details = describe(reference)
        if recipient == Recipient.SHOP:
            return _to_shop(request, details)
        return _to_customer(request, details, originals.get(request.pk, ""))

    return compose


def _to_customer(request: Request, details: MailDetails, original: str) -> MailContent:
    """`original` is the reordered request's reference, "" for none."""
    callback = (
        [Fact("We will call you on", request.phone_normalised)] if request.phone_normalised else []
    )
    reorder_note = f", the same again as {original}" if original else ""
    verb = "noted" if is_entered_by_desk(request) else "received"
    return MailContent(
        customer_email=request.email,
        subject=f"your {details.noun} {request.reference}",
        greeting=_greeting(request.customer_name),
        opening=(
            f"Thank you! We have {verb} your {details.noun}{reorder_note}. "
            "Please have the reference at hand if you contact us about it."
        ),
        facts=[Fact("Reference", request.reference), *details.facts, *callback],
        lines=details.lines,
        sums=details.sums,
        notes=details.notes,
        next_steps=[details.next_step],
        first_link=start_link(request),
        link=status_link(request),
        small_print=_small_print(request, original),
    )


def _small_print(request: Request, original: str) -> str:
    """Explain why the mail was sent."""
    if is_entered_by_desk(request):
        return PHONE_ORDER_NOTICE
    if original:
        return FORM_NOTICE.format(why=f"this was reordered from the page of {original}")
    return FORM_NOTICE.format(why="this address was entered in a form on our website")


def _to_shop(request: Request, details: MailDetails) -> MailContent:
    name = one_line(request.customer_name, MAX_NAME_LENGTH)
    subject_detail = f", {details.subject_detail}" if details.subject_detail else ""
    return MailContent(
        customer_email=request.email,
        subject=f"{request.reference}, {details.noun}{subject_detail} ({isolate(name)})",
        greeting=f"New {details.noun} {request.reference}",
        opening="It is saved in the back office, ready to be assigned.",
        facts=[*_customer_facts(request), *details.free_text, *details.facts],
        lines=details.lines,
        sums=details.sums,
        notes=details.notes,
        link=staff_link(request.reference),
    )


def _customer_facts(request: Request) -> list[Fact]:
    dialled = request.phone_normalised
    phone = f"{dialled}\n(written: {request.phone})" if dialled else request.phone
    facts = [
        Fact("Received", _indian_time(request)),
        Fact("Name", request.customer_name),
        Fact("Phone", phone),
        Fact("E-mail", request.email),
        Fact("Please check", "\n".join(request.flag_labels())),
    ]
    return [fact for fact in facts if fact.text]


def _indian_time(request: Request) -> str:
    local = timezone.localtime(request.received_at)
    return f"{formats.date_format(local, 'DATE_FORMAT')}, {clock_time(local)} (IST)"


def _greeting(name: str) -> str:
    cleaned = one_line(name, MAX_NAME_LENGTH)
    return f"Hello {isolate(cleaned)}," if _looks_like_a_name(cleaned) else "Hello,"


def _looks_like_a_name(text: str) -> bool:
    """Whether a name is free of digits, symbols and host names, which mail programs turn into links."""
    marks_as_letters = "".join(
        "a" if unicodedata.category(character).startswith("M") else character for character in text
    )
    return bool(_NAME.fullmatch(marks_as_letters)) and not _HOST.search(marks_as_letters)
