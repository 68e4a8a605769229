"""A dialog's backdrop covers the classic scroll bar's strip and causes no layout shift."""

from __future__ import annotations

import base64
from typing import Any

from hydration import open_hydrated
from ordering import VEG
from playwright.sync_api import BrowserType, Page, expect
from waiting import wait_for

AS_DARK = 2  # tolerance per channel, of 255

_PIXELS = """async ([picture, points]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return points.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3));
}"""


def pixels(page: Page, *points: tuple[int, int]) -> list[list[int]]:
    """The colours of the window at these points."""
    picture = base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()
    found: list[list[int]] = blank.evaluate(_PIXELS, [picture, points])
    blank.close()
    page.bring_to_front()
    return found


def test_backdrop_covers_the_scroll_bar_strip_without_shift(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], shop: str
) -> None:
    browser = browser_type.launch(
        **browser_type_launch_args, ignore_default_args=["--hide-scrollbars"]
    )
    try:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        page = context.new_page()
        open_hydrated(page, shop + VEG.selection)
        strip = 1280 - page.evaluate("document.documentElement.clientWidth")
        assert strip > 5
        before = page.get_by_role("banner").bounding_box()
        page.get_by_role("button", name="View details: Berry Smoothie").click()
        dialog = page.get_by_role("dialog", name="Berry Smoothie")
        expect(dialog).to_contain_text("₹266")
        assert page.get_by_role("banner").bounding_box() == before

        def is_as_dark() -> bool:
            beside, inside = pixels(page, (1280 - strip // 2, 400), (1280 - strip - 20, 400))
            return max(abs(a - b) for a, b in zip(beside, inside, strict=True)) <= AS_DARK

        # Pictures and scroll bar are painted asynchronously.
        wait_for(is_as_dark, "the strip is as dark as the page", page)
    finally:
        browser.close()
