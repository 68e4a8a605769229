/** Begins the kitchen's board, where the page has one. */
import { Board } from "./kitchen/board";

const element = document.querySelector<HTMLElement>("[data-kitchen-board]");
if (element) new Board(element).listen();
