import menu from "@contract/catalogue/tray.json";
import type { Menu } from "~/shared/domain/menu";
import { rowFacts } from "./facts";

/** The meal tray menu. The contract's own test holds the file to its schema, so it is not checked again here. */
export const trayMenu = menu as Menu;

/** What its dishes hold, by id. */
export const trayFacts = rowFacts(trayMenu);
