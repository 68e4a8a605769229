"""The account tables' register: no personal data of customers."""

from oottam.accounts.models import (
    AccountLink,
    AccountRole,
    LoginFailure,
    OpenSession,
    RecoveryCode,
    SavedInboxFilter,
    SecondFactor,
)
from oottam.core.personal import WITH_ACCOUNT, RetentionPolicy, Table

TABLES = (
    Table(AccountRole, "Roles", WITH_ACCOUNT, plain="id account role"),
    # Digests keyed with SECRET_KEY.
    Table(LoginFailure, "Wrong passwords", RetentionPolicy("wrong password", "a quarter of an hour"),
        plain="id at account network device"),
    Table(OpenSession, "Sessions", RetentionPolicy("log-in", "with its session"),
        plain="id account key browser began_at used_at"),
    Table(SecondFactor, "Second factors", WITH_ACCOUNT, plain="account key last_step since"),
    Table(RecoveryCode, "Recovery codes", RetentionPolicy("account, ten", "when it is used, or replaced"),
        plain="id account digest"),
    Table(AccountLink, "Links", RetentionPolicy("link, one of a purpose", "72 hours, or when it is used"),
        plain="id account purpose digest expires_at"),
    # Without search words.
    Table(SavedInboxFilter, "Saved lists", WITH_ACCOUNT, plain="id account name query"),
)  # fmt: skip
