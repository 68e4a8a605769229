"""The mail by which every owner learns what an edition of the menu changes."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from oottam import catalogue
from oottam.accounts.roles import Role
from oottam.backoffice.menu.publishing.queries import groups_of
from oottam.core.clock import clock_time
from oottam.menu import editions
from oottam.menu.differences import compare
from oottam.menu.models import Edition, EditionState
from oottam.menu.signals import edition_stored
from oottam.outbox import queue
from oottam.outbox.mail_content import Fact, Link, MailContent, compose_edition_mail

MAX_SENTENCES = 30  # of a kind


@receiver(edition_stored)
def queue_mail(sender: object, *, number: int, now: datetime, **_: object) -> None:
    """Queue the mail, if an owner has an address, in the edition's transaction."""
    if _addresses():
        queue.add_edition(number, now)


def _addresses() -> list[str]:
    owners = User.objects.filter(is_active=True, roles__role=Role.OWNER).exclude(email="")
    return list(owners.order_by("pk").values_list("email", flat=True))


@compose_edition_mail.provide
def compose(number: int) -> MailContent | None:
    edition = Edition.objects.select_related("made_by").filter(number=number).first()
    addresses = _addresses()
    if edition is None or not addresses:
        return None
    earlier = Edition.objects.filter(number__lt=number, live_from__isnull=False)
    before = earlier.aggregate(newest=Max("number"))["newest"] or 0
    groups = groups_of(compare(editions.content_of(before), editions.content_of(number)))
    who = edition.made_by.get_username() if edition.made_by else "Somebody"
    origin = catalogue.current().site.origin
    page = reverse("backoffice:menu-edition", args=[number])
    return MailContent(
        customer_email="",
        owners_emails=addresses,
        subject=f"the menu changes, version {number}",
        greeting="",
        opening=f"{who} {_what_happened(edition)} This is what it changes.",
        facts=[
            *([Fact("Note", edition.note)] if edition.note else []),
            *(Fact(group.title, _lines(group.sentences)) for group in groups),
        ],
        link=Link("Open in the back office", f"{origin}{page}?with={before}") if origin else None,
        small_print="You get this mail as an owner. If nobody of you did this, change your password.",
    )


def _what_happened(edition: Edition) -> str:
    if edition.state == EditionState.WITHDRAWN:
        return f"scheduled version {edition.number} of the menu, and took it back."
    if edition.live_from:
        return f"published version {edition.number} of the menu."
    at = timezone.localtime(edition.starts_at)
    return (
        f"scheduled version {edition.number} of the menu for"
        f" {at:%A}, {at.day} {at:%B %Y}, {clock_time(at)} IST."
    )


def _lines(sentences: Sequence[str]) -> str:
    more = len(sentences) - MAX_SENTENCES
    shown = list(sentences[:MAX_SENTENCES])
    return "\n".join([*shown, f"and {more} more"] if more > 0 else shown)
