import { visitToken } from "~/lib/visit/visits";
import type { OrderFormValues } from "./values";

/**
 * What was typed into an order that the server refused and whose form is left all the same (specification, section
 * 4: veg). In memory only, and offered back during the same visit.
 */
let refused: { readonly visit: string; readonly values: OrderFormValues } | undefined;

export function rememberRefused(values: OrderFormValues): void {
  refused = { visit: visitToken(), values };
}

/** What can be offered back on the form in view, if anything. */
export function refusedValues(): OrderFormValues | undefined {
  return refused?.visit === visitToken() ? refused.values : undefined;
}

export function forgetRefused(): void {
  refused = undefined;
}
