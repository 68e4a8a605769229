import { rules } from "~/shared/catalogue/rules";
import { orderedDay } from "~/shared/domain/combos/selection";
import { toPaise } from "~/shared/domain/pricing/paise";
import { slotCount } from "~/shared/domain/weekly/slots";
import { MEALS, WEEKS, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { clockTime, formatRupees } from "~/shared/lib/text";
import type { ComboHandover } from "./handover";

/** What a chat from the combos' pages is about. */
export const COMBO_TOPIC = { about: "a weekly or monthly combo" };

/** Describes a combo order: a line for each meal of each week with its days, and the amount. */
export function describeCombo({ selectedItems, mealImages, finalAmount, discount }: ComboHandover) {
  const rupees = (amount: number) => formatRupees(toPaise(amount));
  const lines = WEEKS.flatMap((week) =>
    MEALS.flatMap((meal) => {
      const days = selectedItems[week][meal].map((index) =>
        orderedDay(mealImages[week][meal][index]?.day, index),
      );
      return days.length > 0 ? [`${weekLabel(week)}, ${meal}: ${joinDays(days)}`] : [];
    }),
  );
  return {
    chosen: { label: "Items", names: lines, count: slotCount(selectedItems) },
    facts: [
      ...(discount > 0 ? [{ label: "Discount", value: rupees(discount) }] : []),
      { label: "Total", value: rupees(finalAmount) },
    ],
  };
}

/** The receipt of an accepted combo order. */
export function comboReceipt(handover: ComboHandover, deliveryTime: string) {
  const { chosen, facts } = describeCombo(handover);
  return {
    title: "Weekly & Monthly Order",
    next: "order" as const,
    chosen,
    facts: [{ label: "Delivery time", value: clockTime(deliveryTime) }, ...facts],
  };
}

/** Abbreviates a full week. */
function joinDays(days: readonly string[]): string {
  return days.length === rules.combos.itemsPerMeal ? `${days[0]} to ${days.at(-1)}` : days.join(", ");
}
