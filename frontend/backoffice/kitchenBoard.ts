/** Entry point: starts the kitchen board on pages that have one. */
import { KitchenBoard } from "./kitchen/board";

const element = document.querySelector<HTMLElement>("[data-kitchen-board]");
if (element) new KitchenBoard(element).listen();
