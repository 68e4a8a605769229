"""The WSGI application: security headers > log > storefront > the back office's files > Django."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from whitenoise import WhiteNoise

from oottam import catalogue
from oottam.common.request_context import ROUTE
from oottam.config.access_log import AccessLog
from oottam.config.built_storefront import read_routes
from oottam.config.headers import SecureHeaders, security_headers
from oottam.config.storefront import Storefront

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ONE_HOUR = 3600  # seconds


def build_application() -> "WSGIApplication":
    """The whole stack; raises ImproperlyConfigured when something that it needs is missing."""
    django = get_wsgi_application()
    # Django reads its URLs on the first request: 0.3 s that no customer should wait for.
    get_resolver().resolve("/backoffice/login/")
    storefront = Storefront(_with_static_files(django), settings.STOREFRONT)
    return SecureHeaders(AccessLog(storefront), headers())


def headers() -> list[tuple[str, str]]:
    """The security headers of every reply."""
    return security_headers(
        frame_origin=catalogue.current().site.map_origin,
        behind_tls=settings.BEHIND_TLS,
        call_origins=read_routes(settings.STOREFRONT).call_origins,
    )


def _with_static_files(django: "WSGIApplication") -> "WSGIApplication":
    """The back office's style sheets and scripts, straight from their packages."""
    files = WhiteNoise(django, allow_all_origins=False, max_age=ONE_HOUR)
    for finder in get_finders():
        for path, storage in finder.list([]):
            files.add_file_to_dictionary(settings.STATIC_URL + path, storage.path(path))

    def served(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        if environ["PATH_INFO"] in files.files:
            environ[ROUTE] = environ["PATH_INFO"]
        answer: Iterable[bytes] = files(environ, start_response)
        return answer

    return served


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
application = build_application()
