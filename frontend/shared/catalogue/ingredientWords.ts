import { ingredientsOf } from "./facts";
import { nonVegMenu } from "./nonveg";
import { trayMenu } from "./tray";
import { vegMenu } from "./veg";

/** What is in each dish of the menus, by its name; loaded when the search is used. */
export const ingredientWords = ingredientsOf([vegMenu, nonVegMenu, trayMenu]);
