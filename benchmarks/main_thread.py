"""Reads the main thread's CPU time per tap from a browser trace; it does not depend on other load."""

import json
from collections.abc import Iterable
from typing import Any

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]


def click_to_commit(trace: bytes) -> list[float]:
    """Return the CPU milliseconds from each click's dispatch to the end of the next frame."""
    events = [event for event in json.loads(trace)["traceEvents"] if "tdur" in event]
    frames = [event for event in events if event["name"] == "Commit"]
    return [
        (frame["tts"] + frame["tdur"] - click["tts"]) / 1000
        for click in events
        if click["name"] == "EventDispatch" and click["args"]["data"]["type"] == "click"
        if (frame := _first_after(click, frames))
    ]


def _first_after(click: dict[str, Any], frames: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the first frame of the click's thread; None if the page was closed before."""
    own = (f for f in frames if (f["pid"], f["tid"]) == (click["pid"], click["tid"]))
    return min((f for f in own if f["ts"] > click["ts"]), key=lambda f: f["ts"], default=None)
