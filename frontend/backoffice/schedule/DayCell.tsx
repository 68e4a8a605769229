import { classNames } from "~/shared/lib/classNames";
import { BoxTick } from "./BoxTick";
import { DateInCell } from "./DateInCell";
import { dayInCell, dayInWords } from "./dates";
import styles from "./schedule.module.css";
import type { Day } from "./weeks";

export interface DayCellProps {
  day: Day;
  /** The box at which the Tab key stops. */
  stop: number | null;
  leaving: ReadonlySet<number>;
  ticked: ReadonlySet<number>;
  onTick: (id: number, on: boolean) => void;
  onFocus: (id: number) => void;
  /** While a box is moved, a day without one can be pressed. */
  onPick: ((date: string) => void) | null;
  isPicked: boolean;
}

/** One day of a meal: its boxes, those that would come here, or that there is none. */
export function DayCell({ day, stop, leaving, ticked, onTick, onFocus, onPick, isPicked }: DayCellProps) {
  const words = dayInWords(day.date);
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
        <BoxTick
          key={box.id}
          box={box}
          date={dayInCell(day.date)}
          words={`${words}: ${box.words}${day.isLocked && box.tick ? ", past the cut-off" : ""}`}
          isTicked={ticked.has(box.id)}
          isLeaving={leaving.has(box.id)}
          isStop={stop === box.id}
          onTick={onTick}
          onFocus={onFocus}
        />
      ))}
      {day.coming > 0 && !isPicked ? (
        <span className={classNames("box", styles.coming)}>
          <DateInCell text={dayInCell(day.date)} />
          <span className="spoken">
            {words}: {day.coming === 1 ? "a box" : `${day.coming} boxes`} would come here
          </span>
        </span>
      ) : (
        day.boxes.length === 0 && <Empty day={day} words={words} onPick={onPick} isPicked={isPicked} />
      )}
      {day.isToday && <span className="spoken">(today)</span>}
    </li>
  );
}

interface EmptyProps extends Pick<DayCellProps, "onPick" | "isPicked"> {
  day: Day;
  words: string;
}

function Empty({ day, words, onPick, isPicked }: EmptyProps) {
  const date = <DateInCell text={dayInCell(day.date)} />;
  // The picked one stays a button, on which whoever pressed it still is.
  const isComing = isPicked && day.coming > 0;
  if (onPick && day.closed === null && !day.isLocked)
    return (
      <button
        type="button"
        className={classNames(isComing ? "box" : "no-box", styles.pick, isComing && styles.coming)}
        aria-label={`Move to ${words}`}
        aria-pressed={isPicked}
        onClick={() => onPick(day.date)}
      >
        {date}
      </button>
    );
  return (
    <span className="no-box">
      {date}
      <span className="spoken">
        {words}:{" "}
        {day.closed !== null ? `closed, ${day.closed}` : day.isAbsent ? "skipped or paused" : "nothing"}
      </span>
    </span>
  );
}
