import { Fragment } from "react";
import { dishMark } from "~/shared/domain/dishMark";
import { DietMark } from "./DietMark";
import styles from "./MarkedName.module.css";

/** Separators of alternatives and of a meal's items. */
const BETWEEN_DISHES = /( \/ | \+ )/;

/** One or more dish names from the weekly menu, each with its food mark. */
export function MarkedName({ name }: { name: string }) {
  return (
    <span className={styles.name}>
      {name.split(BETWEEN_DISHES).map((part, index) => (
        <Fragment key={index}>{index % 2 === 1 ? part : <Marked name={part} />}</Fragment>
      ))}
    </span>
  );
}

/** Keeps the mark on one line with the first word. */
function Marked({ name }: { name: string }) {
  const firstWord = /^\S*/.exec(name)?.[0] ?? "";
  return (
    <>
      <span className={styles.start}>
        <DietMark mark={dishMark(name)} />
        {firstWord}
      </span>
      {name.slice(firstWord.length)}
    </>
  );
}
