const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The day name in an order: the entry's day field, else Monday to Sunday by index (specification, section 3). */
export function orderedDay(day: string | undefined, index: number): string {
  return day || (WEEKDAYS[index % WEEKDAYS.length] ?? "");
}

/** The day name on screen: the entry's day field, else "Day-n", counted from 1 (specification, section 3). */
export function displayDay(day: string | undefined, index: number): string {
  return day || `Day-${index + 1}`;
}
