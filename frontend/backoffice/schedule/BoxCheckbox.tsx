import { classNames } from "~/shared/lib/classNames";
import type { Box } from "./plan";
import styles from "./schedule.module.css";

export interface BoxCheckboxProps {
  box: Box;
  /** The cell's date text; "" for a box without a day. */
  date: string;
  description: string;
  isSelected: boolean;
  isLeaving: boolean;
  isTabStop: boolean;
  onSelect: (id: number, on: boolean) => void;
  onFocus: (id: number) => void;
}

/** A box of the timeline, with a checkbox when it can be changed. */
export function BoxCheckbox({
  box,
  date,
  description,
  isSelected,
  isLeaving,
  isTabStop,
  onSelect,
  onFocus,
}: BoxCheckboxProps) {
  const className = classNames("box", box.state, ...box.marks, isLeaving && styles.leaving);
  const content = (
    <>
      {date && <CellDate text={date} />}
      <span className="visually-hidden">
        {description}
        {isLeaving && ", would leave this day"}
      </span>
    </>
  );
  if (!box.tick) return <span className={className}>{content}</span>;
  return (
    <label className={className}>
      <input
        type="checkbox"
        value={box.id}
        checked={isSelected}
        tabIndex={isTabStop ? 0 : -1}
        onChange={(event) => onSelect(box.id, event.target.checked)}
        onFocus={() => onFocus(box.id)}
      />
      {content}
    </label>
  );
}

/** The day's number, or with its month; hidden from screen readers, which read the full date beside it. */
export function CellDate({ text }: { text: string }) {
  return (
    <span className={classNames("date", text.includes(" ") && "long")} aria-hidden="true">
      {text}
    </span>
  );
}
