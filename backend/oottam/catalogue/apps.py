"""Loads the contract when Django starts and registers its system checks."""

from django.apps import AppConfig
from django.conf import settings

from oottam import catalogue


class CatalogueConfig(AppConfig):
    """Loads the contract; an invalid or missing file aborts the start with ImproperlyConfigured."""

    name = "oottam.catalogue"

    def ready(self) -> None:
        from oottam.catalogue import checks  # noqa: F401, PLC0415 - registers itself

        catalogue.use(catalogue.load(settings.CONTRACT))
