"""The one road of a call: the loop prepares it, the writer stores it, the loop answers.

Handing each call to a thread and back took more time than the work. So the server's loop does all
but what needs the database, and that is done by the writer, many calls at once. Long bodies, whose
reading would hold the loop up, are prepared by a thread of their own; else they go the same way.
Nothing here waits.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from oottam.common import metrics
from oottam.common.request_context import ROUTE, request_id
from oottam.common.tracebacks import trace
from oottam.intake import answers, preparing
from oottam.intake.answers import Answer
from oottam.intake.calls import Call
from oottam.intake.refusals import RefusedError
from oottam.intake.writing import writer
from oottam.intake.writing.batch import Work
from oottam.intake.writing.group_commit import (
    LONGEST_WAIT_SECONDS,
    PATIENCE_SECONDS,
    Job,
)
from oottam.intake.writing.transactions import NotWrittenError, Outcome

logger = logging.getLogger(__name__)
SHORT_BODY = 8 * 1024  # bytes; orders have one or two thousand


@dataclass(slots=True, eq=False)
class Journey:
    """A call on its way. In the loop, `tell` is given its answer; `fail` is called if there is none."""

    call: Call[Any]
    environ: dict[str, Any]
    body: bytes
    identity: str  # for the log
    tell: Callable[[Answer], None]
    fail: Callable[[], None]
    began: float = field(default_factory=time.perf_counter)
    answered: bool = False


class Road:
    """Takes calls, and tells what to answer.

    `wake` makes the loop take another turn; `apart` runs something in a thread for long bodies.
    """

    def __init__(
        self, wake: Callable[[], None], apart: Callable[[Callable[[], None]], None]
    ) -> None:
        self._wake = wake
        self._apart = apart
        self._prepared: deque[tuple[Journey, Work]] = deque()  # for the writer
        self._settled: deque[tuple[Journey, Outcome]] = deque()  # to be answered by the loop
        self._waiting: dict[Journey, Job[Work]] = {}  # the oldest first

    def take(self, journey: Journey) -> None:
        """Set out; called by the loop."""
        journey.environ[ROUTE] = journey.call.path
        if journey.environ["REQUEST_METHOD"] != "POST":
            self._tell(journey, answers.unsent(journey.environ))
        elif len(journey.body) > SHORT_BODY:
            self._apart(partial(self._prepare, journey))
        else:
            self._prepare(journey)

    def answer(self) -> None:
        """Answer what is settled; called by the loop."""
        while self._settled:
            journey, outcome = self._settled.popleft()
            self._waiting.pop(journey, None)
            if journey.answered:
                continue  # it was given up, and was stored all the same
            journey.answered = True
            named = request_id.set(journey.identity)
            try:
                self._tell(journey, answers.to(journey.call, journey.environ, outcome))
            except Exception as error:  # noqa: BLE001 - the loop has to survive whatever happens
                logger.error("%s failed: %s", journey.call.kind.value, trace(error))  # noqa: TRY400
                journey.fail()
            finally:
                request_id.reset(named)

    def hand_over(self) -> None:
        """Give the writer what was prepared, all at once; called by the loop between its turns.

        One at a time, loop and writer would take the interpreter from each other at every statement,
        which cost a third more processor time and a quarter of the orders per second.
        """
        jobs: list[Job[Work]] = []
        while self._prepared:
            journey, work = self._prepared.popleft()
            job = Job(work, partial(self._settle, journey))
            self._waiting[journey] = job
            jobs.append(job)
        if not jobs:
            return
        try:
            writer.submit(jobs)
        except Exception as error:  # noqa: BLE001 - whatever it is, all of them hear of it
            for job in jobs:
                job.done(error)

    def give_up(self) -> None:
        """Answer those that have waited too long; called by the loop."""
        now = time.perf_counter()
        for journey, job in list(self._waiting.items()):
            waited = now - journey.began
            if waited < PATIENCE_SECONDS:
                return
            if writer.give_up(job):
                self._settle(journey, NotWrittenError("The writer is too busy."))
            elif waited > LONGEST_WAIT_SECONDS:
                self._settle(journey, NotWrittenError("The database does not answer."))

    def _prepare(self, journey: Journey) -> None:
        named = request_id.set(journey.identity)
        try:
            work = preparing.prepare(journey.call, journey.environ, journey.body)
        except RefusedError as refused:
            self._settle(journey, refused)
        except Exception as error:  # noqa: BLE001 - customers get a sentence, staff the log
            self._settle(journey, error)
        else:
            self._prepared.append((journey, work))
            self._wake()
        finally:
            request_id.reset(named)

    def _settle(self, journey: Journey, outcome: Outcome) -> None:
        """From any thread."""
        self._settled.append((journey, outcome))
        self._wake()

    @staticmethod
    def _tell(journey: Journey, answer: Answer) -> None:
        journey.tell(answer)
        seconds = time.perf_counter() - journey.began
        metrics.call_answered(journey.call.kind.value, answer.status, seconds)
