import { addDays, mondayOf, weekdayOf, weeksBetween } from "./dates";
import { type Box, EVENT, type Moved, type Plan, type Track } from "./plan";

export interface Day {
  readonly date: string;
  readonly isToday: boolean;
  /** One of the meal's weekdays. */
  readonly isService: boolean;
  /** The kitchen counts on it. */
  readonly isLocked: boolean;
  /** Skipped, or paused. */
  readonly isAbsent: boolean;
  /** Why it is closed. */
  readonly closed: string | null;
  readonly boxes: readonly Box[];
  /** How many boxes would come here by what is looked at. */
  readonly coming: number;
}

/** The Mondays to show: the page's weeks, and those into which boxes would go; further away only sentences tell it. */
export function mondaysOf(plan: Plan, moved: readonly Moved[]): string[] {
  const last = moved.reduce((latest, { to }) => (to && to > latest ? to : latest), plan.begin);
  const needed = weeksBetween(plan.begin, mondayOf(last)) + 1;
  const count = Math.max(plan.weeks, Math.min(needed, plan.weeksKnown));
  return Array.from({ length: count }, (_, at) => addDays(plan.begin, 7 * at));
}

/** The seven days of a week of one meal. */
export function daysOf(plan: Plan, track: Track, monday: string, moved: readonly Moved[]): Day[] {
  return Array.from({ length: 7 }, (_, at) => {
    const date = addDays(monday, at);
    return {
      date,
      isToday: date === plan.today,
      isService: Boolean(track.weekdays & (1 << weekdayOf(date))),
      isLocked: date < track.open,
      isAbsent: plan.absent.some(
        ([meals, first, last]) =>
          Boolean(meals & (1 << (track.meal - 1))) && first <= date && (last === null || date <= last),
      ),
      closed: whyClosed(plan, track.meal, date),
      boxes: track.boxes.filter((box) => box.day === date),
      coming: moved.filter(({ meal, from, to }) => meal === track.meal && to === date && from !== to).length,
    };
  });
}

/** Whether a meal has nothing in these days, and nothing that waits: they need no room. */
export function isEmpty(track: Track, days: readonly Day[]): boolean {
  return (
    days.every((day) => day.boxes.length === 0 && day.coming === 0) &&
    track.boxes.every((box) => box.day !== null)
  );
}

/** Whether something can be done about a box that the page shows. */
export function canTick(plan: Plan): boolean {
  const end = addDays(plan.begin, 7 * plan.weeks);
  return plan.tracks.some((track) => track.boxes.some((box) => box.tick && (box.day ?? "") < end));
}

/** The boxes that would leave their days. */
export function leaving(moved: readonly Moved[]): ReadonlySet<number> {
  return new Set(moved.filter(({ from, to }) => from !== null && from !== to).map(({ box }) => box));
}

/** How many boxes of the meal would be held. */
export function toBeHeld(moved: readonly Moved[], meal: number): number {
  return moved.filter((each) => each.meal === meal && each.to === null && each.from !== null).length;
}

function whyClosed(plan: Plan, meal: number, date: string): string | null {
  if (meal === EVENT) return null;
  const found = plan.closed.find(([day, of]) => day === date && (of === 0 || of === meal));
  return found ? found[2] : null;
}
