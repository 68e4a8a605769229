import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";
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
    const stored: unknown = JSON.parse(readStored("local", STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.sentence === "string") : [];
  } catch {
    return [];
  }
}

/** Where storage is blocked or full, notices last as long as the page. */
export function storeNotices(notices: readonly Notice[]): void {
  if (notices.length > 0) writeStored("local", STORAGE_KEY, JSON.stringify(notices));
  else removeStored("local", STORAGE_KEY);
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
