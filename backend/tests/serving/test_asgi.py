"""The ASGI application: requests under slow clients, busy threads and a slow or failing writer."""

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.utils import timezone

from oottam import catalogue
from oottam.accounts.roles import Role
from oottam.api import pipeline, responses
from oottam.api.errors import invalid_fields
from oottam.api.forms import Form, FormError
from oottam.api.limits import MAX_BODY
from oottam.api.models import RateLimitEntry
from oottam.api.pipeline import MAX_INLINE_BODY
from oottam.api.writing import batch
from oottam.api.writing.writer import TIMEOUT_SECONDS, WRITER
from oottam.core import responses as core_responses
from oottam.core.request_context import ROUTE
from oottam.menu import photos, workbook_reader
from oottam.requests.models import Request
from oottam.serving import access_log, asgi, uploads, wsgi_pool
from oottam.serving.requests import TrustedProxy
from oottam.serving.wsgi_pool import ClientDisconnectedError
from tests.api_client import WAIT_SECONDS, until
from tests.bodies import veg_body
from tests.conftest import VEG
from tests.factories.accounts import logged_in, make_staff_account
from tests.http_client import HEADERS, HERE, Caller, loop, response_of, scope

pytestmark = pytest.mark.django_db(transaction=True)
NOT_SAVED = "We could not save your order. Please try again in a moment."
JSON = {"Content-Type": "application/json"}


class PageApplication:
    """A WSGI application whose /slow responds once `may_respond` is set."""

    def __init__(self) -> None:
        self.started, self.may_respond = threading.Semaphore(0), threading.Event()

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            self.started.release()
            self.may_respond.wait(WAIT_SECONDS)
        body = environ["wsgi.input"].read()
        body_text = f"{environ['REMOTE_ADDR']} {environ['wsgi.url_scheme']} {len(body)}".encode()
        start_response("200 OK", [("Content-Length", str(len(body_text)))])
        return [body_text]


class Client:
    """Sends concurrent requests to an application with two page threads."""

    def __init__(self, wsgi: Any = None, pages: Executor | None = None, **proxy: Any) -> None:
        self.page_application = PageApplication()
        self._pools = [ThreadPoolExecutor(2), ThreadPoolExecutor(1)]
        self.application = asgi.Application(
            wsgi or self.page_application,
            [],
            HEADERS,
            proxy=TrustedProxy(proxy.get("address", ""), proxy.get("count", 1)),
            pages=pages or self._pools[0],
            long_bodies=self._pools[1],
        )

    def run(self, request: Coroutine[Any, Any, Any]) -> Any:
        return loop().run_until_complete(request)

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Any = None,
        *,
        is_slow: bool = False,
    ) -> HttpResponse:
        """`is_slow`: the body does not arrive."""
        own = {"Host": "x", **(headers or {})}
        if body:
            own.setdefault("Content-Length", str(len(body)))
        encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in own.items()]
        left, sent = [] if is_slow else [body], list[dict[str, Any]]()

        async def receive() -> dict[str, Any]:
            if left:
                return {"type": "http.request", "body": left.pop()}
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.application(scope(method, path, encoded, HERE), receive, send)
        return response_of(sent)

    async def order(self, body: Any = None, **headers: str) -> HttpResponse:
        raw = body if isinstance(body, bytes) else json.dumps(body or veg_body()).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.ask("POST", VEG, raw, {**JSON, **named})

    def post(self, body: Any = None, **headers: str) -> HttpResponse:
        found: HttpResponse = self.run(self.order(body, **headers))
        return found

    def close(self) -> None:
        self.page_application.may_respond.set()
        for pool in self._pools:
            pool.shutdown()


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of an application whose views respond with plain text."""
    client = Client()
    yield client
    client.close()


def status_and_message(response: HttpResponse) -> tuple[int, str]:
    return response.status_code, json.loads(response.content)["message"]


def test_orders_are_stored_while_every_thread_is_busy(client: Client) -> None:
    async def beside_pages() -> list[HttpResponse]:
        pages = [asyncio.create_task(client.ask("GET", "/slow")) for _ in range(3)]
        for _ in range(2):
            await asyncio.to_thread(client.page_application.started.acquire)
        found = [await client.order(), await client.order(b"{"), await client.order({"date": 5})]
        client.page_application.may_respond.set()
        await asyncio.gather(*pages)
        return found

    accepted, *refused = client.run(beside_pages())
    assert json.loads(accepted.content)["reference"] == Request.objects.get().reference
    assert [each.status_code for each in refused] == [400, 422]


def test_order_response_has_the_common_headers(client: Client) -> None:
    response = client.post()
    assert dict(response.items()) == {
        "cache-control": "no-store",
        "content-length": str(len(response.content)),
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
        "x-request-id": response["X-Request-ID"],
    }
    assert len(response["X-Request-ID"]) == 16


def test_order_is_logged_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[Any] = []
    monkeypatch.setattr(access_log, "write", lambda *line: logged.append(line))
    response = client.post()
    [(environ, status, size, seconds)] = logged
    assert (environ[ROUTE], status, size) == (VEG, 200, len(response.content))
    assert 0 < seconds < 60


@pytest.mark.parametrize("path", ["/backoffice/", "/status/x/again/", "/status/x/start/"])
def test_forms_of_django_views_reach_them(client: Client, path: str) -> None:
    assert client.run(client.ask("POST", path, b"{}", JSON)).content == b"127.0.0.1 http 2"


def test_get_of_an_endpoint_is_a_405(client: Client) -> None:
    response = client.run(client.ask("GET", VEG))
    assert (response.status_code, response["Allow"]) == (405, "POST")


def max_size_body() -> bytes:
    raw = json.dumps(veg_body(extra="")).encode()
    return json.dumps(veg_body(extra="x" * (MAX_BODY - len(raw)))).encode()


def test_body_of_maximum_size_is_stored_and_a_longer_one_is_a_413(client: Client) -> None:
    assert client.post(max_size_body()).status_code == 200
    assert Request.objects.get().body == max_size_body().decode()
    assert client.post(max_size_body() + b" ").status_code == 413
    assert Request.objects.count() == 1


def status_of(headers: dict[str, str], *parts: bytes, method: str = "POST", path: str = VEG) -> int:
    """The response's status for raw headers and body parts."""
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return Caller().ask(scope(method, path, encoded), parts).status_code


