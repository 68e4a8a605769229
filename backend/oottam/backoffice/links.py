"""Where staff find things, for mails that lead them there."""

from django.urls import reverse

from oottam import catalogue
from oottam.notify.mail_content import Link


def to_request(reference: str) -> Link | None:
    """The inbox with this request alone; None until site.json says where the shop is."""
    origin = catalogue.current().site.origin
    inbox = reverse("admin:requests_request_changelist")
    return Link("Open in the back office", f"{origin}{inbox}?q={reference}") if origin else None
