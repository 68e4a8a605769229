import menu from "@contract/catalogue/nonveg.json";
import type { Menu } from "~/shared/domain/menu";

/** The non-veg menu. The contract's own test holds the file to its schema, so it is not checked again here. */
export const nonVegMenu = menu as Menu;
