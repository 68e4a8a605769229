/** Maximum delay of fetching the code, in ms. */
const TIMEOUT_MS = 3000;
const INPUT_EVENTS = ["pointerdown", "keydown"];

/**
 * Resolves when the first view, including its largest picture, has been painted, so that code does not compete for
 * bandwidth. Immediately on input or in a hidden tab, and after the timeout in any case.
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
