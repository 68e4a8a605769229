import { type KeyboardEvent, useRef, useState } from "react";
import { DayCell } from "./DayCell";
import { formatDay, formatWeek } from "./dates";
import { HeldTray } from "./HeldTray";
import type { Plan, Track } from "./plan";
import type { PlanActionState } from "./usePlanAction";
import { buildWeek, isTrackEmpty, leavingBoxes, visibleMondays } from "./weeks";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export interface TrackWeeksProps {
  plan: Plan;
  track: Track;
  state: PlanActionState;
}

/** One meal's weeks. They are one tab stop (roving tabindex): arrow keys move between boxes. */
export function TrackWeeks({ plan, track, state }: TrackWeeksProps) {
  const weeks = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const mondays = visibleMondays(plan, state.moves);
  const visibleWeeks = mondays.map((monday) => ({
    monday,
    days: buildWeek(plan, track, monday, state.moves),
  }));
  const days = visibleWeeks.flatMap((week) => week.days);
  const leaving = leavingBoxes(state.moves);
  const first = days.flatMap((day) => day.boxes).find((box) => box.tick);
  const tabStop = days.some((day) => day.boxes.some((box) => box.id === current)) ? current : first?.id;
  const isMoving = state.action === "move" && state.selected[0]?.track === track;

  function onArrowKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
    const here = Number(event.target.value);
    for (let at = days.findIndex((day) => day.boxes.some((box) => box.id === here)); ; ) {
      at += step;
      const day = days[at];
      if (!day) break;
      const next = day.boxes.find((box) => box.tick);
      if (next) {
        weeks.current?.querySelector<HTMLInputElement>(`input[value="${next.id}"]`)?.focus();
        break;
      }
    }
    event.preventDefault();
  }

  const closedDays = days.filter((day) => day.closed !== null);
  return (
    <fieldset className="track">
      <legend>
        {track.label}{" "}
        <span className="hint">
          {track.servings} {track.servings === 1 ? "box" : "boxes"}
        </span>
      </legend>
      {isTrackEmpty(track, days) ? (
        <p>No boxes in these weeks.</p>
      ) : (
        <>
          <p className="weekdays" aria-hidden="true">
            {WEEKDAYS.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the arrow keys of the boxes within */}
          <div ref={weeks} onKeyDown={onArrowKey}>
            {visibleWeeks.map((week) => (
              <ol
                key={week.monday}
                className="week"
                aria-label={`${track.label}, week from ${formatWeek(week.monday)}`}
              >
                {week.days.map((day) => (
                  <DayCell
                    key={day.date}
                    day={day}
                    tabStop={tabStop ?? null}
                    leaving={leaving}
                    selectedIds={state.selectedIds}
                    onSelect={state.select}
                    onFocus={setCurrent}
                    onPick={isMoving ? (date) => state.change({ to: date }) : null}
                    isPicked={isMoving && state.values.to === day.date}
                  />
                ))}
              </ol>
            ))}
          </div>
        </>
      )}
      {closedDays.length > 0 && (
        <p className="hint">
          {closedDays.map((day) => `${formatDay(day.date)} closed: ${day.closed}`).join("; ")}
        </p>
      )}
      <HeldTray track={track} state={state} />
    </fieldset>
  );
}
