"""Fixtures of the tests in other engines: a window of each, and a shop with staff and a delivery run for today."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from browsers import DESK, PHONE, Browser, chromium_94, firefox, webkit
from playwright.sync_api import Playwright
from running_shop import manage, running_shop
from shared_folders import SharedFolders
from test_rider import LUNCHES_TODAY

# What Chromium 94 has and Safari 15.4 or Firefox 102 lacks, of what pages like ours may call (by MDN's compatibility data).
LACKING = {
    "window": "cookieStore requestIdleCallback cancelIdleCallback scheduler showOpenFilePicker showSaveFilePicker trustedTypes"
    " ClipboardItem CompressionStream DecompressionStream ElementInternals IdleDetector LargestContentfulPaint LayoutShift"
    " Notification OffscreenCanvas PerformanceEventTiming PerformanceLongTaskTiming Permissions PushManager ReportingObserver"
    " SharedWorker SyncManager TaskController TextDecoderStream TextEncoderStream Touch TouchEvent",
    "CSS": "registerProperty",
    "CSSStyleSheet": "replace replaceSync",
    "Clipboard": "read readText write",
    "Document": "adoptedStyleSheets exitFullscreen fullscreenElement",
    "Element": "ariaAtomic ariaBusy ariaChecked ariaCurrent ariaDescription ariaDisabled ariaExpanded ariaHasPopup ariaHidden"
    " ariaLabel ariaLive ariaModal ariaPressed ariaReadOnly ariaRequired ariaSelected ariaSort ariaValueNow ariaValueText"
    " computedStyleMap requestFullscreen scrollIntoViewIfNeeded",
    "HTMLElement": "attachInternals attributeStyleMap",
    "HTMLFormElement": "requestSubmit",
    "HTMLIFrameElement": "loading",
    "Intl": "Segmenter",
    "Navigator": "connection deviceMemory getBattery permissions scheduling setAppBadge clearAppBadge share userActivation"
    " userAgentData vibrate wakeLock",
    "Performance": "eventCounts memory",
    "PointerEvent": "getCoalescedEvents getPredictedEvents",
    "Request": "keepalive",
    "Screen": "orientation",
    "ServiceWorkerRegistration": "periodicSync pushManager showNotification sync",
    "StorageManager": "estimate getDirectory",
}
# Frames of other sites lack some of the owners.
_TAKE_AWAY = """for (const [owner, names] of Object.entries(LACKING)) {
  for (const holder of [window[owner], window[owner]?.prototype]) {
    for (const name of holder ? names.split(" ") : []) delete holder[name];
  }
}"""
ENGINES = {
    "firefox": firefox,
    "webkit": webkit,
    "chromium-94": chromium_94,
    "chromium-94-without": partial(
        chromium_94, before_scripts=_TAKE_AWAY.replace("LACKING", str(LACKING))
    ),
}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """One window of the engine for the module's tests, of the module's `WINDOW` size."""
    size = {"phone": PHONE, "desk": DESK}[request.module.WINDOW]
    with ENGINES[request.param](playwright, size) as browser:
        yield browser


@pytest.fixture
def browser(engine: Browser) -> Iterator[Browser]:
    """The engine's window; errors on its console fail the test."""
    engine.errors()
    yield engine
    assert engine.errors() == []


@pytest.fixture(scope="module")
def desk(
    engine: Browser, tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders
) -> Iterator[str]:
    """The base URL of a sample shop for this engine alone, whose lunches are due today."""
    folder = tmp_path_factory.mktemp("desk")
    shared_folders.copy_sample(folder)
    manage(folder, "shell", "-v", "0", "-c", LUNCHES_TODAY)
    with running_shop(folder) as address:
        yield address
