"""The WSGI application for everything but calls: storefront > the back office's files > Django."""

import os
import re
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from oottam import catalogue
from oottam.intake import answers
from oottam.serving.built_storefront import existing, read_routes
from oottam.serving.exchange import Headers
from oottam.serving.files import Files
from oottam.serving.headers import security_headers
from oottam.serving.storefront import Storefront

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ONE_HOUR = 3600  # seconds
READING = ("GET", "HEAD", "OPTIONS")
BACK_OFFICE = "/backoffice/"
# What customers ask for once more, from the page of the request that they had.
AGAIN = re.compile(r"/status/[^/]+/again/")


def build_application() -> "WSGIApplication":
    """The whole stack; raises ImproperlyConfigured when something that it needs is missing."""
    django = get_wsgi_application()
    # Django reads its URLs on the first request: 0.3 s that no customer should wait for.
    get_resolver().resolve("/backoffice/login/")
    static = Files(_without_forms(django), max_age=ONE_HOUR)
    staff = existing(settings.STOREFRONT / "staff/manifest.json").parent
    static.add_files(str(staff / "assets"), prefix=f"{settings.STATIC_URL}staff/assets")
    return Storefront(static, settings.STOREFRONT)


def headers() -> Headers:
    """The security headers of every reply."""
    return security_headers(
        frame_origin=catalogue.current().site.map_origin,
        behind_tls=settings.BEHIND_TLS,
        call_origins=read_routes(settings.STOREFRONT).call_origins,
    )


def _asks_again(method: str, path: str) -> bool:
    return method == "POST" and AGAIN.fullmatch(path) is not None


def _without_forms(django: "WSGIApplication") -> "WSGIApplication":
    """Forms that are sent to an address which takes none get JSON, as from a call."""

    def guarded(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        path = environ["PATH_INFO"]
        reads = environ["REQUEST_METHOD"] in READING
        if reads or path.startswith(BACK_OFFICE) or _asks_again(environ["REQUEST_METHOD"], path):
            return django(environ, start_response)
        answer = answers.unknown_call(environ)
        start_response(f"{answer.status} Not Found", list(answer.headers.items()))
        return [answer.body]

    return guarded


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
application = build_application()
