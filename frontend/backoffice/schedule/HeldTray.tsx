import { BoxCheckbox } from "./BoxCheckbox";
import type { Track } from "./plan";
import type { PlanActionState } from "./usePlanAction";
import { countNewlyHeld } from "./weeks";

export interface HeldTrayProps {
  track: Track;
  state: PlanActionState;
}

/** The boxes without a day, and how many the previewed action would add. */
export function HeldTray({ track, state }: HeldTrayProps) {
  const held = track.boxes.filter((box) => box.day === null);
  const more = countNewlyHeld(state.moves, track.meal);
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
                <BoxCheckbox
                  box={box}
                  date=""
                  description={`On hold: ${box.words}`}
                  isSelected={state.selectedIds.has(box.id)}
                  isLeaving={false}
                  isTabStop
                  onSelect={state.select}
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
