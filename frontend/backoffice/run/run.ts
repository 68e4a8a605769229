/** A box on its way. `key` is that of the tap which said what became of it, "" while nobody has. */
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
 * One door, with all boxes that are handed over there. `debts` are references with what is owed, in paise; `received` is
 * what was paid there, in paise, and how. Runs that a phone kept before an update do not say it.
 */
export interface Stop {
  readonly number: number;
  readonly name: string;
  readonly caller: string;
  readonly address: string;
  readonly locality: string;
  readonly map: string;
  readonly hint: string;
  readonly time: string;
  readonly debts: readonly (readonly [string, number])[];
  readonly received?: readonly (readonly [number, string])[];
  readonly boxes: readonly Box[];
}

/** A run as the server knows it. */
export interface Run {
  readonly run: number;
  /** The account that is logged in. */
  readonly account: string;
  /** When the server said so, in milliseconds of its clock. */
  readonly asOf: number;
  readonly day: string;
  /** How many riders ask to take it over, and where that is decided. */
  readonly takeOvers: number;
  readonly ownRuns: string;
  readonly taps: string;
  readonly worker: string;
  /** Below which addresses the worker is heard. */
  readonly scope: string;
  readonly reasons: readonly (readonly [string, string])[];
  readonly stops: readonly Stop[];
  /** Keys of money that is subtracted from the debts already, though its tap may still wait to be taken off the queue. */
  readonly counted?: readonly string[];
}

/** What the page holds for the island; null where it holds nothing. */
export function runIn(page: Document): Run | null {
  const held = page.getElementById("run-data")?.textContent;
  return held ? (JSON.parse(held) as Run) : null;
}

/** What is said of all boxes of a stop: open while one of them is. */
export function stateOf(stop: Stop): State {
  const states = stop.boxes.map((box) => box.state);
  if (states.includes("open")) return "open";
  return states.includes("failed") ? "failed" : "delivered";
}
