"""Waitress with a clean way to stop: what has begun is finished, and nothing more is taken."""

import socket
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from oottam.config.channel import Channel
from oottam.intake.limits import LARGEST_BODY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

DRAIN_SECONDS = 20.0
POLL_SECONDS = 1.0


class Server(TcpWSGIServer):
    """One listening socket and a fixed number of threads."""

    channel_class = Channel
    draining = False

    def __init__(
        self,
        application: "WSGIApplication",
        listening: socket.socket,
        *,
        threads: int,
        headers: list[tuple[str, str]],
        trusted_proxy: str = "",
    ) -> None:
        self.headers = headers
        adjustments = Adjustments(
            sockets=[listening],
            threads=threads,
            # Waitress refuses from this size on, before it has read the body.
            max_request_body_size=LARGEST_BODY + 1,
            inbuf_overflow=LARGEST_BODY + 1,
            max_request_header_size=32 * 1024,
            # Slow connections cost one file descriptor each and no thread.
            connection_limit=800,
            asyncore_use_poll=True,
            channel_timeout=60,
            ident=None,
            **_proxy(trusted_proxy),
        )
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

    def run_until_stopped(self) -> None:
        """Serve until `stop` is called; then finish the requests in flight and close."""
        while not self.draining:
            self._turn(POLL_SECONDS)
        self.del_channel()  # no new connections
        self.socket.close()
        deadline = time.monotonic() + DRAIN_SECONDS
        while self._busy() and time.monotonic() < deadline:
            self._turn(0.05)
        self.task_dispatcher.shutdown()
        wasyncore.close_all(self._map)

    def stop(self) -> None:
        """Ask the loop to end; may be called from a signal handler."""
        self.draining = True
        self.pull_trigger()

    def _turn(self, seconds: float) -> None:
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def _busy(self) -> bool:
        """Whether a request is being answered, or an answer is still on its way out."""
        channels = list(self.active_channels.values())
        return any(channel.requests or channel.total_outbufs_len for channel in channels)


def _proxy(address: str) -> dict[str, Any]:
    """Believe the forwarding headers of the proxy at `address`, and of nobody else."""
    if not address:
        return {}
    return {
        "trusted_proxy": address,
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    }
