import { describe, expect, test } from "vitest";
import type { BoxMove } from "./plan";
import { box, lunch, plan } from "./testing";
import { buildWeek, countNewlyHeld, leavingBoxes, visibleMondays } from "./weeks";

const moved = (to: string | null, changes: Partial<BoxMove> = {}): BoxMove => ({
  box: 3,
  meal: 2,
  from: "2026-12-09",
  to,
  state: to ? 1 : 6,
  ...changes,
});

describe("visible weeks", () => {
  test("are the weeks of the page", () => {
    expect(visibleMondays(plan(), [])).toEqual(["2026-12-07", "2026-12-14", "2026-12-21", "2026-12-28"]);
  });

  test("extend to the target weeks of a preview, up to sixteen", () => {
    expect(visibleMondays(plan(), [moved("2027-01-12")])).toHaveLength(6);
    expect(visibleMondays(plan(), [moved("2028-01-12")])).toHaveLength(16);
    expect(visibleMondays(plan({ weeksKnown: 5 }), [moved("2028-01-12")])).toHaveLength(5);
    expect(visibleMondays(plan(), [moved(null)])).toHaveLength(4);
  });
});

describe("a day", () => {
  const wednesday = (changes = {}, track = lunch(), what: BoxMove[] = []) =>
    buildWeek(plan(changes), track, "2026-12-07", what)[2];

  test("contains its boxes", () => {
    expect(wednesday()?.boxes.map(({ id }) => id)).toEqual([3]);
  });

  test("knows whether it is today and whether it is one of the meal's weekdays", () => {
    expect(wednesday({ today: "2026-12-09" })?.isToday).toBe(true);
    const days = buildWeek(plan(), lunch(), "2026-12-07", []);
    expect(days.map((day) => day.isService)).toEqual([true, true, true, true, true, true, false]);
  });

  test("is locked before the first open day", () => {
    expect(wednesday({}, lunch({ open: "2026-12-10" }))?.isLocked).toBe(true);
    expect(wednesday({}, lunch({ open: "2026-12-09" }))?.isLocked).toBe(false);
  });

  test("is closed by a closure of its meal or of all meals, except for an event", () => {
    expect(wednesday({ closed: [["2026-12-09", 0, "Feast"]] })?.closed).toBe("Feast");
    expect(wednesday({ closed: [["2026-12-09", 2, "Feast"]] })?.closed).toBe("Feast");
    expect(wednesday({ closed: [["2026-12-09", 3, "Feast"]] })?.closed).toBeNull();
    expect(wednesday({ closed: [["2026-12-09", 0, "Feast"]] }, lunch({ meal: 4 }))?.closed).toBeNull();
  });

  test("is absent within a pause of its meal, with or without an end", () => {
    expect(wednesday({ absent: [[0b010, "2026-12-08", "2026-12-09"]] })?.isAbsent).toBe(true);
    expect(wednesday({ absent: [[0b010, "2026-12-08", null]] })?.isAbsent).toBe(true);
    expect(wednesday({ absent: [[0b010, "2026-12-08", "2026-12-08"]] })?.isAbsent).toBe(false);
    expect(wednesday({ absent: [[0b101, "2026-12-08", null]] })?.isAbsent).toBe(false);
  });

  test("counts only the boxes that would arrive", () => {
    const coming = [
      moved("2026-12-09", { box: 0, from: null }),
      moved("2026-12-09", { box: 3 }), // it stays there with other dishes
      moved("2026-12-09", { box: 9, meal: 3, from: null }),
    ];
    expect(wednesday({}, lunch(), coming)?.arrivals).toBe(1);
  });
});

test("previews name the boxes that leave and count those put on hold", () => {
  expect([...leavingBoxes([moved("2026-12-14"), moved("2026-12-09", { box: 4 })])]).toEqual([3]);
  expect(countNewlyHeld([moved(null), moved(null, { meal: 3 }), moved(null, { from: null })], 2)).toBe(1);
  expect(box(7, null).state).toBe("held");
});
