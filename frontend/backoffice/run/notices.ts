import { type DeliveryEvent, type EventResult, referenceOf } from "./deliveryEvents";
import type { Stop } from "./run";

/** A message about an event that the server rejected, or about which the rider must call the desk. */
export interface Notice {
  readonly key: string;
  readonly sentence: string;
  /** The account that recorded the event: two riders may share a phone. Missing in notices of older releases. */
  readonly by?: string;
}

const STORAGE_KEY = "oottam-notices";

export function storedNotices(): readonly Notice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.sentence === "string") : [];
  } catch {
    return [];
  }
}

export function storeNotices(notices: readonly Notice[]): void {
  try {
    if (notices.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(notices));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked or full: notices last as long as the page.
  }
}

/** Adds the notice of a result, if it has one, prefixed with the request's reference when a known stop has it. */
export function withNotice(
  notices: readonly Notice[],
  event: DeliveryEvent | null,
  result: EventResult,
  by: string,
  stops: readonly Stop[] = [],
): readonly Notice[] {
  const text = result.refused || result.uncounted || result.notice;
  if (!text) return notices;
  const reference = event ? referenceOf(event, stops) : "";
  const sentence = reference && !text.includes(reference) ? `${reference}: ${text}` : text;
  return [...notices.filter(({ key }) => key !== result.key), { key: result.key, sentence, by }];
}
