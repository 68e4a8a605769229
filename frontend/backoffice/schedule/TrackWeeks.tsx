import { type KeyboardEvent, useRef, useState } from "react";
import { DayCell } from "./DayCell";
import { dayInWords, weekInWords } from "./dates";
import { HeldTray } from "./HeldTray";
import type { Plan, Track } from "./plan";
import type { State } from "./useDoing";
import { daysOf, isEmpty, leaving, mondaysOf } from "./weeks";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const SHORT = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export interface TrackWeeksProps {
  plan: Plan;
  track: Track;
  state: State;
}

/** One meal's weeks. It is one stop of the Tab key: arrow keys go from box to box. */
export function TrackWeeks({ plan, track, state }: TrackWeeksProps) {
  const weeks = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const mondays = mondaysOf(plan, state.moved);
  const shown = mondays.map((monday) => ({ monday, days: daysOf(plan, track, monday, state.moved) }));
  const days = shown.flatMap((week) => week.days);
  const gone = leaving(state.moved);
  const first = days.flatMap((day) => day.boxes).find((box) => box.tick);
  const stop = days.some((day) => day.boxes.some((box) => box.id === current)) ? current : first?.id;
  const isMoving = state.doing === "move" && state.chosen[0]?.track === track;

  function go(event: KeyboardEvent): void {
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

  const named = days.filter((day) => day.closed !== null);
  return (
    <fieldset className="track">
      <legend>
        {track.label}{" "}
        <span className="hint">
          {track.servings} {track.servings === 1 ? "box" : "boxes"}
        </span>
      </legend>
      {isEmpty(track, days) ? (
        <p>No boxes in these weeks.</p>
      ) : (
        <>
          <p className="weekdays" aria-hidden="true">
            {SHORT.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the boxes within are reached by its keys */}
          <div ref={weeks} onKeyDown={go}>
            {shown.map((week) => (
              <ol
                key={week.monday}
                className="week"
                aria-label={`${track.label}, week from ${weekInWords(week.monday)}`}
              >
                {week.days.map((day) => (
                  <DayCell
                    key={day.date}
                    day={day}
                    stop={stop ?? null}
                    leaving={gone}
                    ticked={state.ticked}
                    onTick={state.tick}
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
      {named.length > 0 && (
        <p className="hint">
          {named.map((day) => `${dayInWords(day.date)} closed: ${day.closed}`).join("; ")}
        </p>
      )}
      <HeldTray track={track} state={state} />
    </fieldset>
  );
}
