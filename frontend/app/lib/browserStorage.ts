/** The only module that touches the browser's storage. Blocked or full, storage reads as empty and breaks nothing. */

/** local: for every tab and visit. session: for this tab alone, until it is closed. */
type Lifetime = "local" | "session";

export function readStored(lifetime: Lifetime, key: string): string | null {
  return withStorage(lifetime, (storage) => storage.getItem(key)) ?? null;
}

export function writeStored(lifetime: Lifetime, key: string, text: string): void {
  withStorage(lifetime, (storage) => storage.setItem(key, text));
}

export function removeStored(lifetime: Lifetime, key: string): void {
  withStorage(lifetime, (storage) => storage.removeItem(key));
}

function withStorage<Result>(lifetime: Lifetime, use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(lifetime === "local" ? window.localStorage : window.sessionStorage);
  } catch {
    return undefined;
  }
}
