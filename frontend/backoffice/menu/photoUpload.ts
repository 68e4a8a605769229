/**
 * Sends a photo without leaving its page, so that the chosen file is not lost when the server is busy or the connection
 * fails: the form then says so, and offers it again. Without this script the form is posted as any other.
 */
import { hideBusy, showBusy } from "../postedForms";

const KEPT = "Your photo is still chosen.";
const NO_CONNECTION = "Not sent: no connection.";
const NOT_SAVED = "Not saved.";

async function send(form: HTMLFormElement) {
  form.querySelector("[data-unsent]")?.remove();
  showBusy(form, form.dataset.busy ?? "");
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new FormData(form),
      redirect: "manual", // the page that follows shows a message once
    });
    if (response.type === "opaqueredirect") return location.assign(form.dataset.photoUpload ?? "");
    if (response.status === 401) return form.submit(); // the log-in says what was lost
    const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
    const errors = isPage && errorsOf(await response.text());
    if (errors) return show(form, errors);
    const text = isPage ? NOT_SAVED : ((await response.json()).message ?? NOT_SAVED);
    if (response.status < 500) return show(form, errorWith(`${text} ${KEPT}`));
    offerAgain(form, text, Number(response.headers.get("Retry-After")));
  } catch {
    offerAgain(form, NO_CONNECTION, 0);
  } finally {
    hideBusy(form);
  }
}

/** What the form's page says is wrong with the photo. */
function errorsOf(page: string): HTMLElement | null {
  return new DOMParser().parseFromString(page, "text/html").querySelector<HTMLElement>("main .not-saved");
}

/** Offers the same file again, after so many seconds. */
function offerAgain(form: HTMLFormElement, text: string, seconds: number) {
  const message = errorWith(`${text} ${KEPT}`);
  setTimeout(() => message.insertAdjacentHTML("beforeend", "<button>Try again</button>"), seconds * 1000);
  show(form, message);
}

function errorWith(text: string): HTMLElement {
  const message = document.createElement("div");
  message.className = "message error";
  message.setAttribute("role", "alert");
  const words = document.createElement("p");
  words.textContent = text;
  message.append(words);
  return message;
}

function show(form: HTMLFormElement, message: HTMLElement) {
  message.dataset.unsent = "";
  form.prepend(message);
  message.scrollIntoView({ block: "nearest" });
}

for (const form of document.querySelectorAll<HTMLFormElement>("[data-photo-upload]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") void send(form);
  });
}
