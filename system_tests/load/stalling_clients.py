"""Clients that hold connections: they send a byte at a time, or read nothing; run by slow_clients.py.

    python -m system_tests.load.stalling_clients senders|non-readers PORT CONNECTIONS

Half of the senders send the head of a request slowly, half its body; none finishes.

Each non-reader sends a number of GETs of a large file and then some API calls, all at once; the counts cycle over
all that fit into one read of the server. Of four, one half-closes its connection, one reads a byte every
half second, one reconnects after a second.

A client that is cut off reconnects. The results are how many were cut off (`cut_off`), and how many connections were
refused (`refused`).
"""

import asyncio
import json
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import count

from system_tests.support.child_process import write_line

PACE = 0.5  # seconds between bytes
HEAD = b"POST /vegmeal-form.php HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"a" * 20_000
BODY = (
    b"POST /vegmeal-form.php HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"
)
MAX_GETS = 420  # over 16 KB, the size of one read
CALL = b'{"name": "Asha"}'
GET = b"GET /order/assets/large.bin HTTP/1.1\r\nHost: x\r\n\r\n"
POST = (
    b"POST /vegmeal-form.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n" % len(CALL)
) + CALL


async def send_slowly(connection: socket.socket, number: int) -> None:
    """Send until the server closes the connection; raise OSError then."""
    loop = asyncio.get_running_loop()
    at_once, slowly = (b"", HEAD) if number % 2 else (BODY, b" " * 100_000)
    await loop.sock_sendall(connection, at_once)
    for byte in slowly:
        await loop.sock_sendall(connection, bytes([byte]))
        with suppress(TimeoutError):
            async with asyncio.timeout(PACE):
                if not await loop.sock_recv(connection, 4096):
                    raise ConnectionResetError


async def read_nothing(connection: socket.socket, number: int) -> None:
    """Send requests until the server resets the connection, and raise OSError then, or until it is time to reconnect."""
    reconnects_at = asyncio.get_running_loop().time() + 1
    connection.send(GET * (number % MAX_GETS) + POST * (1 + number % 5) + GET * (number % 3))
    habit = number % 4
    if habit == 0:
        connection.shutdown(socket.SHUT_WR)
    while habit != 2 or asyncio.get_running_loop().time() < reconnects_at:
        await asyncio.sleep(PACE)
        if habit == 1:
            with suppress(BlockingIOError):
                connection.recv(1)
        elif connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            raise ConnectionResetError


CLIENTS = {"senders": send_slowly, "non-readers": read_nothing}


async def hold_connections(
    client: Callable[[socket.socket, int], Awaitable[None]],
    port: int,
    numbers: Iterable[int],
    connected: asyncio.Semaphore,
    met: Counter[str],
) -> None:
    """Connect again and again, each time as the client of the next number."""
    for number in numbers:
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(0)
            try:
                await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
            except OSError:
                met["refused"] += 1
                await asyncio.sleep(PACE)
                continue
            connected.release()
            try:
                await client(connection, number)
            except OSError:
                met["cut_off"] += 1


async def main(kind: str, port: int, connections: int) -> None:
    """Hold the connections until standard input ends."""
    met: Counter[str] = Counter()
    connected = asyncio.Semaphore(0)
    clients = [
        asyncio.create_task(
            hold_connections(CLIENTS[kind], port, count(number, connections), connected, met)
        )
        for number in range(connections)
    ]
    for _ in clients:
        await connected.acquire()
    write_line("connected")
    await asyncio.to_thread(sys.stdin.read)
    write_line(json.dumps(met))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
