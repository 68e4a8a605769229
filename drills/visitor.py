"""A visitor's browser: keeps its connection, sends a form, and tries again with the same key."""

import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from types import TracebackType

RETRY_SECONDS = 0.02
PATIENCE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole."""

    status: int
    body: bytes


class Visitor:
    """One connection to the shop, opened again whenever it breaks."""

    def __init__(self, port: int, timeout: float = 60.0) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=timeout)

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def get(self, path: str) -> Answer:
        """A page; OSError or HTTPException when no whole answer came."""
        return self._exchange("GET", path, None, {})

    def post(self, path: str, raw: bytes, key: str = "", **headers: str) -> Answer:
        """The answer to a form; OSError or HTTPException when no whole answer came."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"Content-Type": "application/json", **named}
        if key:
            named["Idempotency-Key"] = key
        return self._exchange("POST", path, raw, named)

    def post_until_taken(self, path: str, raw: bytes, key: str) -> Answer:
        """Send the form with its key until the shop says anything but "later" (503).

        Raises TimeoutError after PATIENCE_SECONDS.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                answer = self.post(path, raw, key)
            except (OSError, HTTPException):
                pass
            else:
                if answer.status != 503:
                    return answer
            time.sleep(RETRY_SECONDS)
        raise TimeoutError(f"{path} was not taken in {PATIENCE_SECONDS:.0f} s")

    def _exchange(
        self, method: str, path: str, raw: bytes | None, headers: dict[str, str]
    ) -> Answer:
        try:
            self._connection.request(method, path, raw, headers)
            response = self._connection.getresponse()
            return Answer(response.status, response.read())
        except (OSError, HTTPException):
            self._connection.close()
            raise
