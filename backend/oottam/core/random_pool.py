"""Random bits of the operating system, fetched many at a time: each fetch lets other threads run."""

import os
import threading

BLOCK = 4096  # bytes

_lock = threading.Lock()
_block = b""
_used = 0


def random_bytes(count: int) -> bytes:
    """So many bytes that nobody can guess, at most BLOCK; none is given out twice."""
    global _block, _used  # noqa: PLW0603 - the process has one store
    with _lock:
        if _used + count > len(_block):
            _block, _used = os.urandom(BLOCK), 0
        drawn = _block[_used : _used + count]
        _used += count
    return drawn


def random_bits(count: int) -> int:
    """A number of at most so many bits that nobody can guess."""
    size = -(-count // 8)
    return int.from_bytes(random_bytes(size)) >> (8 * size - count)


def _forget() -> None:
    """A forked process must not draw what its parent draws, too."""
    global _block, _used
    _block, _used = b"", 0


os.register_at_fork(after_in_child=_forget)
