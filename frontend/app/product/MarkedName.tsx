import { Fragment } from "react";
import { dishMark } from "~/domain/dishMark";
import { DietMark } from "./DietMark";
import styles from "./MarkedName.module.css";

const BETWEEN_ALTERNATIVES = " / ";

/** A name of the weekly menu with its food mark; each alternative has its own where they differ. */
export function MarkedName({ name }: { name: string }) {
  const alternatives = name.split(BETWEEN_ALTERNATIVES);
  const differ = new Set(alternatives.map(dishMark)).size > 1;
  return (
    <span className={styles.name}>
      {alternatives.map((alternative, index) => (
        <Fragment key={alternative}>
          {index > 0 && BETWEEN_ALTERNATIVES}
          {index === 0 || differ ? <Marked name={alternative} /> : alternative}
        </Fragment>
      ))}
    </span>
  );
}

/** The mark stays on one line with the first word. */
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
