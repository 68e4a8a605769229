import menu from "@contract/catalogue/weekly-menu.json";
import { menuEntries, type WeeklyMenu } from "~/shared/domain/weekly/weeklyMenu";
import { portionsOf } from "./facts";

/** The four weeks of set meals. The contract's own test holds the file to its schema, so it is not checked again here. */
export const weeklyMenu = menu as WeeklyMenu;

/** What a portion of each of its items holds. */
export const weeklyPortions = portionsOf(
  menuEntries(weeklyMenu).flatMap(({ items }) => items.map(({ name }) => name)),
);
