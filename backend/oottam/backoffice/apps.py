"""The back office, and the admin site that it is."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class BackofficeConfig(AppConfig):
    """Templates and styles come before Django's own."""

    name = "oottam.backoffice"
    verbose_name = "Back office"

    def ready(self) -> None:
        """From here on the shop's mails lead to it."""
        from oottam.backoffice import links  # noqa: PLC0415 - models are not loaded earlier
        from oottam.intake import mails  # noqa: PLC0415

        mails.use_staff_link(links.to_request)


class BackofficeAdminConfig(AdminConfig):
    """Django's admin with our site in place of the stock one."""

    default_site = "oottam.backoffice.site.BackofficeSite"
