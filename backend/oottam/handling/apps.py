"""The handling app."""

from django.apps import AppConfig


class HandlingConfig(AppConfig):
    """What staff add to a request; the request itself stays as it was sent."""

    name = "oottam.handling"
    verbose_name = "Handling"

    def ready(self) -> None:
        """From here on the outbox can mail what the desk wrote, what is agreed is booked, and debts kept."""
        from oottam.handling.domain import booking, debts  # noqa: PLC0415 - models are not loaded earlier
        from oottam.handling.domain.messages import compose  # noqa: PLC0415
        from oottam.notify import mail_content  # noqa: PLC0415

        mail_content.use_for_messages(compose)
        booking.begin()
        debts.begin()
