"""Layout checks: small targets, clipped text, broken words, misplaced table cells, pictures, overlaps and tall bars."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Tolerates rounding below one pixel.
_SMALL = """() => {
  document.getAnimations().forEach((motion) => motion instanceof CSSTransition && motion.finish());
  const small = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // A link in running text has text of its own line on either side, maybe in an element of the JSX runtime.
  const isText = (node) => node.nodeType === Node.TEXT_NODE || (node.localName === "span" && !node.attributes.length);
  const inText = (element) => getComputedStyle(element).display === "inline" &&
    [...element.parentElement.childNodes].some((node) => node !== element && isText(node) && node.textContent.trim());
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

# Text spacing of WCAG 1.4.12, as in a user style sheet.
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

# Rectangles may touch; rounding below 1.5 px is tolerated. Clipped elements are for screen readers only.
_MISPLACED = """() => {
  const found = [];
  const within = (inner, outer) => inner.left > outer.left - 1.5 && inner.right < outer.right + 1.5 &&
    inner.top > outer.top - 1.5 && inner.bottom < outer.bottom + 1.5;
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
  const clipped = (element) => [...function* up(at) { for (; at; at = at.parentElement) yield at }(element)]
      .some((at) => getComputedStyle(at).clipPath !== "none");
  for (const table of document.querySelectorAll("table")) {
    const name = table.caption?.textContent;
    const say = (cell, what) => found.push(`${name}: "${cell.textContent}" ${what}`);
    const heads = [...table.tHead.rows[0].cells].map((head) => ({ head, box: head.getBoundingClientRect() }));
    const shown = table.tHead.getBoundingClientRect().height > 1;
    const cells = [...table.rows].filter((row) => shown || row.parentElement !== table.tHead).flatMap((row) => [...row.cells]);
    for (const cell of cells) {
      const box = cell.getBoundingClientRect();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        if (clipped(texts.currentNode.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        if ([...range.getClientRects()].some((rect) => !within(rect, box))) say(cell, "has text outside of its cell");
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (range.getClientRects().length > 1) say(cell, `breaks within "${word}"`);
        }
      }
      for (const piece of cell.querySelectorAll("svg, input, img"))
        if (!piece.parentElement.closest("svg") && !within(piece.getBoundingClientRect(), box))
          say(cell, `has ${piece.localName} outside of its cell`);
      for (const other of cells)
        if (other !== cell && meet(box, other.getBoundingClientRect())) say(cell, `lies over "${other.textContent}"`);
    }
    if (!shown) continue;
    for (const { head, box } of heads) if (box.width < 16 || box.height < 16) say(head, "is not to be seen");
    const taken = new Map();  // Columns that a cell of a row above reaches down into.
    [...table.rows].forEach((row, y) => {
      let x = 0;
      for (const cell of row.cells) {
        while (taken.get(`${x} ${y}`)) x += 1;
        for (let down = 0; down < cell.rowSpan; down += 1) taken.set(`${x} ${y + down}`, true);
        const box = cell.getBoundingClientRect();
        const above = heads[x].box;
        if (Math.abs(box.left - above.left) > 1.5 || Math.abs(box.right - above.right) > 1.5)
          say(cell, `is not below "${heads[x].head.textContent}"`);
        x += 1;
      }
    });
  }
  return found;
}"""


def small_targets(page: Page) -> list[str]:
    """Interactive elements outside running text that are below 44 px in width or height."""
    found: list[str] = page.evaluate(_SMALL)
    return found


def apply_text_spacing(page: Page) -> None:
    """Apply the line, letter, word and paragraph spacing of WCAG 1.4.12."""
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
        " document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet] }",
        _AIR,
    )


def misplaced_cells(page: Page) -> list[str]:
    """Table cells that overlap others, overflow, break a word, or are not aligned with their header."""
    found: list[str] = page.evaluate(_MISPLACED)
    return found


