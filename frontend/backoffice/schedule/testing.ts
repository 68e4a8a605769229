import type { Answer, Ask } from "./asking";
import type { Doing } from "./doings";
import type { Box, Plan, Track } from "./plan";

/** A planned box of a six-day lunch from Monday, 7 December 2026. */
export function box(id: number, day: string | null, changes: Partial<Box> = {}): Box {
  return {
    id,
    day,
    state: day ? "planned" : "held",
    words: `box ${id} of 6, ${day ? "planned" : "held"}`,
    marks: [],
    tick: true,
    ...changes,
  };
}

export function lunch(changes: Partial<Track> = {}): Track {
  return {
    meal: 2,
    label: "Lunch",
    servings: 6,
    weekdays: 0b0111111,
    open: "2026-12-05",
    boxes: [7, 8, 9, 10, 11, 12].map((number, at) =>
      box(at + 1, `2026-12-${String(number).padStart(2, "0")}`),
    ),
    ...changes,
  };
}

/** Looked at on the Friday before. */
export function plan(changes: Partial<Plan> = {}): Plan {
  return {
    version: 3,
    address: "/backoffice/plans/OT-7K2M9QX/",
    today: "2026-12-04",
    begin: "2026-12-07",
    weeks: 4,
    weeksKnown: 16,
    reasons: ["The customer asked", "Travelling"],
    tracks: [lunch()],
    closed: [],
    absent: [],
    ...changes,
  };
}

export const SKIPPED: Answer = {
  kind: "shown",
  moved: [{ box: 3, meal: 2, from: "2026-12-09", to: "2026-12-14", state: 1 }],
  sentences: ["Lunch of Wed 9 Dec moves to Mon 14 Dec.", "Lunch ends on Mon 14 Dec instead of Sat 12 Dec."],
};

export interface Asked {
  readonly doing: Doing;
  readonly form: string;
  readonly step: "preview" | "save";
}

/** Keeps what it is asked and answers in this order; after the last it never answers. */
export function answering(...answers: Answer[]): { ask: Ask; asked: Asked[] } {
  const asked: Asked[] = [];
  const left = [...answers];
  return {
    asked,
    ask: (doing, form, step) => {
      asked.push({ doing, form: form.toString(), step });
      const answer = left.shift();
      return answer ? Promise.resolve(answer) : new Promise(() => undefined);
    },
  };
}