RAW = json.dumps(veg_body()).encode()
LENGTH = {"content-length": str(len(RAW))}
HOST = {"host": "shop.example"}
KIND = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("headers", "parts", "status"),
    [
        ({**HOST, **KIND, "content-length": "300000", "expect": "100-continue"}, [], 413),
        ({**HOST, **KIND, "content-length": "300000"}, [b" " * 300_000], 413),
        ({**HOST, **KIND, "content-length": "9" * 30}, [RAW], 400),
        ({**HOST, **KIND, "content-length": "+5"}, [RAW], 400),
        ({**HOST, **KIND, "content-length": "²"}, [RAW], 400),
        ({**HOST, **KIND, "content-length": str(len(RAW) + 1)}, [RAW], 400),
        ({**HOST, **KIND, "content-length": str(len(RAW) - 1)}, [RAW], 400),
        ({**HOST, **KIND, **LENGTH}, [RAW[:9], b""], 400),
        ({**HOST, **KIND, "transfer-encoding": "chunked"}, [RAW], 411),
        ({**HOST, **KIND, **LENGTH, "transfer-encoding": "chunked"}, [RAW], 411),
        ({**HOST, **KIND, "transfer-encoding": "gzip, chunked"}, [RAW], 501),
        ({**KIND, **LENGTH}, [RAW], 400),
        ({**KIND, **LENGTH, "host": ""}, [RAW], 400),
        ({**KIND, **LENGTH, "host": "a b"}, [RAW], 400),
    ],
)
def test_ambiguous_request_is_refused_and_stores_nothing(
    headers: dict[str, str], parts: list[bytes], status: int
) -> None:
    assert status_of(headers, *parts) == status
    assert Request.objects.count() == 0


def test_two_hosts_and_invalid_methods_and_targets_are_a_400() -> None:
    two = [(b"host", b"a"), (b"host", b"b")]
    assert Caller().ask(scope("GET", "/", two), []).status_code == 400
    for method, path in (("get", "/"), ("OPTIONS", "*"), ("CONNECT", ""), ("G\nT", "/")):
        assert status_of(HOST, method=method, path=path) == 400


