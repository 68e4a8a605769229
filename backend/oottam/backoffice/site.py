"""The admin site, named after the shop."""

from django.contrib.admin import AdminSite
from django.http import HttpRequest

from oottam import catalogue


class BackofficeSite(AdminSite):
    """Plain, in the shop's name."""

    index_title = "Today's work"
    site_url = None  # the storefront never links here, and neither does this site back

    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """Title and header from site.json."""
        brand = catalogue.current().site.brand.name
        return {
            **super().each_context(request),
            "site_header": f"{brand} back office",
            "site_title": f"{brand} back office",
        }
