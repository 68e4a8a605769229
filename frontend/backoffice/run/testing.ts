import type { Box, Run, Stop } from "./run";

/** A box of which nothing has been said. */
export function box(serving: number, more: Partial<Box> = {}): Box {
  return { serving, reference: `OT-000000${serving}`, portions: 1, state: "open", key: "", why: "", ...more };
}

/** A door with one box, of the same number. */
export function stop(number: number, more: Partial<Stop> = {}): Stop {
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
    ...more,
  };
}

/** A run with these stops. */
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
