/** A tick is to be seen on every phone within 15 seconds. */
const BETWEEN_MS = 14_000;
const LIMIT_MS = 20_000;
const LOST = "No connection: this page may be out of date.";
const NOT_SAVED = "Not saved: no connection. Please press it again.";
const LOG_IN = "You have been logged out. Reload the page to log in again.";
const OLD = "This page is out of date. Please reload it.";

interface Answer {
  readonly seen: string;
  readonly board: string;
  readonly foot: string;
}

/**
 * The kitchen's board: what is pressed is done without leaving the page, and what others did appears within seconds.
 * Without this script the same buttons are plain forms. The server renders the board both times; here only those parts
 * are put in that have changed, so that nothing moves under a thumb that does not have to.
 */
export class Board {
  readonly #element: HTMLElement;
  /** The parts as the server last gave them. */
  readonly #given = new Map<string, string>();
  #seen: string;
  /** Counts what was pressed: an answer to a question that was asked before is old. */
  #presses = 0;
  #underWay = 0;

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#seen = element.dataset.kitchenBoard ?? "";
    for (const part of partsOf(element)) this.#given.set(nameOf(part), part.outerHTML);
  }

  /** From here on, until the page is left. */
  listen() {
    document.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || button.form?.id !== "taps") return;
      event.preventDefault();
      if (!button.hasAttribute("aria-busy")) void this.press(button);
    });
    setInterval(() => void this.ask(), BETWEEN_MS);
    document.addEventListener("visibilitychange", () => void this.ask());
    window.addEventListener("online", () => void this.ask());
  }

  /** Do what the button says. */
  async press(button: HTMLButtonElement) {
    this.#presses += 1;
    this.#underWay += 1;
    button.setAttribute("aria-busy", "true");
    const form = button.form as HTMLFormElement;
    try {
      const answer = await fetch(withMeal(button.formAction), {
        method: "POST",
        headers: { Accept: "application/json" },
        body: new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      await this.#take(answer, NOT_SAVED);
    } catch {
      say(NOT_SAVED);
    } finally {
      button.removeAttribute("aria-busy");
      this.#underWay -= 1;
    }
  }

  /** Show what is new. */
  async ask() {
    if (document.hidden || this.#underWay > 0) return;
    const presses = this.#presses;
    try {
      const answer = await fetch(withMeal(`?seen=${this.#seen}`), {
        headers: { Accept: "application/json" },
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (presses === this.#presses) await this.#take(answer, LOST);
    } catch {
      say(LOST);
    }
  }

  async #take(answer: Response, otherwise: string) {
    if (answer.status === 401) return say(LOG_IN);
    if (answer.status === 403) return say(OLD);
    if (answer.status === 422) return say((await answer.json()).message);
    if (!answer.ok) return say(otherwise);
    if (answer.status === 200) this.#show(await answer.json());
    say("");
    sayWhen();
  }

  #show({ seen, board, foot }: Answer) {
    const next = document.createElement("div");
    next.innerHTML = board;
    const [now, then] = [partsOf(this.#element), partsOf(next)];
    const given = new Map(then.map((part) => [nameOf(part), part.outerHTML]));
    const focused = document.activeElement?.id;
    const open = new Set([...this.#element.querySelectorAll("details[open]")].map(({ id }) => id));
    if (now.map(nameOf).join() === then.map(nameOf).join()) {
      now.forEach((part, at) => {
        const name = nameOf(part);
        if (this.#given.get(name) !== given.get(name)) part.replaceWith(then[at] as Element);
      });
    } else {
      this.#element.replaceChildren(...next.childNodes);
    }
    this.#given.clear();
    for (const [name, html] of given) this.#given.set(name, html);
    this.#seen = seen;
    for (const line of document.querySelectorAll("[data-foot]")) line.textContent = foot;
    for (const fold of this.#element.querySelectorAll("details")) fold.open = open.has(fold.id);
    if (focused && document.activeElement === document.body) focusOn(document.getElementById(focused));
  }
}

/** The element itself, or the summary of the fold in which it has been put away. */
function focusOn(element: HTMLElement | null) {
  const fold = element?.closest<HTMLDetailsElement>("details:not([open])");
  (fold?.querySelector("summary") ?? element)?.focus({ preventScroll: true });
}

function partsOf(element: Element): Element[] {
  return [...element.querySelectorAll("[data-part]")];
}

function nameOf(part: Element): string {
  return (part as HTMLElement).dataset.part ?? "";
}

/** The address with the meal that a phone shows: it stays, whichever is the next to cook. */
function withMeal(address: string): string {
  const asked = new URL(address, location.href);
  const meal = document.querySelector(".meal.here")?.id.replace("meal-", "");
  if (meal) asked.searchParams.set("meal", meal);
  return asked.href;
}

function say(sentence: string) {
  const line = document.querySelector("[data-trouble]");
  if (line && line.textContent !== sentence) line.textContent = sentence;
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

function sayWhen() {
  for (const line of document.querySelectorAll("[data-as-of]")) {
    line.textContent = `As of ${clock.format(Date.now()).replace(":00", "")}`;
  }
}
