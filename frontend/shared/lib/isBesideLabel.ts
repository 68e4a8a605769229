import type { MouseEvent } from "react";

/** True for a click outside a label: on a label the browser already toggles the checkbox. */
export function isBesideLabel(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("label") === null;
}
