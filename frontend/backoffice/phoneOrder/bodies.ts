/** The bodies of the three calls for orders by the day, exactly as the storefront sends them for the same choice (its tests compare). */
import type { NDayPrice } from "~/shared/domain/pricing/nday";
import { toRupees } from "~/shared/domain/pricing/paise";
import type { PersonValues, Sections } from "./values";

export type DishBody = (person: PersonValues, sections: Sections, price: NDayPrice) => object;

export const vegBody: DishBody = (person, sections, price) => ({
  ...filledIn(person, sections, price),
  selectedItems: price.perItemCosts.map(({ name, discountedCost }) => ({
    name,
    discountedCost: toRupees(discountedCost),
  })),
  finalAmount: toRupees(price.finalAmount),
});

/** A line's price is what it costs before the discount. */
export const nonVegBody: DishBody = (person, sections, price) => ({
  ...filledIn(person, sections, price),
  selectedItems: price.perItemCosts.map(({ name, discountedCost, originalCost }) => ({
    name,
    price: toRupees(originalCost ?? discountedCost),
    discountedCost: toRupees(discountedCost),
  })),
  finalAmount: toRupees(price.finalAmount),
  pricesAlreadyMultiplied: true,
});

/** A tray's days travel as text, and a line's price is what is charged. */
export const trayBody: DishBody = (person, sections, price) => ({
  ...filledIn(person, sections, price),
  date: String(price.actualDays),
  selectedItems: price.perItemCosts.map(({ name, discountedCost }) => ({
    name,
    price: toRupees(discountedCost),
  })),
  finalAmount: toRupees(price.finalAmount),
});

function filledIn(person: PersonValues, sections: Sections, price: NDayPrice) {
  const { name, lastname, phone, email, timing, address } = person;
  return {
    name,
    lastname,
    phone,
    email,
    selectedItemCount: price.perItemCosts.length,
    date: price.actualDays,
    sections: { ...sections },
    timing,
    address,
  };
}
