"""A page translator, as Chrome's: it replaces text nodes, and goes on as the page changes."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

# Chrome replaces each text node by two nested <font> elements, so that the page's own node is no longer in the document.
# The words stay as they are: what the translator breaks does not depend on the language. It starts once React has
# hydrated the page, as when the visitor presses Translate, or with `window.translatesEarly` as soon as there is text.
_TRANSLATOR = """() => {
  const untranslated = "script, style, textarea, title, noscript, font, [translate=no], .notranslate";
  const translate = (text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untranslated)) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.style.verticalAlign = inner.style.verticalAlign = "inherit";
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateAll = (node) => {
    if (node instanceof Text) return translate(node);
    const texts = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  const start = () => {
    translateAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") translate(target);
        else addedNodes.forEach(translateAll);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  const isRendered = (element) => Object.keys(element).some((key) => key.startsWith("__react"));
  const isInteractive = () =>
    document.readyState === "complete" &&
    [...document.querySelectorAll("#root h1, [data-schedule-timeline], [data-phone-order]")].every(isRendered);
  const startWhenReady = () => {
    if (document.body && (window.translatesEarly || isInteractive())) start();
    else requestAnimationFrame(startWhenReady);
  };
  startWhenReady();
}"""


def translate_pages(page: Page | BrowserContext, *, early: bool = False) -> None:
    """Translate every page that is opened from now on; `early`: before React has hydrated it."""
    if early:
        page.add_init_script("window.translatesEarly = true")
    page.add_init_script(f"({_TRANSLATOR})()")
