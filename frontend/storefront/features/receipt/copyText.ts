/** Copies a text; false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing on pages without HTTPS.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return copySelected(text);
  } catch {
    return false;
  }
}

/** Legacy copy through a hidden, selected field. Restores the focus. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
