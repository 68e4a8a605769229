"""Bounds what glibc's allocator keeps: by itself, as much as every thread has ever needed at once."""

import ctypes

# The parameters of mallopt(3).
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_LARGE_BYTES = 64 * 1024


def bound() -> None:
    """One arena for all threads, and what is large or free at its end goes back to the system.

    To be called before threads start. Measured with 100,000 plans and 8 threads that read every page of the desk, 16 at
    once: the server's memory is 230 MB, without it 335. Where there is no glibc, nothing is done.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_TRIM_THRESHOLD, _LARGE_BYTES)
        mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
