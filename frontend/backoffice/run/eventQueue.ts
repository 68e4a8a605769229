import { type DeliveryEvent, isDeliveryEvent } from "./deliveryEvents";

const PREFIX = "oottam-run-";
/** Prefix of the raw text of queues that could not be parsed, kept for debugging. */
const UNREADABLE = "oottam-unreadable-";

/** The ids of all runs with unsent events on this phone. */
export function runsWithEvents(): readonly number[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return names.filter((name) => name.startsWith(PREFIX)).map((name) => Number(name.slice(PREFIX.length)));
  } catch {
    return [];
  }
}

/** Events that the server has not acknowledged yet, oldest first, in local storage. */
export class EventQueue {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #events: readonly DeliveryEvent[];
  #isPersistent = true;
  #unreadableCount = 0;

  constructor(run: number) {
    this.#key = PREFIX + run;
    this.#events = this.#load();
    // Another tab of the same run has added or synced events.
    addEventListener("storage", (event) => {
      if (event.key === this.#key) this.#replace(this.#load());
    });
  }

  /** The unsent events; the same array until they change. */
  readonly events = (): readonly DeliveryEvent[] => this.#events;

  /** False when storage is blocked or full: the events last as long as the page. */
  readonly isPersistent = (): boolean => this.#isPersistent;

  /** Returns how many stored events could not be parsed since the last call. */
  takeUnreadableCount(): number {
    const count = this.#unreadableCount;
    this.#unreadableCount = 0;
    return count;
  }

  /** Calls the listener after every change; returns the function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(events: readonly DeliveryEvent[]): void {
    this.#save([...this.#load(), ...events]);
  }

  remove(acknowledged: readonly DeliveryEvent[]): void {
    const identities = new Set(acknowledged.map(identityOf));
    this.#save(this.#load().filter((event) => !identities.has(identityOf(event))));
  }

  #load(): readonly DeliveryEvent[] {
    const stored = this.#stored();
    if (this.#isPersistent) return stored;
    // Events that could not be stored are in this page's memory only.
    const names = new Set(stored.map(identityOf));
    return [...stored, ...this.#events.filter((event) => !names.has(identityOf(event)))];
  }

  #stored(): readonly DeliveryEvent[] {
    let text: string;
    try {
      text = localStorage.getItem(this.#key) ?? "[]";
    } catch {
      return this.#events ?? []; // storage is blocked
    }
    const stored = parseList(text);
    const events = stored.filter(isDeliveryEvent);
    if (events.length < stored.length) this.#quarantine(text, events, stored.length - events.length);
    return events;
  }

  #quarantine(text: string, events: readonly DeliveryEvent[], count: number): void {
    this.#unreadableCount += count;
    try {
      localStorage.setItem(this.#key.replace(PREFIX, UNREADABLE), text);
      localStorage.setItem(this.#key, JSON.stringify(events));
    } catch {
      // Storage is full: the unparsable text stays in the queue and is skipped.
    }
  }

  #save(events: readonly DeliveryEvent[]): void {
    try {
      if (events.length > 0) localStorage.setItem(this.#key, JSON.stringify(events));
      else localStorage.removeItem(this.#key);
      this.#isPersistent = true;
    } catch {
      this.#isPersistent = false;
    }
    this.#replace(events);
  }

  #replace(events: readonly DeliveryEvent[]): void {
    this.#events = events;
    for (const listener of this.#listeners) listener();
  }
}

/** Parses a stored list; any other text becomes one element, which is not a valid event. */
function parseList(text: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored : [stored];
  } catch {
    return [text];
  }
}

/** An outcome and its undo share a key. */
function identityOf(event: DeliveryEvent): string {
  return `${event.outcome} ${event.key}`;
}
