import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { isAnySoldOut, soldOutUntil } from "~/shared/domain/soldOut";
import { type IsSoldOut, type SlotPlace, type Slots, selectDay } from "~/shared/domain/weekly/slots";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";

/**
 * Whether a dish of the weekly menu and all its alternatives are sold out until further notice. What is sold out for some
 * days stays, because these meals are for the four weeks to come.
 */
export function isItemSoldOut(name: string): boolean {
  return isAnySoldOut() && name.split(" / ").every((dish) => soldOutUntil(dish) === "");
}

/** Whether a dish of this meal is sold out. */
export const isSlotSoldOut: IsSoldOut = (place, day) => soldOutDish(place, day) !== undefined;

function soldOutDish({ week, meal }: SlotPlace, day: number): string | undefined {
  return weeklyMenu[week][meal][day]?.items.find(({ name }) => isItemSoldOut(name))?.name;
}

/** A selection of an earlier page load without the meals that are sold out, which are named in a toast. */
export function withoutSoldOut(slots: Slots): Slots {
  const names = new Set<string>();
  let available = slots;
  for (const place of WEEKS.flatMap((week) => MEALS.map((meal) => ({ week, meal })))) {
    for (const day of slots[place.week][place.meal]) {
      const name = soldOutDish(place, day);
      if (name === undefined) continue;
      names.add(name);
      available = selectDay(available, place, day, false);
    }
  }
  if (names.size > 0) void notify([...names]);
  return available;
}

async function notify(names: readonly string[]): Promise<void> {
  const soldOut = names.map((name) => ({ name }));
  const module = await import("./showMenuChanges").catch(() => null); // offline: the table shows it
  module?.showMenuChanges({ gone: [], soldOut, repriced: [] });
}
