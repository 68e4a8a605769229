"""The pool of random bytes."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from oottam.core.random_pool import BLOCK, random_bits, random_bytes


def test_bytes_have_the_requested_length_across_blocks() -> None:
    assert {len(random_bytes(count)) for count in [7] * (2 * BLOCK // 7)} == {7}
    assert len(random_bytes(BLOCK)) == BLOCK


@pytest.mark.parametrize("count", [1, 5, 8, 35, 80])
def test_random_bits_use_exactly_the_requested_bits(count: int) -> None:
    drawn = [random_bits(count) for _ in range(500)]
    assert all(0 <= number < 2**count for number in drawn)
    seen_in_all = 0
    for number in drawn:
        seen_in_all |= number
    assert seen_in_all == 2**count - 1


def test_threads_get_different_bytes() -> None:
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(lambda _: random_bytes(16), range(4000)))
    assert len(set(drawn)) == 4000


def test_forked_process_gets_different_bytes() -> None:
    random_bytes(1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, random_bytes(16))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 16) != random_bytes(16)
