"""The api app; its label is the prefix of its tables."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.outbox.mail_content import MailContent
    from oottam.outbox.models import Recipient


class ApiConfig(AppConfig):
    """Serves the endpoints that other apps register."""

    name = "oottam.api"
    label = "intake"
    verbose_name = "Intake"

    def mail_content(self, reference: str, recipient: "Recipient") -> "MailContent | None":
        """Compose a request's mail; None if the request was deleted."""
        from oottam.api.mails import compose  # noqa: PLC0415 - models are not loaded earlier

        return compose(reference, recipient)
