import type { RefObject } from "react";
import { Button, CloseButton } from "~/shared/ui/Button";
import styles from "./RestoreSelection.module.css";

export interface RestoreSelectionProps {
  offered: boolean;
  onRestore: () => void;
  onForget: () => void;
  /** Takes the focus when the offer closes. */
  heading: RefObject<HTMLElement | null>;
}

/** Leaving clears the selection (specification, section 3); this offers to restore it on the next visit in the tab. */
export function RestoreSelection({ offered, onRestore, onForget, heading }: RestoreSelectionProps) {
  if (!offered) return null;
  const andGo = (act: () => void) => () => {
    act();
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.offer}>
      <Button variant="secondary" onClick={andGo(onRestore)}>
        Restore your selection
      </Button>
      <CloseButton label="No, start fresh" size={20} onClick={andGo(onForget)} className={styles.dismiss} />
    </div>
  );
}
