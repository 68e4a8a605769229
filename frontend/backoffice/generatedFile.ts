/**
 * Polls a file that the server is preparing, shows its progress, and opens or downloads it when it is ready. Without
 * this script the page reloads itself and shows a link.
 */
const FILE_POLL_MS = 1000;
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

async function pollFile(card: HTMLElement) {
  const response = await fetch(location.pathname, { headers: { Accept: "application/json" } });
  const { state, done, total } = response.ok ? await response.json() : { state: "gone" };
  if (state === "ready") return finish(card);
  // The server shows a failed file, or the log-in, as a page.
  if (state !== "waiting" && state !== "running") return location.reload();
  const bar = card.querySelector("progress");
  if (bar && total) {
    bar.max = total;
    bar.value = done;
  }
  pollLater(card);
}

function pollLater(card: HTMLElement) {
  setTimeout(() => pollFile(card).catch(() => pollLater(card)), FILE_POLL_MS); // a failed poll is repeated at the next interval
}

if (card && !("ready" in card.dataset)) pollLater(card);
