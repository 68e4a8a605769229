import type { Box, Run, Stop } from "./run";

/** An open box. */
export function box(serving: number, overrides: Partial<Box> = {}): Box {
  return {
    serving,
    reference: `OT-000000${serving}`,
    portions: 1,
    state: "open",
    key: "",
    why: "",
    ...overrides,
  };
}

/** A stop with one box of the same number. */
export function stop(number: number, overrides: Partial<Stop> = {}): Stop {
  return {
    number,
    name: `Guest ${number}`,
    caller: "+919840000001",
    address: "12 Beach Road 600 090",
    locality: "Besant Nagar",
    map: "https://www.google.com/maps/search/?api=1",
    hint: "",
    time: "12:30",
    debts: [],
    boxes: [box(number)],
    ...overrides,
  };
}

export function run(...stops: readonly Stop[]): Run {
  return {
    run: 7,
    account: "ravi",
    asOf: 1000,
    day: "2026-12-07",
    takeOvers: 0,
    ownRuns: "/backoffice/runs/mine/",
    taps: "/backoffice/runs/7/taps",
    worker: "/backoffice/runs/worker.js",
    scope: "/backoffice/",
    reasons: [
      ["nobody-home", "Nobody at home"],
      ["other", "Something else"],
    ],
    stops,
  };
}
