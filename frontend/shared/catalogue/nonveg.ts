import menu from "@contract/catalogue/nonveg.json";
import type { Menu } from "~/shared/domain/menu";
import { rowFacts } from "./facts";

/** The non-veg menu. The contract's own test holds the file to its schema, so it is not checked again here. */
export const nonVegMenu = menu as Menu;

/** What its dishes hold, by id. */
export const nonVegFacts = rowFacts(nonVegMenu);
