/** The payloads of the three calls: keys, their order and their types are the contract's (specification, section 7). */
import type { MealSectionId } from "~/shared/domain/menu";
import type { DayOrderPrice } from "~/shared/domain/pricing/dayOrders";
import { toRupees } from "~/shared/domain/pricing/paise";

export interface DayOrderDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly meals: Readonly<Record<MealSectionId, boolean>>;
  readonly timing: string;
  readonly address: string;
}

export function vegPayload(details: DayOrderDetails, price: DayOrderPrice) {
  return {
    ...commonFields(details, price),
    selectedItems: price.perItemCosts.map(({ name, discountedCost }) => ({
      name,
      discountedCost: toRupees(discountedCost),
    })),
    finalAmount: toRupees(price.finalAmount),
  };
}

/** A line's `price` is before the discount: the original, if there is one, else the charged amount. */
export function nonVegPayload(details: DayOrderDetails, price: DayOrderPrice) {
  return {
    ...commonFields(details, price),
    selectedItems: price.perItemCosts.map(({ name, discountedCost, originalCost }) => ({
      name,
      price: toRupees(originalCost ?? discountedCost),
      discountedCost: toRupees(discountedCost),
    })),
    finalAmount: toRupees(price.finalAmount),
    pricesAlreadyMultiplied: true,
  };
}

/** A tray's days are a string, and a line's `price` is the charged amount. */
export function trayPayload(details: DayOrderDetails, price: DayOrderPrice) {
  return {
    ...commonFields(details, price),
    date: String(price.actualDays),
    selectedItems: price.perItemCosts.map(({ name, discountedCost }) => ({
      name,
      price: toRupees(discountedCost),
    })),
    finalAmount: toRupees(price.finalAmount),
  };
}

function commonFields(details: DayOrderDetails, price: DayOrderPrice) {
  return {
    name: details.firstName,
    lastname: details.lastName,
    phone: details.phone,
    email: details.email,
    selectedItemCount: price.perItemCosts.length,
    date: price.actualDays,
    sections: { ...details.meals },
    timing: details.timing,
    address: details.address,
  };
}
