"""A new rendering becomes live in a running server, or the former one stays and it is tried again."""

import os
from pathlib import Path

import pytest

from oottam.rendering import Rendering
from oottam.serving import asgi, rendering_watcher
from oottam.serving.rendering_watcher import RenderingWatcher

FORMER = Rendering(Path("/rendered/build1-own1-a"))
NEWEST = Rendering(Path("/rendered/build1-own2-b"))


class Application:
    def __init__(self) -> None:
        self.used: list[object] = []

    def use(self, live: object) -> None:
        self.used.append(live)


def watcher_of(
    newest: Rendering, monkeypatch: pytest.MonkeyPatch
) -> tuple[RenderingWatcher, Application]:
    application = Application()
    monkeypatch.setattr(rendering_watcher, "latest", lambda _: newest)
    return RenderingWatcher(application, FORMER), application  # type: ignore[arg-type]


def test_what_cannot_be_read_once_is_tried_again_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another rendering may remove a file of a former one just then."""
    watcher, application = watcher_of(NEWEST, monkeypatch)

    def fail(_: Rendering) -> None:
        raise FileNotFoundError("dish-320.webp")

    monkeypatch.setattr(asgi, "read_live", fail)
    watcher.look()
    watcher.look()
    assert (len(caplog.records), application.used) == (1, [])
    monkeypatch.setattr(asgi, "read_live", lambda rendering: rendering)
    monkeypatch.setenv("OOTTAM_CONTRACT", "edited meanwhile")
    watcher.look()
    watcher.look()
    assert application.used == [NEWEST]
    assert os.environ["OOTTAM_CONTRACT"] == str(NEWEST.contract)


def test_a_rendering_of_another_build_waits_for_that_builds_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its pages name scripts that this server does not have."""
    watcher, application = watcher_of(Rendering(Path("/rendered/build2-own2-b")), monkeypatch)
    monkeypatch.setattr(asgi, "read_live", lambda rendering: rendering)
    watcher.look()
    assert application.used == []
