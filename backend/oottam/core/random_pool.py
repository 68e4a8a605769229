"""Buffers the operating system's random bytes: each read releases the GIL."""

import os
import threading

BLOCK = 4096  # bytes

_lock = threading.Lock()
_block = b""
_used = 0


def random_bytes(count: int) -> bytes:
    """Return `count` cryptographically random bytes, at most BLOCK."""
    global _block, _used  # noqa: PLW0603 - one pool per process
    with _lock:
        if _used + count > len(_block):
            _block, _used = os.urandom(BLOCK), 0
        taken = _block[_used : _used + count]
        _used += count
    return taken


def random_bits(count: int) -> int:
    """Return a cryptographically random integer of at most `count` bits."""
    size = -(-count // 8)
    return int.from_bytes(random_bytes(size)) >> (8 * size - count)


def _reset() -> None:
    """Clear the pool: a forked process must not repeat its parent's bytes."""
    global _block, _used
    _block, _used = b"", 0


os.register_at_fork(after_in_child=_reset)
