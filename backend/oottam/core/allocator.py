"""Limits the memory that glibc's allocator retains: by default, each thread's peak usage."""

import ctypes

# The parameters of mallopt(3).
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_LARGE_BYTES = 64 * 1024


def bound() -> None:
    """Use one arena for all threads, and return large and trailing free blocks to the system.

    Call before threads start. No-op without glibc. Measured with 100,000 plans, 8 threads and 16 concurrent readers of
    every desk page: 230 MB instead of 335.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_TRIM_THRESHOLD, _LARGE_BYTES)
        mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
