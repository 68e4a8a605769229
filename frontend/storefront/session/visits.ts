/**
 * The current visit of each flow in this tab. A flow is the screens of one call; a visit is one pass through them, and
 * ends with a success or when the visitor follows a link into another flow. The values of a history entry are valid
 * for the visit that wrote them: other entries cannot be changed, but their visit can end. Session storage has only
 * flow names and random tokens.
 */
import { readStored, writeStored } from "~/shared/lib/browserStorage";
import { randomToken } from "~/shared/lib/randomToken";

const STORAGE_KEY = "oottam.visits";

type Visits = Readonly<Record<string, string>>;

/** The displayed screen's flow; "" for none. */
let currentFlow = "";
/** Used when session storage is blocked. */
let fallbackVisits: Visits = {};

/**
 * Enters the flow of a screen, or none. A link ends the visits of other flows; back, forward and a page load end none.
 * `entryToken` is the visit of the history entry, used when no visit is stored.
 */
export function enterFlow(flow: string | undefined, isLink: boolean, entryToken?: string): void {
  currentFlow = flow ?? "";
  if (!flow) return;
  const visits = readVisits();
  const others = Object.keys(visits).filter((other) => other !== flow);
  const ended = isLink ? Object.fromEntries(others.map((other) => [other, randomToken()])) : {};
  writeVisits({ ...visits, ...ended, [flow]: visits[flow] ?? entryToken ?? randomToken() });
}

export function visitToken(): string {
  const visits = readVisits();
  const token = visits[currentFlow] ?? randomToken();
  if (visits[currentFlow] !== token) writeVisits({ ...visits, [currentFlow]: token });
  return token;
}

/** Invalidates everything that the visit has persisted. */
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
  // If storage is blocked or full, visits last as long as the page.
  writeStored("session", STORAGE_KEY, JSON.stringify(visits));
}

function isVisits(value: unknown): value is Visits {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((v) => typeof v === "string")
  );
}
