import { visitToken } from "~/storefront/session/visits";
import type { OrderFormValues } from "./values";

interface RejectedOrder {
  readonly visit: string;
  readonly values: OrderFormValues;
  readonly reason: string;
  /** Its dishes were restored on the menu, so the form is filled in immediately. */
  readonly restored?: boolean;
}

/**
 * The values of an order that the server rejected although its form is emptied and left (specification, section 4: veg).
 * In memory only, and offered during the same visit.
 */
let rejected: RejectedOrder | undefined;

/** `visit` is the one in which it was sent: another may be current when the reply arrives. */
export function storeRejected(order: RejectedOrder): void {
  rejected = order;
}

export function markRestored(): void {
  if (rejected) rejected = { ...rejected, restored: true };
}

/** The rejected order of the current visit, if any. */
export function rejectedOrder(): RejectedOrder | undefined {
  return rejected && rejected.visit === visitToken() ? rejected : undefined;
}

export function discardRejected(): void {
  rejected = undefined;
}
