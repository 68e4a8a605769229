import { withTimeout } from "~/shared/http/withTimeout";
import { indianTime } from "~/shared/lib/text";

/** A change must appear on every phone within 15 seconds. */
const POLL_MS = 14_000;
const DISCONNECTED = "No connection: this page may be out of date.";
const NOT_SAVED = "Not saved: no connection. Please press it again.";
const LOGGED_OUT = "You have been logged out. Reload the page to log in again.";
const OUTDATED = "This page is out of date. Please reload it.";

interface BoardReply {
  readonly seen: string;
  readonly board: string;
  readonly foot: string;
}

/**
 * The kitchen board: submits buttons without leaving the page and polls for changes by others. Without this script the
 * same buttons submit plain forms. The server renders the board in both cases; this script replaces only the parts
 * that changed, so that buttons do not move under a thumb.
 */
export class KitchenBoard {
  readonly #element: HTMLElement;
  /** The HTML of each part in the last response. */
  readonly #rendered = new Map<string, string>();
  #version: string;
  /** A poll response is outdated when this count has changed since the poll was sent. */
  #submitCount = 0;
  #inFlight = 0;

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#version = element.dataset.kitchenBoard ?? "";
    for (const part of partsOf(element)) this.#rendered.set(nameOf(part), part.outerHTML);
  }

  listen() {
    document.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || button.form?.id !== "taps") return;
      event.preventDefault();
      if (!button.hasAttribute("aria-busy")) void this.submit(button);
    });
    setInterval(() => void this.poll(), POLL_MS);
    document.addEventListener("visibilitychange", () => void this.poll());
    window.addEventListener("online", () => void this.poll());
  }

  async submit(button: HTMLButtonElement) {
    this.#submitCount += 1;
    this.#inFlight += 1;
    button.setAttribute("aria-busy", "true");
    try {
      await withTimeout(async (send) => {
        const response = await send(withMeal(button.formAction), {
          method: "POST",
          headers: { Accept: "application/json" },
          body: bodyOf(button),
        });
        await this.#handleResponse(response, NOT_SAVED);
      });
    } catch {
      showError(NOT_SAVED);
    } finally {
      button.removeAttribute("aria-busy");
      this.#inFlight -= 1;
    }
  }

  async poll() {
    if (document.hidden || this.#inFlight > 0) return;
    const submitCount = this.#submitCount;
    try {
      await withTimeout(async (send) => {
        const address = withMeal(`?seen=${this.#version}`);
        const response = await send(address, { headers: { Accept: "application/json" } });
        if (submitCount === this.#submitCount) await this.#handleResponse(response, DISCONNECTED);
      });
    } catch {
      showError(DISCONNECTED);
    }
  }

  async #handleResponse(response: Response, fallbackMessage: string) {
    if (response.status === 401) return showError(LOGGED_OUT);
    if (response.status === 403) return showError(OUTDATED);
    if (response.status === 422) return showError((await response.json()).message);
    if (!response.ok) return showError(fallbackMessage);
    if (response.status === 200) this.#render(await response.json());
    showError("");
    showUpdateTime();
  }

  #render({ seen, board, foot }: BoardReply) {
    const container = document.createElement("div");
    container.innerHTML = board;
    const [currentParts, nextParts] = [partsOf(this.#element), partsOf(container)];
    const nextHtml = new Map(nextParts.map((part) => [nameOf(part), part.outerHTML]));
    const focused = document.activeElement?.id;
    const openFolds = new Set([...this.#element.querySelectorAll("details[open]")].map(({ id }) => id));
    if (currentParts.map(nameOf).join() === nextParts.map(nameOf).join()) {
      currentParts.forEach((part, at) => {
        const name = nameOf(part);
        if (this.#rendered.get(name) !== nextHtml.get(name)) part.replaceWith(nextParts[at] as Element);
      });
    } else {
      this.#element.replaceChildren(...container.childNodes);
    }
    this.#rendered.clear();
    for (const [name, html] of nextHtml) this.#rendered.set(name, html);
    this.#version = seen;
    for (const element of document.querySelectorAll("[data-foot]")) element.textContent = foot;
    for (const details of this.#element.querySelectorAll("details")) details.open = openFolds.has(details.id);
    if (focused && document.activeElement === document.body) focusOn(document.getElementById(focused));
  }
}

/** The button's form as a browser would submit it. Safari 16 ignores FormData's second argument, the button. */
function bodyOf(button: HTMLButtonElement): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(button.form ?? undefined)) body.append(name, String(value));
  body.append(button.name, button.value);
  return body;
}

/** Focuses the element, or the summary of the closed `<details>` that contains it. */
function focusOn(element: HTMLElement | null) {
  const details = element?.closest<HTMLDetailsElement>("details:not([open])");
  (details?.querySelector("summary") ?? element)?.focus({ preventScroll: true });
}

function partsOf(element: Element): Element[] {
  return [...element.querySelectorAll("[data-part]")];
}

function nameOf(part: Element): string {
  return (part as HTMLElement).dataset.part ?? "";
}

/** Adds the meal that a phone shows to the URL, so that the response keeps showing that meal. */
function withMeal(address: string): string {
  const url = new URL(address, location.href);
  const meal = document.querySelector(".meal.here")?.id.replace("meal-", "");
  if (meal) url.searchParams.set("meal", meal);
  return url.href;
}

function showError(message: string) {
  const element = document.querySelector("[data-connection]");
  if (element && element.textContent !== message) element.textContent = message;
}

function showUpdateTime() {
  for (const element of document.querySelectorAll("[data-as-of]")) {
    element.textContent = `As of ${indianTime(Date.now())}`;
  }
}
