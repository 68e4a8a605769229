/**
 * Keeps Today true while it lies open: looks again every minute, when somebody comes back to it, and after midnight in
 * India. Nothing is typed on this page; where the keyboard is, it stays.
 */
const LOOK_AGAIN_MS = 60_000;
const shown = () => document.querySelector<HTMLElement>("[data-today]");
let looked = Date.now();

function renew(fresh: HTMLElement, old: HTMLElement) {
  const parts = [...old.querySelectorAll<HTMLElement>(".today-part, .head")];
  const others = [...fresh.querySelectorAll<HTMLElement>(".today-part, .head")];
  const isAlike =
    parts.length === others.length &&
    parts.every(
      (part, at) => part.className === others[at]?.className && headingOf(part) === headingOf(others[at]),
    );
  // Another day, or other parts: the whole page, unless somebody is on it with the keyboard.
  if (!isAlike || old.dataset.today !== fresh.dataset.today) {
    if (!old.contains(document.activeElement)) location.reload();
    return;
  }
  for (const [at, part] of parts.entries()) {
    const other = others[at];
    if (other && part.innerHTML !== other.innerHTML && !part.contains(document.activeElement)) {
      part.replaceChildren(...other.childNodes);
    }
  }
}

function headingOf(part: HTMLElement | undefined) {
  return part?.getAttribute("aria-labelledby");
}

async function look() {
  const old = shown();
  if (document.hidden || !old || Date.now() - looked < LOOK_AGAIN_MS / 2) return;
  looked = Date.now();
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector<HTMLElement>("[data-today]");
  if (fresh) renew(fresh, old);
  else location.reload(); // logged out, perhaps by midnight's end of the session
}

const again = () => look().catch(() => undefined); // without network the next time looks again
setInterval(again, LOOK_AGAIN_MS);
document.addEventListener("visibilitychange", again);
