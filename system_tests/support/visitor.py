"""A visitor's HTTP client with keep-alive, form submission and retries with the same key."""

import time
from collections import Counter
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, RemoteDisconnected

RETRY_SECONDS = 0.02  # after a broken connection
LATER_SECONDS = 0.2  # after a 503
TIMEOUT_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A complete response."""

    status: int
    body: bytes


class Visitor:
    """A connection to the shop, reopened when it breaks.

    Records failures on the way to a response: `refused` holds the 503 responses,
    `broken` the exception names, `seconds` each response time. `address` is the
    X-Forwarded-For address for a trusting proxy.
    """

    def __init__(self, port: int, timeout: float = 60.0, address: str = "") -> None:
        self.refused: list[Answer] = []
        self.broken: Counter[str] = Counter()
        self.seconds: list[float] = []
        self._from = {"X-Forwarded-For": address} if address else {}
        self._connection = HTTPConnection("127.0.0.1", port, timeout=timeout)

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, path: str) -> Answer:
        """Fetch a page; raises OSError or HTTPException without a complete response.

        Like a browser, it reconnects if the server has closed the idle connection.
        """
        try:
            return self._exchange("GET", path, None, {})
        except RemoteDisconnected:
            return self._exchange("GET", path, None, {})

    def post(self, path: str, raw: bytes, key: str = "", **headers: str) -> Answer:
        """Submit a form; raises OSError or HTTPException without a complete response."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"Content-Type": "application/json", **named}
        if key:
            named["Idempotency-Key"] = key
        return self._exchange("POST", path, raw, named)

    def post_until_accepted(self, path: str, raw: bytes, key: str) -> Answer:
        """Send the form with its key until the response is not a 503.

        Raises TimeoutError after PATIENCE_SECONDS.
        """
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while (began := time.monotonic()) < deadline:
            try:
                answer = self.post(path, raw, key)
            except (OSError, HTTPException) as error:
                self.broken[type(error).__name__] += 1
                time.sleep(RETRY_SECONDS)
                continue
            self.seconds.append(time.monotonic() - began)
            if answer.status != 503:
                return answer
            self.refused.append(answer)
            time.sleep(LATER_SECONDS)
        raise TimeoutError(f"{path} was not taken in {TIMEOUT_SECONDS:.0f} s")

    def _exchange(
        self, method: str, path: str, raw: bytes | None, headers: dict[str, str]
    ) -> Answer:
        try:
            self._connection.request(method, path, raw, {**headers, **self._from})
            response = self._connection.getresponse()
            return Answer(response.status, response.read())
        except (OSError, HTTPException):
            self._connection.close()
            raise
