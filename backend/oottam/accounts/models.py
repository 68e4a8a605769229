"""What is kept of an account beside its name and password: roles, second factor, sessions, links, wrong tries, lists."""

from django.conf import settings
from django.db import models

from oottam.accounts.roles import Role
from oottam.core.fields import CodeField, CodesOf

DIGEST = 64  # characters: SHA-256 in hexadecimal


class AccountRole(models.Model):
    """One role of one account."""

    # The unique constraint has an index that begins with the account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles", db_index=False
    )
    role = CodeField(Role, max_length=20)

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


class OpenSession(models.Model):
    """A browser in which somebody is logged in, as its owner sees it. It ends with Django's session of the key.

    No address is kept, and of the browser only what it is called.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="open_sessions"
    )
    key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=60)
    began_at = models.DateTimeField()
    used_at = models.DateTimeField()

    class Meta:
        ordering = ("-used_at", "-pk")

    def __str__(self) -> str:
        return self.browser


class SecondFactor(models.Model):
    """The key that an account's authenticator app makes its codes from."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="second_factor",
    )
    key = models.CharField(max_length=64, help_text="Hexadecimal")
    last_step = models.BigIntegerField(
        help_text="Of the newest code that was taken, in 30 s since 1970; no older one is"
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.since}"


class RecoveryCode(models.Model):
    """A code that opens once in place of the app's; only its digest is kept, until it is used."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="recovery_codes",
        db_index=False,
    )
    digest = models.CharField(max_length=DIGEST)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("account", "digest"), name="each_recovery_code_once"),
        )

    def __str__(self) -> str:
        return f"{self.pk}"


class Purpose(models.TextChoices):
    """What an account's link lets its holder do."""

    INVITATION = "invitation", "Invitation"
    PASSWORD = "password", "New password"
    SECOND_FACTOR = "second-factor", "Second factor taken away"


class AccountLink(models.Model):
    """A link by which somebody gets into their account; only its digest is kept, until it is used."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="links", db_index=False
    )
    purpose = CodeField(Purpose, max_length=20)
    digest = models.CharField(max_length=DIGEST, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            # A new link takes the place of the one before it.
            models.UniqueConstraint(fields=("account", "purpose"), name="one_link_each_purpose"),
        )

    def __str__(self) -> str:
        return self.purpose


class SavedView(models.Model):
    """A list of requests that somebody keeps under a name: a query string of the inbox, with no words to look for."""

    # The unique constraint has an index that begins with the account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="saved_views",
        db_index=False,
    )
    name = models.CharField(max_length=40)
    query = models.CharField(max_length=200)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("account", "name"), name="each_saved_view_once"),
        )

    def __str__(self) -> str:
        return self.name


# Released migrations name these.
purpose_choices = CodesOf(Purpose)
