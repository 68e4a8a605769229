"""Hands jobs to the child process, one after the other.

The child is started when there is a job and ends after a minute without one: what it needs (fonts, a typesetter,
workbooks) never lies in the server's memory, and nobody who orders waits for it.
"""

import json
import logging
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from django.db import connection

from oottam.background import files, jobs
from oottam.background.files import GeneratedFile, State
from oottam.core.tracebacks import trace

logger = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "django", "run_jobs", "--skip-checks")
MAX_WAITING = 50
IDLE_SECONDS = 60.0
MAX_JOB_SECONDS = 300.0
STOP_SECONDS = 5.0
MAX_ATTEMPTS = 2
KILLED = "The process that created it was stopped, perhaps because it ran out of memory."
TOO_LONG = "It took too long."
STOPPED = "The server was stopped."
UNATTENDED_SECONDS = 10.0  # after which a job belongs to a server that is gone


class QueueFullError(Exception):
    """Too many files are waiting to be made."""


@dataclass(order=True, slots=True)
class _Waiting:
    """A job in the queue: urgent ones first, then in their order; the last is the end of the queue's thread."""

    priority: int
    number: int
    token: str = field(compare=False, default="")
    settled: threading.Event = field(compare=False, default_factory=threading.Event)


class JobQueue:
    """Of one server process. Its thread starts with the first job."""

    def __init__(self) -> None:
        self._waiting: queue.PriorityQueue[_Waiting] = queue.PriorityQueue(MAX_WAITING)
        self._numbers = count()
        self._tokens: dict[str, threading.Event] = {}
        self._worker: _Worker | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, file: GeneratedFile) -> threading.Event:
        """Queue a job whose entry is stored; the event is set once it is settled. Raises QueueFullError."""
        priority = 1 if jobs.find(file.job).is_urgent else 2
        waiting = _Waiting(priority, next(self._numbers), file.token)
        self._tokens[file.token] = waiting.settled
        try:
            self._waiting.put_nowait(waiting)
        except queue.Full:
            del self._tokens[file.token]
            raise QueueFullError from None
        self._start()
        return waiting.settled

    def has(self, token: str) -> bool:
        """Whether a job waits or runs here."""
        return token in self._tokens

    def look_after(self, file: GeneratedFile) -> None:
        """Take up a job that a server left behind when it ended; one that was tried often enough has failed."""
        is_open = file.state in (State.WAITING, State.RUNNING)
        if (
            not is_open
            or self.has(file.token)
            or time.time() < file.touched_at + UNATTENDED_SECONDS
        ):
            return
        if file.attempts < MAX_ATTEMPTS:
            with suppress(QueueFullError):
                self.submit(file)
        else:
            files.update(file.token, state=State.FAILED, message=STOPPED)

    def warm_up(self) -> None:
        """Start the child: whoever looks at this page will soon want a file."""
        if self._worker is None and self._waiting.empty():
            with suppress(queue.Full):
                self._waiting.put_nowait(_Waiting(0, next(self._numbers)))
            self._start()

    def close(self) -> None:
        """End the child and the thread; what waits is taken up by whichever server is asked for it next."""
        with self._lock:
            self._closed = True
            if self._worker:
                self._worker.kill()
        if self._thread:
            with suppress(queue.Full):  # then it does not wait for anything
                self._waiting.put_nowait(_Waiting(0, next(self._numbers)))
            self._thread.join(STOP_SECONDS)

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while not self._closed:
            try:
                waiting = self._waiting.get(timeout=IDLE_SECONDS if self._worker else None)
            except queue.Empty:
                self._stop_worker()
                continue
            try:
                self._settle(waiting)
            except Exception as error:  # noqa: BLE001 - the thread has to survive a full disk or a lost database
                self._give_up(waiting.token, error)
            finally:
                self._tokens.pop(waiting.token, None)
                waiting.settled.set()
                connection.close()
        self._stop_worker()

    def _settle(self, waiting: _Waiting) -> None:
        """Have a file made; once more where the first try ended without one."""
        if not waiting.token:
            self._worker_now()
            return
        file = files.find(waiting.token)
        if file is None:
            return
        attempts, outcome, generation = file.attempts, dict[str, Any](), files.generation()
        while "state" not in outcome and attempts < MAX_ATTEMPTS and not self._closed:
            if files.find(file.token) is None:
                break  # deleted meanwhile
            attempts += 1
            files.update(file.token, state=State.RUNNING, attempts=attempts, done=0, total=0)
            outcome = self._attempt(file)
        if self._closed and "state" not in outcome:
            return
        files.update(file.token, **{"state": State.FAILED, "message": STOPPED, **outcome})
        is_kept = files.find(file.token) is not None and files.generation() == generation
        if not is_kept or outcome.get("state") != State.READY:
            files.delete_parts(file.token)
        if not is_kept:
            files.delete(file.token)

    def _give_up(self, token: str, error: Exception) -> None:
        """Where not even the entry could be changed: what there is of the file makes room for saying so."""
        try:
            file = files.find(token)
            files.delete(token)
            if file:
                message = jobs.describe_failure(file.job, error)
                files.store(replace(file, state=State.FAILED, message=message))
        except Exception as another:  # noqa: BLE001 - likewise
            logger.error("A job could not be looked after: %s", trace(another))  # noqa: TRY400

    def _attempt(self, file: GeneratedFile) -> dict[str, Any]:
        worker = self._worker_now()
        overdue = threading.Timer(MAX_JOB_SECONDS, worker.kill_overdue)
        overdue.start()
        try:
            for event in worker.run(file):
                if "outcome" in event:
                    outcome: dict[str, Any] = event["outcome"]
                    return outcome
                self._touch(file.token, event)
        finally:
            overdue.cancel()
        self._stop_worker()
        logger.warning("The process of the background jobs ended during %s", file.job)
        return {"message": TOO_LONG if worker.is_overdue else KILLED}

    def _touch(self, running: str, event: dict[str, int]) -> None:
        """Keep how far the running job is; with each sign of life, the entries of all that wait here say that they do."""
        if event:
            files.update(running, **event)
            return
        for token in list(self._tokens):
            files.update(token)

    def _worker_now(self) -> "_Worker":
        with self._lock:
            if self._worker and self._worker.has_ended:
                self._worker.stop()
                self._worker = None
            if self._worker is None:
                self._worker = _Worker()
                if self._closed:
                    self._worker.kill()
            return self._worker

    def _stop_worker(self) -> None:
        with self._lock:
            if self._worker:
                self._worker.stop()
            self._worker = None


class _Worker:
    """The child process. It ends when its standard input does, so also when this process is killed."""

    def __init__(self) -> None:
        self.is_overdue = False
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def run(self, file: GeneratedFile) -> Iterator[dict[str, Any]]:
        """What the child says of a job, line by line; it says no more when it has ended."""
        order = {"token": file.token, "job": file.job, "arguments": file.arguments}
        reads, writes = self._process.stdout, self._process.stdin
        assert reads  # noqa: S101 - both are pipes
        assert writes  # noqa: S101
        try:
            writes.write(json.dumps(order).encode() + b"\n")
            writes.flush()
        except BrokenPipeError:
            return
        for line in reads:
            yield json.loads(line)

    def kill_overdue(self) -> None:
        """For a job that takes too long."""
        self.is_overdue = True
        self.kill()

    def kill(self) -> None:
        """At once."""
        self._process.kill()

    def stop(self) -> None:
        """Between two jobs, or after it has died."""
        try:
            self._process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


QUEUE = JobQueue()
