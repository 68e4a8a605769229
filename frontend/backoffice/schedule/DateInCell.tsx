import { classNames } from "~/shared/lib/classNames";

/** A day's number, or with its month; beside it stands in words what day that is. */
export function DateInCell({ text }: { text: string }) {
  return (
    <span className={classNames("date", text.includes(" ") && "long")} aria-hidden="true">
      {text}
    </span>
  );
}
