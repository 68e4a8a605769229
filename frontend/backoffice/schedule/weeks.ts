import { addDays, mondayOf, weekdayOf, weeksBetween } from "./dates";
import { type Box, type BoxMove, EVENT, type Plan, type Track } from "./plan";

export interface Day {
  readonly date: string;
  readonly isToday: boolean;
  /** Whether the day is one of the meal's weekdays. */
  readonly isService: boolean;
  /** Past the cut-off. */
  readonly isLocked: boolean;
  /** Skipped, or paused. */
  readonly isAbsent: boolean;
  /** The reason for closing; null on open days. */
  readonly closed: string | null;
  readonly boxes: readonly Box[];
  /** How many boxes the previewed action would move here. */
  readonly arrivals: number;
}

/** The Mondays to show: the page's weeks, extended to the target weeks of previewed moves as far as data is known. */
export function visibleMondays(plan: Plan, moved: readonly BoxMove[]): string[] {
  const last = moved.reduce((latest, { to }) => (to && to > latest ? to : latest), plan.begin);
  const needed = weeksBetween(plan.begin, mondayOf(last)) + 1;
  const count = Math.max(plan.weeks, Math.min(needed, plan.weeksKnown));
  return Array.from({ length: count }, (_, at) => addDays(plan.begin, 7 * at));
}

/** The seven days of a week of one meal. */
export function buildWeek(plan: Plan, track: Track, monday: string, moved: readonly BoxMove[]): Day[] {
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
      closed: closureReason(plan, track.meal, date),
      boxes: track.boxes.filter((box) => box.day === date),
      arrivals: moved.filter(({ meal, from, to }) => meal === track.meal && to === date && from !== to)
        .length,
    };
  });
}

/** Whether a meal has no boxes in these days and none on hold. */
export function isTrackEmpty(track: Track, days: readonly Day[]): boolean {
  return (
    days.every((day) => day.boxes.length === 0 && day.arrivals === 0) &&
    track.boxes.every((box) => box.day !== null)
  );
}

/** Whether any box of the page's weeks can be selected. */
export function hasSelectableBox(plan: Plan): boolean {
  const end = addDays(plan.begin, 7 * plan.weeks);
  return plan.tracks.some((track) => track.boxes.some((box) => box.tick && (box.day ?? "") < end));
}

/** Ids of the boxes that a preview moves away from their day. */
export function leavingBoxes(moved: readonly BoxMove[]): ReadonlySet<number> {
  return new Set(moved.filter(({ from, to }) => from !== null && from !== to).map(({ box }) => box));
}

/** How many of the meal's boxes a preview puts on hold. */
export function countNewlyHeld(moved: readonly BoxMove[], meal: number): number {
  return moved.filter((each) => each.meal === meal && each.to === null && each.from !== null).length;
}

function closureReason(plan: Plan, meal: number, date: string): string | null {
  if (meal === EVENT) return null;
  const closure = plan.closed.find(([day, of]) => day === date && (of === 0 || of === meal));
  return closure ? closure[2] : null;
}
