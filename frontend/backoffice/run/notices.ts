import type { Stop } from "./run";
import { type Answer, referenceOf, type Tap } from "./taps";

/** A tap that changed nothing, and why; or that changed something of which the desk has to know. */
export interface Notice {
  readonly key: string;
  readonly sentence: string;
  /** Whose tap it was: two riders may share a phone. Notices of before an update do not say it. */
  readonly by?: string;
}

/** Notices stay until they are read, however often the page is opened before. */
const NOTICES = "oottam-notices";

export function storedNotices(): readonly Notice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NOTICES) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.sentence === "string") : [];
  } catch {
    return [];
  }
}

export function storeNotices(notices: readonly Notice[]): void {
  try {
    if (notices.length > 0) localStorage.setItem(NOTICES, JSON.stringify(notices));
    else localStorage.removeItem(NOTICES);
  } catch {
    // The phone keeps nothing: they are shown while the page is open.
  }
}

/** With that of an answer, where it has one; its tap speaks of one of the stops, as far as these are known. */
export function withNotice(
  notices: readonly Notice[],
  tap: Tap | null,
  answer: Answer,
  by: string,
  stops: readonly Stop[] = [],
): readonly Notice[] {
  const words = answer.refused || answer.uncounted || answer.notice;
  if (!words) return notices;
  const reference = tap ? referenceOf(tap, stops) : "";
  const sentence = reference && !words.includes(reference) ? `${reference}: ${words}` : words;
  return [...notices.filter(({ key }) => key !== answer.key), { key: answer.key, sentence, by }];
}
