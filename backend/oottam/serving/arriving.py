"""A request on its way in: the bytes of one, and of no other."""

from types import SimpleNamespace

from waitress.parser import HTTPRequestParser, ParsingError

from oottam.serving import strictness
from oottam.serving.chunks import Chunks
from oottam.serving.strictness import LARGEST_HEAD, MalformedError

_END = b"\r\n\r\n"
# What the parser asks of waitress's settings. Bodies are read here, not by its receivers.
_ADJUSTMENTS = SimpleNamespace(url_scheme="http", inbuf_overflow=0)


class Arriving:
    """Takes bytes until the request is `complete`; its body is at most `largest_body` long, or a 413."""

    def __init__(self, largest_body: int) -> None:
        self._largest = largest_body
        self._head = bytearray()
        self._looked_at = 0  # bytes of the head that hold no end
        self._chunks: Chunks | None = None
        self._parts: list[bytes] = []
        self._left = 0  # bytes of the body that have not come yet
        self.parsed: HTTPRequestParser | None = None  # once the head is whole
        self.complete = False
        self._told = False

    @property
    def begun(self) -> bool:
        """Whether anything of it has come."""
        return bool(self._head)

    @property
    def head(self) -> HTTPRequestParser:
        """What the parser made of the head; RuntimeError until that is whole."""
        if self.parsed is None:
            raise RuntimeError("The head is not whole.")
        return self.parsed

    @property
    def wants_word(self) -> bool:
        """Whether the client waits to be told that it may send the body."""
        asks = self.parsed is not None and self.parsed.expect_continue
        begun = self._parts or (self._chunks and self._chunks.begun)
        return bool(asks and not self.complete and not begun and not self._told)

    def was_told(self) -> None:
        """The client knows."""
        self._told = True

    @property
    def body(self) -> bytes:
        """The body, whole."""
        return bytes(self._chunks.body) if self._chunks else b"".join(self._parts)

    def take(self, data: bytes) -> bytes:
        """Read; what is left over belongs to the next request. Raises MalformedError."""
        if self.parsed is None:
            data = self._take_head(data)
        if self.parsed is not None and not self.complete:
            data = self._take_body(data)
        return data

    def _take_head(self, data: bytes) -> bytes:
        head = self._head
        head += data
        while head.startswith(b"\r\n"):  # between requests, as RFC 9112, section 2.2 allows
            del head[:2]
        end = head.find(_END, max(0, self._looked_at - len(_END) + 1))
        if end < 0:
            strictness.check_beginning(head, self._looked_at)
            self._looked_at = len(head)
            return b""
        end += len(_END)
        if end > LARGEST_HEAD:
            raise MalformedError(431)
        self._parse(strictness.check(bytes(head[:end])))
        rest = bytes(head[end:])
        del head[end:]
        return rest

    def _parse(self, head: bytes) -> None:
        parsed = HTTPRequestParser(_ADJUSTMENTS)
        try:
            parsed.parse_header(head)
        except (ParsingError, ValueError) as error:  # nothing that the grammar lets through
            raise MalformedError(400) from error
        if parsed.chunked:
            self._chunks = Chunks(self._largest)
        self._left = parsed.content_length
        if self._left > self._largest:
            raise MalformedError(413)
        self.parsed = parsed
        self.complete = not parsed.chunked and not self._left

    def _take_body(self, data: bytes) -> bytes:
        if self._chunks:
            data = self._chunks.take(data)
            self.complete = self._chunks.complete
            return data
        if data:
            self._parts.append(data[: self._left])
            data = data[self._left :]
            self._left -= len(self._parts[-1])
            self.complete = not self._left
        return data
