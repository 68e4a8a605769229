/** The script of every staff page. */
import { keepNumbersOnWheel } from "~/shared/lib/keepNumbersOnWheel";
import { offerLostForm, watchPostedForms } from "./postedForms";

keepNumbersOnWheel();
watchPostedForms();
offerLostForm();

// WebKit's empty dates are hidden (shared/styles/base.css); CSS cannot tell whether an optional one is filled.
function markFilled(field: EventTarget | null): void {
  if (field instanceof HTMLInputElement) field.toggleAttribute("data-filled", field.value !== "");
}
document.addEventListener("change", ({ target }) => markFilled(target));
window.addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[type=date], [type=time]")) markFilled(field);
});

// Navigation entries that do not fit on a phone open as a modal dialog, which traps the focus. Without this script they
// are a popover, which Escape also closes.
const sheet = document.querySelector<HTMLDialogElement>("#more");

for (const button of document.querySelectorAll("[popovertarget=more]")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (sheet?.open) sheet.close();
    else sheet?.showModal();
  });
}
