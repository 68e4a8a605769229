import type { SelectedItem } from "./selectedItem";

/** Values of the Meal Subscription Form; the plan's name derives from the selected items. */
export interface SubscriptionValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly planDuration: string;
}

/** The selected items' titles, joined by commas (specification, section 3). */
export function planNameOf(items: readonly SelectedItem[]): string {
  return items.map((item) => item.title).join(", ");
}

/** The payload of the subscription call: these keys and no others (specification, section 7). */
export function subscriptionRequest(values: SubscriptionValues, items: readonly SelectedItem[]) {
  return {
    firstName: values.firstName,
    lastName: values.lastName,
    phone: values.phone,
    email: values.email,
    planName: planNameOf(items),
    planDuration: values.planDuration,
    selectedItems: items,
  };
}
