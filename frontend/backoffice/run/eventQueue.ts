import { isTap, type Tap } from "./taps";

const PREFIX = "oottam-run-";
/** What could not be read of a queue, as it was stored, for whoever looks into it. */
const UNREADABLE = "oottam-unreadable-";

/** The runs of which something waits on this phone. */
export function waitingRuns(): readonly number[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return names.filter((name) => name.startsWith(PREFIX)).map((name) => Number(name.slice(PREFIX.length)));
  } catch {
    return [];
  }
}

/** Taps that the server has not answered yet, in their order; they outlast the page, and the phone's sleep. */
export class Queue {
  readonly #name: string;
  readonly #told = new Set<() => void>();
  #taps: readonly Tap[];
  #outlasts = true;
  #unreadable = 0;

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

  /** Whether what waits outlasts the page; not where the phone keeps nothing, or no more. */
  readonly outlasts = (): boolean => this.#outlasts;

  /** How many of those that were stored could not be read, and were set aside; counted once. */
  takeUnreadable(): number {
    const found = this.#unreadable;
    this.#unreadable = 0;
    return found;
  }

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
    const stored = this.#stored();
    if (this.#outlasts) return stored;
    // What could not be stored is known to this page alone.
    const names = new Set(stored.map(nameOf));
    return [...stored, ...this.#taps.filter((tap) => !names.has(nameOf(tap)))];
  }

  #stored(): readonly Tap[] {
    let text: string;
    try {
      text = localStorage.getItem(this.#name) ?? "[]";
    } catch {
      return this.#taps ?? []; // the phone keeps nothing
    }
    const stored = listIn(text);
    const taps = stored.filter(isTap);
    if (taps.length < stored.length) this.#setAside(text, taps, stored.length - taps.length);
    return taps;
  }

  #setAside(text: string, taps: readonly Tap[], count: number): void {
    this.#unreadable += count;
    try {
      localStorage.setItem(this.#name.replace(PREFIX, UNREADABLE), text);
      localStorage.setItem(this.#name, JSON.stringify(taps));
    } catch {
      // No room: it stays in the queue, where it is passed over.
    }
  }

  #keep(taps: readonly Tap[]): void {
    try {
      if (taps.length > 0) localStorage.setItem(this.#name, JSON.stringify(taps));
      else localStorage.removeItem(this.#name);
      this.#outlasts = true;
    } catch {
      this.#outlasts = false;
    }
    this.#set(taps);
  }

  #set(taps: readonly Tap[]): void {
    this.#taps = taps;
    for (const told of this.#told) told();
  }
}

/** What was stored as a list; as one thing that is no tap where it cannot be read at all. */
function listIn(text: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored : [stored];
  } catch {
    return [text];
  }
}

/** What is told with a key and taken back with it are two taps. */
function nameOf(tap: Tap): string {
  return `${tap.outcome} ${tap.key}`;
}
