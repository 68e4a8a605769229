"""Load of visitors who send forms of all eight kinds, retrying until acknowledged."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator

from system_tests.support import bodies
from system_tests.support.reconciliation import AcceptedForm
from system_tests.support.report import Report, percentile
from system_tests.support.visitor import Answer, Visitor

REPEATED_AT_ONCE = 0.05  # share of forms resent right after their acknowledgement
ENDLESS = 10**9


class VisitorLoad:
    """`visitors` who send `requests` forms between them, or as many as they can until `stop`.

    `first` is the number of their first form, so that loads differ in their forms. `pause` (seconds)
    passes after each form. `addresses` such as "10.0.0." is a prefix of their addresses. Results are
    complete when all have ended: `accepted` forms, responses with 503 (`refused`), attempts without a
    whole response by their exception (`broken`), `seconds` from request to response. `unanswered`
    holds the keys that wait for a response.
    """

    def __init__(
        self,
        port: int,
        *,
        visitors: int,
        requests: int = ENDLESS,
        first: int = 0,
        pause: float = 0.0,
        addresses: str = "",
    ) -> None:
        self.accepted: list[AcceptedForm] = []
        self.faults: list[str] = []
        self.unanswered: set[str] = set()
        self.refused: list[Answer] = []
        self.broken: Counter[str] = Counter()
        self.seconds: list[float] = []
        self._port = port
        self._pause = pause
        self._numbers = iter(range(first, first + requests))
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(
                target=self._send_all,
                args=(f"{addresses}{number}" if addresses else "",),
                daemon=True,
            )
            for number in range(1, visitors + 1)
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Wait until every form is acknowledged or abandoned."""
        for thread in self._threads:
            thread.join()

    def stop(self) -> None:
        """Send no new forms; wait for pending ones."""
        self._stopped.set()
        self.join()

    def faults_and_failures(self) -> list[str]:
        """Faults, and also the 503s and broken attempts on the way."""
        broken = [f"broken: {count} x {name}" for name, count in self.broken.items()]
        return [*self.faults, *broken, *(f"refused: {answer}" for answer in self.refused)]

    def sum_up(self, report: Report, name: str = "") -> None:
        """Report the figures, after `name`, and the faults."""
        report.figures |= {
            f"{name}acknowledged": len(self.accepted),
            f"{name}503 responses": len(self.refused),
            f"{name}p50, p99 and longest of responses, ms": [
                percentile(self.seconds, share) for share in (0.5, 0.99, 1)
            ],
        }
        report.faults += self.faults

    @property
    def busy(self) -> bool:
        """Whether a client is still sending."""
        return any(thread.is_alive() for thread in self._threads)

    def _send_all(self, address: str) -> None:
        with Visitor(self._port, address=address) as visitor:
            for number in self._next_numbers():
                try:
                    self._send(visitor, number)
                except TimeoutError as error:
                    self.faults.append(f"not taken: {error}")
                self._stopped.wait(self._pause)
            with self._lock:
                self.refused += visitor.refused
                self.broken += visitor.broken
                self.seconds += visitor.seconds

    def _next_numbers(self) -> Iterator[int]:
        while not self._stopped.is_set():
            with self._lock:
                number = next(self._numbers, None)
            if number is None:
                return
            yield number

    def _send(self, visitor: Visitor, number: int) -> None:
        path, raw = bodies.form(number)
        key = f"visitor-{number}"
        self.unanswered.add(key)
        answer = visitor.post_until_accepted(path, raw, key)
        self.unanswered.discard(key)
        if answer.status != 200:
            self.faults.append(f"refused: form {number} with {answer.status} {answer.body!r}")
            return
        form = AcceptedForm(bodies.kind(path), key, raw, answer.body)
        self.accepted.append(form)
        if random.random() < REPEATED_AT_ONCE:
            self.faults += repeat(visitor, path, form)


def repeat(visitor: Visitor, path: str, form: AcceptedForm) -> list[str]:
    """Resend a form with its key: the response must equal the first one byte for byte."""
    again = visitor.post_until_accepted(path, form.raw, form.key)
    same = (again.status, again.body) == (200, form.reply)
    return [] if same else [f"repeated: {form.reference} was answered with {again.body!r}"]


def wait_for(load: VisitorLoad, acknowledged: int) -> None:
    """Wait until `acknowledged` forms are acknowledged, or all clients have ended."""
    while load.busy and len(load.accepted) < acknowledged:
        time.sleep(0.002)
