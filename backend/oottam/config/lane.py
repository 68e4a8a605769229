"""Calls are answered by the server's own loop, without a thread of their own to wait in.

A call is a little work, then a wait for the writer's commit, then an answer. Handing each one to a
thread and back took more time than the work. So the loop prepares it, the writer stores it, and the
loop sends the answer. What is long, or needs the database before it is stored, goes to a thread.
"""

import logging
import time
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from waitress.proxy_headers import proxy_headers_middleware

from oottam.common import metrics
from oottam.common.request_context import ROUTE, request_id
from oottam.common.tracebacks import trace
from oottam.config import access_log
from oottam.config.channel import Channel, Ready
from oottam.intake import calls, reception, storage
from oottam.intake.calls import Call
from oottam.intake.group_commit import (
    LONGEST_WAIT_SECONDS,
    PATIENCE_SECONDS,
    Job,
    NotWrittenError,
    Outcome,
)
from oottam.intake.reception import UnfitFormError
from oottam.intake.refusals import RefusedError
from oottam.intake.store import Pending

if TYPE_CHECKING:
    from oottam.config.server import Server

logger = logging.getLogger(__name__)
SHORT_BODY = 16 * 1024  # bytes; orders have one or two thousand


@dataclass(slots=True, eq=False)
class _Taken:
    """A call on its way."""

    channel: Channel
    call: Call[Any]
    environ: dict[str, Any]
    identity: str
    began: float = field(default_factory=time.perf_counter)
    answered: bool = False


class Lane:
    """Takes short calls from channels, and gives the answers back to them."""

    def __init__(self, server: "Server") -> None:
        adjustments = server.adj
        self._server = server
        self._prepared: deque[tuple[_Taken, Pending]] = deque()  # for the writer
        self._settled: deque[tuple[_Taken, Outcome]] = deque()  # to be answered by the loop
        self._waiting: dict[_Taken, Job[Pending]] = {}  # the oldest first
        # As waitress believes the forwarding headers of other requests.
        self._forwarded = proxy_headers_middleware(
            lambda *_: _BELIEVED,
            trusted_proxy=adjustments.trusted_proxy,
            trusted_proxy_count=adjustments.trusted_proxy_count,
            trusted_proxy_headers=adjustments.trusted_proxy_headers,
            clear_untrusted=adjustments.clear_untrusted_proxy_headers,
            log_untrusted=adjustments.log_untrusted_proxy_headers,
        )

    def take(self, channel: Channel) -> bool:
        """Whether the channel's next request is answered here; any thread may ask."""
        request = channel.requests[0]
        call = calls.find(request.path)
        long = request.chunked or request.content_length > SHORT_BODY
        if call is None or request.command != "POST" or request.error or long:
            return False
        environ = channel.task_class(channel, request).get_environment()
        if self._forwarded(environ, lambda *_: None) is not _BELIEVED:
            return False
        environ[ROUTE] = call.path
        taken = _Taken(channel, call, environ, access_log.identify(environ))
        body = environ["wsgi.input"]
        try:
            pending = reception.prepare(call, environ, body.read)
        except RefusedError as error:
            if isinstance(error, UnfitFormError) and error.key:
                body.seek(0)
                return False
            self._settle(taken, error)
        except Exception:  # noqa: BLE001 - a thread meets it again, and tells of it
            body.seek(0)
            return False
        else:
            self._prepared.append((taken, pending))
            self._server.pull_trigger()
        return True

    def answer(self) -> None:
        """Send what is settled; called by the loop."""
        while self._settled:
            taken, outcome = self._settled.popleft()
            self._waiting.pop(taken, None)
            if taken.answered:
                continue  # it was given up, and was stored all the same
            taken.answered = True
            named = request_id.set(taken.identity)
            try:
                self._send(taken, outcome)
            except Exception as error:  # noqa: BLE001 - the loop has to survive whatever happens
                logger.error("%s failed: %s", taken.call.kind.value, trace(error))  # noqa: TRY400
                taken.channel.will_close = True
            finally:
                request_id.reset(named)

    def hand_over(self) -> None:
        """Give the writer what was prepared, all at once; called by the loop between its turns.

        One at a time, loop and writer would take the interpreter from each other at every statement,
        which cost a third more processor time and a quarter of the orders per second.
        """
        jobs: list[Job[Pending]] = []
        while self._prepared:
            taken, pending = self._prepared.popleft()
            job = Job(pending, partial(self._settle, taken))
            self._waiting[taken] = job
            jobs.append(job)
        if not jobs:
            return
        try:
            storage.submit(jobs)
        except NotWrittenError as error:
            for job in jobs:
                job.done(error)

    def give_up(self) -> None:
        """Answer those that have waited too long; called by the loop."""
        now = time.perf_counter()
        for taken, job in list(self._waiting.items()):
            waited = now - taken.began
            if waited < PATIENCE_SECONDS:
                return
            if storage.give_up(job):
                self._settle(taken, NotWrittenError("The writer is too busy."))
            elif waited > LONGEST_WAIT_SECONDS:
                self._settle(taken, NotWrittenError("The database does not answer."))

    def _settle(self, taken: _Taken, outcome: Outcome) -> None:
        self._settled.append((taken, outcome))
        self._server.pull_trigger()

    def _send(self, taken: _Taken, outcome: Outcome) -> None:
        answer = reception.answer(taken.call, taken.environ, outcome)
        headers = [
            *answer.headers.items(),
            ("X-Request-ID", taken.identity),
            *self._server.headers,
        ]
        taken.channel.ready = Ready(answer.status, headers, answer.body)
        taken.channel.service()
        seconds = time.perf_counter() - taken.began
        metrics.call_answered(taken.call.kind.value, answer.status, seconds)
        access_log.write(taken.environ, answer.status, str(len(answer.body)), seconds)


_BELIEVED: list[bytes] = []
