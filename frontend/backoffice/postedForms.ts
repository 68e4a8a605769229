/**
 * What every staff form does when it is posted: what was typed survives a log-in or an error in between, in this tab
 * and for this account, passwords and files excepted; a form with `data-busy` is sent once, and shows that text
 * meanwhile.
 */
import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

const KEY = "oottam.posted-form";
const MAX_AGE_MS = 30 * 60_000;
const UNKEPT = ["hidden", "password", "file", "submit", "button", "image", "reset"];

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface PostedForm {
  user: string;
  action: string;
  page: string;
  at: number;
  fields: [name: string, value: string][];
  /** Whether the server responded without accepting it. */
  isLost: boolean;
}

/** Attributes, as a field called "action" or "method" hides the form's property. */
function actionOf(form: HTMLFormElement): string {
  return new URL(form.getAttribute("action") || location.href, location.href).pathname;
}

function isPosted(form: HTMLFormElement): boolean {
  return form.getAttribute("method")?.toLowerCase() === "post";
}

function controlsOf(form: HTMLFormElement): Control[] {
  const controls = [...form.querySelectorAll<Control>("input[name], textarea[name], select[name]")];
  return controls.filter(
    (each) => !(UNKEPT.includes(each.type) || /password|one-time/.test(each.autocomplete)),
  );
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

function valuesOf(control: Control): string[] {
  if (isChoice(control)) return control.checked ? [control.value] : [];
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map((each) => each.value);
  return [control.value];
}

function keep(form: HTMLFormElement) {
  const user = document.body.dataset.user;
  const fields = controlsOf(form).flatMap((each) =>
    valuesOf(each).map((value): [string, string] => [each.name, value]),
  );
  if (!user) return; // the log-in
  if (fields.length === 0) return removeStored("session", KEY);
  const posted: PostedForm = {
    user,
    action: actionOf(form),
    page: location.pathname + location.search,
    at: Date.now(),
    fields,
    isLost: false,
  };
  writeStored("session", KEY, JSON.stringify(posted));
}

function readPosted(): PostedForm | undefined {
  try {
    return JSON.parse(readStored("session", KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function putBack(form: HTMLFormElement, posted: PostedForm) {
  const left = new Map<string, string[]>();
  for (const [name, value] of posted.fields) left.set(name, [...(left.get(name) ?? []), value]);
  let first: Control | undefined;
  for (const control of controlsOf(form)) {
    const values = left.get(control.name) ?? [];
    if (isChoice(control)) control.checked = values.includes(control.value);
    else if (control instanceof HTMLSelectElement)
      for (const option of control.options) option.selected = values.includes(option.value);
    else {
      control.value = values.shift() ?? control.value;
      first ??= control;
    }
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
  openFolds(first ?? form);
  first?.focus();
}

function openFolds(inside: Element) {
  for (let fold = inside.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}

/** Where the page has no such form, the message shows what was typed, and leads to the page that had it. */
function offer(form: HTMLFormElement | undefined, posted: PostedForm) {
  const message = document.createElement("div");
  message.className = "message warning";
  message.setAttribute("role", "status");
  const action = form ? '<button type="button">Put it back</button>' : '<a class="button">Open its page</a>';
  message.innerHTML = `<p>What you typed was not saved, and is still here.</p><p class="row">${action}<button type="button" class="quiet">Discard</button></p>`;
  const end = () => {
    removeStored("session", KEY);
    message.remove();
  };
  message.querySelector(".quiet")?.addEventListener("click", end);
  if (form) {
    message.querySelector("button")?.addEventListener("click", () => {
      end();
      putBack(form, posted);
    });
  } else {
    const texts = posted.fields.map(([, value]) => value).filter((value) => value.includes(" "));
    const typed = document.createElement("p");
    typed.textContent = texts.join(" / ");
    message.firstElementChild?.after(typed);
    message.querySelector("a")?.setAttribute("href", posted.page);
  }
  document.querySelector("main")?.prepend(message);
}

/** Offers what was typed into a form that the server did not accept. */
export function offerLostForm() {
  const posted = readPosted();
  if (!posted) return;
  const lost = document.querySelector("[data-form-lost]");
  if (lost) {
    lost.querySelector("[data-kept]")?.removeAttribute("hidden");
    writeStored("session", KEY, JSON.stringify({ ...posted, isLost: true }));
    return;
  }
  const user = document.body.dataset.user;
  if (!user) return; // a further step of the log-in
  if (!posted.isLost || posted.user !== user || Date.now() - posted.at > MAX_AGE_MS)
    return removeStored("session", KEY);
  const names = posted.fields.map(([name]) => name);
  const form = [...document.forms].find((each) => {
    const known = new Set(controlsOf(each).map((control) => control.name));
    return isPosted(each) && actionOf(each) === posted.action && names.some((name) => known.has(name));
  });
  offer(form, posted);
}

/** Says that the form is on its way, and marks it as busy. */
export function showBusy(form: HTMLFormElement, text: string) {
  form.setAttribute("aria-busy", "true");
  const note = document.createElement("div");
  note.setAttribute("role", "status");
  note.dataset.busyNote = "";
  const bar = document.createElement("progress");
  bar.className = "progress";
  bar.setAttribute("aria-label", "Progress");
  const words = document.createElement("p");
  words.textContent = text;
  note.append(words, bar);
  form.append(note);
}

export function hideBusy(form: HTMLFormElement) {
  form.removeAttribute("aria-busy");
  form.querySelector("[data-busy-note]")?.remove();
}

/** Handles all forms of the page except those that a script sends itself, which has prevented the event by then. */
export function watchPostedForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !isPosted(form)) return;
    if (form.getAttribute("aria-busy") === "true") return event.preventDefault();
    keep(form);
    if (form.dataset.busy) showBusy(form, form.dataset.busy);
  });
  // While an invalid field is folded, browsers neither send the form nor show why.
  document.addEventListener("invalid", (event) => openFolds(event.target as Element), true);
  addEventListener("pageshow", (event) => {
    // A page that Back brings from the browser's memory can be sent again.
    if (event.persisted) for (const form of document.forms) hideBusy(form);
  });
}
