/**
 * Browser storage: blocked or full storage reads as empty, and writes fail. Only the rider's event queue
 * (backoffice/run/eventQueue.ts), which lists its keys, uses it directly.
 */

type Lifetime = "local" | "session";

/** Pending writes to local storage, by key. */
const pendingWrites = new Map<string, () => string>();

export function readStored(lifetime: Lifetime, key: string): string | null {
  writeWaiting();
  return withStorage(lifetime, (storage) => storage.getItem(key)) ?? null;
}

/** Returns whether it was stored. */
export function writeStored(lifetime: Lifetime, key: string, text: string): boolean {
  if (lifetime === "local") pendingWrites.delete(key);
  const write = (storage: Storage) => {
    storage.setItem(key, text);
    return true;
  };
  return withStorage(lifetime, write) ?? false;
}

/**
 * Writes to local storage after the next frame. Pending writes are flushed before the page is hidden or left, and before
 * any read.
 */
export function writeStoredDeferred(key: string, text: () => string): void {
  const first = pendingWrites.size === 0;
  pendingWrites.set(key, text);
  if (!first) return;
  // A hidden page renders no frames.
  if (document.visibilityState === "hidden") writeWaiting();
  requestAnimationFrame(() => setTimeout(writeWaiting));
  document.addEventListener("visibilitychange", writeWaiting, { once: true });
  addEventListener("pagehide", writeWaiting, { once: true });
}

export function removeStored(lifetime: Lifetime, key: string): void {
  if (lifetime === "local") pendingWrites.delete(key);
  withStorage(lifetime, (storage) => storage.removeItem(key));
}

function writeWaiting(): void {
  for (const [key, text] of pendingWrites) writeStored("local", key, text());
}

function withStorage<Result>(lifetime: Lifetime, use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(lifetime === "local" ? window.localStorage : window.sessionStorage);
  } catch {
    return undefined;
  }
}
