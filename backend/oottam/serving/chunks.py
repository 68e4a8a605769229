"""A body that comes in chunks (RFC 9112, section 7.1), taken apart as it arrives."""

import re

from oottam.serving.strictness import MalformedError

LONGEST_LINE = 1024  # bytes: a size with its extensions, a trailer
MOST_TRAILERS = 16
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?")
_TRAILER = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*")


class Chunks:
    """`body` grows with `take`, until it is `complete`; at most `largest` bytes, or a 413.

    What frames the body may weigh as much as the largest body again: chunks of a single byte are
    work for nothing.
    """

    def __init__(self, largest: int) -> None:
        self.body = bytearray()
        self.complete = False
        self._largest = largest
        self._raw = 0
        self._line = b""  # one that is not whole yet
        self._left = 0  # bytes of the chunk that have not come yet
        self._ends_chunk = False  # the next line is the one behind a chunk
        self._trailers = -1  # how many there were; none before the last chunk

    @property
    def begun(self) -> bool:
        """Whether anything has come."""
        return self._raw > 0

    def take(self, data: bytes) -> bytes:
        """Read; what is left over belongs to the next request. Raises MalformedError."""
        at = 0
        while at < len(data) and not self.complete:
            if self._left:
                piece = data[at : at + self._left]
                self.body += piece
                self._left -= len(piece)
                at += len(piece)
                self._ends_chunk = not self._left
            else:
                at = self._read_line(data, at)
        self._raw += at
        if self._raw > 2 * self._largest:
            raise MalformedError(413)
        return data[at:]

    def _read_line(self, data: bytes, at: int) -> int:
        """Where the line in `data` ends; beyond it when it is not whole."""
        end = data.find(b"\n", at)
        stop = len(data) if end < 0 else end + 1
        line = self._line + data[at:stop]
        if len(line) > LONGEST_LINE:
            raise MalformedError(400)
        self._line = line
        if end >= 0:
            self._line = b""
            if not line.endswith(b"\r\n"):
                raise MalformedError(400)
            self._understand(line[:-2])
        return stop

    def _understand(self, line: bytes) -> None:
        if self._ends_chunk:
            if line:
                raise MalformedError(400)
            self._ends_chunk = False
        elif self._trailers >= 0:
            self._end_or_pass(line)
        elif not (size := _SIZE.fullmatch(line)):
            raise MalformedError(400)
        else:
            self._left = int(size[1], 16)
            if len(self.body) + self._left > self._largest:
                raise MalformedError(413)
            if not self._left:
                self._trailers = 0

    def _end_or_pass(self, line: bytes) -> None:
        """Trailers are read over: nothing of ours asks for them."""
        if not line:
            self.complete = True
            return
        self._trailers += 1
        if self._trailers > MOST_TRAILERS or not _TRAILER.fullmatch(line):
            raise MalformedError(400)
