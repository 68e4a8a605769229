import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { orderedDay } from "~/shared/domain/combos/dayNames";
import { priceCombos } from "~/shared/domain/pricing/combos";
import { toRupees } from "~/shared/domain/pricing/paise";
import { type Slots, slotCount } from "~/shared/domain/weekly/slots";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import type { PersonValues } from "./values";

/** The body of a combo order, exactly as the storefront sends it: the days of each meal by their names. */
export function comboBody({ name, lastname, phone, email, timing, address }: PersonValues, slots: Slots) {
  const items = slotCount(slots);
  const { finalAmount, discount } = priceCombos(items, rules.combos);
  const selectedItems = Object.fromEntries(
    WEEKS.map((week) => [
      week,
      Object.fromEntries(
        MEALS.map((meal) => [
          meal,
          slots[week][meal].map((day) => orderedDay(weeklyMenu[week][meal][day]?.day, day)),
        ]),
      ),
    ]),
  );
  return {
    name,
    lastname,
    phone,
    email,
    address,
    deliveryTime: timing,
    days: rules.combos.days,
    totalSelected: items,
    selectedItems,
    finalAmount: toRupees(finalAmount),
    discount: toRupees(discount),
  };
}
