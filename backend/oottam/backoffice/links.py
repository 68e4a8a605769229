"""Links to the back office, for mails to the shop."""

from django.urls import reverse

from oottam import catalogue
from oottam.outbox.mail_content import Link


def to_request(reference: str) -> Link | None:
    """Link to the request's page; None until site.json has the shop's origin."""
    origin = catalogue.current().site.origin
    page = reverse("backoffice:request", args=[reference])
    return Link("Open in the back office", f"{origin}{page}") if origin else None
