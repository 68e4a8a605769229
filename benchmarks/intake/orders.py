"""Generates veg orders of five dishes as HTTP requests, each with a different customer and IP address."""

import json
import uuid

from system_tests.support import menus
from system_tests.support.orders import day_order, rupees

PATH = "/vegmeal-form.php"
DAYS = 15
DISHES = 5


class Orders:
    """Generates HTTP requests with unique keys, phones, e-mails and IP addresses."""

    def __init__(self, first: int = 0) -> None:
        """`first` is the first number, from which customers and addresses derive; it must differ within one shop."""
        names = [dish["name"] for dish in menus.dishes("veg") if dish.get("prices")]
        body = day_order("veg", names[:DISHES], DAYS, ["breakfast", "dinner"])
        self._body = {**body, "finalAmount": rupees(menus.price_of("veg", body) or 0)}
        self._made = first

    def make(self, count: int) -> list[bytes]:
        """Return the next `count` requests, as sent by browsers through one proxy."""
        return [self._request() for _ in range(count)]

    def _request(self) -> bytes:
        self._made += 1
        number = self._made
        customer = {"phone": f"9{number:09}", "email": f"asha{number}@example.com"}
        body = json.dumps({**self._body, **customer}, separators=(",", ":")).encode()
        address = ".".join(str(byte) for byte in (10_000_000 + number).to_bytes(4, "big"))
        head = (
            f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"
            "Origin: http://127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
            f"Idempotency-Key: {uuid.uuid4()}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body
