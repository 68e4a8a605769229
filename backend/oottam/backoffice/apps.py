"""The back office: the staff's pages."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.outbox.mail_content import Link, MailContent


class BackofficeConfig(AppConfig):
    """Pages over the other apps' tables; it has no models."""

    name = "oottam.backoffice"
    verbose_name = "Back office"

    def ready(self) -> None:
        """Register the background jobs, and the mail about an edition."""
        from oottam.backoffice import jobs  # noqa: F401, PLC0415 - models are not loaded earlier
        from oottam.backoffice.menu.publishing import mails  # noqa: F401, PLC0415

    def edition_mail_content(self, number: int) -> "MailContent | None":
        """Compose the mail to the owners about an edition; None without an owner's address."""
        from oottam.backoffice.menu.publishing.mails import compose  # noqa: PLC0415 - models are not loaded earlier

        return compose(number)

    def staff_link(self, reference: str) -> "Link | None":
        """Link to the request for the shop's mails; None until site.json has the shop's origin."""
        from django.urls import reverse  # noqa: PLC0415

        from oottam import catalogue  # noqa: PLC0415
        from oottam.outbox.mail_content import Link  # noqa: PLC0415

        origin = catalogue.current().site.origin
        page = reverse("backoffice:request", args=[reference])
        return Link("Open in the back office", f"{origin}{page}") if origin else None
