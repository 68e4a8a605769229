import type { Tap } from "./taps";

const PREFIX = "oottam-run-";

/** Taps that the server has not answered yet, in their order; they outlast the page, and the phone's sleep. */
export class Queue {
  readonly #name: string;
  readonly #told = new Set<() => void>();
  #taps: readonly Tap[];

  constructor(run: number) {
    this.#name = PREFIX + run;
    this.#taps = this.#kept();
    // Another tab of the same run has tapped, or sent.
    addEventListener("storage", (event) => {
      if (event.key === this.#name) this.#set(this.#kept());
    });
  }

  /** What waits; the same array until it changes. */
  readonly taps = (): readonly Tap[] => this.#taps;

  /** Is told whenever it changes; gives what ends that. */
  readonly listen = (told: () => void): (() => void) => {
    this.#told.add(told);
    return () => this.#told.delete(told);
  };

  add(taps: readonly Tap[]): void {
    this.#keep([...this.#kept(), ...taps]);
  }

  /** The server has answered so many: the first ones of the queue. */
  remove(answered: readonly Tap[]): void {
    const gone = new Set(answered.map(nameOf));
    this.#keep(this.#kept().filter((tap) => !gone.has(nameOf(tap))));
  }

  #kept(): readonly Tap[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#name) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return this.#taps ?? [];
    }
  }

  #keep(taps: readonly Tap[]): void {
    try {
      if (taps.length > 0) localStorage.setItem(this.#name, JSON.stringify(taps));
      else localStorage.removeItem(this.#name);
    } catch {
      // Without storage they last as long as the page does.
    }
    this.#set(taps);
  }

  #set(taps: readonly Tap[]): void {
    this.#taps = taps;
    for (const told of this.#told) told();
  }
}

/** What is told with a key and taken back with it are two taps. */
function nameOf(tap: Tap): string {
  return `${tap.outcome} ${tap.key}`;
}
