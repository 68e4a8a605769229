"""`python -m oottam` with a delay of one second between the worker's first connection and its running loop."""

import time
from typing import Any
from unittest.mock import patch

from granian._granian import ASGIWorker
from granian.server import mp

from oottam.serving import serve

SECONDS = 1


class LateWorker:
    """Granian's worker with a delayed return from its serve call."""

    def __init__(self, *arguments: Any) -> None:
        self._worker = ASGIWorker(*arguments)

    def __getattr__(self, name: str) -> Any:
        serve_on = getattr(self._worker, name)

        def late(*arguments: Any) -> None:
            serve_on(*arguments)
            time.sleep(SECONDS)

        return late


if __name__ == "__main__":
    with patch.object(mp, "ASGIWorker", LateWorker):
        serve.serve()
