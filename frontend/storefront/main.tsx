import { replacementOfPage } from "~/shared/http/replacedPage";
import { recordEarlyEvents } from "./hydration/earlyEvents";

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

/**
 * Delays the window's load event until the returned function is called, by an open document in a hidden frame. The page
 * then counts as loaded once it is hydrated.
 */
function delayLoadEvent(): () => void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  frame.contentDocument?.open();
  return () => {
    frame.contentDocument?.close();
    frame.remove();
  };
}

/** Maximum delay of fetching the code, in ms. */
const TIMEOUT_MS = 3000;
const INPUT_EVENTS = ["pointerdown", "keydown"];

/**
 * Resolves when the first view, including its largest picture, has been painted, so that code does not compete for
 * bandwidth. Immediately on input or in a hidden tab, and after the timeout in any case.
 */
async function firstViewPainted(): Promise<void> {
  if (document.visibilityState === "hidden") return;
  await Promise.race([firstPaint().then(firstPicture).then(nextTask), firstInput(), timeout()]);
}

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length) resolve();
    });
    observer.observe({ type: "paint", buffered: true });
  });
}

/** The picture with loading "first" (ui/Picture), if the page has one. */
async function firstPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]");
  await picture?.decode().catch(() => undefined);
}

/** Resolves after the current frame. A message, because tests may stop timers. */
function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}

function firstInput(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of INPUT_EVENTS) addEventListener(type, () => resolve(), { once: true, capture: true });
  });
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
}

void start();
