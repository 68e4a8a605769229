import { rules } from "~/shared/catalogue/rules";
import { changeSlots, NO_SLOTS, type SlotChange, type Slots, weekCount } from "~/shared/domain/weekly/slots";
import { WEEKS, type WeekId } from "~/shared/domain/weekly/weeklyMenu";
import { isSlotSoldOut } from "~/storefront/product/soldOutSlots";

/** Monday to Saturday. */
export const DAYS_PER_MEAL = rules.combos.itemsPerMeal;

export interface MenuState {
  readonly slots: Slots;
  /** The weeks whose days phones show; wider screens show those of every week. */
  readonly openWeeks: readonly WeekId[];
}

export const INITIAL_MENU: MenuState = { slots: NO_SLOTS, openWeeks: [WEEKS[0]] };

export type MenuChange =
  | SlotChange
  | ({ readonly kind: "restore" } & MenuState)
  | { readonly kind: "fold"; readonly week: WeekId; readonly isOpen: boolean };

/** A week in which meals are selected or restored opens, and stays open until the visitor closes it. */
export function changeMenu(menu: MenuState, change: MenuChange): MenuState {
  if (change.kind === "fold") {
    const isOpen = (week: WeekId) => (week === change.week ? change.isOpen : menu.openWeeks.includes(week));
    return { ...menu, openWeeks: WEEKS.filter(isOpen) };
  }
  const { slots, openWeeks } =
    change.kind === "restore"
      ? change
      : { ...menu, slots: changeSlots(menu.slots, change, DAYS_PER_MEAL, isSlotSoldOut) };
  const hasMore = (week: WeekId) => weekCount(slots, week) > weekCount(menu.slots, week);
  return { slots, openWeeks: WEEKS.filter((week) => openWeeks.includes(week) || hasMore(week)) };
}
