import { describe, expect, it } from "vitest";
import { applyEvents, type DeliveryEvent, recordOutcome, undoOutcomes } from "./deliveryEvents";
import { stateOf } from "./run";
import { box, run, stop } from "./testing";

const { reasons } = run();
const two = stop(1, { boxes: [box(1), box(2)] });

describe("delivery events", () => {
  it("record an outcome for every open box of a stop, each with its own key", () => {
    const half = stop(1, { boxes: [box(1, { state: "delivered", key: "k" }), box(2), box(3)] });
    const events = recordOutcome(half, "delivered");
    expect(events.map((event) => event.serving)).toEqual([2, 3]);
    expect(new Set(events.map((event) => event.key)).size).toBe(2);
  });

  it("apply immediately", () => {
    const [after] = applyEvents([two], recordOutcome(two, "delivered"), reasons);
    expect(after && stateOf(after)).toBe("delivered");
  });

  it("show why a delivery failed", () => {
    const [after] = applyEvents([two], recordOutcome(two, "failed", "nobody-home"), reasons);
    expect(after?.boxes.map((each) => each.why)).toEqual(["Nobody at home", "Nobody at home"]);
    const [other] = applyEvents([two], recordOutcome(two, "failed", "other", "Dog"), reasons);
    expect(other?.boxes[0]?.why).toBe("Dog");
  });

  it("are undone", () => {
    const recorded = applyEvents([two], recordOutcome(two, "failed", "nobody-home"), reasons);
    const undone = applyEvents(recorded, recorded.flatMap(undoOutcomes), reasons);
    expect(undone).toEqual([two]);
  });

  it("leave other stops unchanged", () => {
    const other = stop(5);
    expect(applyEvents([two, other], recordOutcome(two, "delivered"), reasons)[1]).toBe(other);
  });

  it("subtract payments from the amount due", () => {
    const owing = stop(1, {
      debts: [
        ["OT-A", 50_000],
        ["OT-B", 100],
      ],
    });
    const cash: DeliveryEvent = { key: "c", outcome: "cash", reference: "OT-A", paise: 20_000 };
    expect(applyEvents([owing], [cash], reasons)[0]?.debts).toEqual([
      ["OT-A", 30_000],
      ["OT-B", 100],
    ]);
    expect(applyEvents([owing], [{ ...cash, paise: 50_000 }], reasons)[0]?.debts).toEqual([["OT-B", 100]]);
  });

  it("leave a stop open while one of its boxes is", () => {
    expect(stateOf(stop(1, { boxes: [box(1, { state: "failed" }), box(2)] }))).toBe("open");
    expect(stateOf(stop(1, { boxes: [box(1, { state: "failed" }), box(2, { state: "delivered" })] }))).toBe(
      "failed",
    );
  });
});
