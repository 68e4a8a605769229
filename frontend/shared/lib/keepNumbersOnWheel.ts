/**
 * Turning the wheel over a focused number field scrolls the page, as over any other: browsers would step its value
 * instead. Browsers do not step a read-only field: it is read-only until the next frame, keeps the focus and takes the
 * next key.
 */
export function keepNumbersOnWheel(): void {
  document.addEventListener(
    "wheel",
    () => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement) || field.type !== "number" || field.readOnly) return;
      field.readOnly = true;
      requestAnimationFrame(() => {
        field.readOnly = false;
      });
    },
    { passive: true },
  );
}
