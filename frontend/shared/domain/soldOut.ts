import { soldOut } from "~/shared/catalogue/edition";
import { MONTHS, WEEKDAYS } from "~/shared/lib/text";

export const isAnySoldOut = (): boolean => Object.keys(soldOut).length > 0;

/** Until when a dish is sold out: "today", an ISO date, or "" until further notice. Undefined for one that is available. */
export function soldOutUntil(name: string): string | undefined {
  return Object.hasOwn(soldOut, name) ? soldOut[name] : undefined;
}

/** "Sold out today", "Sold out until Saturday 28 November" or "Sold out"; undefined for a dish that is available. */
export function soldOutText(name: string): string | undefined {
  const until = soldOutUntil(name);
  return until === undefined ? undefined : `Sold out${untilText(until)}`;
}

/** " today", " until Saturday 28 November", or nothing. */
export function untilText(until: string): string {
  if (until === "" || until === "today") return until && ` ${until}`;
  const day = new Date(`${until}T00:00:00Z`);
  return ` until ${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}
