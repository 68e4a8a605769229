"""The back office: the staff's pages."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.outbox.mail_content import Link


class BackofficeConfig(AppConfig):
    """Pages over everybody else's tables; it has none of its own."""

    name = "oottam.backoffice"
    verbose_name = "Back office"

    def ready(self) -> None:
        """From here on its background jobs are known."""
        from oottam.backoffice import jobs  # noqa: F401, PLC0415 - models are not loaded earlier

    def staff_link(self, reference: str) -> "Link | None":
        """Where the shop's mails lead; None until site.json says where the shop is."""
        from oottam.backoffice.links import to_request  # noqa: PLC0415

        return to_request(reference)
