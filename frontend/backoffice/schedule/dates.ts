import { MONTHS } from "~/shared/lib/text";

/** Days are ISO strings, 2026-12-07, which sort by date. */
const DAY_MS = 86_400_000;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Monday is 0. */
export function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

export function mondayOf(day: string): string {
  return addDays(day, -weekdayOf(day));
}

/** The number of weeks from one Monday to a later one. */
export function weeksBetween(monday: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(monday)) / (7 * DAY_MS));
}

/** As "Wed 9 December". */
export function formatDay(day: string): string {
  return `${WEEKDAYS[weekdayOf(day)]} ${Number(day.slice(8))} ${monthOf(day)}`;
}

/** As "9", or "7 Dec" at the start of a week or month. */
export function formatCellDate(day: string): string {
  const number = Number(day.slice(8));
  return number === 1 || weekdayOf(day) === 0 ? `${number} ${monthOf(day).slice(0, 3)}` : String(number);
}

/** As "7 December". */
export function formatWeek(monday: string): string {
  return `${Number(monday.slice(8))} ${monthOf(monday)}`;
}

function monthOf(day: string): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
}
