import type { Box, Run, State, Stop } from "./run";

/** What became of a box, as it was tapped. */
export interface Told {
  readonly key: string;
  readonly outcome: "delivered" | "failed";
  readonly serving: number;
  readonly reason: string;
  readonly words: string;
  readonly at: string;
  readonly by?: string;
}

/** What was told with this key was not so. */
export interface Undone {
  readonly key: string;
  readonly outcome: "undo";
  readonly serving: number;
  readonly at?: string;
  readonly by?: string;
}

/** Money that was taken at the door, in paise; taps of before an update say nothing of UPI. */
export interface Cash {
  readonly key: string;
  readonly outcome: "cash";
  readonly method?: "cash" | "upi";
  readonly reference: string;
  readonly paise: number;
  readonly at?: string;
  readonly by?: string;
}

/** `by` is the account that tapped: two riders may share a phone. Taps of before an update do not say it. */
export type Tap = Told | Undone | Cash;

/** Whether it is this account's, to send or to read. */
export const isOf =
  (account: string) =>
  ({ by }: { readonly by?: string }) =>
    by === undefined || by === account;

/** Whether what the phone has stored is a tap: sent, or shown, it would hold up all after it otherwise. */
export function isTap(stored: unknown): stored is Tap {
  if (typeof stored !== "object" || stored === null) return false;
  const { key, outcome, serving, reference, paise, ...more } = stored as Record<string, unknown>;
  const isSaid =
    outcome === "cash"
      ? typeof reference === "string" && Number.isSafeInteger(paise)
      : Number.isSafeInteger(serving) &&
        (outcome === "undo" || outcome === "delivered" || outcome === "failed");
  return typeof key === "string" && isSaid && Object.values(more).every((value) => typeof value === "string");
}

/** Of which request a tap speaks; "" where its box is on none of the stops. */
export function referenceOf(tap: Tap, stops: readonly Stop[]): string {
  if (tap.outcome === "cash") return tap.reference;
  const boxes = stops.flatMap((stop) => stop.boxes);
  return boxes.find((box) => box.serving === tap.serving)?.reference ?? "";
}

/** What the server answers to a tap. */
export interface Answer {
  readonly key: string;
  readonly state?: string;
  readonly uncounted?: string;
  readonly refused?: string;
  /** What the rider has to know of a tap that counted. */
  readonly notice?: string;
  /** When, in milliseconds of the server's clock. */
  readonly asOf?: number;
}

/** The stops as they are once the server has been told of these taps, in their order. */
export function withTaps(
  stops: readonly Stop[],
  taps: readonly Tap[],
  labels: Run["reasons"],
): readonly Stop[] {
  return taps.reduce((now, tap) => now.map((stop) => after(stop, tap, labels)), stops);
}

function after(stop: Stop, tap: Tap, labels: Run["reasons"]): Stop {
  if (tap.outcome === "cash") {
    const debts = stop.debts
      .map(
        ([reference, paise]) => [reference, reference === tap.reference ? paise - tap.paise : paise] as const,
      )
      .filter(([, paise]) => paise > 0);
    const isHere = stop.boxes.some((box) => box.reference === tap.reference);
    const received = [...(stop.received ?? []), [tap.paise, tap.method ?? "cash"] as const];
    return isHere ? { ...stop, debts, received } : { ...stop, debts };
  }
  if (!stop.boxes.some((box) => box.serving === tap.serving)) return stop;
  const state: State = tap.outcome === "undo" ? "open" : tap.outcome;
  const why = tap.outcome === "failed" ? whyOf(tap, labels) : "";
  const key = tap.outcome === "undo" ? "" : tap.key;
  const boxes = stop.boxes.map(
    (box): Box => (box.serving === tap.serving ? { ...box, state, key, why } : box),
  );
  return { ...stop, boxes };
}

function whyOf(tap: Told, labels: Run["reasons"]): string {
  const label = labels.find(([code]) => code === tap.reason)?.[1] ?? "";
  if (tap.reason === "other") return tap.words;
  return tap.words ? `${label}: ${tap.words}` : label;
}

/** Taps that say this of all boxes of a stop of which nothing has been said. */
export function tell(stop: Stop, outcome: Told["outcome"], reason = "", words = ""): readonly Told[] {
  const at = new Date().toISOString();
  return stop.boxes
    .filter((box) => box.state === "open")
    .map((box) => ({ key: crypto.randomUUID(), outcome, serving: box.serving, reason, words, at }));
}

/** Taps that take back what was said of the boxes of a stop. */
export function takeBack(stop: Stop): readonly Undone[] {
  return stop.boxes
    .filter((box) => box.key)
    .map((box) => ({ key: box.key, outcome: "undo", serving: box.serving }));
}
