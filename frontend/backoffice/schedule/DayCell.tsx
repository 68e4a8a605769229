import { classNames } from "~/shared/lib/classNames";
import { BoxCheckbox, CellDate } from "./BoxCheckbox";
import { formatCellDate, formatDay } from "./dates";
import styles from "./schedule.module.css";
import type { Day } from "./weeks";

export interface DayCellProps {
  day: Day;
  /** Id of the box that has the tab stop. */
  tabStop: number | null;
  leaving: ReadonlySet<number>;
  selectedIds: ReadonlySet<number>;
  onSelect: (id: number, on: boolean) => void;
  onFocus: (id: number) => void;
  /** Picks an empty day as the target while a box is moved; null otherwise. */
  onPick: ((date: string) => void) | null;
  isPicked: boolean;
}

/** One day of a meal: its boxes, boxes that the preview moves here, or a note that it is empty. */
export function DayCell({
  day,
  tabStop,
  leaving,
  selectedIds,
  onSelect,
  onFocus,
  onPick,
  isPicked,
}: DayCellProps) {
  const dayText = formatDay(day.date);
  return (
    <li
      className={classNames(
        "day",
        day.isToday && "today",
        !day.isService && "off",
        day.isLocked && "locked",
        day.closed !== null && "closed",
        day.isAbsent && "absent",
      )}
    >
      {day.boxes.map((box) => (
        <BoxCheckbox
          key={box.id}
          box={box}
          date={formatCellDate(day.date)}
          description={`${dayText}: ${box.words}${day.isLocked && box.tick ? ", past the cut-off" : ""}`}
          isSelected={selectedIds.has(box.id)}
          isLeaving={leaving.has(box.id)}
          isTabStop={tabStop === box.id}
          onSelect={onSelect}
          onFocus={onFocus}
        />
      ))}
      {day.arrivals > 0 && !isPicked ? (
        <span className={classNames("box", styles.coming)}>
          <CellDate text={formatCellDate(day.date)} />
          <span className="visually-hidden">
            {dayText}: {day.arrivals === 1 ? "a box" : `${day.arrivals} boxes`} would come here
          </span>
        </span>
      ) : (
        day.boxes.length === 0 && <EmptyDay day={day} dayText={dayText} onPick={onPick} isPicked={isPicked} />
      )}
      {day.isToday && <span className="visually-hidden">(today)</span>}
    </li>
  );
}

interface EmptyDayProps extends Pick<DayCellProps, "onPick" | "isPicked"> {
  day: Day;
  dayText: string;
}

function EmptyDay({ day, dayText, onPick, isPicked }: EmptyDayProps) {
  const date = <CellDate text={formatCellDate(day.date)} />;
  // The picked day stays a button, because it has the focus.
  const isComing = isPicked && day.arrivals > 0;
  if (onPick && day.closed === null && !day.isLocked)
    return (
      <button
        type="button"
        className={classNames(isComing ? "box" : "no-box", styles.pick, isComing && styles.coming)}
        aria-pressed={isPicked}
        onClick={() => onPick(day.date)}
      >
        {date}
        <span className="visually-hidden">Move to {dayText}</span>
      </button>
    );
  return (
    <span className="no-box">
      {date}
      <span className="visually-hidden">
        {dayText}:{" "}
        {day.closed !== null ? `closed, ${day.closed}` : day.isAbsent ? "skipped or paused" : "nothing"}
      </span>
    </span>
  );
}
