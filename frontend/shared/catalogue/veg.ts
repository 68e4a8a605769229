import menu from "@contract/catalogue/veg.json";
import type { Menu } from "~/shared/domain/menu";
import { rowFacts } from "./facts";

/** The veg menu. The contract's own test holds the file to its schema, so it is not checked again here. */
export const vegMenu = menu as Menu;

/** What its dishes hold, by id. */
export const vegFacts = rowFacts(vegMenu);
