import { BoxTick } from "./BoxTick";
import type { Track } from "./plan";
import type { State } from "./useDoing";
import { toBeHeld } from "./weeks";

export interface HeldTrayProps {
  track: Track;
  state: State;
}

/** The boxes that wait for a day, and those that would. */
export function HeldTray({ track, state }: HeldTrayProps) {
  const held = track.boxes.filter((box) => box.day === null);
  const more = toBeHeld(state.moved, track.meal);
  if (held.length === 0 && more === 0) return null;
  return (
    <div className="tray">
      {more > 0 && (
        <p>
          {more} {more === 1 ? "box" : "boxes"} would be on hold.
        </p>
      )}
      {held.length > 0 && (
        <>
          <p>
            {held.length} on hold:{" "}
            {held.length === 1
              ? "scheduled when the plan is resumed, or when you move it to a day."
              : "scheduled when the plan is resumed, or when you move one to a day."}
          </p>
          <ul>
            {held.map((box) => (
              <li key={box.id}>
                <BoxTick
                  box={box}
                  date=""
                  words={`On hold: ${box.words}`}
                  isTicked={state.ticked.has(box.id)}
                  isLeaving={false}
                  isStop
                  onTick={state.tick}
                  onFocus={() => undefined}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
