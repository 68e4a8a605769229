/** One box, as the server tells it: `words` say all that marks it; its day is null while it is held. */
export interface Box {
  readonly id: number;
  readonly day: string | null;
  /** planned, delivered, failed, forfeited or held. */
  readonly state: string;
  readonly words: string;
  readonly marks: readonly string[];
  /** Whether something can be done about it. */
  readonly tick: boolean;
}

/** One meal. Weekdays are bits, Monday 1, Tuesday 2; from `open` on the kitchen does not count on anything yet. */
export interface Track {
  readonly meal: number;
  readonly label: string;
  /** How many boxes were ordered. */
  readonly servings: number;
  readonly weekdays: number;
  readonly open: string;
  /** Those of the weeks that are known, and held ones. */
  readonly boxes: readonly Box[];
}

/** A plan, as it was when its page was made. Days are written 2026-12-07. */
export interface Plan {
  readonly version: number;
  /** Of its page; what is done is posted below it. */
  readonly address: string;
  readonly today: string;
  /** The Monday with which the page's weeks begin, and how many they are. */
  readonly begin: string;
  readonly weeks: number;
  /** How many weeks its boxes are told of. */
  readonly weeksKnown: number;
  /** Reasons of one tap. */
  readonly reasons: readonly string[];
  readonly tracks: readonly Track[];
  /** Day, meal (0 is every meal) and why. */
  readonly closed: readonly (readonly [day: string, meal: number, why: string])[];
  /** Meals as bits, first day, and last day, null until it is known. */
  readonly absent: readonly (readonly [meals: number, first: string, last: string | null])[];
}

/** What would become of a box; `box` is 0 for one that there is not yet. */
export interface Moved {
  readonly box: number;
  readonly meal: number;
  readonly from: string | null;
  readonly to: string | null;
  /** As the server numbers them: 6 is held. */
  readonly state: number;
}

/** The meal that no closed day concerns. */
export const EVENT = 4;

/** What stands on the page for the strip; null where there is no plan on it. */
export function planIn(page: Document): Plan | null {
  const data = page.getElementById("plan-data")?.textContent;
  return data ? (JSON.parse(data) as Plan) : null;
}