def status_of_page(content_type: str, method: str) -> int:
    kind = (b"content-type", content_type.encode())
    asked = scope(method, "/backoffice/?a=%41", [(b"host", b"shop.example"), kind])
    return Caller(PageApplication()).ask(asked, [b""]).status_code


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "parameter", ["charset=hex", "charset=unicode_escape", "charset=utf-16", "charset=x", "x*=y''z"]
)
def test_page_in_another_charset_is_a_415(parameter: str, method: str) -> None:
    """Django would decode query and form by it: some codecs fail, and some make half characters."""
    assert status_of_page(f"application/x-www-form-urlencoded; {parameter}", method) == 415


@pytest.mark.parametrize("parameter", ["", "; charset=UTF-8", '; charset="utf8"', "; boundary=é"])
def test_page_in_utf_8_is_served(parameter: str) -> None:
    assert status_of_page(f"multipart/form-data{parameter}", "POST") == 200


@pytest.mark.parametrize("version", ["1", "1.0"])
@pytest.mark.parametrize("hosts", [[], [(b"host", b"")]])
def test_http_1_0_without_a_host_is_served(version: str, hosts: list[tuple[bytes, bytes]]) -> None:
    """Servers name the version in either way, and Granian adds an empty Host."""
    asked = {**scope("GET", "/", hosts), "http_version": version}
    assert Caller(PageApplication()).ask(asked, []).content == b"127.0.0.1 http 0"


def test_refused_head_or_body_ends_the_connection() -> None:
    def connection(headers: list[tuple[bytes, bytes]], *parts: bytes) -> str:
        return Caller().ask(scope("POST", VEG, headers), parts).get("Connection", "")

    host = (b"host", b"x")
    assert connection([(b"host", b"")]) == "close"
    assert connection([host, (b"transfer-encoding", b"gzip")]) == "close"
    assert connection([host, (b"transfer-encoding", b"chunked")], RAW) == "close"
    assert connection([host, (b"content-length", b"99999999")]) == "close"
    assert connection([host, (b"content-length", b"2")], b"{}") == ""


PHOTO = "/backoffice/menu/dishes/veg/idli/photo"
WORKBOOK = "/backoffice/menu/spreadsheet/read"


def cookie_of(role: Role) -> dict[str, str]:
    """The session cookie of a new account."""
    browser = logged_in(make_staff_account(role.value, role))
    return {"cookie": browser.cookies[settings.SESSION_COOKIE_NAME].OutputString()}


def upload_status(length: int, headers: dict[str, str], path: str = PHOTO) -> int:
    sized = {**HOST, "content-type": "multipart/form-data", "content-length": str(length)}
    return status_of({**sized, **headers}, b"x" * length, path=path)


@pytest.mark.parametrize("path", [PHOTO, WORKBOOK])
def test_only_staff_who_may_edit_the_menu_send_more_than_a_form(path: str) -> None:
    mine = cookie_of(Role.DESK)
    assert upload_status(MAX_BODY + 1, mine, path) == 404  # of the pages, which have it whole
    assert upload_status(MAX_BODY + 1, {}, path) == 413
    unknown = {"cookie": f"{settings.SESSION_COOKIE_NAME}=none"}
    assert upload_status(MAX_BODY + 1, unknown, path) == 413
    assert upload_status(MAX_BODY + 1, cookie_of(Role.RIDER), path) == 413
    assert upload_status(MAX_BODY + 1, mine, "/backoffice/menu/") == 413


@pytest.mark.parametrize(
    ("path", "limit"), [(PHOTO, photos.MAX_UPLOAD_BYTES), (WORKBOOK, workbook_reader.MAX_BYTES)]
)
def test_upload_has_the_bound_of_its_kind_of_file(path: str, limit: int) -> None:
    mine, longest = cookie_of(Role.OWNER), limit + uploads.MULTIPART_BYTES
    assert upload_status(longest, mine, path) == 404
    assert upload_status(longest + 1, mine, path) == 413


def test_session_that_ended_sends_no_upload() -> None:
    mine = cookie_of(Role.OWNER)
    with time_machine.travel(timezone.now() + timedelta(hours=settings.SESSION_HOURS + 1)):
        assert upload_status(MAX_BODY + 1, mine) == 413


