"""The ASGI application: endpoints in the event loop, storefront files from memory, Django views in threads."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from oottam import catalogue
from oottam.api import endpoints, responses
from oottam.api.pipeline import Pipeline
from oottam.catalogue import Catalogue
from oottam.core import page_assets
from oottam.core.request_context import request_id
from oottam.core.tracebacks import trace
from oottam.rendering import Rendering
from oottam.serving import access_log
from oottam.serving.built_storefront import read_routes, require_built
from oottam.serving.files import StaticFiles
from oottam.serving.headers import security_headers
from oottam.serving.requests import (
    RequestError,
    Scope,
    TrustedProxy,
    build_environ,
    find_error_status,
    has_body,
    is_utf8,
    read_body,
    set_body,
)
from oottam.serving.responses import CommonHeaders, Headers, Response, Send
from oottam.serving.storefront import Storefront
from oottam.serving.uploads import Uploads
from oottam.serving.wsgi_pool import ClientDisconnectedError, WsgiPool
from oottam.statuspage import PAGES

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)
ONE_HOUR = 3600  # seconds
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
BACK_OFFICE_PREFIX = "/backoffice/"
STATUS_PAGE_FORM = re.compile(rf"/status/[^/]+/(?:{'|'.join(PAGES)})/")


@dataclass(frozen=True, slots=True)
class Live:
    """What replies are made from at a moment; replaced as a whole after a rendering."""

    files: Sequence[StaticFiles]
    headers: CommonHeaders
    catalogue: Catalogue | None = None  # None: the process's own
    content: Mapping[str, Any] | None = None  # what staff pages carry


class Application:
    """Routes HTTP requests; runs the background services for the time of ASGI's lifespan."""

    def __init__(
        self,
        wsgi: "WSGIApplication",
        files: Sequence[StaticFiles],
        headers: Headers,
        *,
        proxy: TrustedProxy,
        pages: Executor,
        long_bodies: Executor,
        on_startup: Callable[[], Callable[[], None]] = lambda: lambda: None,
    ) -> None:
        """`on_startup` starts the background services and returns the function that stops them."""
        self._live = Live(files, CommonHeaders(headers))
        self._proxy = proxy
        self._pages = WsgiPool(wsgi, pages)
        self._pipeline = Pipeline(long_bodies)
        self._uploads = Uploads()
        self._on_startup = on_startup

    def use(self, live: Live) -> None:
        """Reply from `live` from the next request on."""
        if live.catalogue:
            catalogue.use(live.catalogue)
        self._live = live

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        """Handle an ASGI 3 scope of type `http` or `lifespan`."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http":
            await self._respond(scope, receive, send)

    async def _run_lifespan(self, receive: Any, send: Send) -> None:
        await receive()
        stop = self._on_startup()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(stop)
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond(self, scope: Scope, receive: Any, send: Send) -> None:
        live = self._live
        if live.catalogue:
            catalogue.pin(live.catalogue)
        page_assets.pin_page_content(live.content)
        environ = build_environ(scope)
        error_status = find_error_status(scope, environ) or self._proxy.apply(environ)
        response = Response(environ, send, live.headers)
        request_id.set(response.request_id)
        if error_status:
            await response.send_error(error_status, closes=True)
            return
        try:
            await self._dispatch(response, receive, live.files)
        except RequestError as error:
            await response.send_error(error.status, closes=True)
        except ClientDisconnectedError:
            raise  # Granian closes the connection, so a chunked body stays unterminated
        except Exception as error:
            logger.error("%s failed: %s", access_log.route_of(environ), trace(error))  # noqa: TRY400
            if response.is_started:
                raise
            await response.send_error(500)

    async def _dispatch(
        self, response: Response, receive: Any, all_files: Sequence[StaticFiles]
    ) -> None:
        environ = response.environ
        endpoint = endpoints.find(environ["PATH_INFO"])
        if endpoint and "HTTP_TRANSFER_ENCODING" in environ:
            # Servers hide whether a Content-Length was sent as well; such a request must not become an order.
            raise RequestError(411)
        body = b""
        if has_body(environ):
            try:
                limits = await self._uploads.limits(environ)
                async with asyncio.timeout(limits.seconds):
                    with self._uploads.counted(limits):
                        body = await read_body(receive, environ, limits.size, limits.error_status)
            except TimeoutError:
                raise RequestError(408) from None
        if endpoint:
            reply = await self._pipeline.respond(endpoint, environ, body)
            await response.send_whole(reply.status, reply.headers.items(), reply.body)
            return
        for files in all_files:
            if file_response := files.respond(environ):
                await response.send_whole(
                    file_response.status, file_response.headers, file_response.body
                )
                return
        if _is_unexpected_form(environ):
            reply = responses.unknown_endpoint(environ)
            await response.send_whole(reply.status, reply.headers.items(), reply.body)
            return
        if not is_utf8(environ):
            raise RequestError(415)
        set_body(environ, body)
        await self._pages.respond(response, receive)


def _is_unexpected_form(environ: "WSGIEnvironment") -> bool:
    """Whether a form was posted to a path without form handling; the response is JSON then, as an endpoint's."""
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    is_expected = path.startswith(BACK_OFFICE_PREFIX) or (
        method == "POST" and STATUS_PAGE_FORM.fullmatch(path)
    )
    return method not in SAFE_METHODS and not is_expected


def build(
    live: Live | None = None,
    *,
    pages: Executor,
    long_bodies: Executor,
    on_startup: Callable[[], Callable[[], None]] = lambda: lambda: None,
) -> Application:
    """Build the application of one process. Raises ImproperlyConfigured, for example without a built storefront."""
    django = get_wsgi_application()
    # Django loads its URLs lazily, which would delay the first request by 0.3 s.
    get_resolver().resolve("/backoffice/login/")
    application = Application(
        django,
        [],
        [],
        proxy=TrustedProxy(settings.TRUSTED_PROXY, settings.TRUSTED_PROXY_COUNT),
        pages=pages,
        long_bodies=long_bodies,
        on_startup=on_startup,
    )
    application.use(live or read_live(None))
    return application


def read_live(rendering: Rendering | None, known: Catalogue | None = None) -> Live:
    """Read what replies are made from: the build's files, with the pages of `rendering` if there is one.

    Orders are priced by the catalogue `known`; without one, by the process's own. Raises ImproperlyConfigured if a
    file is missing.
    """
    static = StaticFiles(max_age=ONE_HOUR)
    staff_files = require_built(settings.STOREFRONT / "staff/manifest.json").parent
    static.add_files(str(staff_files / "assets"), prefix=f"{settings.STATIC_URL}staff/assets")
    folder = rendering.folder if rendering else settings.STOREFRONT
    headers = security_headers(
        frame_origin=(known or catalogue.current()).site.map_origin,
        behind_tls=settings.BEHIND_TLS,
        call_origins=read_routes(folder).call_origins,
    )
    return Live(
        [Storefront(settings.STOREFRONT, rendering), static],
        CommonHeaders(headers),
        known,
        json.loads(require_built(folder / "content.json").read_bytes()),
    )
