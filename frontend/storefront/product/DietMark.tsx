import { Fragment } from "react";
import { dishMark } from "~/shared/domain/dishMark";
import type { DishMark } from "~/shared/domain/menu";
import { classNames } from "~/shared/lib/classNames";
import styles from "./DietMark.module.css";

const LABELS: Readonly<Record<DishMark, string>> = { veg: "Vegetarian", nonveg: "Non-vegetarian" };

/** The square food mark of India: a green dot, or a brown triangle. */
export function DietMark({ mark, id }: { mark: DishMark; id?: string }) {
  return (
    <svg
      id={id}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      className={classNames(styles.mark, styles[mark])}
      role="img"
      aria-label={LABELS[mark]}
      focusable="false"
    >
      <rect x="1" y="1" width="14" height="14" rx="2" className={styles.frame} />
      {mark === "veg" ? <circle cx="8" cy="8" r="3.6" /> : <path d="M8 3.8 12.4 11.6H3.6Z" />}
    </svg>
  );
}

/** Separators of alternatives and of a meal's items. */
const BETWEEN_DISHES = /( \/ | \+ )/;

/** One or more dish names from the weekly menu, each with its food mark. */
export function MarkedName({ name }: { name: string }) {
  return (
    <span className={styles.name}>
      {name.split(BETWEEN_DISHES).map((part, index) => (
        <Fragment key={index}>{index % 2 === 1 ? <Between text={part} /> : <Marked name={part} />}</Fragment>
      ))}
    </span>
  );
}

/** A separator, which stays on the line of the name before it. */
function Between({ text }: { text: string }) {
  return (
    <>
      <span className={styles.unbroken}>{text.trimEnd()}</span>{" "}
    </>
  );
}

/** Keeps the mark on one line with the first word. */
function Marked({ name }: { name: string }) {
  const firstWord = /^\S*/.exec(name)?.[0] ?? "";
  return (
    <>
      <span className={styles.unbroken}>
        <DietMark mark={dishMark(name)} />
        {firstWord}
      </span>
      {name.slice(firstWord.length)}
    </>
  );
}
