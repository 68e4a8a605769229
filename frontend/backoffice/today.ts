/**
 * Refreshes the Today page every minute and whenever it becomes visible. The page has no form fields; a part that has
 * the focus is not replaced.
 */
const TODAY_POLL_MS = 60_000;
const currentPage = () => document.querySelector<HTMLElement>("[data-today]");
let lastPoll = Date.now();

function update(fresh: HTMLElement, current: HTMLElement) {
  const currentParts = [...current.querySelectorAll<HTMLElement>(".today-part, .head")];
  const freshParts = [...fresh.querySelectorAll<HTMLElement>(".today-part, .head")];
  const hasSameParts =
    currentParts.length === freshParts.length &&
    currentParts.every(
      (currentPart, at) =>
        currentPart.className === freshParts[at]?.className &&
        headingOf(currentPart) === headingOf(freshParts[at]),
    );
  // Another day, or other parts: reload the whole page, unless the focus is within it.
  if (!hasSameParts || current.dataset.today !== fresh.dataset.today) {
    if (!current.contains(document.activeElement)) location.reload();
    return;
  }
  for (const [at, currentPart] of currentParts.entries()) {
    const freshPart = freshParts[at];
    if (
      freshPart &&
      currentPart.innerHTML !== freshPart.innerHTML &&
      !currentPart.contains(document.activeElement)
    ) {
      currentPart.replaceChildren(...freshPart.childNodes);
    }
  }
}

function headingOf(currentPart: HTMLElement | undefined) {
  return currentPart?.getAttribute("aria-labelledby");
}

async function pollToday() {
  const current = currentPage();
  if (document.hidden || !current || Date.now() - lastPoll < TODAY_POLL_MS / 2) return;
  lastPoll = Date.now();
  const response = await fetch(location.pathname);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelector<HTMLElement>("[data-today]");
  if (fresh) update(fresh, current);
  else location.reload(); // logged out, perhaps by midnight's end of the session
}

const pollQuietly = () => pollToday().catch(() => undefined); // a failed poll is repeated at the next interval
setInterval(pollQuietly, TODAY_POLL_MS);
document.addEventListener("visibilitychange", pollQuietly);
