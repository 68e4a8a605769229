"""The back office, and the admin site that it is."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class BackofficeConfig(AppConfig):
    """Templates and styles come before Django's own."""

    name = "oottam.backoffice"
    verbose_name = "Back office"


class BackofficeAdminConfig(AdminConfig):
    """Django's admin with our site in place of the stock one."""

    default_site = "oottam.backoffice.site.BackofficeSite"
