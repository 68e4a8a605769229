import contractCombos from "@contract/vectors/combos.json";
import contractDayOrders from "@contract/vectors/nday.json";
import { describe, expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { priceCombos } from "./combos";
import { type DayOrderPrice, type PricedItem, priceDayOrder } from "./dayOrders";
import { toPaise, toRupees } from "./paise";

interface DayOrderVector {
  name: string;
  days: number;
  sections: number;
  items: PricedItem[];
  expected: DayOrderPrice;
}

const dayOrders = contractDayOrders as { vectors: DayOrderVector[] };

describe("orders by the day (contract/vectors/nday.json)", () => {
  test.each(dayOrders.vectors.map((vector) => [vector.name, vector] as const))("%s", (_name, vector) => {
    const price = priceDayOrder(vector.items, vector.days, vector.sections, rules);
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

function inRupees(price: DayOrderPrice): DayOrderPrice {
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
