import contractCombos from "@contract/vectors/combos.json";
import contractNDay from "@contract/vectors/nday.json";
import { describe, expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { priceCombos } from "./combos";
import { type NDayPrice, type PricedItem, priceNDayOrder } from "./nday";
import { toPaise, toRupees } from "./paise";

interface NDayVector {
  name: string;
  days: number;
  sections: number;
  items: PricedItem[];
  expected: NDayPrice;
}

const nday = contractNDay as { vectors: NDayVector[] };

describe("orders by the day (contract/vectors/nday.json)", () => {
  test.each(nday.vectors.map((vector) => [vector.name, vector] as const))("%s", (_name, vector) => {
    const price = priceNDayOrder(vector.items, vector.days, vector.sections, rules);
    expect(inRupees(price)).toEqual(vector.expected);
  });
});

describe("combos (contract/vectors/combos.json)", () => {
  test.each(contractCombos.vectors.map((vector) => [vector.name, vector] as const))("%s", (_name, vector) => {
    const { basePrice, discount, finalAmount } = vector.expected;
    expect(priceCombos(vector.items, rules.combos)).toEqual({
      basePrice: toPaise(basePrice),
      discount: toPaise(discount),
      finalAmount: toPaise(finalAmount),
      canProceed: vector.expected.canProceed,
    });
  });
});

function inRupees(price: NDayPrice): NDayPrice {
  return {
    ...price,
    finalAmount: toRupees(price.finalAmount),
    perItemCosts: price.perItemCosts.map((line) => ({
      ...line,
      pricePerDay: toRupees(line.pricePerDay),
      discountedCost: toRupees(line.discountedCost),
      originalCost: line.originalCost === null ? null : toRupees(line.originalCost),
    })),
  };
}
