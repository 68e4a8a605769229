import { describe, expect, test } from "vitest";
import type { Moved } from "./plan";
import { box, lunch, plan } from "./testing";
import { daysOf, leaving, mondaysOf, toBeHeld } from "./weeks";

const moved = (to: string | null, changes: Partial<Moved> = {}): Moved => ({
  box: 3,
  meal: 2,
  from: "2026-12-09",
  to,
  state: to ? 1 : 6,
  ...changes,
});

describe("the weeks", () => {
  test("are as many as the page has", () => {
    expect(mondaysOf(plan(), [])).toEqual(["2026-12-07", "2026-12-14", "2026-12-21", "2026-12-28"]);
  });

  test("are more where boxes would go there, up to sixteen", () => {
    expect(mondaysOf(plan(), [moved("2027-01-12")])).toHaveLength(6);
    expect(mondaysOf(plan(), [moved("2028-01-12")])).toHaveLength(16);
    expect(mondaysOf(plan({ weeksKnown: 5 }), [moved("2028-01-12")])).toHaveLength(5);
    expect(mondaysOf(plan(), [moved(null)])).toHaveLength(4);
  });
});

describe("a day", () => {
  const wednesday = (changes = {}, track = lunch(), what: Moved[] = []) =>
    daysOf(plan(changes), track, "2026-12-07", what)[2];

  test("has its boxes", () => {
    expect(wednesday()?.boxes.map(({ id }) => id)).toEqual([3]);
  });

  test("is today, or none of the meal's weekdays", () => {
    expect(wednesday({ today: "2026-12-09" })?.isToday).toBe(true);
    const days = daysOf(plan(), lunch(), "2026-12-07", []);
    expect(days.map((day) => day.isService)).toEqual([true, true, true, true, true, true, false]);
  });

  test("is locked until the first one that is open", () => {
    expect(wednesday({}, lunch({ open: "2026-12-10" }))?.isLocked).toBe(true);
    expect(wednesday({}, lunch({ open: "2026-12-09" }))?.isLocked).toBe(false);
  });

  test("is closed for its meal, or for all, and never for an event", () => {
    expect(wednesday({ closed: [["2026-12-09", 0, "Feast"]] })?.closed).toBe("Feast");
    expect(wednesday({ closed: [["2026-12-09", 2, "Feast"]] })?.closed).toBe("Feast");
    expect(wednesday({ closed: [["2026-12-09", 3, "Feast"]] })?.closed).toBeNull();
    expect(wednesday({ closed: [["2026-12-09", 0, "Feast"]] }, lunch({ meal: 4 }))?.closed).toBeNull();
  });

  test("is not wanted within a gap of its meal, until its end or for good", () => {
    expect(wednesday({ absent: [[0b010, "2026-12-08", "2026-12-09"]] })?.isAbsent).toBe(true);
    expect(wednesday({ absent: [[0b010, "2026-12-08", null]] })?.isAbsent).toBe(true);
    expect(wednesday({ absent: [[0b010, "2026-12-08", "2026-12-08"]] })?.isAbsent).toBe(false);
    expect(wednesday({ absent: [[0b101, "2026-12-08", null]] })?.isAbsent).toBe(false);
  });

  test("counts those that would come, and no others", () => {
    const coming = [
      moved("2026-12-09", { box: 0, from: null }),
      moved("2026-12-09", { box: 3 }), // it stays there with other dishes
      moved("2026-12-09", { box: 9, meal: 3, from: null }),
    ];
    expect(wednesday({}, lunch(), coming)?.coming).toBe(1);
  });
});

test("who would leave is known, and how many would be held", () => {
  expect([...leaving([moved("2026-12-14"), moved("2026-12-09", { box: 4 })])]).toEqual([3]);
  expect(toBeHeld([moved(null), moved(null, { meal: 3 }), moved(null, { from: null })], 2)).toBe(1);
  expect(box(7, null).state).toBe("held");
});
