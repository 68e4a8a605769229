import menu from "@contract/catalogue/weekly-menu.json";
import type { WeeklyMenu } from "~/shared/domain/weekly/weeklyMenu";

/** The four weeks of set meals. The contract's own test holds the file to its schema, so it is not checked again here. */
export const weeklyMenu = menu as WeeklyMenu;
