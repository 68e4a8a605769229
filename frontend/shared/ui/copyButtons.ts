/**
 * Shows the copy buttons and copies their texts. The buttons stay hidden without this script, and where the browser
 * gives the page no clipboard (without TLS).
 */
const region = document.querySelector(".copy-status");

async function copy(button: HTMLButtonElement, status: Element) {
  status.textContent = ""; // a screen reader announces the same message again only after a change
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    status.textContent = button.dataset.copied ?? "";
  } catch {
    const text = button.previousElementSibling;
    if (text instanceof HTMLTextAreaElement) text.select();
    else if (text) getSelection()?.selectAllChildren(text);
    status.textContent = "Your browser does not allow copying. The text is selected: copy it yourself.";
  }
}

if (region && "clipboard" in navigator) {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
    button.addEventListener("click", () => copy(button, region));
    button.hidden = false;
  }
}
