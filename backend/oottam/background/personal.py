"""Generated files hold whatever a colleague asked for; every erasure deletes them all."""

from oottam.background.models import CachedPart
from oottam.core.personal import Life, Table

TABLES = (
    Table(CachedPart, "Generated files",
        Life("generated file", "an hour; sooner with its session and any erasure"),
        plain="cache_key value expires"),
)  # fmt: skip
