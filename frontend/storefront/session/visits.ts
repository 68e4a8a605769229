/**
 * Which visit of a journey is underway in this tab. A journey is the screens of one call; a visit is one go at it,
 * and ends with a success or when the visitor follows a link into another journey. What a history entry keeps is
 * good for the visit that wrote it: entries that were left cannot be changed any more, but their visit can end.
 * Held in the tab's own storage: journeys and random tokens, nothing that was typed.
 */
import { readStored, writeStored } from "~/shared/lib/browserStorage";
import { randomToken } from "~/shared/lib/randomToken";

const STORAGE_KEY = "oottam.visits";

type Visits = Readonly<Record<string, string>>;

/** Journey of the screen in view; empty on screens of none, and where no screen has said (tests). */
let currentFlow = "";
/** Stands in where the tab's storage is blocked. */
let fallbackVisits: Visits = {};

/**
 * The visitor has arrived at a screen of this journey, or of none. A followed link leaves the other journeys;
 * the history's back and forward, and a fresh load, leave nothing. `kept` is the token that the entry arrived at was
 * kept under: it is believed where nothing else is known.
 */
export function enterFlow(flow: string | undefined, isLink: boolean, entryToken?: string): void {
  currentFlow = flow ?? "";
  if (!flow) return;
  const visits = readVisits();
  const others = Object.keys(visits).filter((other) => other !== flow);
  const ended = isLink ? Object.fromEntries(others.map((other) => [other, randomToken()])) : {};
  writeVisits({ ...visits, ...ended, [flow]: visits[flow] ?? entryToken ?? randomToken() });
}

/** Token of the visit that the screen in view belongs to. */
export function visitToken(): string {
  const visits = readVisits();
  const token = visits[currentFlow] ?? randomToken();
  if (visits[currentFlow] !== token) writeVisits({ ...visits, [currentFlow]: token });
  return token;
}

/** Nothing that the visit with this token has kept is good any more. */
export function endVisit(token: string): void {
  const renewed = Object.entries(readVisits()).map(([flow, visit]) => [
    flow,
    visit === token ? randomToken() : visit,
  ]);
  writeVisits(Object.fromEntries(renewed));
}

function readVisits(): Visits {
  try {
    const stored: unknown = JSON.parse(readStored("session", STORAGE_KEY) ?? "null");
    return isVisits(stored) ? stored : fallbackVisits;
  } catch {
    return fallbackVisits;
  }
}

function writeVisits(visits: Visits): void {
  fallbackVisits = visits;
  // Where that is blocked or full the visits last as long as the page.
  writeStored("session", STORAGE_KEY, JSON.stringify(visits));
}

function isVisits(value: unknown): value is Visits {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((v) => typeof v === "string")
  );
}