def clipped_elements(page: Page) -> list[str]:
    """Elements that clip their content, and the page itself when it scrolls sideways."""
    found: list[str] = page.evaluate(_CUT)
    return found


def pictures(page: Page) -> list[dict[str, Any]]:
    """Every image with its attributes and the distance of its top below the fold in pixels."""
    found: list[dict[str, Any]] = page.locator("img").evaluate_all(
        "(images) => images.map((image) => ({"
        " ...Object.fromEntries([...image.attributes].map(({name, value}) => [name, value])),"
        " offered: image.parentElement.querySelector('source')?.type,"
        " shown: image.currentSrc,"
        " below: image.getBoundingClientRect().top - innerHeight}))"
    )
    return found


# Content intentionally covered by a bar or the row's button is ignored. Under two pixels is font padding.
_CROWDED = """() => {
  const found = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]") &&
    ![...function* up(at) { for (; at; at = at.parentElement) yield at }(element)]
      .some((at) => getComputedStyle(at).clipPath !== "none");
  const scrolls = (element) => !!element.closest("main *") &&
    [...function* up(at) { for (; at; at = at.parentElement) yield at }(element)]
      .some((at) => ["auto", "scroll"].includes(getComputedStyle(at).overflowX));
  const piecesOf = (root) => {
    const pieces = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      if (!node.data.trim() || !shown(node.parentElement)) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1) pieces.push({ name: node.data.trim(), node, box });
    }
    for (const node of root.querySelectorAll("input, img, button"))
      if (shown(node) && !(node.localName === "button" && getComputedStyle(node).position === "absolute")) pieces.push({ name: node.localName, node, box: node.getBoundingClientRect() });
    return pieces;
  };
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) found.push(`the page scrolls sideways by ${over}`);
  for (const { name, node, box } of piecesOf(document.body))
    if (box.right > innerWidth + 1 && box.width > 2 && !scrolls(node.parentElement))
      found.push(`"${name.slice(0, 30)}" ends at ${Math.round(box.right)}`);
  for (const row of document.querySelectorAll("main :is(li, tr, [data-place])")) {
    const pieces = piecesOf(row);
    pieces.forEach((one, index) => {
      for (const other of pieces.slice(index + 1))
        if (!one.node.contains(other.node) && !other.node.contains(one.node) && meet(one.box, other.box)) found.push(`"${one.name}" lies over "${other.name}"`);
    });
  }
  return [...new Set(found)];
}"""


def overlapping_elements(page: Page) -> list[str]:
    """Elements that extend beyond the window, and overlaps within a row or a bar."""
    found: list[str] = page.evaluate(_CROWDED)
    return found


_BROKEN = """() => {
  const broken = new Set();
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]") &&
    ![...function* up(at) { for (; at; at = at.parentElement) yield at }(element)]
      .some((at) => getComputedStyle(at).clipPath !== "none");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (!node.data.trim() || !shown(node.parentElement)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{M}\\p{N}]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.add(`${node.parentElement.localName} breaks within "${word}"`);
    }
  }
  return [...broken];
}"""


def broken_words(page: Page) -> list[str]:
    """Words whose letters are on two lines."""
    found: list[str] = page.evaluate(_BROKEN)
    return found


# A column beside the content covers none of it.
_TALL = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const { position, top, bottom } = getComputedStyle(element);
  const stays = position === "fixed" ||
    position === "sticky" && [top, bottom].some((offset) => Number.parseFloat(offset) >= 0);
  const { width, height } = element.getBoundingClientRect();
  return stays && width > innerWidth / 2 && height > innerHeight / 3 && element.checkVisibility({ visibilityProperty: true });
}).map((element) => `${element.localName}.${element.className} stays and covers more than a third of the window`)"""


def tall_bars(page: Page) -> list[str]:
    """Bars that stay in view while the page scrolls, and are higher than a third of the window."""
    found: list[str] = page.evaluate(_TALL)
    return found
