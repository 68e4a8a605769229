import type { RefObject } from "react";
import { Button } from "~/shared/ui/Button";
import { CloseIcon } from "~/shared/ui/icons/CloseIcon";
import styles from "./RestoreSelection.module.css";

export interface RestoreSelectionProps {
  /** Something was left behind. */
  offered: boolean;
  onRestore: () => void;
  onForget: () => void;
  /** Where the focus goes when the offer has gone. */
  heading: RefObject<HTMLElement | null>;
}

/** Leaving takes the ticks away (specification, section 3): the next visit in this tab offers them again. */
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
      <button type="button" className={styles.dismiss} onClick={andGo(onForget)}>
        <CloseIcon size={20} label="No, start fresh" />
      </button>
    </div>
  );
}
