/** A ref callback for messages, which may appear below the window's or dialog's edge. */
export function bringIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: "nearest" });
}
