"""Clients that send a byte at a time and never finish.

    python -m system_tests.load.slow_senders PORT CONNECTIONS

Half of them send the head of a request slowly, half its body; a client that is cut off
reconnects. One line reports when all are connected. When standard input ends, another reports,
as JSON, how many were cut off (`closed`), and how many connections were refused
(`refused`). A separate process, so that it does not slow down the measuring one.
"""

import asyncio
import json
import sys
from collections import Counter

from system_tests.support.subprocess_clients import write_line

PACE = 0.5  # seconds between bytes
HEAD = b"POST /vegmeal-form.php HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"a" * 20_000
BODY = (
    b"POST /vegmeal-form.php HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"
)


async def send_slowly(
    port: int, number: int, met: Counter[str], connected: asyncio.Semaphore
) -> None:
    """Send one request slowly, and reconnect forever."""
    first = True
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            met["refused"] += 1
            await asyncio.sleep(PACE)
            continue
        if first:
            connected.release()
        first = False
        await _send_slowly(reader, writer, HEAD if number % 2 else BODY, whole=BODY)
        met["closed"] += 1


async def _send_slowly(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes, whole: bytes
) -> None:
    """Send until the server closes the connection; the head is sent at once if `text` is `whole`."""
    closed = asyncio.ensure_future(reader.read())
    try:
        rest = iter(text)
        if text is whole:
            writer.write(text)
            rest = iter(b" " * 100_000)
        for byte in rest:
            writer.write(bytes([byte]))
            await writer.drain()
            if (await asyncio.wait([closed], timeout=PACE))[0]:
                break
    except OSError:
        pass
    finally:
        closed.cancel()
        writer.close()


async def main(port: int, connections: int) -> None:
    """Run the clients until standard input ends."""
    met: Counter[str] = Counter()
    connected = asyncio.Semaphore(0)
    clients = [
        asyncio.create_task(send_slowly(port, number, met, connected))
        for number in range(connections)
    ]
    for _ in clients:
        await connected.acquire()
    write_line("connected")
    await asyncio.to_thread(sys.stdin.read)
    write_line(json.dumps(met))
    for client in clients:
        client.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
