import type { Box, Plan, Track } from "./plan";
import type { PlanAction } from "./planActions";
import type { PlanApi, PlanResponse } from "./planApi";

/** A planned box of a six-day lunch from Monday, 7 December 2026. */
export function box(id: number, day: string | null, overrides: Partial<Box> = {}): Box {
  return {
    id,
    day,
    state: day ? "planned" : "held",
    words: `box ${id} of 6, ${day ? "planned" : "held"}`,
    marks: [],
    tick: true,
    ...overrides,
  };
}

export function lunch(overrides: Partial<Track> = {}): Track {
  return {
    meal: 2,
    label: "Lunch",
    servings: 6,
    weekdays: 0b0111111,
    open: "2026-12-05",
    boxes: [7, 8, 9, 10, 11, 12].map((number, at) =>
      box(at + 1, `2026-12-${String(number).padStart(2, "0")}`),
    ),
    ...overrides,
  };
}

/** The plan as rendered on the Friday before. */
export function plan(overrides: Partial<Plan> = {}): Plan {
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
    ...overrides,
  };
}

export const SKIPPED: PlanResponse = {
  kind: "preview",
  moved: [{ box: 3, meal: 2, from: "2026-12-09", to: "2026-12-14", state: 1 }],
  sentences: ["Lunch of Wed 9 Dec moves to Mon 14 Dec.", "Lunch ends on Mon 14 Dec instead of Sat 12 Dec."],
};

export interface PlanCall {
  readonly action: PlanAction;
  readonly form: string;
  readonly step: "preview" | "save";
}

/** Records its calls and resolves with these responses in order; later calls never resolve. */
export function mockPlanApi(...responses: PlanResponse[]): { api: PlanApi; calls: PlanCall[] } {
  const calls: PlanCall[] = [];
  const remaining = [...responses];
  return {
    calls,
    api: (action, form, step) => {
      calls.push({ action, form: form.toString(), step });
      const response = remaining.shift();
      return response ? Promise.resolve(response) : new Promise(() => undefined);
    },
  };
}
