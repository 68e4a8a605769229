import { visitToken } from "~/storefront/session/visits";
import type { OrderFormValues } from "./values";

interface RejectedOrder {
  readonly visit: string;
  readonly values: OrderFormValues;
  /** What the server objects to, as it says it. */
  readonly reason: string;
  /** Its dishes were restored on the menu: the form is filled in at once. */
  readonly restored?: boolean;
}

/**
 * What was typed into an order that the server refused and whose form is left all the same (specification, section
 * 4: veg). In memory only, and offered back during the same visit.
 */
let rejected: RejectedOrder | undefined;

/** `visit` is the one in which it was sent: by the time of the reply its sender may be in another. */
export function storeRejected(order: RejectedOrder): void {
  rejected = order;
}

/** The visitor has restored its dishes, and expects the rest with them. */
export function markRestored(): void {
  if (rejected) rejected = { ...rejected, restored: true };
}

/** What can be offered back on the screens of the order in view, if anything. */
export function rejectedOrder(): RejectedOrder | undefined {
  return rejected && rejected.visit === visitToken() ? rejected : undefined;
}

export function discardRejected(): void {
  rejected = undefined;
}
