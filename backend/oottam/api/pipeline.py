"""A request of the eight endpoints, from body to response: the event loop validates, the writer stores, the loop responds.

Orders that the desk takes by phone, reorders and the sample shop go the same way by `submit`, from a thread.
Nothing else here blocks the loop: what needs the database is done by the writer, many requests in one transaction. Bodies
whose validation would hold the loop up are validated in a thread.
"""

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from oottam.api import responses, validation
from oottam.api.endpoints import Endpoint
from oottam.api.responses import Response
from oottam.api.writing import idempotency, writer
from oottam.api.writing.batch import NotWrittenError, WriteJob
from oottam.api.writing.writer import MAX_WAIT_SECONDS, TIMEOUT_SECONDS, Job
from oottam.core import metrics
from oottam.core.db.bulk_insert import Row
from oottam.core.request_context import ROUTE
from oottam.core.responses import Reply

SHORT_BODY = 8 * 1024  # bytes; orders have one or two thousand
Environ = dict[str, Any]  # of WSGI
Waiter = asyncio.Future[Reply]


class Pipeline:
    """Of one event loop; `long_bodies` runs the validation of long ones."""

    def __init__(self, long_bodies: Executor) -> None:
        self._long_bodies = long_bodies
        self._prepared: list[Job[WriteJob]] = []
        self._settled: deque[tuple[Waiter, Future[Reply]]] = deque()
        self._is_called = False

    async def respond(self, endpoint: Endpoint[Any], environ: Environ, body: bytes) -> Response:
        """The response, once the request is stored or refused."""
        began = time.perf_counter()
        environ[ROUTE] = endpoint.path
        if environ["REQUEST_METHOD"] != "POST":
            response = responses.unsent(environ)
        else:
            try:
                outcome: Reply | Exception = await self._store(
                    await self._prepare(endpoint, environ, body)
                )
            except Exception as error:  # noqa: BLE001 - customers get a sentence, staff the log
                outcome = error
            response = responses.to(endpoint, environ, outcome)
        metrics.call_answered(endpoint.kind.value, response.status, time.perf_counter() - began)
        return response

    async def _prepare(self, endpoint: Endpoint[Any], environ: Environ, body: bytes) -> WriteJob:
        if len(body) <= SHORT_BODY:
            return validation.prepare(endpoint, environ, body)
        run = contextvars.copy_context().run
        task = partial(run, validation.prepare, endpoint, environ, body)
        return await asyncio.get_running_loop().run_in_executor(self._long_bodies, task)

    async def _store(self, work: WriteJob) -> Reply:
        """Raises NotWrittenError when it takes too long, or whatever the writer met."""
        loop = asyncio.get_running_loop()
        waiter: Waiter = loop.create_future()
        job = Job(work)
        job.future.add_done_callback(partial(self._settle, loop, waiter))
        if not self._prepared:
            loop.call_soon(self._hand_over)
        self._prepared.append(job)
        timeout = loop.call_later(TIMEOUT_SECONDS, self._time_out, job, waiter)
        try:
            return await waiter
        finally:
            timeout.cancel()

    def _hand_over(self) -> None:
        """Submit what was validated in this turn of the loop, all at once.

        One at a time, loop and writer would take the interpreter from each other at every statement,
        which cost a third more processor time and a quarter of the orders per second.
        """
        jobs, self._prepared = self._prepared, []
        try:
            writer.submit(jobs)
        except Exception as error:  # noqa: BLE001 - whatever it is, all of them hear of it
            for job in jobs:
                job.future.set_exception(error)

    def _settle(
        self, loop: asyncio.AbstractEventLoop, waiter: Waiter, future: Future[Reply]
    ) -> None:
        """Called by the writer for each job of a batch; the loop is called once for those that come together."""
        self._settled.append((waiter, future))
        if not self._is_called:
            self._is_called = True
            loop.call_soon_threadsafe(self._resolve)

    def _resolve(self) -> None:
        self._is_called = False
        while self._settled:
            waiter, future = self._settled.popleft()
            if waiter.done():
                continue  # it was given up, or its client has gone; it is stored all the same
            if future.cancelled():
                waiter.set_exception(NotWrittenError("The writer is too busy."))
            elif error := future.exception():
                waiter.set_exception(error)
            else:
                waiter.set_result(future.result())

    def _time_out(self, job: Job[WriteJob], waiter: Waiter) -> None:
        """Leave it unwritten where nobody has begun to write it; else wait on, but not for ever."""
        if not job.future.cancel():
            loop = asyncio.get_running_loop()
            loop.call_later(MAX_WAIT_SECONDS - TIMEOUT_SECONDS, self._give_up, waiter)

    @staticmethod
    def _give_up(waiter: Waiter) -> None:
        if not waiter.done():
            waiter.set_exception(NotWrittenError("The database does not answer."))


def submit(
    endpoint: Endpoint[Any],
    body: bytes,
    *,
    at: datetime,
    by: int | None = None,
    key: str | None = None,
    tells: bool = True,
    needs_email: bool = True,
    sender: str = "",
    beside: Callable[[UUID], Sequence[Row]] = lambda _: (),
) -> Reply:
    """Store a request whose call has this body, received `at`, entered by an account; its reply once it is stored.

    Shop and customer get their mails, unless it `tells` nobody. With a key the same body is stored once, however
    often it is entered. A customer's own comes from the internet address of its `sender`, which is counted. `beside`
    gives rows that are written with it, from its id. One that the staff take by phone does not need an e-mail address
    (`needs_email`). It waits, so it is for threads, not for the server's loop. Raises RequestRejectedError for what a
    customer would be refused, and NotWrittenError when the database does not take it.
    """
    named = idempotency.read_key(endpoint.kind, key, body)
    work = validation.read(
        endpoint,
        body,
        named,
        at,
        sender=sender,
        entered_by=by,
        tells=tells,
        needs_email=needs_email,
        beside=beside,
    )
    job = Job(work)
    writer.submit([job])
    try:
        return job.future.result(MAX_WAIT_SECONDS)
    except TimeoutError:
        raise NotWrittenError("The database does not answer.") from None
