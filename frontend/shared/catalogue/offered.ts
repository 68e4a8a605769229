import { nonVegMenu } from "./nonveg";
import { trayMenu } from "./tray";
import { vegMenu } from "./veg";

/** Which of the three menus this shop offers: one without categories is not offered. */
export const offered = {
  veg: vegMenu.categories.length > 0,
  nonveg: nonVegMenu.categories.length > 0,
  tray: trayMenu.categories.length > 0,
};
