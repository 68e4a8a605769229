/** A box to deliver. `key` is that of the event that recorded its outcome, "" while it has none. */
export interface Box {
  readonly serving: number;
  readonly reference: string;
  readonly portions: number;
  readonly state: State;
  readonly key: string;
  readonly why: string;
}

export type State = "open" | "delivered" | "failed";

/**
 * One address with all boxes that are delivered there. `debts` are references with the amount due in paise; `received`
 * are payments in paise with their method, missing in runs that an older release cached.
 */
export interface Stop {
  readonly number: number;
  readonly name: string;
  readonly caller: string;
  /** The phone field as typed, if it is not clear which number to call. */
  readonly phone?: string;
  readonly address: string;
  readonly locality: string;
  readonly map: string;
  readonly hint: string;
  readonly time: string;
  readonly debts: readonly (readonly [string, number])[];
  readonly received?: readonly (readonly [number, string])[];
  readonly boxes: readonly Box[];
}

export interface Run {
  readonly run: number;
  readonly account: string;
  /** Milliseconds of the server's clock. */
  readonly asOf: number;
  readonly day: string;
  /** The number of riders who ask to take the run over; `ownRuns` is the URL where that is decided. */
  readonly takeOvers: number;
  readonly ownRuns: string;
  readonly taps: string;
  readonly worker: string;
  readonly scope: string;
  readonly reasons: readonly (readonly [string, string])[];
  readonly stops: readonly Stop[];
  /** Keys of payments already subtracted from `debts`, though their events may still be in the queue. */
  readonly counted?: readonly string[];
}

/** Parses the page's run data; null when it has none. */
export function readRun(page: Document): Run | null {
  const text = page.getElementById("run-data")?.textContent;
  return text ? (JSON.parse(text) as Run) : null;
}

/** The state of a stop: open while any of its boxes is. */
export function stateOf(stop: Stop): State {
  const states = stop.boxes.map((box) => box.state);
  if (states.includes("open")) return "open";
  return states.includes("failed") ? "failed" : "delivered";
}
