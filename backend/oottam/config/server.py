"""Waitress that keeps room for newcomers, and stops cleanly: what was sent to it is answered."""

import math
import select
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from oottam.config.channel import Channel
from oottam.config.lane import Lane
from oottam.intake.limits import LARGEST_BODY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MOST_CONNECTIONS = 800  # with the database's and the files', below the usual 1,024 descriptors
CROWDED = 700  # from here on the connections that dawdle longest make room ...
ROOM = 50  # ... for so many
LAST_CALL_SECONDS = 1.0  # what is sent within it on a connection that is open still counts
DRAIN_SECONDS = 20.0
POLL_SECONDS = 1.0
KEPT_BACK = 16 * 1024  # bytes of an answer that wait for its end, to be sent in one piece


class Server(TcpWSGIServer):
    """One listening socket and a fixed number of threads.

    Slow connections cost one file descriptor each and no thread, and not for longer than they may
    take (channel.py).
    """

    channel_class = Channel
    next_channel_cleanup = math.inf  # waitress's own goes by the wall clock; ours is in _turn
    draining = False
    deaf = False
    _awake = True  # the loop is not waiting, and will look at every channel before it does
    _looked_at = 0.0

    def __init__(
        self,
        application: "WSGIApplication",
        listening: socket.socket,
        *,
        threads: int,
        headers: list[tuple[str, str]],
        trusted_proxy: str = "",
        trusted_proxy_count: int = 1,
        takes_calls: bool = False,
    ) -> None:
        self.headers = headers
        adjustments = Adjustments(
            sockets=[listening],
            threads=threads,
            # Waitress refuses from this size on, before it has read the body.
            max_request_body_size=LARGEST_BODY + 1,
            inbuf_overflow=LARGEST_BODY + 1,
            max_request_header_size=32 * 1024,
            connection_limit=MOST_CONNECTIONS,
            ident=None,
            **_proxy(trusted_proxy, trusted_proxy_count),
        )
        adjustments.send_bytes = KEPT_BACK  # waitress goes by it, but warns of it as an argument
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(threads)
        place = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(
            application,
            map={},
            _sock=listening,
            dispatcher=dispatcher,
            adj=adjustments,
            sockinfo=place,
            bind_socket=False,
        )
        self._lane = Lane(self) if takes_calls else None

    def run_until_stopped(self) -> None:
        """Serve until `stop` is called; then answer what has been sent, and close."""
        while not self.draining:
            self._turn(POLL_SECONDS)
        self.handle_accept()  # those who were connected before the door closes
        self.del_channel()
        self.socket.close()
        stopped = time.monotonic()
        while self._busy() and time.monotonic() < stopped + DRAIN_SECONDS:
            self._turn(0.05)
            self.deaf = time.monotonic() > stopped + LAST_CALL_SECONDS
        self.task_dispatcher.shutdown()
        wasyncore.close_all(self._map)

    def stop(self) -> None:
        """Ask the loop to end; may be called from a signal handler."""
        self.draining = True
        self.pull_trigger()

    def add_task(self, channel: Channel) -> None:
        """Answer the channel's next request: in the lane if it belongs there, else by a thread."""
        if self._lane is None or not self._lane.take(channel):
            super().add_task(channel)

    def pull_trigger(self) -> None:
        """Wake the loop, if it waits; called when a thread has changed a channel."""
        if not self._awake:
            self._awake = True
            with suppress(OSError):  # the server has ended: nobody needs to be woken
                super().pull_trigger()

    def handle_accept(self) -> None:
        """Take everybody who waits at the door, and make room when it gets crowded."""
        known = -1
        while known != len(self._map) < MOST_CONNECTIONS:
            known = len(self._map)
            super().handle_accept()
        if len(self._map) >= CROWDED:
            self._make_room()

    def _make_room(self) -> None:
        """Close the connections that have been waited for longest."""
        idle = [c for c in self._channels() if not (c.requests or c.total_outbufs_len)]
        for channel in sorted(idle, key=lambda c: c.waits_since)[:ROOM]:
            channel.will_close = True

    def _turn(self, seconds: float) -> None:
        self._awake = False  # whoever changes a channel from here on wakes us again
        if self._lane:
            self._lane.answer()
            self._lane.hand_over()
        poll = select.poll()
        for number, watched in list(self._map.items()):
            waits_for = watched.interest() if isinstance(watched, Channel) else _interest(watched)
            if waits_for:
                poll.register(number, waits_for)
        ready = poll.poll(1000 * seconds)
        self._awake = True
        for number, flags in ready:
            if self._lane:
                self._lane.answer()
            if watched := self._map.get(number):
                wasyncore.readwrite(watched, flags)
        now = time.monotonic()
        if now > self._looked_at + POLL_SECONDS:
            self._looked_at = now
            for channel in self._channels():
                channel.will_close = channel.will_close or channel.overdue(now)
            if self._lane:
                self._lane.give_up()

    def _busy(self) -> bool:
        """Whether anybody may still send, a request is being answered, or an answer is on its way."""
        channels = self._channels()
        if not self.deaf:
            return bool(channels)
        return any(channel.requests or channel.total_outbufs_len for channel in channels)

    def _channels(self) -> list[Channel]:
        return list(self.active_channels.values())


def _interest(watched: Any) -> int:
    """Of the listening socket, and of the trigger that wakes the loop: they are only read."""
    return select.POLLIN | select.POLLPRI if watched.readable() else 0


def _proxy(address: str, count: int) -> dict[str, Any]:
    """Believe the forwarding headers of the proxy at `address`, and of nobody else.

    With `count` proxies in a row, each adds the address that it sees: what stands further left in
    X-Forwarded-For was written by the visitor, and is not read.
    """
    if not address:
        return {}
    return {
        "trusted_proxy": address,
        "trusted_proxy_count": count,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    }
