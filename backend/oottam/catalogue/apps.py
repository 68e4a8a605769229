"""Reads the contract when Django starts, and says which of its blocks are still samples."""

from django.apps import AppConfig
from django.conf import settings

from oottam import catalogue


class CatalogueConfig(AppConfig):
    """A wrong or missing contract file stops the start here, with a sentence."""

    name = "oottam.catalogue"
    verbose_name = "Catalogue"

    def ready(self) -> None:
        """Read everything once; nothing reads contract/ afterwards."""
        from oottam.catalogue import checks  # noqa: F401, PLC0415 - registers itself

        catalogue.use(catalogue.load(settings.CONTRACT))
