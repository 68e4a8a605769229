/** The payloads of the three calls: keys, their order and their types are the contract's (specification, section 7). */
import type { NDayPrice } from "~/shared/domain/pricing/nday";
import { toRupees } from "~/shared/domain/pricing/paise";
import type { OrderFormValues } from "../form/values";

export function vegPayload(values: OrderFormValues, price: NDayPrice) {
  return {
    ...filledIn(values, price),
    selectedItems: price.perItemCosts.map(({ name, discountedCost }) => ({
      name,
      discountedCost: toRupees(discountedCost),
    })),
    finalAmount: toRupees(price.finalAmount),
  };
}

/** A line's `price` is before the discount: the original, if there is one, else the charged amount. */
export function nonVegPayload(values: OrderFormValues, price: NDayPrice) {
  return {
    ...filledIn(values, price),
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
export function trayPayload(values: OrderFormValues, price: NDayPrice) {
  return {
    ...filledIn(values, price),
    date: String(price.actualDays),
    selectedItems: price.perItemCosts.map(({ name, discountedCost }) => ({
      name,
      price: toRupees(discountedCost),
    })),
    finalAmount: toRupees(price.finalAmount),
  };
}

function filledIn(values: OrderFormValues, price: NDayPrice) {
  return {
    name: values.firstName,
    lastname: values.lastName,
    phone: values.phone,
    email: values.email,
    selectedItemCount: price.perItemCosts.length,
    date: price.actualDays,
    sections: { ...values.meals },
    timing: values.timing,
    address: values.address,
  };
}
