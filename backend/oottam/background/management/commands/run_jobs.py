"""`manage.py run_jobs`: the child process of the background jobs, which the server starts."""

import json
import os
import resource
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from oottam.background import jobs
from oottam.core import allocator

NICENESS = 19  # requests take precedence over files
MAX_MEMORY_BYTES = 400 * 1024 * 1024  # data segment; a larger job fails alone
HEARTBEAT_SECONDS = 2.0
PROGRESS_SECONDS = 0.3


class Command(BaseCommand):
    """Reads jobs from standard input and writes events to standard output, as lines of JSON."""

    help = "Generate files in the background; started and stopped by the server"

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        allocator.bound()
        with suppress(OSError, ValueError):  # the system has a lower limit, or forbids it
            resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
        reports = _Reports()
        for line in sys.stdin:
            request = json.loads(line)
            reports.begin()
            outcome = jobs.run(
                request["token"], request["job"], request["arguments"], reports.progress
            )
            connection.close()
            reports.end(outcome)


class _Reports:
    """Sends a job's progress, heartbeats and outcome to the server."""

    def __init__(self) -> None:
        # Libraries that print must not write to this pipe.
        self._pipe = os.fdopen(os.dup(sys.stdout.fileno()), "w")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        self._lock = threading.Lock()
        self._running = threading.Event()
        self._progress_sent_at = 0.0
        threading.Thread(target=self._send_heartbeats, daemon=True).start()

    def begin(self) -> None:
        self._running.set()

    def progress(self, done: int, total: int) -> None:
        """Report progress, throttled to PROGRESS_SECONDS: jobs may call this per row."""
        if time.monotonic() > self._progress_sent_at + PROGRESS_SECONDS:
            self._progress_sent_at = time.monotonic()
            self._send({"done": done, "total": total})

    def end(self, outcome: dict[str, Any]) -> None:
        with self._lock:
            self._running.clear()
        self._send({"outcome": outcome})

    def _send_heartbeats(self) -> None:
        while True:
            time.sleep(HEARTBEAT_SECONDS)
            self._running.wait()
            with self._lock:
                if self._running.is_set():
                    self._write({})

    def _send(self, event: dict[str, Any]) -> None:
        with self._lock:
            self._write(event)

    def _write(self, event: dict[str, Any]) -> None:
        try:
            print(json.dumps(event), file=self._pipe, flush=True)
        except BrokenPipeError:  # the server has ended
            os._exit(1)
