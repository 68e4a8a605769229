/** Delivery days per week. */
const DAYS_A_WEEK = 6;
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

/** Describes a number of days: "12 days: Monday to Saturday, two weeks." */
export function describeDays(days: number): string {
  const weeks = counted(Math.floor(days / DAYS_A_WEEK), "week");
  const rest = days % DAYS_A_WEEK;
  return `${days} days: Monday to Saturday, ${weeks}${rest > 0 ? ` and ${counted(rest, "day")}` : ""}.`;
}

function counted(count: number, noun: string): string {
  return `${NUMBERS[count] ?? count} ${noun}${count === 1 ? "" : "s"}`;
}
