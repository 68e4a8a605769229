"""The ASGI application: the eight endpoints in the loop, the storefront's files from memory, Django's views in threads."""

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from oottam import catalogue
from oottam.api import endpoints, responses
from oottam.api.pipeline import Pipeline
from oottam.core.request_context import request_id
from oottam.core.tracebacks import trace
from oottam.serving import access_log
from oottam.serving.built_storefront import existing, read_routes
from oottam.serving.files import Files
from oottam.serving.headers import security_headers
from oottam.serving.requests import (
    RequestError,
    Scope,
    TrustedProxy,
    environ_of,
    has_body,
    put_body,
    read_body,
    refusal_of,
)
from oottam.serving.responses import CommonHeaders, Headers, Response, Send
from oottam.serving.storefront import Storefront
from oottam.serving.wsgi_pool import ClientGoneError, WsgiPool

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)
BODY_TIMEOUT_SECONDS = 30.0  # that a body has to arrive
ONE_HOUR = 3600  # seconds
READING = ("GET", "HEAD", "OPTIONS")
BACK_OFFICE = "/backoffice/"
# The forms of a request's status page: to ask for the same again, and to answer what is missing.
CUSTOMER_FORM = re.compile(r"/status/[^/]+/(?:again|start)/")


class Application:
    """Answers requests; with `lifespan`, what a server runs beside them begins and ends with it."""

    def __init__(
        self,
        wsgi: "WSGIApplication",
        files: Sequence[Files],
        headers: Headers,
        *,
        proxy: TrustedProxy,
        pages: Executor,
        long_bodies: Executor,
        begin: Callable[[], Callable[[], None]] = lambda: lambda: None,
    ) -> None:
        """`begin` starts what belongs to a running server, and returns what ends it."""
        self._files = files
        self._common = CommonHeaders(headers)
        self._proxy = proxy
        self._pages = WsgiPool(wsgi, pages)
        self._pipeline = Pipeline(long_bodies)
        self._begin = begin

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        """An ASGI 3 application of `http` and `lifespan`."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._respond(scope, receive, send)

    async def _live(self, receive: Any, send: Send) -> None:
        await receive()
        end = self._begin()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(end)
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond(self, scope: Scope, receive: Any, send: Send) -> None:
        environ = environ_of(scope)
        refused = refusal_of(scope, environ) or self._proxy.apply(environ)
        response = Response(environ, send, self._common)
        request_id.set(response.identity)
        if refused:
            await response.refuse(refused)
            return
        try:
            await self._answer(response, receive)
        except RequestError as error:
            await response.refuse(error.status)
        except ClientGoneError:
            raise  # the server ends the connection; a body in parts has no end then
        except Exception as error:
            logger.error("%s failed: %s", access_log.route_of(environ), trace(error))  # noqa: TRY400
            if response.is_started:
                raise
            await response.refuse(500)

    async def _answer(self, response: Response, receive: Any) -> None:
        environ = response.environ
        call = endpoints.find(environ["PATH_INFO"])
        if call and "HTTP_TRANSFER_ENCODING" in environ:
            # Whether a length stood beside it, no server tells; and then it must not become an order.
            raise RequestError(411)
        body = b""
        if has_body(environ):
            try:
                async with asyncio.timeout(BODY_TIMEOUT_SECONDS):
                    body = await read_body(receive, environ)
            except TimeoutError:
                raise RequestError(408) from None
        if call:
            answer = await self._pipeline.respond(call, environ, body)
            await response.whole(answer.status, answer.headers.items(), answer.body)
            return
        for files in self._files:
            if sent := files.answer(environ):
                await response.whole(sent.status, sent.headers, sent.body)
                return
        if _takes_no_form(environ):
            answer = responses.unknown_call(environ)
            await response.whole(answer.status, answer.headers.items(), answer.body)
            return
        put_body(environ, body)
        await self._pages.respond(response, receive)


def _takes_no_form(environ: "WSGIEnvironment") -> bool:
    """Forms that are sent to an address which takes none get JSON, as from an endpoint."""
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    is_taken = path.startswith(BACK_OFFICE) or (method == "POST" and CUSTOMER_FORM.fullmatch(path))
    return method not in READING and not is_taken


def build(
    *,
    pages: Executor,
    long_bodies: Executor,
    begin: Callable[[], Callable[[], None]] = lambda: lambda: None,
) -> Application:
    """All that one process serves; raises ImproperlyConfigured when something that it needs is missing."""
    django = get_wsgi_application()
    # Django reads its URLs on the first request: 0.3 s that no customer should wait for.
    get_resolver().resolve("/backoffice/login/")
    static = Files(max_age=ONE_HOUR)
    staff = existing(settings.STOREFRONT / "staff/manifest.json").parent
    static.add_files(str(staff / "assets"), prefix=f"{settings.STATIC_URL}staff/assets")
    headers = security_headers(
        frame_origin=catalogue.current().site.map_origin,
        behind_tls=settings.BEHIND_TLS,
        call_origins=read_routes(settings.STOREFRONT).call_origins,
    )
    return Application(
        django,
        [Storefront(settings.STOREFRONT), static],
        headers,
        proxy=TrustedProxy(settings.TRUSTED_PROXY, settings.TRUSTED_PROXY_COUNT),
        pages=pages,
        long_bodies=long_bodies,
        begin=begin,
    )
