/**
 * The places that have no room at the foot of a phone: a modal dialog, which keeps the focus. Without this script they
 * are a popover, which Escape closes, too.
 */
const sheet = document.querySelector<HTMLDialogElement>("#more");

for (const button of document.querySelectorAll("[popovertarget=more]")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (sheet?.open) sheet.close();
    else sheet?.showModal();
  });
}
