"""The admin site, named after the shop, behind the same door as the staff's pages."""

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from oottam import catalogue
from oottam.staff import second_factor


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

    def has_permission(self, request: HttpRequest) -> bool:
        """Nobody who still has to set up their second factor."""
        return super().has_permission(request) and not second_factor.must_be_set_up(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """There is one log-in."""
        asked = request.GET.get("next", "")
        return redirect(f"{reverse('backoffice:log-in')}?{urlencode({'next': asked})}")

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """There is one page on which passwords are changed, and counted."""
        return redirect("backoffice:password")
