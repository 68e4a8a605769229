import { NEXT_STEPS, type NextStepKind } from "~/shared/domain/nextStep";
import { classNames } from "~/shared/lib/classNames";
import styles from "./NextStep.module.css";

/** What happens after sending, below the button of every form and in every receipt. */
export function NextStep({ kind, className }: { kind: NextStepKind; className?: string }) {
  return <p className={classNames(styles.next, className)}>{NEXT_STEPS[kind]}</p>;
}
