import { replacementOfPage } from "~/shared/http/replacedPage";
import { delayLoadEvent } from "~/storefront/hydration/delayLoadEvent";
import { recordEarlyEvents } from "~/storefront/hydration/earlyEvents";
import { firstViewPainted } from "~/storefront/hydration/firstView";

/** Preloads all code of this page in parallel; the build lists it on the entry's script (scripts/pageLinks.mjs). */
function preloadCode(): void {
  const files = document.querySelector<HTMLElement>("script[data-code]")?.dataset.code?.split(" ") ?? [];
  for (const href of files) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
    link.crossOrigin = "";
    link.fetchPriority = "low";
    document.head.append(link);
  }
}

async function hydrate(root: HTMLElement): Promise<void> {
  preloadCode();
  await (await import("./hydration/hydrate")).hydrate(root);
}

/** Shows that the code failed to load, and retries when the browser is online. Input and recorded clicks are kept. */
function retryWhenOnline(root: HTMLElement): void {
  const reload = () => window.location.reload();
  const button = Object.assign(document.createElement("button"), { textContent: "Reload" });
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.dataset.stalled = "";
  notice.textContent = "This page hasn’t loaded fully. We’ll try again as soon as you’re back online. ";
  notice.append(button);
  document.body.append(notice);
  // On window in the capture phase, before the document's listener, which records all clicks.
  addEventListener("click", ({ target }) => target === button && reload(), true);
  const listen = () => addEventListener("online", retry, { once: true });
  const retry = () =>
    hydrate(root).then(
      () => notice.remove(),
      // Browsers that cache the failed import need a reload, which loses what was typed.
      () => (hasInput() ? listen() : reload()),
    );
  listen();
}

/** Reloads once if the server's page names other files by now, unless something was typed, which would be lost. */
async function reloadIfReplaced(): Promise<void> {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const canReload = load?.type !== "reload" && (await replacementOfPage()) !== "";
  if (canReload && !hasInput()) window.location.reload();
}

function hasInput(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  );
}

/** Whether the page shows its note for browsers older than the floor (product/WithoutScript). */
function isOldBrowser(): boolean {
  const notice = document.querySelector("[data-old-browser]");
  return notice !== null && getComputedStyle(notice).display !== "none";
}

/** The prerendered page is complete without code, which loads after the first view. Clicks are recorded until then. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element.");
  if (isOldBrowser()) return;
  recordEarlyEvents();
  const releaseLoadEvent = delayLoadEvent();
  try {
    if (root.firstElementChild) await firstViewPainted();
    await hydrate(root);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the only report of why the code failed to load
    console.error(error);
    retryWhenOnline(root);
    void reloadIfReplaced();
  } finally {
    releaseLoadEvent();
  }
}

void start();
