"""Clients that pipeline many requests and read nothing, or a byte at a time.

    python -m system_tests.load.non_readers PORT CONNECTIONS

Each sends a number of GETs of a large file and then some API calls, all at once; the counts cycle over
all that fit into one read of the server. Of four, one half-closes its connection, one reads a byte every
half second, one reconnects after a second. One line reports when
all are connected. When standard input ends, another reports as JSON how many were cut off.
"""

import json
import selectors
import socket
import sys
import time

from system_tests.support.subprocess_clients import input_ended, write_line

PACE = 0.5  # seconds
MAX_GETS = 420  # over 16 KB, the size of one read
CALL = b'{"name": "Asha"}'
GET = b"GET /order/assets/large.bin HTTP/1.1\r\nHost: x\r\n\r\n"
POST = (
    b"POST /vegmeal-form.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n" % len(CALL)
) + CALL


class NonReader:
    """A client whose connections use different request mixes by number."""

    def __init__(self, port: int, number: int, connections: int) -> None:
        self.port = port
        self.number = number
        self.step = connections
        self.cut_off = 0
        self.open()

    def open(self) -> None:
        """Connect with a minimal receive buffer and send the requests."""
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.settimeout(0)
        self.opened = time.monotonic()
        gets = self.number % MAX_GETS
        arguments = GET * gets + POST * (1 + self.number % 5) + GET * (self.number % 3)
        try:
            self.socket.send(arguments)
            if self.number % 4 == 0:
                self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.again()

    def again(self) -> None:
        """Reconnect with the next mix."""
        self.socket.close()
        self.number += self.step
        self.open()

    def tick(self) -> None:
        """Act once per half second, depending on the client's kind."""
        habit = self.number % 4
        try:
            if habit == 1:
                self.socket.recv(1)
            elif habit == 2 and time.monotonic() > self.opened + 1:
                self.again()
            elif self.is_closed():
                self.cut_off += 1
                self.again()
        except BlockingIOError:
            pass
        except OSError:
            self.cut_off += 1
            self.again()

    def is_closed(self) -> bool:
        """Whether the server has reset the connection, checked without reading."""
        with selectors.PollSelector() as selector:
            selector.register(self.socket, selectors.EVENT_WRITE)
            ready = selector.select(0)
        return bool(ready) and self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


def main(port: int, connections: int) -> None:
    """Hold the connections until standard input ends."""
    non_readers = [NonReader(port, number, connections) for number in range(connections)]
    ended = input_ended()
    write_line("connected")
    failed = 0
    while not ended.wait(PACE):
        for client in non_readers:
            try:
                client.tick()
            except OSError:  # refused: the server has stopped or is full
                failed += 1
    result = {"cut_off": sum(reader.cut_off for reader in non_readers), "refused": failed}
    write_line(json.dumps(result))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