def test_account_that_was_closed_sends_no_upload() -> None:
    mine = cookie_of(Role.OWNER)
    User.objects.update(is_active=False)
    assert upload_status(MAX_BODY + 1, mine) == 413


def start_upload(client: Client, headers: dict[str, str]) -> asyncio.Task[HttpResponse]:
    """An upload whose body does not arrive."""
    sized = {**headers, "content-length": str(MAX_BODY + 1)}
    return asyncio.ensure_future(client.ask("POST", PHOTO, b"", sized, is_slow=True))


def test_upload_beyond_the_slots_is_a_503_and_a_riders_takes_none(client: Client) -> None:
    rider, desk, owner = (cookie_of(role) for role in (Role.RIDER, Role.DESK, Role.OWNER))

    async def upload(headers: dict[str, str]) -> HttpResponse:
        body = b"x" * (MAX_BODY + 1)
        return await client.ask("POST", PHOTO, body, headers)

    async def hold(headers: dict[str, str], *, until_running: int) -> asyncio.Task[HttpResponse]:
        task = start_upload(client, headers)
        while client.application._uploads.running < until_running and not task.done():
            await asyncio.sleep(0)
        return task

    async def uploads_at_once() -> list[HttpResponse]:
        for _ in range(3):
            start_upload(client, rider)
        for running in range(1, uploads.MAX_PER_ACCOUNT + 1):
            await hold(desk, until_running=running)
        return [await upload(desk), await upload(owner)]

    refused, taken = client.run(uploads_at_once())
    assert status_and_message(refused) == (
        503,
        "Other uploads are still arriving. Please try again in a minute.",
    )
    assert refused["Retry-After"] == "60"
    assert taken.status_code == 200


def test_upload_slot_is_free_again_after_the_upload(client: Client) -> None:
    desk, body = cookie_of(Role.DESK), b"x" * (MAX_BODY + 1)
    for _ in range(2 * uploads.MAX_UPLOADS):
        assert client.run(client.ask("POST", PHOTO, body, desk)).status_code == 200


def test_body_that_times_out_is_a_408(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "BODY_TIMEOUT_SECONDS", 0.0)

    async def never(*_: Any) -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(asgi, "read_body", never)
    assert client.post().status_code == 408


def test_header_with_an_underscore_is_dropped() -> None:
    seen: dict[str, Any] = {}

    def application(environ: Any, start_response: Any) -> list[bytes]:
        seen.update(environ)
        start_response("200 OK", [])
        return []

    sent = [
        (b"host", b"x"), (b"x_forwarded_for", b"203.0.113.9"), (b"cookie", b"a=1"), (b"cookie", b"b=2"),
        (b"accept", b"a"), (b"accept", b"b"),
    ]  # fmt: skip
    Caller(application).ask(scope("GET", "/%C3%A9?q=%20", sent), [])
    assert (seen["HTTP_COOKIE"], seen["HTTP_ACCEPT"]) == ("a=1; b=2", "a, b")
    assert "HTTP_X_FORWARDED_FOR" not in seen
    assert (seen["PATH_INFO"], seen["QUERY_STRING"]) == ("/\xc3\xa9", "q=%20")


@pytest.mark.parametrize(
    ("count", "forwarded", "seen"),
    [
        (1, {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}, b"203.0.113.9 https 0"),
        (1, {"X-Forwarded-For": "192.0.2.66, 203.0.113.9"}, b"203.0.113.9 http 0"),
        (2, {"X-Forwarded-For": "192.0.2.66, 203.0.113.9, 198.51.100.7"}, b"203.0.113.9 http 0"),
        (1, {"X-Forwarded-For": "[2001:db8::1]:99"}, b"2001:db8::1 http 0"),
        (1, {"X-Forwarded-For": "203.0.113.9:1234"}, b"203.0.113.9 http 0"),
        (1, {}, b"127.0.0.1 http 0"),
    ],
)  # fmt: skip
def test_client_address_and_scheme_come_from_the_trusted_proxy(
    count: int, forwarded: dict[str, str], seen: bytes
) -> None:
    assert (
        Caller(PageApplication(), proxy=HERE, proxies=count)
        .request("GET", "/", headers=forwarded)
        .content
        == seen
    )
    others = Caller(PageApplication(), proxy="192.0.2.1").request("GET", "/", headers=forwarded)
    assert others.content == b"127.0.0.1 http 0"


