"""Generated files hold whatever a colleague asked for; every erasure deletes them all."""

from oottam.background.models import CachedPart
from oottam.common.personal import Table

TABLES = (Table(CachedPart, "Generated files", plain=("cache_key", "value", "expires")),)
