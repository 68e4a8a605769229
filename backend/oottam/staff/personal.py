"""The staff's own tables hold nothing of customers."""

from oottam.common.personal import Table
from oottam.staff.models import (
    AccountLink,
    AccountRole,
    LoginFailure,
    OpenSession,
    RecoveryCode,
    SavedView,
    SecondFactor,
)

TABLES = (
    Table(AccountRole, "Roles", plain=("id", "account", "role")),
    # Digests that say nothing without the shop's secret; gone after a quarter of an hour.
    Table(LoginFailure, "Wrong passwords", plain=("id", "at", "account", "network", "device")),
    Table(
        OpenSession, "Sessions", plain=("id", "account", "key", "browser", "began_at", "used_at")
    ),
    Table(SecondFactor, "Second factors", plain=("account", "key", "last_step", "since")),
    Table(RecoveryCode, "Recovery codes", plain=("id", "account", "digest")),
    Table(AccountLink, "Links", plain=("id", "account", "purpose", "digest", "expires_at")),
    # Named by colleagues for themselves, and without words that were looked for.
    Table(SavedView, "Saved lists", plain=("id", "account", "name", "query")),
)
