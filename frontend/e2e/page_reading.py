"""Reads off a page what is too small to press, and what is cut off when texts are given more air."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Less than a whole pixel is a matter of rounding.
_SMALL = """() => {
  document.getAnimations().forEach((motion) => motion instanceof CSSTransition && motion.finish());
  const small = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // A link in running text has text of its own line on either side.
  const inText = (element) => getComputedStyle(element).display === "inline" &&
    [...element.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const aimsOf = (element) => [element, ...(element.labels ?? []), element.closest("tr, tbody[class*=day]")].filter(Boolean);
  const selector = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";
  for (const element of document.querySelectorAll(selector)) {
    if (!shown(element) || element.closest("[inert]") || inText(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.bottom + scrollY < 0 || box.width === 0) continue;
    const [width, height] = ["width", "height"].map((side) =>
      Math.max(...aimsOf(element).map((aim) => aim.getBoundingClientRect()[side])));
    if (width > 43.5 && height > 43.5) continue;
    const name = element.ariaLabel || element.labels?.[0]?.textContent || element.textContent;
    small.push(`${element.localName} "${name.trim().slice(0, 40)}" ${Math.round(width)} x ${Math.round(height)}`);
  }
  return small;
}"""

# WCAG 1.4.12, as a visitor's own style sheet would set it.
_AIR = """
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
"""

_CUT = """() => {
  document.getAnimations().forEach((motion) => motion instanceof CSSTransition && motion.finish());
  const cut = [];
  for (const element of document.querySelectorAll("body, body *")) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert], svg, select")) continue;
    const style = getComputedStyle(element);
    const hides = (axis) => ["hidden", "clip"].includes(style[axis]);
    if (element.clientWidth < 2 || element.localName === "input") continue;
    if (element.querySelector(":scope > [aria-roledescription=slide]")) continue; // its other slides wait beside it
    if (hides("overflowX") && element.scrollWidth > element.clientWidth + 1 ||
        hides("overflowY") && element.scrollHeight > element.clientHeight + 1)
      cut.push(`${element.localName}.${element.className} "${element.textContent.trim().slice(0, 40)}"`);
  }
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return over > 0 ? [`the page scrolls sideways by ${over}`, ...cut] : cut;
}"""


def too_small(page: Page) -> list[str]:
    """What can be pressed on the page as it stands, outside of running text, and is less than 44 px in one direction."""
    found: list[str] = page.evaluate(_SMALL)
    return found


def give_texts_air(page: Page) -> None:
    """Line, letter, word and paragraph spacing as WCAG 1.4.12 lets a visitor set them."""
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
        " document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet] }",
        _AIR,
    )


def cut_off(page: Page) -> list[str]:
    """Elements that hide part of what they hold, and the page itself when it scrolls sideways."""
    found: list[str] = page.evaluate(_CUT)
    return found


def pictures(page: Page) -> list[dict[str, Any]]:
    """Every image with its attributes, and how far its top is below the window's foot (in pixels)."""
    found: list[dict[str, Any]] = page.locator("img").evaluate_all(
        "(images) => images.map((image) => ({"
        " ...Object.fromEntries([...image.attributes].map(({name, value}) => [name, value])),"
        " offered: image.parentElement.querySelector('source')?.type,"
        " shown: image.currentSrc,"
        " below: image.getBoundingClientRect().top - innerHeight}))"
    )
    return found
