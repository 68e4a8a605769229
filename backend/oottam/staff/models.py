"""What is kept of wrong passwords, for a quarter of an hour."""

from django.db import models


class LoginFailure(models.Model):
    """A wrong password, or one that is being checked; counted by log_in.py, and purged.

    It holds no name and no address: all of them are digests keyed with the shop's secret. From a
    device that is known for the account, the device alone is counted.
    """

    at = models.BigIntegerField(db_index=True, help_text="Seconds since 1970 (UTC)")
    account = models.BigIntegerField(null=True, help_text="The name that was typed")
    network = models.BigIntegerField(null=True, help_text="IPv4 address, or /64 of IPv6")
    device = models.BigIntegerField(null=True)

    class Meta:
        indexes = tuple(
            models.Index(fields=(by, "at"), name=f"login_failure_by_{by}")
            for by in ("account", "network", "device")
        )

    def __str__(self) -> str:
        return f"{self.at}"
