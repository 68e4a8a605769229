"""Tables beside Django's User: roles, second factor, sessions, links, failed log-ins, saved inbox filters."""

from django.conf import settings
from django.db import models

from oottam.accounts.roles import Role
from oottam.core.fields import CodeField, CodesOf

DIGEST = 64  # characters: SHA-256 in hexadecimal


class AccountRole(models.Model):
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
    """A wrong password or code, or one being checked; throttling.py counts and purges them.

    Account, network and device are digests keyed with SECRET_KEY: the row holds no name and no address. An attempt
    from a device that is trusted for the account has the device alone.
    """

    at = models.BigIntegerField(db_index=True, help_text="Seconds since 1970 (UTC)")
    account = models.BigIntegerField(null=True, help_text="Digest of the typed account name")
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
    """A log-in as its account's owner sees it. It is deleted with Django's session of the same key.

    It holds no IP address, and only the browser's coarse name.
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
    """The TOTP key shared with an account's authenticator app."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="second_factor",
    )
    key = models.CharField(max_length=64, help_text="Hexadecimal")
    last_step = models.BigIntegerField(
        help_text="Time step (Unix time // 30) of the newest accepted code; older codes are rejected"
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.since}"


class RecoveryCode(models.Model):
    """A single-use code in place of the app's; only its digest is stored, until it is used."""

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
    """What a link allows."""

    INVITATION = "invitation", "Invitation"
    PASSWORD = "password", "New password"
    SECOND_FACTOR = "second-factor", "Second factor taken away"


class AccountLink(models.Model):
    """A single-use link into an account; only its digest is stored, until it is used."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="links", db_index=False
    )
    purpose = CodeField(Purpose, max_length=20)
    digest = models.CharField(max_length=DIGEST, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            # A new link replaces the earlier one.
            models.UniqueConstraint(fields=("account", "purpose"), name="one_link_each_purpose"),
        )

    def __str__(self) -> str:
        return self.purpose


class SavedInboxFilter(models.Model):
    """An inbox filter that an account saved under a name: its query string, without search words.

    Search words could name a customer.
    """

    # The unique constraint has an index that begins with the account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="saved_inbox_filters",
        db_index=False,
    )
    name = models.CharField(max_length=40)
    query = models.CharField(max_length=200)

    class Meta:
        db_table = "staff_savedview"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("account", "name"), name="each_saved_view_once"),
        )

    def __str__(self) -> str:
        return self.name


# Released migrations reference this.
purpose_choices = CodesOf(Purpose)
