"""The intake app."""

from django.apps import AppConfig


class IntakeConfig(AppConfig):
    """Holds every request; the calls themselves are registered by the apps that own them."""

    name = "oottam.intake"
    verbose_name = "Requests"

    def ready(self) -> None:
        """From here on the outbox can ask what its mails say."""
        from oottam.intake.letters import compose  # noqa: PLC0415 - models are not loaded earlier
        from oottam.notify import letter  # noqa: PLC0415

        letter.use(compose)
