"""Downtime measured by repeated requests."""

import threading
import time
from http.client import HTTPConnection, HTTPException

POLL_SECONDS = 0.01
TIMEOUT_SECONDS = 2.0


class AvailabilityProbe:
    """Fetches a page repeatedly over new connections; read `longest` between `reset` and exit."""

    def __init__(self, port: int, page: str = "/order/") -> None:
        self.longest = 0.0  # seconds between successful responses with failures in between
        self.met: dict[str, int] = {}
        self._port, self._page = port, page
        self._stopped = threading.Event()
        self._good = time.monotonic()
        self._thread = threading.Thread(target=self._poll, daemon=True)

    def __enter__(self) -> "AvailabilityProbe":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def reset(self) -> None:
        """Reset the measurement."""
        self.longest, self.met = 0.0, {}

    def _poll(self) -> None:
        is_away = False
        while not self._stopped.wait(POLL_SECONDS):
            met = self._answer()
            now = time.monotonic()
            if met == "200":
                if is_away:
                    self.longest = max(self.longest, now - self._good)
                self._good, is_away = now, False
            else:
                self.met[met] = self.met.get(met, 0) + 1
                is_away = True

    def _answer(self) -> str:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request("GET", self._page)
            return str(connection.getresponse().status)
        except (OSError, HTTPException) as error:
            return type(error).__name__
        finally:
            connection.close()
