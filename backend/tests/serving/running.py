"""The server in a thread of the tests' own process, where they can look into it."""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPConnection
from typing import Any

from oottam.serving.connection import Connection
from oottam.serving.server import Server
from oottam.serving.threads import Threads


class Kitchen:
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_answer = threading.Event()

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        body = environ["wsgi.input"].read()
        if environ["PATH_INFO"] == "/begun-and-slow":
            start_response("200 OK", [("Content-Length", "14")])
            return self._two_parts()
        if environ["PATH_INFO"] == "/slow":
            self.begun.set()
            self.may_answer.wait(10)
        answer = f"{environ['REMOTE_ADDR']} {environ['wsgi.url_scheme']} {len(body)}".encode()
        start_response("200 OK", [("Content-Length", str(len(answer)))])
        return [answer]

    def _two_parts(self) -> Iterator[bytes]:
        yield b"beginning, "
        self.begun.set()
        self.may_answer.wait(10)
        yield b"end"


class Running:
    """A server in a thread of this process; a Kitchen, unless another application is given."""

    def __init__(
        self,
        application: Any = None,
        run: Callable[[Server], None] = Server.run_until_stopped,
        **settings: Any,
    ) -> None:
        self.kitchen = Kitchen()
        listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = listening.getsockname()[1]
        headers = [("X-Content-Type-Options", "nosniff")]
        self.server = Server(
            application or self.kitchen,
            listening,
            pages=Threads(2, "pages"),
            apart=Threads(1, "apart"),
            headers=headers,
            **settings,
        )
        self.thread = threading.Thread(target=run, args=(self.server,))
        self.thread.start()
        self.connections: list[HTTPConnection] = []

    @property
    def open(self) -> list[Connection]:
        """The server's side of every connection."""
        return list(self.server.connections.values())

    def connect(self) -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        self.connections.append(connection)
        return connection

    def stop(self) -> None:
        for connection in self.connections:
            connection.close()
        if self.thread.is_alive():
            self.kitchen.may_answer.set()
            self.server.stop()
            self.thread.join(10)
