"""Start-up checks about the shop's configuration."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Info, register

from oottam import catalogue


@register
def sample_blocks(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Name the blocks of site.json that still hold the shipped sample."""
    blocks = catalogue.current().site.sample_blocks
    if not blocks:
        return []
    return [
        Info(
            f"site.json still holds the shipped sample of: {', '.join(blocks)}.",
            hint='Put the shop\'s own data in each block, then set its "sample" to false.',
            id="oottam.I001",
        )
    ]
