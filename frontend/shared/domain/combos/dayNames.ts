const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The day that an order carries: its own day field, else Monday to Sunday by index (specification, section 3). */
export function orderedDay(day: string | undefined, index: number): string {
  return day || (WEEKDAYS[index % WEEKDAYS.length] ?? "");
}

/** The day as it is shown: its own day field, else "Day-n", counted from 1 (specification, section 3). */
export function displayDay(day: string | undefined, index: number): string {
  return day || `Day-${index + 1}`;
}
