"""The roles of the staff, and what is kept of wrong passwords, for a quarter of an hour."""

from django.conf import settings
from django.db import models

from oottam.staff.roles import role_choices


class AccountRole(models.Model):
    """One role of one account."""

    # The unique constraint has an index that begins with the account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles", db_index=False
    )
    role = models.CharField(max_length=20, choices=role_choices)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("account", "role"), name="each_role_once"),)

    def __str__(self) -> str:
        return self.role


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
