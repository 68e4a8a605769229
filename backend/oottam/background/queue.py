"""Queues jobs for the child process, which runs one at a time.

The child starts with a job and ends after a minute without one. Fonts, typesetter and workbooks use the child's memory
only, and jobs do not delay requests.
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
MAX_QUEUED_JOBS = 50
IDLE_SECONDS = 60.0
MAX_JOB_SECONDS = 300.0
STOP_SECONDS = 5.0
MAX_ATTEMPTS = 2
KILLED = "The process that created it was stopped, perhaps because it ran out of memory."
TOO_LONG = "It took too long."
STOPPED = "The server was stopped."
ABANDONED_SECONDS = 10.0  # without an update, after which a job's server has ended


class QueueFullError(Exception):
    """Too many jobs are queued."""


@dataclass(order=True, slots=True)
class _QueuedJob:
    """A queued job, ordered by priority and arrival. Without a token: a request to start the child."""

    priority: int
    number: int
    token: str = field(compare=False, default="")
    finished: threading.Event = field(compare=False, default_factory=threading.Event)


class JobQueue:
    """The queue of one server process. Its thread starts with the first job."""

    def __init__(self) -> None:
        self._queued_jobs: queue.PriorityQueue[_QueuedJob] = queue.PriorityQueue(MAX_QUEUED_JOBS)
        self._numbers = count()
        self._tokens: dict[str, threading.Event] = {}
        self._worker: _Worker | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._is_outdated = False

    def submit(self, file: GeneratedFile) -> threading.Event:
        """Queue a job whose entry is stored; return an event that is set at its end. Raises QueueFullError."""
        priority = 1 if jobs.find(file.job).is_urgent else 2
        queued = _QueuedJob(priority, next(self._numbers), file.token)
        self._tokens[file.token] = queued.finished
        try:
            self._queued_jobs.put_nowait(queued)
        except queue.Full:
            del self._tokens[file.token]
            raise QueueFullError from None
        self._start()
        return queued.finished

    def renew_worker(self) -> None:
        """Run the next job in a new child, which reloads the shop's menus and recipes."""
        self._is_outdated = True

    def has(self, token: str) -> bool:
        """Whether this server has queued or is running the job."""
        return token in self._tokens

    def requeue_abandoned(self, file: GeneratedFile) -> None:
        """Requeue a job of a server that has ended; mark it as failed after MAX_ATTEMPTS."""
        is_open = file.state in (State.WAITING, State.RUNNING)
        if not is_open or self.has(file.token) or time.time() < file.touched_at + ABANDONED_SECONDS:
            return
        if file.attempts < MAX_ATTEMPTS:
            with suppress(QueueFullError):
                self.submit(file)
        else:
            files.update(file.token, state=State.FAILED, message=STOPPED)

    def warm_up(self) -> None:
        """Start the child ahead of a likely job."""
        if self._worker is None and self._queued_jobs.empty():
            with suppress(queue.Full):
                self._queued_jobs.put_nowait(_QueuedJob(0, next(self._numbers)))
            self._start()

    def close(self) -> None:
        """Stop child and thread; other servers take over queued jobs by `requeue_abandoned`."""
        with self._lock:
            self._closed = True
            if self._worker:
                self._worker.kill()
        if self._thread:
            with suppress(queue.Full):  # the thread is not blocked then
                self._queued_jobs.put_nowait(_QueuedJob(0, next(self._numbers)))
            self._thread.join(STOP_SECONDS)

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while not self._closed:
            try:
                queued = self._queued_jobs.get(timeout=IDLE_SECONDS if self._worker else None)
            except queue.Empty:
                self._stop_worker()
                continue
            try:
                self._run_job(queued)
            except Exception as error:  # noqa: BLE001 - the thread must survive a full disk or a lost database
                self._store_failure(queued.token, error)
            finally:
                self._tokens.pop(queued.token, None)
                queued.finished.set()
                connection.close()
        self._stop_worker()

    def _run_job(self, queued: _QueuedJob) -> None:
        """Run a job, with up to MAX_ATTEMPTS attempts."""
        if not queued.token:
            self._ensure_worker()
            return
        file = files.find(queued.token)
        if file is None:
            return
        attempts, outcome, generation = file.attempts, dict[str, Any](), files.generation()
        while "state" not in outcome and attempts < MAX_ATTEMPTS and not self._closed:
            if files.find(file.token) is None:
                break  # deleted concurrently
            attempts += 1
            files.update(file.token, state=State.RUNNING, attempts=attempts, done=0, total=0)
            outcome = self._run_attempt(file)
        if self._closed and "state" not in outcome:
            return
        files.update(file.token, **{"state": State.FAILED, "message": STOPPED, **outcome})
        is_valid = files.find(file.token) is not None and files.generation() == generation
        if not is_valid or outcome.get("state") != State.READY:
            files.delete_parts(file.token)
        if not is_valid:
            files.delete(file.token)

    def _store_failure(self, token: str, error: Exception) -> None:
        """Handle an error while updating the entry: delete the file to make room, and store the failure."""
        try:
            file = files.find(token)
            files.delete(token)
            if file:
                message = jobs.describe_failure(file.job, error)
                files.store(replace(file, state=State.FAILED, message=message))
        except Exception as second_error:  # noqa: BLE001 - the thread must survive
            logger.error("A job could not be looked after: %s", trace(second_error))  # noqa: TRY400

    def _run_attempt(self, file: GeneratedFile) -> dict[str, Any]:
        worker = self._ensure_worker()
        timer = threading.Timer(MAX_JOB_SECONDS, worker.kill_overdue)
        timer.start()
        try:
            for event in worker.run(file):
                if "outcome" in event:
                    outcome: dict[str, Any] = event["outcome"]
                    return outcome
                self._touch(file.token, event)
        finally:
            timer.cancel()
        self._stop_worker()
        logger.warning("The process of the background jobs ended during %s", file.job)
        return {"message": TOO_LONG if worker.is_overdue else KILLED}

    def _touch(self, running: str, event: dict[str, int]) -> None:
        """Store the running job's progress; on a heartbeat, touch the entries of all queued jobs."""
        if event:
            files.update(running, **event)
            return
        for token in list(self._tokens):
            files.update(token)

    def _ensure_worker(self) -> "_Worker":
        with self._lock:
            if self._worker and (self._worker.has_ended or self._is_outdated):
                self._worker.stop()
                self._worker = None
            self._is_outdated = False
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
    """The child process. It ends at EOF of its standard input, also when the server is killed."""

    def __init__(self) -> None:
        self.is_overdue = False
        self._process = subprocess.Popen(  # noqa: S603 - a constant command
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def run(self, file: GeneratedFile) -> Iterator[dict[str, Any]]:
        """Send a job to the child and yield its events until the child ends."""
        request = {"token": file.token, "job": file.job, "arguments": file.arguments}
        stdout, stdin = self._process.stdout, self._process.stdin
        assert stdout  # noqa: S101 - both are pipes
        assert stdin  # noqa: S101
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
        except BrokenPipeError:
            return
        for line in stdout:
            yield json.loads(line)

    def kill_overdue(self) -> None:
        """Kill the child because its job exceeds MAX_JOB_SECONDS."""
        self.is_overdue = True
        self.kill()

    def kill(self) -> None:
        """Kill the child immediately."""
        self._process.kill()

    def stop(self) -> None:
        """Stop an idle or dead child."""
        try:
            self._process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


QUEUE = JobQueue()
