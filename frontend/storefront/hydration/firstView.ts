/** How long a page may wait for its first picture before its code is fetched beside it, in ms. */
const TIMEOUT_MS = 3000;
const INPUT_EVENTS = ["pointerdown", "keydown"];

/**
 * Settles when the first view has been painted, its first picture included, and the line is free for code: at once
 * when the visitor presses something or nobody is looking, after PATIENCE in any case.
 */
export async function firstViewPainted(): Promise<void> {
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

/** The picture that the page calls the largest of its first view (ui/Picture, loading "first"), if it has one. */
async function firstPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]");
  await picture?.decode().catch(() => undefined);
}

/** After what is being drawn; a message, because it is no timer that somebody may have stopped. */
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
