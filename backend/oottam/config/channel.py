"""One connection of the server: what waitress refuses by itself is said in JSON, and heard."""

import socket
import time
from contextlib import suppress

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from oottam.common import replies

LINGER_SECONDS = 2.0
DISCARD_BYTES = 64 * 1024

SENTENCES = {
    400: "We could not read this request.",
    413: "This request is too large. Please shorten it and try again.",
    431: "This request's headers are too large.",
    501: "We could not read this request.",
}
INTERNAL = "Something went wrong on our side. Please try again."


class JsonErrorTask(ErrorTask):
    """Over-long bodies, broken HTTP, a failure of the application: all in the calls' own shape."""

    def execute(self) -> None:
        """Write the refusal and close the connection."""
        error = self.request.error
        body = replies.refusal(error.code, SENTENCES.get(error.code, INTERNAL)).body
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", replies.CONTENT_TYPE))
        self.response_headers.extend(self.channel.server.headers)
        self.channel.refused = True
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """Takes no further request once the server is stopping, and lets a refusal be read.

    A socket that is closed while the client is still sending is reset, and the client never sees
    the reply. So after a refusal only our half is closed, and what still comes is thrown away for
    a moment.
    """

    error_task_class = JsonErrorTask
    will_close: bool  # waitress's own, which has no types
    close_when_flushed: bool
    refused = False
    lingers_until = 0.0

    def readable(self) -> bool:
        """Whether more may be read from it."""
        if self.lingers_until:
            self.will_close = self.will_close or time.monotonic() > self.lingers_until
            return not self.will_close
        return not self.server.draining and bool(super().readable())

    def handle_read(self) -> None:
        """Read a request, or throw away what comes after a refusal."""
        if not self.lingers_until:
            super().handle_read()
        elif not self.recv(DISCARD_BYTES):
            self.will_close = True

    def handle_write(self) -> None:
        """Send what is waiting; the last of a refusal is followed by a half-closed moment."""
        flushed = not self.total_outbufs_len
        if self.refused and self.close_when_flushed and flushed and not self.lingers_until:
            self.close_when_flushed = False
            self.lingers_until = time.monotonic() + LINGER_SECONDS
            with suppress(OSError):  # the client may be gone already
                self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()
