"""The admin site, named after the shop, and the door to it."""

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam import catalogue
from oottam.staff import hashing, known_devices, log_in

TOO_MANY = "backoffice/too_many_tries.html"


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

    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """The only place where a password opens something; each is counted before it is checked."""
        if request.method != "POST":
            return super().login(request, extra_context)
        device = known_devices.read(request)
        name, address = request.POST.get("username", ""), request.META.get("REMOTE_ADDR", "")
        try:
            attempt = log_in.begin(name, address, device, timezone.now())
        except log_in.TooManyTriesError as error:
            return self._too_many(request, error.seconds)
        try:
            with hashing.turns.turn():
                answer = super().login(request, extra_context)
        except hashing.BusyError:
            attempt.was_not_looked_at()
            return self._too_many(request, hashing.RETRY_SECONDS, busy=True)
        if answer.status_code == 302:  # another answer shows the form again
            attempt.was_right()
            known_devices.remember(answer, device, attempt.account)
        return answer

    def _too_many(self, request: HttpRequest, seconds: int, *, busy: bool = False) -> HttpResponse:
        said = {"title": "Log in", "minutes": -(-seconds // 60), "busy": busy}
        shown = {**self.each_context(request), **said}
        answer = render(request, TOO_MANY, shown, status=429)
        answer["Retry-After"] = str(seconds)
        answer["Cache-Control"] = "no-store"
        return answer
