/**
 * Waits for a file that is being prepared, shows how far it is, and opens it or downloads it once it is ready. Without this
 * script the page reloads itself and shows a link.
 */
const POLL_MS = 1000;
const card = document.querySelector<HTMLElement>("[data-file]");

function finish(card: HTMLElement) {
  const [status, bar] = [card.querySelector("[role=status]"), card.querySelector("progress")];
  const link = card.querySelector<HTMLAnchorElement>("a");
  bar?.remove();
  if (status) status.textContent = "The file is ready.";
  if (!link) return;
  link.parentElement?.removeAttribute("hidden");
  if (link.hasAttribute("download")) link.click();
  else location.replace(link.href);
}

async function poll(card: HTMLElement) {
  const answer = await fetch(location.pathname, { headers: { Accept: "application/json" } });
  const { state, done, total } = answer.ok ? await answer.json() : { state: "gone" };
  if (state === "ready") return finish(card);
  // What became of it, or the log-in, is a page.
  if (state !== "waiting" && state !== "running") return location.reload();
  const bar = card.querySelector("progress");
  if (bar && total) {
    bar.max = total;
    bar.value = done;
  }
  pollLater(card);
}

function pollLater(card: HTMLElement) {
  setTimeout(() => poll(card).catch(() => pollLater(card)), POLL_MS); // without network the next time asks again
}

if (card && !("ready" in card.dataset)) pollLater(card);
