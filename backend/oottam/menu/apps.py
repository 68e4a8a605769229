"""The menu app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.catalogue import Catalogue


class MenuConfig(AppConfig):
    """Owns the draft, the editions and what is sold out."""

    name = "oottam.menu"
    verbose_name = "Menu"

    def load_edition(self, number: int) -> "Catalogue | None":
        """Load an edition that this server does not show yet; None for one that was never live."""
        from oottam.menu.live import load_edition  # noqa: PLC0415 - models are not loaded earlier

        return load_edition(number)
