"""Calls that are repeated in threads, beside what is measured or checked."""

import threading
import time
from collections import Counter
from collections.abc import Callable

import requests


class Repeated:
    """Calls `act` with its thread's number again and again, `pause` seconds between, during the block."""

    def __init__(self, act: Callable[[int], object], pause: float, threads: int = 1) -> None:
        self._act, self._pause = act, pause
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=[number], daemon=True)
            for number in range(threads)
        ]

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _repeat(self, number: int) -> None:
        while not self._stopped.wait(self._pause):
            self._act(number)


class Availability:
    """How long a page is away, asked for on new connections; read `longest` and `met` after `reset`."""

    def __init__(self, port: int) -> None:
        self._page = f"http://127.0.0.1:{port}/order/"
        self._http = requests.Session()
        self._http.trust_env, self._http.headers["Connection"] = False, "close"
        self._good, self._is_away = time.monotonic(), False
        self.reset()

    def reset(self) -> None:
        """Begin anew; `longest` is the seconds between two answers with failures in between."""
        self.longest, self.met = 0.0, Counter[str]()

    def look(self, _: int) -> None:
        """Ask once."""
        try:
            met = str(self._http.get(self._page, timeout=2.0).status_code)
        except requests.RequestException as error:
            met = type(error).__name__
        now = time.monotonic()
        if met != "200":
            self.met[met] += 1
        elif self._is_away:
            self.longest = max(self.longest, now - self._good)
        self._is_away = met != "200"
        if met == "200":
            self._good = now
