/**
 * Which visit of a journey is underway in this tab. A journey is the screens of one call; a visit is one go at it,
 * and ends with a success or when the visitor follows a link into another journey. What a history entry keeps is
 * good for the visit that wrote it: entries that were left cannot be changed any more, but their visit can end.
 * Held in the tab's own storage: journeys and random tokens, nothing that was typed.
 */
import { readStored, writeStored } from "~/shared/lib/browserStorage";
import { randomToken } from "~/shared/lib/randomToken";

const STORED_AS = "oottam.visits";

type Visits = Readonly<Record<string, string>>;

/** Journey of the screen in view; empty on screens of none, and where no screen has said (tests). */
let journeyHere = "";
/** Stands in where the tab's storage is blocked. */
let remembered: Visits = {};

/**
 * The visitor has arrived at a screen of this journey, or of none. A followed link leaves the other journeys;
 * the history's back and forward, and a fresh load, leave nothing. `kept` is the token that the entry arrived at was
 * kept under: it is believed where nothing else is known.
 */
export function arriveAt(journey: string | undefined, byLink: boolean, kept?: string): void {
  journeyHere = journey ?? "";
  if (!journey) return;
  const before = readVisits();
  const others = Object.keys(before).filter((other) => other !== journey);
  const ended = byLink ? Object.fromEntries(others.map((other) => [other, randomToken()])) : {};
  writeVisits({ ...before, ...ended, [journey]: before[journey] ?? kept ?? randomToken() });
}

/** Token of the visit that the screen in view belongs to. */
export function visitToken(): string {
  const visits = readVisits();
  const token = visits[journeyHere] ?? randomToken();
  if (visits[journeyHere] !== token) writeVisits({ ...visits, [journeyHere]: token });
  return token;
}

/** Nothing that the visit with this token has kept is good any more. */
export function endVisit(token: string): void {
  const renewed = Object.entries(readVisits()).map(([journey, visit]) => [
    journey,
    visit === token ? randomToken() : visit,
  ]);
  writeVisits(Object.fromEntries(renewed));
}

function readVisits(): Visits {
  try {
    const stored: unknown = JSON.parse(readStored("session", STORED_AS) ?? "null");
    return isVisits(stored) ? stored : remembered;
  } catch {
    return remembered;
  }
}

function writeVisits(visits: Visits): void {
  remembered = visits;
  // Where that is blocked or full the visits last as long as the page.
  writeStored("session", STORED_AS, JSON.stringify(visits));
}

function isVisits(value: unknown): value is Visits {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((v) => typeof v === "string")
  );
}
