import { type ReactNode, useEffect, useState } from "react";
import { NEXT_STEPS, type NextStepKind } from "~/shared/domain/nextStep";
import { classNames } from "~/shared/lib/classNames";
import { Button, type ButtonProps } from "~/shared/ui/Button";
import styles from "./SubmitButton.module.css";

const SLOW_AFTER_MS = 5000;

interface SubmitButtonProps extends Omit<ButtonProps, "type" | "className"> {
  /** For forms with a sticky bar around the button: the note is above the bar. */
  overBar?: boolean;
}

/** The button of a form, busy while sending. A reply that takes long is announced above it, where nothing moves. */
export function SubmitButton({ overBar = false, busy = false, ...rest }: SubmitButtonProps) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [busy]);
  return (
    <div className={classNames(styles.place, overBar && styles.overBar)}>
      <Button {...rest} type="submit" busy={busy} />
      <div aria-live="polite">
        {isSlow && <p className={styles.slow}>Still sending. Please keep this page open.</p>}
      </div>
    </div>
  );
}

/** A sentence between a form's fields and its button. */
export function FormNote({ children }: { children: ReactNode }) {
  return <p className={styles.next}>{children}</p>;
}

/** Before the button of every form that orders food. */
export function AllergyNote() {
  return <FormNote>Allergies? Tell us right after ordering: we check every dish.</FormNote>;
}

/** What happens after sending, below the button of every form and in every receipt. */
export function NextStep({ kind, className }: { kind: NextStepKind; className?: string }) {
  return <p className={classNames(styles.next, className)}>{NEXT_STEPS[kind]}</p>;
}
