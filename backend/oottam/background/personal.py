"""Retention of generated files; as they contain personal data, every erasure deletes all of them."""

from oottam.background.models import CachedPart
from oottam.core.personal import RetentionPolicy, Table

TABLES = (
    Table(CachedPart, "Generated files",
        RetentionPolicy("generated file", "an hour; sooner with its session and any erasure"),
        plain="cache_key value expires"),
)  # fmt: skip
