import { describe, expect, it } from "vitest";
import { stateOf } from "./run";
import { type Tap, takeBack, tell, withTaps } from "./taps";
import { box, run, stop } from "./testing";

const { reasons } = run();
const two = stop(1, { boxes: [box(1), box(2)] });

describe("what is tapped at a door", () => {
  it("is said of every box of it of which nothing was said, each with a key of its own", () => {
    const half = stop(1, { boxes: [box(1, { state: "delivered", key: "k" }), box(2), box(3)] });
    const taps = tell(half, "delivered");
    expect(taps.map((tap) => tap.serving)).toEqual([2, 3]);
    expect(new Set(taps.map((tap) => tap.key)).size).toBe(2);
  });

  it("shows at once", () => {
    const [after] = withTaps([two], tell(two, "delivered"), reasons);
    expect(after && stateOf(after)).toBe("delivered");
  });

  it("shows why something was not delivered", () => {
    const [after] = withTaps([two], tell(two, "failed", "nobody-home"), reasons);
    expect(after?.boxes.map((each) => each.why)).toEqual(["Nobody at home", "Nobody at home"]);
    const [other] = withTaps([two], tell(two, "failed", "other", "Dog"), reasons);
    expect(other?.boxes[0]?.why).toBe("Dog");
  });

  it("is taken back", () => {
    const told = withTaps([two], tell(two, "failed", "nobody-home"), reasons);
    const undone = withTaps(told, told.flatMap(takeBack), reasons);
    expect(undone).toEqual([two]);
  });

  it("leaves other doors as they are", () => {
    const other = stop(5);
    expect(withTaps([two, other], tell(two, "delivered"), reasons)[1]).toBe(other);
  });

  it("takes cash off what is owed", () => {
    const owing = stop(1, {
      debts: [
        ["OT-A", 50_000],
        ["OT-B", 100],
      ],
    });
    const cash: Tap = { key: "c", outcome: "cash", reference: "OT-A", paise: 20_000 };
    expect(withTaps([owing], [cash], reasons)[0]?.debts).toEqual([
      ["OT-A", 30_000],
      ["OT-B", 100],
    ]);
    expect(withTaps([owing], [{ ...cash, paise: 50_000 }], reasons)[0]?.debts).toEqual([["OT-B", 100]]);
  });

  it("is open while one box of a door is", () => {
    expect(stateOf(stop(1, { boxes: [box(1, { state: "failed" }), box(2)] }))).toBe("open");
    expect(stateOf(stop(1, { boxes: [box(1, { state: "failed" }), box(2, { state: "delivered" })] }))).toBe(
      "failed",
    );
  });
});
