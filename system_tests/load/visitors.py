"""Visitors who send forms of all eight kinds, each form until it is taken."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator

from system_tests.support import bodies
from system_tests.support.reconciliation import Taken
from system_tests.support.visitor import Answer, Visitor

REPEATED_AT_ONCE = 0.05  # share of forms that are sent again right after their acknowledgement
ENDLESS = 10**9


class Crowd:
    """`visitors` who send `requests` forms between them, or as many as they can until `stop`.

    `first` is the number of their first form, which tells one crowd's forms from another's.
    `pause` (seconds) is how long each of them thinks after a form. `addresses` such as "10.0.0." is
    where they say to come from, each with a number of its own behind it. What they met is complete when
    they have ended, but for the keys that wait for a whole answer now (`unanswered`): `taken` forms, answers of "later" (`refused`, all 503), attempts without a
    whole answer by the name of their exception (`broken`), `seconds` from sending to answer.
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
        self.taken: list[Taken] = []
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
        """Let them begin."""
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Wait until every form is taken, or given up."""
        for thread in self._threads:
            thread.join()

    def stop(self) -> None:
        """No new forms; wait until those that were begun are taken, or given up."""
        self._stopped.set()
        self.join()

    @property
    def busy(self) -> bool:
        """Whether anybody is still sending."""
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
        answer = visitor.post_until_taken(path, raw, key)
        self.unanswered.discard(key)
        if answer.status != 200:
            self.faults.append(f"refused: form {number} with {answer.status} {answer.body!r}")
            return
        form = Taken(bodies.kind(path), key, raw, answer.body)
        self.taken.append(form)
        if random.random() < REPEATED_AT_ONCE:
            self.faults += repeat(visitor, path, form)


def repeat(visitor: Visitor, path: str, form: Taken) -> list[str]:
    """Send a form again with its key: the reply has to be the first one, byte for byte."""
    again = visitor.post_until_taken(path, form.raw, form.key)
    same = (again.status, again.body) == (200, form.reply)
    return [] if same else [f"repeated: {form.reference} was answered with {again.body!r}"]


def wait_for(crowd: Crowd, acknowledged: int) -> None:
    """Return when so many forms are taken, or nobody sends any more."""
    while crowd.busy and len(crowd.taken) < acknowledged:
        time.sleep(0.002)
