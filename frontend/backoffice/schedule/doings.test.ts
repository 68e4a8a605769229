import { describe, expect, test } from "vitest";
import { chosenOf, DOINGS, formOf, may, mayChangeBoxes, usual } from "./doings";
import type { Box, Track } from "./plan";
import { box, lunch, plan } from "./testing";

const track = (open: string, ...boxes: Box[]): Track => lunch({ open, boxes });

function possible(...tracks: Track[]): string[] {
  const shown = plan({ tracks });
  const ids = tracks.flatMap(({ boxes }) => boxes.map(({ id }) => id));
  const chosen = chosenOf(shown, new Set(ids));
  return DOINGS.filter(({ doing }) => may(doing, chosen)).map(({ doing }) => doing);
}

describe("what can be done", () => {
  const [monday, tuesday] = [box(1, "2026-12-07"), box(2, "2026-12-08")];

  test.each<[string, Track, string[]]>([
    ["one box", track("2026-12-05", monday), ["skip", "move", "pause"]],
    ["two boxes", track("2026-12-05", monday, tuesday), ["skip", "pause"]],
    ["one past the cut-off", track("2026-12-08", monday), ["forfeit"]],
    ["one past its cut-off and another", track("2026-12-08", monday, tuesday), []],
    ["a held one", track("2026-12-05", box(1, null)), ["move"]],
    ["a forfeited one", track("2026-12-08", box(1, "2026-12-07", { state: "forfeited" })), ["make-up"]],
    [
      "one that was not delivered",
      track("2026-12-08", box(1, "2026-12-07", { state: "failed" })),
      ["make-up"],
    ],
    ["an event", { ...track("2026-12-05", monday), meal: 4 }, []],
    ["nothing", track("2026-12-05"), []],
  ])("to %s", (_, track, doings) => {
    expect(possible(track)).toEqual(doings);
  });

  test("other dishes go into what is to come", () => {
    const of = (...boxes: Box[]) =>
      mayChangeBoxes(chosenOf(plan({ tracks: [lunch({ boxes })] }), new Set(boxes.map(({ id }) => id))));
    expect(of(monday, box(2, null))).toBe(true);
    expect(of(monday, box(2, "2026-12-08", { state: "failed" }))).toBe(false);
    expect(of()).toBe(false);
  });
});

test("what is ticked comes in the order of its days, held ones last", () => {
  const tracks = [
    lunch({ boxes: [box(1, null), box(2, "2026-12-09")] }),
    lunch({ meal: 3, label: "Dinner", boxes: [box(3, "2026-12-08")] }),
  ];
  const chosen = chosenOf(plan({ tracks }), new Set([1, 2, 3]));
  expect(chosen.map(({ box }) => box.id)).toEqual([3, 2, 1]);
  expect(usual(chosen)).toEqual({
    to: "",
    first: "2026-12-08",
    last: "",
    meals: [3, 2],
    makeUp: false,
  });
});

describe("the form that is sent", () => {
  const chosen = chosenOf(plan(), new Set([3, 4]));
  const [one] = chosen;
  const values = usual(chosen);
  const sent = (...given: Parameters<typeof formOf>) => formOf(...given)?.toString();

  test("names the boxes", () => {
    expect(sent("skip", chosen, values)).toBe("servings=3&servings=4");
    expect(sent("make-up", chosen, values)).toBe("servings=3&servings=4");
  });

  test("of a move waits for the day", () => {
    const only = one ? [one] : [];
    expect(sent("move", only, values)).toBeUndefined();
    expect(sent("move", only, { ...values, to: "2026-12-13" })).toBe("servings=3&to=2026-12-13");
  });

  test("of a pause names days and meals, and waits for them", () => {
    expect(sent("pause", chosen, values)).toBe("first=2026-12-09&last=&meals=2");
    expect(sent("pause", chosen, { ...values, meals: [] })).toBeUndefined();
    expect(sent("pause", chosen, { ...values, first: "" })).toBeUndefined();
  });

  test("of a forfeit says whether it is made up", () => {
    expect(sent("forfeit", chosen, values)).toBe("servings=3&servings=4");
    expect(sent("forfeit", chosen, { ...values, makeUp: true })).toBe("servings=3&servings=4&make_up=on");
  });
});
