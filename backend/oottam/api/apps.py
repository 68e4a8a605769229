"""The api app; its label is that of its tables."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.outbox.mail_content import MailContent
    from oottam.outbox.models import Recipient


class ApiConfig(AppConfig):
    """Takes the calls, which are registered by the apps that own them."""

    name = "oottam.api"
    label = "intake"
    verbose_name = "Intake"

    def mail_content(self, reference: str, recipient: "Recipient") -> "MailContent | None":
        """The mail about a request; None when there is no such request any more."""
        from oottam.api.mails import compose  # noqa: PLC0415 - models are not loaded earlier

        return compose(reference, recipient)
