"""The intake app."""

from django.apps import AppConfig


class IntakeConfig(AppConfig):
    """Takes the calls, which are registered by the apps that own them."""

    name = "oottam.intake"
    verbose_name = "Intake"

    def ready(self) -> None:
        """From here on the outbox can ask what its mails say."""
        from oottam.intake.mails import compose  # noqa: PLC0415 - models are not loaded earlier
        from oottam.notify import mail_content  # noqa: PLC0415

        mail_content.use(compose)
