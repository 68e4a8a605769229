/** As the ref of a message: below the button that was pressed it can come to stand outside the window, or a dialog. */
export function bringIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: "nearest" });
}
