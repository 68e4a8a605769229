/**
 * Copies what stands beside a button, and says so. Without this script there are no such buttons, nor where the browser
 * has no clipboard for the page (without TLS); the texts can be selected all the same.
 */
const region = document.querySelector(".copy-status");

async function copy(button: HTMLButtonElement, status: Element) {
  status.textContent = ""; // so that the same words are announced once more
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
