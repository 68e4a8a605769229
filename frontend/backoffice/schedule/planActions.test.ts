import { describe, expect, test } from "vitest";
import type { Box, Track } from "./plan";
import {
  buildForm,
  canChangeBoxes,
  initialValues,
  isAllowed,
  PLAN_ACTIONS,
  selectedBoxes,
} from "./planActions";
import { box, lunch, plan } from "./testing";

const track = (open: string, ...boxes: Box[]): Track => lunch({ open, boxes });

function possible(...tracks: Track[]): string[] {
  const rendered = plan({ tracks });
  const ids = tracks.flatMap(({ boxes }) => boxes.map(({ id }) => id));
  const selected = selectedBoxes(rendered, new Set(ids));
  return PLAN_ACTIONS.filter(({ action }) => isAllowed(action, selected)).map(({ action }) => action);
}

describe("allowed actions", () => {
  const [monday, tuesday] = [box(1, "2026-12-07"), box(2, "2026-12-08")];

  test.each<[string, Track, string[]]>([
    ["one box", track("2026-12-05", monday), ["skip", "move", "pause"]],
    ["two boxes", track("2026-12-05", monday, tuesday), ["skip", "pause"]],
    ["one past the cut-off", track("2026-12-08", monday), ["forfeit"]],
    ["one past its cut-off and another", track("2026-12-08", monday, tuesday), []],
    ["a held one", track("2026-12-05", box(1, null)), ["move"]],
    ["a forfeited one", track("2026-12-08", box(1, "2026-12-07", { state: "forfeited" })), ["replace"]],
    [
      "one that was not delivered",
      track("2026-12-08", box(1, "2026-12-07", { state: "failed" })),
      ["replace"],
    ],
    ["an event", { ...track("2026-12-05", monday), meal: 4 }, []],
    ["nothing", track("2026-12-05"), []],
  ])("to %s", (_, track, actions) => {
    expect(possible(track)).toEqual(actions);
  });

  test("only planned and held boxes can be changed", () => {
    const of = (...boxes: Box[]) =>
      canChangeBoxes(selectedBoxes(plan({ tracks: [lunch({ boxes })] }), new Set(boxes.map(({ id }) => id))));
    expect(of(monday, box(2, null))).toBe(true);
    expect(of(monday, box(2, "2026-12-08", { state: "failed" }))).toBe(false);
    expect(of()).toBe(false);
  });
});

test("selected boxes are sorted by day, held ones last", () => {
  const tracks = [
    lunch({ boxes: [box(1, null), box(2, "2026-12-09")] }),
    lunch({ meal: 3, label: "Dinner", boxes: [box(3, "2026-12-08")] }),
  ];
  const selected = selectedBoxes(plan({ tracks }), new Set([1, 2, 3]));
  expect(selected.map(({ box }) => box.id)).toEqual([3, 2, 1]);
  expect(initialValues(selected)).toEqual({
    to: "",
    first: "2026-12-08",
    last: "",
    meals: [3, 2],
    replaceBox: false,
  });
});

describe("form", () => {
  const selected = selectedBoxes(plan(), new Set([3, 4]));
  const [one] = selected;
  const values = initialValues(selected);
  const serialize = (...args: Parameters<typeof buildForm>) => buildForm(...args)?.toString();

  test("contains the boxes", () => {
    expect(serialize("skip", selected, values)).toBe("servings=3&servings=4");
    expect(serialize("replace", selected, values)).toBe("servings=3&servings=4");
  });

  test("of a move is null without a day", () => {
    const only = one ? [one] : [];
    expect(serialize("move", only, values)).toBeUndefined();
    expect(serialize("move", only, { ...values, to: "2026-12-13" })).toBe("servings=3&to=2026-12-13");
  });

  test("of a pause contains days and meals, and is null without them", () => {
    expect(serialize("pause", selected, values)).toBe("first=2026-12-09&last=&meals=2");
    expect(serialize("pause", selected, { ...values, meals: [] })).toBeUndefined();
    expect(serialize("pause", selected, { ...values, first: "" })).toBeUndefined();
  });

  test("of a forfeit contains whether the box is replaced", () => {
    expect(serialize("forfeit", selected, values)).toBe("servings=3&servings=4");
    expect(serialize("forfeit", selected, { ...values, replaceBox: true })).toBe(
      "servings=3&servings=4&replace=on",
    );
  });
});
