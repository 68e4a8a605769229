/** What one entry of the browser's history keeps, beside the router's own state: by name, for one visit. */
import { endVisit, visitToken } from "./visits";

interface Kept {
  readonly visit: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Safari refuses more than 100 changes of the history in 30 s: so many at once, and then one at a time. */
const AT_ONCE = 40;
const WINDOW_MS = 30_000;
const ONE_AT_A_TIME_MS = 750;

let written = { since: 0, count: 0 };
let waiting: { readonly key: string; readonly kept: Kept | undefined } | undefined;
/** The entry whose keepings have been found to be of an ended visit. */
let endedKey: string | undefined;

/** The router's name for the entry in view. */
export function entryKey(): string {
  const key: unknown = stateHere().key;
  return typeof key === "string" ? key : "default";
}

/** What the entry in view keeps: undefined for nothing, null when its visit has ended. */
export function readKept(name: string): unknown {
  if (endedKey === entryKey()) return null;
  return keptHere()?.values[name];
}

/** Keeps a value that can be cloned (undefined: no longer) in the entry in view. */
export function keep(name: string, value: unknown): void {
  const kept = keptHere();
  if (value === undefined && kept?.values[name] === undefined) return;
  endedKey = undefined;
  const { [name]: _before, ...others } = kept?.values ?? {};
  const values = value === undefined ? others : { ...others, [name]: value };
  write(Object.keys(values).length > 0 ? { visit: visitToken(), values } : undefined);
}

/** This visit is over: what it kept is gone, here and in every entry that has been left. */
export function forgetVisit(token: string): void {
  endVisit(token);
  if (keptHere()?.visit === token) write(undefined);
}

/** The token that the entry in view was kept under. */
export function keptVisit(): string | undefined {
  return keptHere()?.visit;
}

/** Takes out of the entry in view what the screen before has handed over, so that a reload does not find it again. */
export function takeHandover(): unknown {
  const { usr, ...router } = stateHere();
  if (usr !== undefined && usr !== null) replaceState(router);
  return usr;
}

/** Takes away what an ended visit has left in the entry in view. */
export function dropEnded(): void {
  const kept = keptHere();
  if (!kept || kept.visit === visitToken()) return;
  write(undefined);
  endedKey = entryKey();
}

function keptHere(): Kept | undefined {
  if (waiting?.key === entryKey()) return waiting.kept;
  const { kept } = stateHere();
  return isRecord(kept) && typeof kept.visit === "string" && isRecord(kept.values)
    ? { visit: kept.visit, values: kept.values }
    : undefined;
}

function write(kept: Kept | undefined): void {
  const waits = waiting !== undefined;
  waiting = { key: entryKey(), kept };
  if (mayWriteAtOnce()) flush();
  else if (!waits) setTimeout(flush, ONE_AT_A_TIME_MS);
}

function mayWriteAtOnce(): boolean {
  const now = Date.now();
  if (now - written.since > WINDOW_MS) written = { since: now, count: 0 };
  written.count += 1;
  return written.count <= AT_ONCE;
}

function flush(): void {
  const { key, kept } = waiting ?? {};
  waiting = undefined;
  if (key !== entryKey()) return;
  const { kept: _before, ...router } = stateHere();
  replaceState(kept ? { ...router, kept } : router);
}

function replaceState(state: Record<string, unknown>): void {
  try {
    window.history.replaceState(state, "");
  } catch {
    // Refused: what was typed, or handed over, is still on the screen.
  }
}

function stateHere(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return isRecord(state) ? state : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

if (typeof window !== "undefined") window.addEventListener("pagehide", flush);