@pytest.mark.parametrize(
    "headers", [{"X-Forwarded-Proto": "http, , https"}, {"X-Forwarded-For": "nonsense"}]
)
def test_invalid_forwarding_headers_are_a_400(headers: dict[str, str]) -> None:
    assert Caller(proxy=HERE).request("GET", "/", headers=headers).status_code == 400


def test_rate_limit_counts_the_visitor_behind_the_trusted_proxy() -> None:
    client = Client(address=HERE)
    for visitor in ("203.0.113.9", "203.0.113.9", "198.51.100.7"):
        assert client.post(X_Forwarded_For=visitor).status_code == 200
    assert len(set(RateLimitEntry.objects.values_list("address"))) == 2
    client.close()


def test_retry_gets_the_first_response_after_the_form_became_invalid(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The idempotency record takes precedence over the form's errors."""
    first = client.post(Idempotency_Key="k-1").content
    assert client.post(Idempotency_Key="k-1").content == first

    def raise_form_error(*_: Any) -> Any:
        raise FormError([])

    monkeypatch.setattr(Form, "read", raise_form_error)
    assert client.post(Idempotency_Key="k-1").content == first
    other = client.post(Idempotency_Key="k-2")
    assert (other.status_code, other.content) == (422, invalid_fields([]).reply.body)
    assert client.post(veg_body(date=7), Idempotency_Key="k-1").status_code == 422
    assert Request.objects.count() == 1


@pytest.mark.parametrize("extra", [0, MAX_INLINE_BODY])
def test_error_during_validation_is_a_500(
    client: Client, monkeypatch: pytest.MonkeyPatch, extra: int
) -> None:
    monkeypatch.setattr(catalogue, "current", lambda: 1 / 0)
    status, message = status_and_message(client.post(veg_body(extra="x" * extra)))
    assert (status, message[:39]) == (500, "Something went wrong on our side and yo")


def test_error_while_responding_is_a_500_and_affects_no_other_request(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "for_outcome", lambda *_: 1 / 0)
    assert client.post().status_code == 500
    monkeypatch.undo()
    assert client.post().status_code == 200


def test_order_is_stored_when_the_client_disconnects_before_the_response(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted, submit = asyncio.Event(), WRITER.submit

    def submit_and_notify(jobs: Any) -> None:
        submit(jobs)
        submitted.set()

    monkeypatch.setattr(WRITER, "submit", submit_and_notify)

    async def leave() -> None:
        order = asyncio.create_task(client.order())
        await submitted.wait()
        order.cancel()

    client.run(leave())
    assert client.post().status_code == 200
    assert Request.objects.count() == 2


def test_orders_of_one_loop_iteration_are_submitted_together(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted: list[int] = []

    def refuse(jobs: Any) -> Any:
        submitted.append(len(jobs))
        raise batch.NotWrittenError

    monkeypatch.setattr(WRITER, "submit", refuse)

    async def four() -> Any:
        return await asyncio.gather(*[client.order() for _ in range(4)])

    assert [status_and_message(each) for each in client.run(four())] == [(503, NOT_SAVED)] * 4
    assert submitted == [4]


def test_batch_wakes_the_loop_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer settles the whole batch before the loop continues."""
    calls: list[Any] = []

    def settle_all(jobs: Any) -> None:
        for job in jobs:
            job.future.set_result(core_responses.success("Thank you", "OT-1"))

    monkeypatch.setattr(WRITER, "submit", settle_all)

    async def four() -> Any:
        running = asyncio.get_running_loop()
        call = running.call_soon_threadsafe

        def counted(callback: Any, *given: Any, **named: Any) -> Any:
            calls.append(callback)
            return call(callback, *given, **named)

        monkeypatch.setattr(running, "call_soon_threadsafe", counted)
        return await asyncio.gather(*[client.order() for _ in range(4)])

    assert [each.status_code for each in client.run(four())] == [200] * 4
    assert len(calls) == 1


def test_order_that_times_out_before_the_writer_is_not_stored(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "TIMEOUT_SECONDS", 0.0)
    monkeypatch.setattr(WRITER, "submit", lambda jobs: None)
    assert status_and_message(client.post()) == (503, NOT_SAVED)


def test_order_during_a_blocked_commit_is_a_503_and_can_be_retried(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfrozen = threading.Event()
    commit = WRITER._commit

    def freeze(batch: Any) -> Any:
        unfrozen.wait(WAIT_SECONDS)
        return commit(batch)

    monkeypatch.setattr(WRITER, "_commit", freeze)
    monkeypatch.setattr(pipeline, "MAX_WAIT_SECONDS", TIMEOUT_SECONDS)

    async def order_until_timeout() -> HttpResponse:
        order = asyncio.create_task(client.order(Idempotency_Key="k-1"))
        while WRITER.began_at is None:
            await asyncio.sleep(0.001)
        scheduled = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
        [timeout] = [each for each in scheduled if "_time_out" in repr(each)]
        timeout._run()
        return await order

    assert status_and_message(client.run(order_until_timeout())) == (503, NOT_SAVED)
    unfrozen.set()
    assert client.post(Idempotency_Key="k-1").status_code == 200
    assert Request.objects.count() == 1


PART = b"y" * 700_000


def parts(count: int, *, fails: bool = False) -> Any:
    """An application whose body exceeds MAX_WHOLE_BYTES."""
    closed = threading.Event()

    class Body:
        def __iter__(self) -> Iterator[bytes]:
            for _ in range(count):
                yield PART
            if fails:
                raise ZeroDivisionError

        def close(self) -> None:
            closed.set()

    def application(environ: Any, start_response: Any) -> Body:
        start_response("200 OK", [("Content-Length", "999")])
        return Body()

    application.closed = closed  # type: ignore[attr-defined]
    return application


async def exchange(application: Any, send: Any, gone: asyncio.Event) -> None:
    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    await application(scope("GET", "/", [(b"host", b"x")]), receive, send)


def test_long_body_is_sent_in_parts_without_a_length() -> None:
    client = Client(parts(10))
    response = client.run(client.ask("GET", "/"))
    assert response.content == PART * 10
    assert "content-length" not in dict(response.items())
    client.close()


def test_body_that_fails_half_way_is_not_terminated() -> None:
    client, sent = Client(parts(4, fails=True)), list[dict[str, Any]]()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def request() -> None:
        await exchange(client.application, send, asyncio.Event())

    with pytest.raises(ZeroDivisionError):
        client.run(request())
    assert sent[0]["status"] == 200
    assert all(message["more_body"] for message in sent[1:])
    client.close()


def test_response_is_closed_when_the_client_disconnects() -> None:
    application = parts(1_000_000)
    client = Client(application)

    async def request() -> None:
        gone, count = asyncio.Event(), 0

        async def send(message: dict[str, Any]) -> None:
            nonlocal count
            count += 1
            if count == 5:
                gone.set()

        with pytest.raises(ClientDisconnectedError):
            await exchange(client.application, send, gone)

    client.run(request())
    assert application.closed.is_set()
    client.close()


def test_non_reading_client_releases_the_thread_after_the_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wsgi_pool, "PART_TIMEOUT_SECONDS", 0.05)
    application = parts(1_000_000)
    client = Client(application)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def request() -> None:
        with pytest.raises(ClientDisconnectedError):
            await exchange(client.application, send, asyncio.Event())

    client.run(request())
    until(application.closed.is_set)
    client.close()


def test_background_services_start_and_stop_with_the_lifespan() -> None:
    events: list[str] = []

    def on_startup() -> Any:
        events.append("started")
        return lambda: events.append("ended")

    application = asgi.Application(
        PageApplication(), [], HEADERS, proxy=TrustedProxy("", 1), pages=ThreadPoolExecutor(1), long_bodies=ThreadPoolExecutor(1), on_startup=on_startup
    )  # fmt: skip
    words = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> dict[str, Any]:
        return {"type": next(words)}

    async def send(message: dict[str, Any]) -> None:
        events.append(message["type"])

    loop().run_until_complete(application({"type": "lifespan"}, receive, send))
    assert events == [
        "started",
        "lifespan.startup.complete",
        "ended",
        "lifespan.shutdown.complete",
    ]
