/** One box of the page's plan data. `words` describes it for screen readers; its day is null while it is on hold. */
export interface Box {
  readonly id: number;
  readonly day: string | null;
  /** planned, delivered, failed, forfeited or held. */
  readonly state: string;
  readonly words: string;
  readonly marks: readonly string[];
  readonly tick: boolean;
}

/** One meal. Weekdays are bits, Monday 1, Tuesday 2; `open` is the first day before its cut-off. */
export interface Track {
  readonly meal: number;
  readonly label: string;
  readonly servings: number;
  readonly weekdays: number;
  readonly open: string;
  /** The boxes of the known weeks, and those on hold. */
  readonly boxes: readonly Box[];
}

/** A plan at the time its page was rendered. Days are ISO strings, 2026-12-07. */
export interface Plan {
  readonly version: number;
  /** URL of the plan's page; actions are posted below it. */
  readonly address: string;
  readonly today: string;
  /** The Monday of the page's first week; `weeks` is how many it shows. */
  readonly begin: string;
  readonly weeks: number;
  /** For how many weeks the data has boxes. */
  readonly weeksKnown: number;
  readonly reasons: readonly string[];
  readonly tracks: readonly Track[];
  /** Day, meal (0 is every meal) and reason. */
  readonly closed: readonly (readonly [day: string, meal: number, why: string])[];
  /** Pauses: meals as bits, first day, and last day, null for an open end. */
  readonly absent: readonly (readonly [meals: number, first: string, last: string | null])[];
}

/** A previewed change of a box; `box` is 0 for a new one. */
export interface BoxMove {
  readonly box: number;
  readonly meal: number;
  readonly from: string | null;
  readonly to: string | null;
  /** The server's number of the state: 6 is held. */
  readonly state: number;
}

/** Number of the event meal, which closed days do not affect. */
export const EVENT = 4;

/** Parses the page's plan data; null when it has none. */
export function readPlan(page: Document): Plan | null {
  const data = page.getElementById("plan-data")?.textContent;
  return data ? (JSON.parse(data) as Plan) : null;
}
