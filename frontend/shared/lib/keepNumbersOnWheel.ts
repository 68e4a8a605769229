/**
 * Turning the wheel over a focused number field scrolls the page, as over any other: browsers would step its value
 * instead. A read-only field is not stepped; until the next frame, so that it keeps its focus and takes the next key.
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
