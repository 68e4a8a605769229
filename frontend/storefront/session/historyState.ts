/** What one entry of the browser's history keeps, beside the router's own state: by name, for one visit. */
import { endVisit, visitToken } from "./visits";

interface PersistedState {
  readonly visit: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Safari refuses more than 100 changes of the history in 30 s: so many at once, and then one at a time. */
const MAX_BURST = 40;
const WINDOW_MS = 30_000;
const THROTTLE_MS = 750;

let burst = { since: 0, count: 0 };
let pending: { readonly key: string; readonly entry: PersistedState | undefined } | undefined;
/** The entry whose keepings have been found to be of an ended visit. */
let endedEntryKey: string | undefined;

/** The router's name for the entry in view. */
export function entryKey(): string {
  const key: unknown = currentState().key;
  return typeof key === "string" ? key : "default";
}

/** What the entry in view keeps: undefined for nothing, null when its visit has ended. */
export function readPersisted(name: string): unknown {
  if (endedEntryKey === entryKey()) return null;
  return readEntry()?.values[name];
}

/** Keeps a value that can be cloned (undefined: no longer) in the entry in view. */
export function persist(name: string, value: unknown): void {
  const entry = readEntry();
  if (value === undefined && entry?.values[name] === undefined) return;
  endedEntryKey = undefined;
  const { [name]: _before, ...others } = entry?.values ?? {};
  const values = value === undefined ? others : { ...others, [name]: value };
  writeEntry(Object.keys(values).length > 0 ? { visit: visitToken(), values } : undefined);
}

/** This visit is over: what it kept is gone, here and in every entry that has been left. */
export function clearVisit(token: string): void {
  endVisit(token);
  if (readEntry()?.visit === token) writeEntry(undefined);
}

/** The token that the entry in view was kept under. */
export function entryVisit(): string | undefined {
  return readEntry()?.visit;
}

/** Takes out of the entry in view what the screen before has handed over, so that a reload does not find it again. */
export function takeNavigationState(): unknown {
  const { usr, ...router } = currentState();
  if (usr !== undefined && usr !== null) replaceState(router);
  return usr;
}

/** Takes away what an ended visit has left in the entry in view. */
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
  else if (!isPending) setTimeout(flush, THROTTLE_MS);
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
  if (key !== entryKey()) return;
  const { kept: _before, ...router } = currentState();
  replaceState(entry ? { ...router, kept: entry } : router);
}

function replaceState(state: Record<string, unknown>): void {
  try {
    window.history.replaceState(state, "");
  } catch {
    // Refused: what was typed, or handed over, is still on the screen.
  }
}

function currentState(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return isRecord(state) ? state : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

if (typeof window !== "undefined") window.addEventListener("pagehide", flush);
