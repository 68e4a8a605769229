"""Sends prepared requests over keep-alive connections, without pauses."""

import selectors
import socket
import time
from collections import Counter
from dataclasses import dataclass, field

_HEAD_END = b"\r\n\r\n"
_LENGTH = b"content-length:"


@dataclass(slots=True)
class Result:
    """Response times (`seconds`, from the last byte sent to the last received) and statuses."""

    elapsed: float = 0.0
    cpu: float = 0.0  # seconds that this generator itself needed
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[bytes] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        """Return responses per second."""
        return len(self.seconds) / self.elapsed


class Connection:
    """A client connection: sends a request and collects its whole response."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        self._sent_at = 0.0

    def send(self, request: bytes) -> None:
        """Send a request, which fits into the socket's buffer."""
        self._received = b""
        self._sent_at = time.perf_counter()
        self.socket.sendall(request)

    def receive(self, result: Result) -> bool:
        """Return whether the response is complete; then add it to `result`."""
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("The server closed a connection.")
        self._received += data
        head, found, body = self._received.partition(_HEAD_END)
        if not found or len(body) < _content_length(head):
            return False
        result.seconds.append(time.perf_counter() - self._sent_at)
        result.statuses[head[9:12]] += 1
        return True


def _content_length(head: bytes) -> int:
    lowered = head.lower()
    start = lowered.index(_LENGTH) + len(_LENGTH)
    return int(lowered[start:].split(b"\r\n", 1)[0])


def send_all(port: int, requests: list[bytes], clients: int) -> Result:
    """Send each request once, over `clients` concurrent connections."""
    result = Result()
    waiting = iter(requests)
    with selectors.DefaultSelector() as selector:
        connections = [Connection(port) for _ in range(clients)]
        for connection in connections:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        began, cpu_before = time.perf_counter(), time.process_time()
        for connection, request in zip(connections, waiting, strict=False):
            connection.send(request)
        while len(result.seconds) < len(requests):
            for key, _ in selector.select(60):
                if key.data.receive(result) and (request := next(waiting, b"")):
                    key.data.send(request)
        result.elapsed = time.perf_counter() - began
        result.cpu = time.process_time() - cpu_before
        for connection in connections:
            connection.socket.close()
    return result
