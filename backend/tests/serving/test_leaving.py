"""An answer on its way out: whole, in order, and no more at once than is fair to other clients."""

import socket
from collections.abc import Iterator

import pytest

from oottam.serving import leaving as leaving_module
from oottam.serving.leaving import Leaving


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end of a connection, which does not block, and the client's."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with ours, theirs:
        yield ours, theirs


Ends = tuple[socket.socket, socket.socket]


def test_pieces_go_out_in_their_order_and_empty_ones_not_at_all(ends: Ends) -> None:
    ours, theirs = ends
    leaving = Leaving()
    leaving.add([b"one ", b"", b"two "])
    leaving.add([b"three"])
    assert leaving.size == 13
    assert leaving.send(ours)
    assert (theirs.recv(99), leaving.size) == (b"one two three", 0)


def test_nothing_to_send_is_all_sent(ends: Ends) -> None:
    leaving = Leaving()
    leaving.add([b""])
    assert leaving.send(ends[0])


def test_what_a_socket_does_not_take_is_kept_and_goes_out_later(ends: Ends) -> None:
    ours, theirs = ends
    whole = bytes(range(256)) * 8192
    leaving = Leaving()
    leaving.add([whole[:1_000_000], whole[1_000_000:]])
    assert not leaving.send(ours)
    left = leaving.size
    assert 0 < left < len(whole)
    assert not leaving.send(ours)  # full still
    assert leaving.size == left
    came = b""
    while leaving.size:
        came += theirs.recv(1 << 20)
        leaving.send(ours)
    while len(came) < len(whole):
        came += theirs.recv(1 << 20)
    assert came == whole


def test_a_client_that_takes_all_at_once_gets_no_more_than_its_share(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving_module, "SEND_BYTES", 10)
    ours, theirs = ends
    leaving = Leaving()
    leaving.add([b"123456", b"7890ab", b"cd"])
    assert not leaving.send(ours)
    assert (theirs.recv(99), leaving.size) == (b"1234567890", 4)
    assert leaving.send(ours)
    assert theirs.recv(99) == b"abcd"


def test_a_client_that_is_gone_is_an_error(ends: Ends) -> None:
    ours, theirs = ends
    theirs.close()
    leaving = Leaving()
    leaving.add([b"answer"])
    with pytest.raises(BrokenPipeError):
        leaving.send(ours)


def test_what_is_dropped_is_not_sent(ends: Ends) -> None:
    leaving = Leaving()
    leaving.add([b"answer"])
    leaving.drop()
    assert leaving.size == 0
