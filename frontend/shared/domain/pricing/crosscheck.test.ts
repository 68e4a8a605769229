import { createHash } from "node:crypto";
import crosscheck from "@contract/vectors/crosscheck.json";
import { describe, expect, test } from "vitest";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import type { Menu } from "../menu";
import { priceDayOrder } from "./dayOrders";

// The digests were written by the server's own pricing code: both halves must reach the same paise.
describe("every dish, 6 to 40 days and 0 to 3 meal sections, to the paisa as the server prices it", () => {
  test.each([
    ["veg", vegMenu],
    ["nonveg", nonVegMenu],
    ["tray", trayMenu],
  ] as const)("%s menu", { tags: "spec:9.6" }, (kind, menu) => {
    const digest = createHash("sha256").update(pricedLines(menu)).digest("hex");
    expect(digest).toBe(crosscheck.sha256[kind]);
  });
});

/** One line per dish, days and sections: menu|dish|days|sections|per day|charged|original or -|struck through. */
function pricedLines(menu: Menu): string {
  const lines: string[] = [];
  for (const dish of menu.categories.flatMap((category) => category.items)) {
    for (let days = rules.days.min; days <= rules.days.max; days += 1) {
      for (let sections = 0; sections <= 3; sections += 1) {
        const line = priceDayOrder([dish], days, sections, rules).perItemCosts[0];
        const amounts = [line?.pricePerDay, line?.discountedCost, line?.originalCost ?? "-"];
        lines.push([menu.kind, dish.id, days, sections, ...amounts, line?.showStrike ? 1 : 0].join("|"));
      }
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}
