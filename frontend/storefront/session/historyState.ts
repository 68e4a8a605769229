/** Named values persisted in one history entry beside the router's state, valid for one visit. */
import { endVisit, visitToken } from "./visits";

interface PersistedState {
  readonly visit: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Safari allows 100 history changes in 30 s: this many immediately, then throttled. */
const MAX_BURST = 40;
const WINDOW_MS = 30_000;
const THROTTLE_MS = 750;
/**
 * When to write what is pending. A reload in Chromium takes the entry as it was before "pagehide", iOS has no
 * "beforeunload", and a click may lead to another entry. Only while a write is pending: Firefox keeps no page that
 * listens to "beforeunload" for going back.
 */
const LEAVING = ["beforeunload", "pagehide", "visibilitychange", "click"];

let burst = { since: 0, count: 0 };
let pending: { readonly key: string; readonly entry: PersistedState | undefined } | undefined;
/** The entry whose values were cleared because its visit had ended. */
let endedEntryKey: string | undefined;

/** The router's key of the current entry. */
export function entryKey(): string {
  const key: unknown = currentState().key;
  return typeof key === "string" ? key : "default";
}

/** The value in the current entry: undefined for none, null when its visit has ended. */
export function readPersisted(name: string): unknown {
  if (endedEntryKey === entryKey()) return null;
  return readEntry()?.values[name];
}

/** Persists a cloneable value in the current entry; undefined removes it. */
export function persist(name: string, value: unknown): void {
  const entry = readEntry();
  if (value === undefined && entry?.values[name] === undefined) return;
  endedEntryKey = undefined;
  const { [name]: _before, ...others } = entry?.values ?? {};
  const values = value === undefined ? others : { ...others, [name]: value };
  writeEntry(Object.keys(values).length > 0 ? { visit: visitToken(), values } : undefined);
}

/** Ends the visit, which invalidates its values in every entry, and clears the current one. */
export function clearVisit(token: string): void {
  endVisit(token);
  if (readEntry()?.visit === token) writeEntry(undefined);
}

/** The visit of the current entry. */
export function entryVisit(): string | undefined {
  return readEntry()?.visit;
}

/** Returns the navigation state and removes it from the current entry, so that a reload does not apply it again. */
export function takeNavigationState(): unknown {
  const { usr, ...router } = currentState();
  if (usr !== undefined && usr !== null) replaceState(router);
  return usr;
}

/** Clears the current entry if its visit has ended. */
export function clearEndedVisit(): void {
  const entry = readEntry();
  if (!entry || entry.visit === visitToken()) return;
  writeEntry(undefined);
  endedEntryKey = entryKey();
}

function readEntry(): PersistedState | undefined {
  if (pending?.key === entryKey()) return pending.entry;
  const { kept: entry } = currentState();
  return isRecord(entry) && typeof entry.visit === "string" && isRecord(entry.values)
    ? { visit: entry.visit, values: entry.values }
    : undefined;
}

function writeEntry(entry: PersistedState | undefined): void {
  const isPending = pending !== undefined;
  pending = { key: entryKey(), entry };
  if (canWriteImmediately()) flush();
  else if (!isPending) {
    setTimeout(flush, THROTTLE_MS);
    for (const type of LEAVING) window.addEventListener(type, flush, true);
  }
}

function canWriteImmediately(): boolean {
  const now = Date.now();
  if (now - burst.since > WINDOW_MS) burst = { since: now, count: 0 };
  burst.count += 1;
  return burst.count <= MAX_BURST;
}

function flush(): void {
  const { key, entry } = pending ?? {};
  pending = undefined;
  for (const type of LEAVING) window.removeEventListener(type, flush, true);
  if (key !== entryKey()) return;
  const { kept: _before, ...router } = currentState();
  replaceState(entry ? { ...router, kept: entry } : router);
}

function replaceState(state: Record<string, unknown>): void {
  try {
    window.history.replaceState(state, "");
  } catch {
    // Not allowed: the values are still on the screen.
  }
}

function currentState(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return isRecord(state) ? state : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
