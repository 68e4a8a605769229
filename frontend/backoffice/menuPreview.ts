/* Opens a page of the draft in a window as wide as a phone, on screens that are wider. */
const PHONE = "popup,width=390,height=844";

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-preview]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    window.open(button.dataset.preview, "preview-phone", PHONE);
  });
}
