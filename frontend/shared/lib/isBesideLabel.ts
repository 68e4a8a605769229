import type { MouseEvent } from "react";

/** True for a press beside a label: on a label itself the browser already presses its box. */
export function isBesideLabel(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("label") === null;
}
