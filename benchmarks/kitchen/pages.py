"""Measures response times of the running server for staff and customers, also while days are closed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any
from urllib.error import HTTPError

from system_tests.load.visitors import VisitorLoad
from system_tests.support.shop import Shop
from system_tests.support.staff import Staff

ROUNDS = 15
THREADS = 8  # of the server; the first pages of each connection are slower
CLOSINGS = 7
CUSTOMERS = 16
PAUSE = 0.1  # seconds between the forms of one customer
BETWEEN = 0.5  # seconds between two closings
WEEK = timedelta(days=6)
Figures = dict[str, list[float]]


class Pages:
    """Requests of one staff member and some customers; `figures` are milliseconds by page, for each round."""

    def __init__(self, shop: Shop, day: date, staff: Staff | None = None, sent: int = 0) -> None:
        """`sent` is the number of forms that were already sent to this database."""
        self.figures: Figures = {}
        self._shop = shop
        self._day = day
        self.staff = staff or Staff(shop)
        self.sent = sent

    def measure_all(self) -> Figures:
        """Measure all pages and closings."""
        for _ in range(THREADS):
            self.staff.fetch(f"kitchen/{self._day}/")
        for name, path in (
            ("sheet, page", f"kitchen/{self._day}/"),
            ("sheet of a meal", f"kitchen/{self._day}/?meal=2"),
            ("items", "kitchen/items/"),
            ("shopping, a week", f"kitchen/shopping/{self._day}/{self._day + WEEK}/"),
            ("labels, page", f"kitchen/{self._day}/labels/"),
            ("labels, PDF", f"kitchen/{self._day}/labels.pdf"),
            ("plans", "plans/"),
            ("plan", f"plans/{self._reference()}/"),
            ("closed days", "closed-days/"),
            ("inbox", "requests/"),
        ):
            self._read(name, path)
        self.close_days()
        return self.figures

    def close_days(self) -> None:
        """Close and reopen days while customers send forms; before, measure their forms alone."""
        with self._customers("forms alone"):
            time.sleep(2 * CLOSINGS * BETWEEN)
        with self._customers("forms while days close"):
            for _ in range(CLOSINGS):
                self._submit("closing, with its page", "close", reason="Holiday", do="save")
                self._submit("opening, with its page", "open")

    def _reference(self) -> str:
        """Return the reference of the longest plan of the day."""
        ((reference,),) = self._shop.database.rows(
            "SELECT r.reference FROM schedule_serving s JOIN schedule_plan p ON p.id = s.plan_id "
            f"JOIN requests_request r ON r.id = p.request_id WHERE s.date = '{self._day}' "
            "ORDER BY s.seq DESC, s.id LIMIT 1"
        )
        return str(reference)

    def _read(self, name: str, path: str) -> None:
        try:
            self.staff.download(path)
        except HTTPError as error:
            raise RuntimeError(
                f"{path}: {error.code}\n{self._shop.log.read_text('utf-8')}"
            ) from error
        for _ in range(ROUNDS):
            began = time.perf_counter()
            self.staff.download(path)
            self._record(name, began)

    def _submit(self, name: str, path: str, **fields: Any) -> None:
        began = time.perf_counter()
        self.staff.submit(f"closed-days/{path}", {"date": self._day, "meal": 0, **fields})
        self._record(name, began)
        time.sleep(BETWEEN)

    def _record(self, name: str, began: float) -> None:
        self.figures.setdefault(name, []).append(1000 * (time.perf_counter() - began))

    @contextmanager
    def _customers(self, name: str) -> Iterator[None]:
        """Let customers send forms of all kinds during the block."""
        load = VisitorLoad(self._shop.port, visitors=CUSTOMERS, first=self.sent, pause=PAUSE)
        load.start()
        yield
        load.stop()
        self.sent += len(load.accepted) + CUSTOMERS
        if load.faults or load.refused:
            raise RuntimeError(f"Not every request was accepted: {load.faults} {load.refused}")
        self.figures[name] = [1000 * seconds for seconds in load.seconds]
