import { delayLoadEvent } from "~/storefront/hydration/delayLoadEvent";
import { recordEarlyEvents } from "~/storefront/hydration/earlyEvents";
import { firstViewPainted } from "~/storefront/hydration/firstView";

/** Asks for all code of this page at once; the build names it on the entry's script (scripts/pageLinks.mjs). */
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

/** Says that the code did not arrive, and tries again once the line is back; what was typed and pressed is kept. */
function retryWhenOnline(root: HTMLElement): void {
  const reload = () => window.location.reload();
  const button = Object.assign(document.createElement("button"), { textContent: "Reload" });
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.dataset.stalled = "";
  notice.textContent = "This page hasn’t loaded fully. We’ll try again as soon as you’re back online. ";
  notice.append(button);
  document.body.append(notice);
  // Before the document, which keeps all presses back for the code that has not come.
  addEventListener("click", ({ target }) => target === button && reload(), true);
  const listen = () => addEventListener("online", retry, { once: true });
  const retry = () =>
    hydrate(root).then(
      () => notice.remove(),
      // A browser that remembers the failed import gets the code only with a new page load, which forgets what was typed.
      () => (hasInput() ? listen() : reload()),
    );
  listen();
}

function hasInput(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  );
}

/** The page is whole without its code, which makes way for what can be seen. What is pressed until then is kept. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element.");
  recordEarlyEvents();
  const releaseLoadEvent = delayLoadEvent();
  try {
    if (root.firstElementChild) await firstViewPainted();
    await hydrate(root);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the page still stands, and nothing else says why its code did not come
    console.error(error);
    retryWhenOnline(root);
  } finally {
    releaseLoadEvent();
  }
}

void start();
