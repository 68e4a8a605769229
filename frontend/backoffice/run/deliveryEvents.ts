import type { Box, Run, State, Stop } from "./run";

// The key `outcome` names an event's kind. Phones have stored events with it, and the server reads it.

/** A delivery outcome of one box; `words` is the rider's own text. */
export interface Outcome {
  readonly key: string;
  readonly outcome: "delivered" | "failed";
  readonly serving: number;
  readonly reason: string;
  readonly words: string;
  readonly at: string;
  readonly by?: string;
}

/** Undoes the outcome with the same key. */
export interface OutcomeUndo {
  readonly key: string;
  readonly outcome: "undo";
  readonly serving: number;
  readonly at?: string;
  readonly by?: string;
}

/** A payment at the door, in paise; events of older releases have no `method`. */
export interface Payment {
  readonly key: string;
  readonly outcome: "cash";
  readonly method?: "cash" | "upi";
  readonly reference: string;
  readonly paise: number;
  readonly at?: string;
  readonly by?: string;
}

/** `by` is the account that recorded it: two riders may share a phone. Missing in events of older releases. */
export type DeliveryEvent = Outcome | OutcomeUndo | Payment;

/** Filters events and notices by account; those without an account belong to all. */
export const belongsTo =
  (account: string) =>
  ({ by }: { readonly by?: string }) =>
    by === undefined || by === account;

/** Validates a stored value: an invalid one would block all events after it. */
export function isDeliveryEvent(stored: unknown): stored is DeliveryEvent {
  if (typeof stored !== "object" || stored === null) return false;
  const { key, outcome, serving, reference, paise, ...rest } = stored as Record<string, unknown>;
  const hasSubject =
    outcome === "cash"
      ? typeof reference === "string" && Number.isSafeInteger(paise)
      : Number.isSafeInteger(serving) &&
        (outcome === "undo" || outcome === "delivered" || outcome === "failed");
  return (
    typeof key === "string" && hasSubject && Object.values(rest).every((value) => typeof value === "string")
  );
}

/** The reference of an event's request; "" when none of the stops has its box. */
export function referenceOf(event: DeliveryEvent, stops: readonly Stop[]): string {
  if (event.outcome === "cash") return event.reference;
  const boxes = stops.flatMap((stop) => stop.boxes);
  return boxes.find((box) => box.serving === event.serving)?.reference ?? "";
}

/** The server's result of one event; `uncounted` and `refused` are the reasons why it changed nothing. */
export interface EventResult {
  readonly key: string;
  readonly state?: string;
  readonly uncounted?: string;
  readonly refused?: string;
  /** A message about an event that was accepted. */
  readonly notice?: string;
  /** Milliseconds of the server's clock. */
  readonly asOf?: number;
}

/** The stops after these events, applied in order. */
export function applyEvents(
  stops: readonly Stop[],
  events: readonly DeliveryEvent[],
  labels: Run["reasons"],
): readonly Stop[] {
  return events.reduce((current, event) => current.map((stop) => applyEvent(stop, event, labels)), stops);
}

function applyEvent(stop: Stop, event: DeliveryEvent, labels: Run["reasons"]): Stop {
  if (event.outcome === "cash") {
    const debts = stop.debts
      .map(
        ([reference, paise]) =>
          [reference, reference === event.reference ? paise - event.paise : paise] as const,
      )
      .filter(([, paise]) => paise > 0);
    const isHere = stop.boxes.some((box) => box.reference === event.reference);
    const received = [...(stop.received ?? []), [event.paise, event.method ?? "cash"] as const];
    return isHere ? { ...stop, debts, received } : { ...stop, debts };
  }
  if (!stop.boxes.some((box) => box.serving === event.serving)) return stop;
  const state: State = event.outcome === "undo" ? "open" : event.outcome;
  const why = event.outcome === "failed" ? reasonText(event, labels) : "";
  const key = event.outcome === "undo" ? "" : event.key;
  const boxes = stop.boxes.map(
    (box): Box => (box.serving === event.serving ? { ...box, state, key, why } : box),
  );
  return { ...stop, boxes };
}

function reasonText(event: Outcome, labels: Run["reasons"]): string {
  const label = labels.find(([code]) => code === event.reason)?.[1] ?? "";
  if (event.reason === "other") return event.words;
  return event.words ? `${label}: ${event.words}` : label;
}

/** Events that record an outcome for every open box of a stop. */
export function recordOutcome(
  stop: Stop,
  outcome: Outcome["outcome"],
  reason = "",
  words = "",
): readonly Outcome[] {
  const at = new Date().toISOString();
  return stop.boxes
    .filter((box) => box.state === "open")
    .map((box) => ({ key: crypto.randomUUID(), outcome, serving: box.serving, reason, words, at }));
}

/** Events that undo every recorded outcome of a stop. */
export function undoOutcomes(stop: Stop): readonly OutcomeUndo[] {
  return stop.boxes
    .filter((box) => box.key)
    .map((box) => ({ key: box.key, outcome: "undo", serving: box.serving }));
}
