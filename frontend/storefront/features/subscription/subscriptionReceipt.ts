import { rules } from "~/shared/catalogue/rules";
import type { SubscriptionValues } from "~/shared/domain/subscription/request";
import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import { offersChoice } from "~/shared/domain/weekly/weeklyMenu";

/** The receipt of a subscription. */
export function subscriptionReceipt({ planDuration }: SubscriptionValues, items: readonly SelectedItem[]) {
  const plan = rules.planDurations.find(({ value }) => value === planDuration)?.label ?? planDuration;
  return {
    title: "Meal subscription",
    next: "subscription" as const,
    chosen: { label: "Meals", names: items.map(({ title, category }) => `${title} (${category})`) },
    facts: [
      { label: "Plan", value: plan },
      ...(items.some(({ title }) => offersChoice(title))
        ? [{ label: "Dishes with a choice", value: "We’ll ask you which you prefer" }]
        : []),
    ],
  };
}
