import { classNames } from "~/shared/lib/classNames";
import { DateInCell } from "./DateInCell";
import type { Box } from "./plan";
import styles from "./schedule.module.css";

export interface BoxTickProps {
  box: Box;
  /** As it stands in its cell; "" for one without a day. */
  date: string;
  words: string;
  isTicked: boolean;
  isLeaving: boolean;
  isStop: boolean;
  onTick: (id: number, on: boolean) => void;
  onFocus: (id: number) => void;
}

/** A box; one of which something can be done is ticked, by a thumb, a pointer, or the space bar. */
export function BoxTick({ box, date, words, isTicked, isLeaving, isStop, onTick, onFocus }: BoxTickProps) {
  const looks = classNames("box", box.state, ...box.marks, isLeaving && styles.leaving);
  const inside = (
    <>
      {date && <DateInCell text={date} />}
      <span className="spoken">
        {words}
        {isLeaving && ", would leave this day"}
      </span>
    </>
  );
  if (!box.tick) return <span className={looks}>{inside}</span>;
  return (
    <label className={looks}>
      <input
        type="checkbox"
        value={box.id}
        checked={isTicked}
        tabIndex={isStop ? 0 : -1}
        onChange={(event) => onTick(box.id, event.target.checked)}
        onFocus={() => onFocus(box.id)}
      />
      {inside}
    </label>
  );
}
