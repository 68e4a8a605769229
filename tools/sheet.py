"""Lays out screenshots side by side on one sheet, in the browser that took them."""

import base64
from collections.abc import Iterable, Mapping
from html import escape

from playwright.sync_api import Browser

STYLE = """
  * { margin: 0; box-sizing: border-box }
  body { display: grid; gap: 28px 32px; width: max-content; padding: 24px;
         background: #e9e2d4; color: #16301f; font: 600 15px sans-serif }
  div { display: flex; gap: 8px; padding-top: 6px }
"""


def sheet(
    browser: Browser,
    rows: Mapping[str, Iterable[bytes]],
    *,
    columns: int,
    height: int,
    quality: int,
) -> bytes:
    """Render rows of JPEGs, each below its name, as one WebP; `height` of a JPEG in pixels."""
    sections = "".join(
        f"<section>{escape(name)}<div>{''.join(map(_image, shots))}</div></section>"
        for name, shots in rows.items()
    )
    style = f"{STYLE} body {{ grid-template-columns: repeat({columns}, auto) }} img {{ height: {height}px }}"
    page = browser.new_page()
    page.set_content(f"<!doctype html><style>{style}</style>{sections}")
    size: dict[str, float] = page.evaluate(
        "() => (({ width, height }) => ({ width, height }))(document.body.getBoundingClientRect())"
    )
    capture = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot",
        {
            "format": "webp",
            "quality": quality,
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "scale": 1, **size},
        },
    )
    page.close()
    return base64.b64decode(capture["data"])


def _image(jpeg: bytes) -> str:
    return f'<img src="data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}">'
