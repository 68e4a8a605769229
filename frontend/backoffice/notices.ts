/**
 * Reloads the list of customers to notify when the user returns from WhatsApp, to show what colleagues did meanwhile.
 * Scrolls to the next customer who is not notified yet, if there is one.
 */
let opened: Element | null = null;

document.addEventListener("submit", ({ target }) => {
  if (target instanceof HTMLFormElement && target.target === "_blank") {
    opened = target.closest("li") ?? target;
  }
});
document.addEventListener("visibilitychange", () => {
  if (!opened || document.hidden) return;
  const from = opened;
  const untold = [...document.querySelectorAll("li[data-untold]")].filter((each) => each !== from);
  const isBehind = (each: Element) =>
    (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = untold.find(isBehind) ?? untold[0];
  if (next) location.hash = next.id;
  location.reload();
});
