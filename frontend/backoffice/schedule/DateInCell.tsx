import { classNames } from "~/shared/lib/classNames";

/** The day's number, or with its month; hidden from screen readers, which read the full date beside it. */
export function DateInCell({ text }: { text: string }) {
  return (
    <span className={classNames("date", text.includes(" ") && "long")} aria-hidden="true">
      {text}
    </span>
  );
}
