"""The back office: the staff's pages."""

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.urls import reverse

from oottam import catalogue

if TYPE_CHECKING:
    from oottam.outbox.mail_content import Link


class BackofficeConfig(AppConfig):
    """Pages over the other apps' tables; it has no models."""

    name = "oottam.backoffice"
    verbose_name = "Back office"

    def ready(self) -> None:
        """Register the background jobs and the check of permissions, and provide mails and links."""
        from oottam.api.mails import staff_link  # noqa: PLC0415
        from oottam.backoffice import jobs  # noqa: F401, PLC0415 - models are not loaded earlier
        from oottam.backoffice.menu.publishing import mails  # noqa: F401, PLC0415
        from oottam.backoffice.shared import decorators  # noqa: F401, PLC0415

        staff_link.provide(_staff_link)


def _staff_link(reference: str) -> "Link | None":
    from oottam.outbox.mail_content import Link  # noqa: PLC0415

    origin = catalogue.current().site.origin
    page = reverse("backoffice:request", args=[reference])
    return Link("Open in the back office", f"{origin}{page}") if origin else None
